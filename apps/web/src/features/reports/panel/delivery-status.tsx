import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { Delivery } from '../use-delivery.ts';
import { ReportStatus } from './report-status.tsx';

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
