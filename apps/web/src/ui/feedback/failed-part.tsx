import { mdiAlertCircleOutline } from '@mdi/js';
import { IconButton } from '../button/icon-button.tsx';
import classes from './failed-part.module.css';

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
