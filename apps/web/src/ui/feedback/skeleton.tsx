import classes from './skeleton.module.css';

interface SkeletonProps {
  /** Pixels. */
  readonly height: number;
  /** CSS width; the whole line when left out. */
  readonly width?: string;
}

/** The place of something that is on its way. The view around it says so with `aria-busy`. */
export function Skeleton({ height, width = '100%' }: SkeletonProps) {
  return <span className={classes.skeleton} style={{ height, width }} aria-hidden="true" />;
}
