import type { ReactNode } from 'react';
import classes from './centred.module.css';

/** A page with one thing to say, in the middle. */
export function Centred({ children }: { readonly children: ReactNode }) {
  return <main className={classes.centred}>{children}</main>;
}
