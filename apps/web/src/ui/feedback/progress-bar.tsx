import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is under way. */
  readonly label: string;
  /** How far it is, in words. */
  readonly status: string;
  readonly done: number;
  readonly total: number;
}

/** How much of something long is done. */
export function ProgressBar({ label, status, done, total }: ProgressBarProps) {
  return (
    <div className={classes.progress}>
      <progress
        className={classes.bar}
        aria-label={label}
        aria-valuetext={status}
        value={done}
        max={Math.max(total, 1)}
      />
      <span role="status">{status}</span>
    </div>
  );
}
