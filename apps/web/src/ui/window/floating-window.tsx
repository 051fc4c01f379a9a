import { Portal } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef } from 'react';
import classes from './floating-window.module.css';
import heightHandleClasses from './height-handle.module.css';
import { boxWithin, draggedBox, type Grip, type Size, type WindowBox } from './window-box.ts';

interface HeightHandleProps {
  readonly label: string;
  /** Of what is below it, px. */
  readonly height: number;
  readonly least: number;
  readonly most: number;
  readonly onHeight: (height: number) => void;
}

/** How far an arrow key moves it, pixels: a row of a report. */
const heightStep = 45;

/** The upper edge of something at the foot of the screen, dragged to make it higher; arrow keys do the same. */
export function HeightHandle({ label, height, least, most, onHeight }: HeightHandleProps) {
  const set = (next: number) => onHeight(Math.round(Math.max(least, Math.min(next, most))));
  const listeners = useDrag({ begin: () => height, move: (from, _right, down) => set(from - down) });
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(height + steps * heightStep);
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
      className={heightHandleClasses.handle}
      onKeyDown={onKeyDown}
      {...listeners}
    />
  );
}

interface FloatingWindowProps {
  readonly title: string;
  /** Says what its grips are for, to everybody who cannot see them. */
  readonly moveLabel: string;
  readonly resizeLabel: string;
  readonly box: WindowBox;
  readonly least: Size;
  /** It stays between these, px; the page's edges by default. */
  readonly between?: { readonly left: number; readonly right: number } | undefined;
  readonly onBox: (box: WindowBox) => void;
  /** Beside the title: what can be done with it. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** How far an arrow key moves or resizes, pixels. */
const step = 16;

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** A window over the page that leaves the page in reach; moved by its head, resized by its edges, by pointer and by key. */
export function FloatingWindow(props: FloatingWindowProps) {
  const { title, moveLabel, resizeLabel, least, onBox, actions, children } = props;
  const viewport = useViewportSize();
  const { left, right = viewport.width } = props.between ?? {};
  const page = { ...viewport, left, width: Math.min(viewport.width, right) };
  const titleId = useId();
  if (page.width === 0) return null;
  const box = boxWithin(props.box, least, page);
  const drag = (grip: Grip, right: number, down: number, from = box) =>
    onBox(draggedBox(from, grip, right, down, least, page));
  const dragging = { box, drag };

  return (
    <Portal>
      <section
        className={classes.window}
        aria-labelledby={titleId}
        style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
      >
        <header className={classes.head}>
          <Handle {...dragging} grip="move" name={moveLabel} className={classes.title}>
            <h2 id={titleId}>{title}</h2>
          </Handle>
          {actions}
        </header>
        <div className={classes.body}>{children}</div>
        <Handle {...dragging} grip="e" className={classes.east} />
        <Handle {...dragging} grip="w" className={classes.west} />
        <Handle {...dragging} grip="s" className={classes.south} />
        <Handle {...dragging} grip="sw" className={classes.southWest} />
        <Handle {...dragging} grip="se" name={resizeLabel} className={classes.southEast} />
      </section>
    </Portal>
  );
}

interface HandleProps {
  readonly grip: Grip;
  readonly box: WindowBox;
  readonly drag: (grip: Grip, right: number, down: number, from?: WindowBox) => void;
  /** Those with a name take the focus, and arrow keys. */
  readonly name?: string;
  readonly className: string | undefined;
  readonly children?: ReactNode;
}

function Handle({ grip, box, drag, name, className, children }: HandleProps) {
  const listeners = useDrag({
    begin: () => box,
    move: (from, right, down) => drag(grip, right, down, from),
  });
  if (name === undefined) return <div className={className} {...listeners} />;
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    drag(grip, ...arrow);
  };
  return (
    <div className={className} {...listeners}>
      {children}
      <button
        type="button"
        className={classes.grip}
        aria-label={name}
        title={name}
        onKeyDown={onKeyDown}
        data-grip={grip}
      />
    </div>
  );
}

interface Drag<Start> {
  /** What it is counted from, taken when the drag begins. */
  readonly begin: () => Start;
  /** How far the pointer has come since then, pixels. */
  readonly move: (start: Start, right: number, down: number) => void;
}

/** Listeners that drag an element: with mouse, pen or finger, also when the pointer leaves it. */
export function useDrag<Start>({ begin, move }: Drag<Start>) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly start: Start } | null>(null);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, y: event.clientY, start: begin() };
    },
    onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = from;
      if (current) move(current.start, clientX - current.x, clientY - current.y);
    },
    onLostPointerCapture() {
      from.current = null;
    },
  };
}
