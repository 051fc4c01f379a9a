import type { ReactNode } from 'react';
import classes from './refusal.module.css';

/** Why what was requested was not done, where it was requested. */
export function Refusal({ children }: { readonly children: ReactNode }) {
  return (
    <div role="alert" className={classes.refusal}>
      {children}
    </div>
  );
}
