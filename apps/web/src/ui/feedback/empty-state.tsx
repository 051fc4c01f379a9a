import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './state.module.css';

interface EmptyStateProps {
  readonly icon: string;
  readonly title?: string;
  /** What to do next, or what will appear here. */
  readonly hint?: string;
  readonly action?: ReactNode;
  /** The whole page says nothing else: its title is the page's heading. */
  readonly isPage?: boolean;
}

export function EmptyState({ icon, title, hint, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={classes.state}>
      <span className={classes.mark}>
        <Icon path={icon} size={24} />
      </span>
      {title && <Title className={classes.title}>{title}</Title>}
      {hint && <p className={classes.hint}>{hint}</p>}
      {action}
    </div>
  );
}
