import { mdiAlertCircleOutline, mdiRefresh } from '@mdi/js';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { Icon } from '../icon.tsx';
import classes from './state.module.css';

interface FailedStateProps {
  readonly title: string;
  /** Why, in the person's words. */
  readonly reason?: string;
  readonly retryLabel: string;
  readonly onRetry: () => void;
  /** In one row, where the place is low. */
  readonly low?: boolean;
}

export function FailedState({ title, reason, retryLabel, onRetry, low = false }: FailedStateProps) {
  return (
    <div className={classes.state} data-low={low || undefined} role="alert">
      <span className={classes.mark} data-failed>
        <Icon path={mdiAlertCircleOutline} size={low ? 18 : 24} />
      </span>
      <p className={classes.title}>{title}</p>
      {reason && <p className={classes.hint}>{reason}</p>}
      <Button icon={mdiRefresh} onClick={onRetry}>
        {retryLabel}
      </Button>
    </div>
  );
}

interface FailedPartProps {
  /** What failed and what a click does about it. */
  readonly name: string;
  readonly onRetry: () => void;
}

/** The failure of something that has no room for words: a button that shows it as its hint. */
export function FailedPart({ name, onRetry }: FailedPartProps) {
  return (
    <span className={classes.part} role="alert">
      <IconButton name={name} icon={mdiAlertCircleOutline} onClick={onRetry} />
    </span>
  );
}
