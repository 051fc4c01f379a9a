import { Loader } from '@mantine/core';
import { Button } from '../button/button.tsx';
import classes from './busy-overlay.module.css';

interface BusyOverlayProps {
  readonly label: string;
  /** Of the button that ends it. */
  readonly stopLabel?: string;
  readonly onStop?: () => void;
}

/** Lies over what is being worked on, and takes its clicks (LIST-06). The place around it is positioned. */
export function BusyOverlay({ label, stopLabel, onStop }: BusyOverlayProps) {
  return (
    <div className={classes.overlay}>
      <span className={classes.card}>
        <Loader size="xs" color="var(--brand)" />
        <span role="status">{label}</span>
        {onStop && <Button onClick={onStop}>{stopLabel}</Button>}
      </span>
    </div>
  );
}
