import { Button } from '../../../ui/button/button.tsx';
import classes from './report-status.module.css';

interface ReportStatusProps {
  readonly status: string;
  /** It is under way: nobody knows how long it takes. */
  readonly isBusy?: boolean;
  readonly action?: { readonly name: string; readonly act: () => void };
}

/** One line that says what is continuing, with the way to end it. */
export function ReportStatus({ status, isBusy = false, action }: ReportStatusProps) {
  return (
    <div className={classes.status}>
      {isBusy && <progress className={classes.bar} aria-label={status} />}
      <span role="status">{status}</span>
      {action && <Button onClick={action.act}>{action.name}</Button>}
    </div>
  );
}
