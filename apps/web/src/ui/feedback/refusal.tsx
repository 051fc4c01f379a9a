import type { ReactNode } from 'react';
import classes from './refusal.module.css';

/** Why what was asked for was not done, where it was asked for. */
export function Refusal({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={classes.refusal}>
      {children}
    </div>
  );
}
