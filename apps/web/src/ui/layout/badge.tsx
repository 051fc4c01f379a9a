import classes from './badge.module.css';

/** A count beside a title. */
export function Badge({ count }: { readonly count: number }) {
  return <span className={classes.badge}>{count}</span>;
}
