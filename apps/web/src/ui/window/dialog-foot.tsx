import type { ReactNode } from 'react';
import classes from './dialog-foot.module.css';

/** The buttons that end a window, one beside the other. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className={classes.foot}>{children}</div>;
}
