import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './link-button.module.css';

interface LinkButtonProps {
  /** Path within the site. */
  readonly to: string;
  readonly children: ReactNode;
}

/** A way to another page that looks like a button. */
export function LinkButton({ to, children }: LinkButtonProps) {
  return (
    <Link className={classes.link ?? ''} to={to}>
      {children}
    </Link>
  );
}
