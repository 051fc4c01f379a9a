import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import type { Delivery } from '../use-delivery.ts';
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

/** A spreadsheet or a mail on its way: for how long, and the way to give it up; nothing while there is none. */
export function DeliveryStatus({ delivery }: { readonly delivery: Delivery }) {
  const { text } = useTexts();
  const { way, seconds, cancel } = delivery;
  if (way === null) return null;
  return (
    <ReportStatus
      status={text(way === 'sheet' ? 'report.sheetBusy' : 'report.mailBusy', { seconds })}
      isBusy
      action={{ name: text('action.cancel'), act: cancel }}
    />
  );
}
