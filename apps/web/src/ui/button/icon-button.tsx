import { ActionIcon } from '@mantine/core';
import { Icon } from '../icon.tsx';
import classes from './icon-button.module.css';

export interface IconButtonProps {
  /** What it does, for who cannot see the icon and as its hint. */
  readonly name: string;
  readonly icon: string;
  readonly onClick: () => void;
  /** A toggle's state; leave out for a plain action. */
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly disabled?: boolean;
  readonly outlined?: boolean;
  /** Edge in pixels. */
  readonly size?: 28 | 34 | 36 | 40;
}

export function IconButton({
  name,
  icon,
  onClick,
  pressed,
  expanded,
  disabled = false,
  outlined = false,
  size = 36,
}: IconButtonProps) {
  return (
    <ActionIcon
      aria-label={name}
      aria-pressed={pressed}
      aria-expanded={expanded}
      title={name}
      disabled={disabled}
      onClick={onClick}
      size={size}
      className={classes.iconButton}
      data-outlined={outlined || undefined}
    >
      <Icon path={icon} size={size < 36 ? 18 : 20} />
    </ActionIcon>
  );
}
