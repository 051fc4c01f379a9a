import { Button as MantineButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icon.tsx';
import classes from './button.module.css';
import linkButtonClasses from './link-button.module.css';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'default' | 'danger';
  readonly type?: 'button' | 'submit';
  readonly size?: 'normal' | 'large';
  /** Path of the icon before the text. */
  readonly icon?: string;
  readonly onClick?: () => void;
  readonly disabled?: boolean;
  /** Shows a spinner in the text's place and takes no click. */
  readonly busy?: boolean;
  readonly fullWidth?: boolean;
  /** Has the focus when its window opens. */
  readonly first?: boolean;
}

export function Button({
  children,
  kind = 'default',
  type = 'button',
  size = 'normal',
  icon,
  onClick,
  disabled = false,
  busy = false,
  fullWidth = false,
  first = false,
}: ButtonProps) {
  return (
    <MantineButton
      type={type}
      disabled={disabled}
      loading={busy}
      fullWidth={fullWidth}
      leftSection={icon && <Icon path={icon} size={16} />}
      classNames={{ root: classes.button }}
      data-kind={kind}
      data-large={size === 'large' || undefined}
      aria-busy={busy}
      data-autofocus={first || undefined}
      {...(onClick && { onClick })}
    >
      {children}
    </MantineButton>
  );
}

interface LinkButtonProps {
  /** Path within the site. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A way to another page that looks like a button. */
export function LinkButton({ to, children }: LinkButtonProps) {
  return (
    <Link className={linkButtonClasses.link ?? ''} to={to}>
      {children}
    </Link>
  );
}
