import classes from './badge.module.css';

interface BadgeProps {
  readonly count: number;
  /** More than this is shown as "99+", where there is no room for every number. */
  readonly most?: number;
}

/** A count beside a title. */
export function Badge({ count, most = Number.POSITIVE_INFINITY }: BadgeProps) {
  return <span className={classes.badge}>{count > most ? `${most}+` : count}</span>;
}
