import { Loader } from '@mantine/core';
import { Button } from '../button/button.tsx';
import busyOverlayClasses from './busy-overlay.module.css';
import progressBarClasses from './progress-bar.module.css';
import classes from './spinner.module.css';

/** Something is on its way that has no shape yet. The sign itself is busy: around it that would keep its name from being said. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className={classes.place} role="status" aria-label={label}>
      <Loader size="sm" color="var(--brand)" aria-busy="true" />
    </div>
  );
}

interface BusyOverlayProps {
  readonly label: string;
  /** Of the button that ends it. */
  readonly stopLabel?: string;
  readonly onStop?: () => void;
}

/** Lies over what is being worked on, and takes its clicks (LIST-06). The place around it is positioned. */
export function BusyOverlay({ label, stopLabel, onStop }: BusyOverlayProps) {
  return (
    <div className={busyOverlayClasses.overlay}>
      <span className={busyOverlayClasses.card}>
        <Loader size="xs" color="var(--brand)" />
        <span role="status">{label}</span>
        {onStop && <Button onClick={onStop}>{stopLabel}</Button>}
      </span>
    </div>
  );
}

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
    <div className={progressBarClasses.progress}>
      <progress
        className={progressBarClasses.bar}
        aria-label={label}
        aria-valuetext={status}
        value={done}
        max={Math.max(total, 1)}
      />
      <span role="status">{status}</span>
    </div>
  );
}
