import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiFilePdfBox } from '@mdi/js';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useReport } from '../use-report.ts';
import classes from './sinister-facts.module.css';
import { TitledFacts } from './titled-facts.tsx';

/** How a closed case ended, and its report to download (SIN-06). */
export function ClosingFacts({ sinister }: { readonly sinister: Sinister }) {
  const { text } = useTexts();
  const formats = useFormats();
  const report = useReport(sinister.id);
  const { closingType, closingDate } = sinister;
  return (
    <>
      <TitledFacts
        facts={[
          [text('sinister.closingType'), closingType && text(`closingType.${closingType}`)],
          [text('sinister.closingDate'), closingDate && formats.dateTime(closingDate)],
          [text('sinister.closingAddress'), sinister.closingAddress],
          [text('sinister.vehicleDamaged'), text(sinister.vehicleDamaged ? 'value.yes' : 'value.no')],
          [text('sinister.closedBy'), sinister.closedBy],
        ]}
      />
      <p className={classes.description} dir="auto">
        {sinister.closingDescription}
      </p>
      <div className={classes.download}>
        <Button icon={mdiFilePdfBox} fullWidth busy={report.isPending} onClick={() => report.mutate()}>
          {text('sinister.download')}
        </Button>
        <p role="status" className={classes.progress}>
          {report.isPending && text('sinister.downloading')}
        </p>
      </div>
    </>
  );
}
