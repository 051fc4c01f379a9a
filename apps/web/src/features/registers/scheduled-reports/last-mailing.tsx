import type { ScheduledReport } from '@atalaia/contract/scheduled-report';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Pill } from '../../../ui/layout/pill.tsx';
import classes from './last-mailing.module.css';
import { mailingOutcome } from './mailing-outcome.ts';

/** How the last mail that was due ended. */
export function LastMailing({ report }: { readonly report: ScheduledReport }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { tone, state, reasons } = mailingOutcome(report, { text, formats });
  const facts = [
    [text('scheduledReport.lastTried'), report.lastTriedAt],
    [text('scheduledReport.lastSent'), report.lastSentAt],
  ] as const;
  return (
    <div className={classes.outcome}>
      <p className={classes.state}>
        <Pill tone={tone}>{state}</Pill>
        {reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
      </p>
      <dl className={classes.facts}>
        {facts.map(([label, instant]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{instant ? formats.dateTime(instant) : text('scheduledReport.never')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
