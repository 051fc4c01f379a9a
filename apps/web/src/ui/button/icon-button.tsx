import { ActionIcon, type ActionIconProps, type ElementProps } from '@mantine/core';
import { Icon } from '../icon.tsx';
import classes from './icon-button.module.css';

/** What a menu or a popover gives its target (ref, ids, ARIA) goes to the button. */
export interface IconButtonProps
  extends Omit<ActionIconProps, 'size' | 'children'>,
    ElementProps<'button', keyof ActionIconProps | 'name'> {
  /** What it does, for who cannot see the icon and as its hint. */
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
