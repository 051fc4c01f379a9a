import { Loader } from '@mantine/core';
import classes from './busy-overlay.module.css';

/** Lies over what is being worked on, and takes its clicks (LIST-06). The place around it is positioned. */
export function BusyOverlay({ label }: { readonly label: string }) {
  return (
    <div className={classes.overlay} role="status">
      <span className={classes.card}>
        <Loader size="xs" color="var(--brand)" />
        {label}
      </span>
    </div>
  );
}
