import type { ReactNode } from 'react';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import classes from './device-panel-skeleton.module.css';

/** The panel's places while its device is on the way. */
export function DevicePanelSkeleton({ close }: { readonly close: ReactNode }) {
  return (
    <div className={classes.skeleton}>
      <div className={classes.header}>
        <Skeleton height={40} width="40px" />
        <div className={classes.labels}>
          <Skeleton height={16} width="70%" />
          <Skeleton height={12} width="90%" />
        </div>
        {close}
      </div>
      <Skeleton height={64} />
      <Skeleton height={14} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={14} width="90%" />
    </div>
  );
}
