import type { Occurrence } from '@atalaia/contract/sinisters/occurrence';
import { mdiImageOutline } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { hasImage } from './has-image.ts';
import { OccurrenceDialog } from './occurrence-dialog.tsx';
import classes from './timeline.module.css';

/** Signs of a description that the timeline shows (SIN-02). */
const mostSigns = 20;

interface ShortDescription {
  readonly shown: string;
  /** Something was left out. */
  readonly isCut: boolean;
}

/** A description as the timeline shows it: cut after 20 characters, letters and emoji whole. */
export function shortDescription(description: string): ShortDescription {
  const signs = Array.from(new Intl.Segmenter().segment(description), ({ segment }) => segment);
  if (signs.length <= mostSigns) return { shown: description, isCut: false };
  return { shown: `${signs.slice(0, mostSigns).join('').trimEnd()}…`, isCut: true };
}

/** What happened in a case, the newest first; each in short, and whole when asked for (SIN-02). */
export function Timeline({ occurrences }: { readonly occurrences: readonly Occurrence[] }) {
  const { text } = useTexts();
  const [shownId, show] = useState<number | null>(null);
  if (occurrences.length === 0) return <p className={classes.none}>{text('sinister.noOccurrences')}</p>;
  const shown = occurrences.find(({ id }) => id === shownId);
  return (
    <>
      <ol className={classes.line} aria-label={text('sinister.timeline')}>
        {occurrences.toReversed().map((occurrence) => (
          <TimelineItem key={occurrence.id} occurrence={occurrence} onMore={() => show(occurrence.id)} />
        ))}
      </ol>
      {shown && <OccurrenceDialog occurrence={shown} onClose={() => show(null)} />}
    </>
  );
}

interface TimelineItemProps {
  readonly occurrence: Occurrence;
  readonly onMore: () => void;
}

function TimelineItem({ occurrence, onMore }: TimelineItemProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { category, description, occurrenceDate } = occurrence;
  return (
    <li className={classes.item}>
      <p className={classes.when}>
        {formats.dateTime(occurrenceDate)}
        {hasImage(occurrence) && (
          <span title={text('occurrence.attached')}>
            <Icon path={mdiImageOutline} size={14} />
          </span>
        )}
      </p>
      <p className={classes.category}>{textOr(`occurrenceCategory.${category}`, category)}</p>
      <p className={classes.description} dir="auto">
        {shortDescription(description).shown}
      </p>
      <button type="button" className={classes.more} onClick={onMore}>
        {text('sinister.showMore')}
      </button>
    </li>
  );
}
