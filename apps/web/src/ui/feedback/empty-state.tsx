import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './state.module.css';

interface EmptyStateProps {
  readonly icon: string;
  readonly title: string;
  /** What to do next, or what will appear here. */
  readonly hint?: string;
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.mark}>
        <Icon path={icon} size={24} />
      </span>
      <p className={classes.title}>{title}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  );
}
