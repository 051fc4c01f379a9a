import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './tool-button.module.css';

interface ToolButtonProps {
  readonly icon: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
  /** A toggle's state; leave out for a plain action. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Why it can do nothing: shown to who comes to it, by the mouse or by the keyboard. */
  readonly hindrance?: string | undefined;
  /** One that takes something away from somebody. */
  readonly tone?: 'danger';
}

/** An action with its icon above its name, one of a row. */
export function ToolButton({
  icon,
  children,
  onClick,
  pressed,
  disabled = false,
  hindrance,
  tone,
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-pressed={pressed}
      disabled={disabled}
      aria-disabled={hindrance !== undefined || undefined}
      aria-description={hindrance}
      title={hindrance}
      data-danger={tone === 'danger' || undefined}
      onClick={hindrance === undefined ? onClick : undefined}
    >
      <Icon path={icon} />
      {children}
    </button>
  );
}
