import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './icon-button.module.css';

/** What a menu or a popover gives its target (ref, ids, ARIA) goes to the button. */
export interface IconButtonProps
  extends Omit<ActionIconProps, 'size' | 'children'>,
    ElementProps<'button', keyof ActionIconProps | 'name'> {
  /** What it does, for anybody who cannot see the icon and as its hint. */
  readonly name: string;
  readonly icon: string;
  /** A toggle's state; leave out for a plain action. */
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly outlined?: boolean;
  /** Edge in pixels. */
  readonly size?: 28 | 34 | 36 | 40;
}

export function IconButton({
  name,
  icon,
  pressed,
  expanded,
  outlined = false,
  size = 36,
  ...button
}: IconButtonProps) {
  return (
    <ActionIcon
      {...button}
      aria-label={name}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      {...(expanded !== undefined && { 'aria-expanded': expanded })}
      title={name}
      size={size}
      className={classes.iconButton}
      data-outlined={outlined || undefined}
    >
      <Icon path={icon} size={size < 36 ? 18 : 20} />
    </ActionIcon>
  );
}

interface ToolButtonProps {
  readonly icon: string;
  readonly children: ReactNode;
  readonly onClick: () => void;
  /** A toggle's state; leave out for a plain action. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  /** Why it can do nothing: shown to everybody who comes to it, by the mouse or by the keyboard. */
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
      title={hindrance ?? (typeof children === 'string' ? children : undefined)}
      data-danger={tone === 'danger' || undefined}
      onClick={hindrance === undefined ? onClick : undefined}
    >
      <Icon path={icon} />
      {children}
    </button>
  );
}
