import type { KeyboardEvent } from 'react';
import { useDrag } from './floating-window.tsx';
import classes from './height-handle.module.css';

interface HeightHandleProps {
  readonly label: string;
  /** Of what is below it, px. */
  readonly height: number;
  readonly least: number;
  readonly most: number;
  readonly onHeight: (height: number) => void;
}

/** How far an arrow key moves it, pixels: a row of a report. */
const step = 45;

/** The upper edge of something at the foot of the screen, dragged to make it higher; arrow keys do the same. */
export function HeightHandle({ label, height, least, most, onHeight }: HeightHandleProps) {
  const set = (next: number) => onHeight(Math.round(Math.max(least, Math.min(next, most))));
  const listeners = useDrag({ begin: () => height, move: (from, _right, down) => set(from - down) });
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(height + steps * step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule takes no focus, this separator is moved
    <div
      role="separator"
      aria-label={label}
      aria-orientation="horizontal"
      aria-valuenow={height}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      title={label}
      className={classes.handle}
      onKeyDown={onKeyDown}
      {...listeners}
    />
  );
}
