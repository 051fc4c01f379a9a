import type { Occurrence } from '@atalaia/contract/sinisters/occurrence';
import { formatInstant } from '@atalaia/domain/time/dates';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { TitledFacts } from '../components/titled-facts.tsx';
import { hasImage } from './has-image.ts';
import classes from './occurrence-dialog.module.css';
import { OccurrenceImage } from './occurrence-image.tsx';

interface OccurrenceDialogProps {
  readonly occurrence: Occurrence;
  readonly onClose: () => void;
}

/** The whole of an occurrence that the timeline cuts short, with its image (SIN-02). */
export function OccurrenceDialog({ occurrence, onClose }: OccurrenceDialogProps) {
  const { text, textOr } = useTexts();
  const { timezone } = useSettings();
  const { category, address, description, reportedBy } = occurrence;
  const atMs = Date.parse(occurrence.occurrenceDate);
  return (
    <Dialog
      opened
      width={560}
      title={text('occurrence.title')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <div className={classes.body}>
        <TitledFacts
          facts={[
            [text('occurrence.date'), formatInstant(atMs, 'formDate', timezone)],
            [text('occurrence.time'), formatInstant(atMs, 'formTime', timezone)],
            [text('occurrence.category'), textOr(`occurrenceCategory.${category}`, category)],
            [text('occurrence.address'), address ?? text('value.missing')],
            [text('occurrence.description'), description],
            [text('occurrence.reportedBy'), reportedBy],
          ]}
        />
        {hasImage(occurrence) && <OccurrenceImage occurrence={occurrence} />}
      </div>
    </Dialog>
  );
}
