import type { Occurrence } from '@atalaia/contract/sinisters/occurrence';
import { formatInstant } from '@atalaia/domain/time/dates';
import { mdiImageOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import { TitledFacts } from '../components/titled-facts.tsx';
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

/** What happened in a case, the newest first; each in short, and whole when requested (SIN-02). */
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

interface OccurrenceDialogProps {
  readonly occurrence: Occurrence;
  readonly onClose: () => void;
}

/** The whole of an occurrence that the timeline cuts short, with its image (SIN-02). */
function OccurrenceDialog({ occurrence, onClose }: OccurrenceDialogProps) {
  const { text, textOr } = useTexts();
  const { timezone } = useSettings();
  const formats = useFormats();
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
            [text('occurrence.address'), formats.address(address) ?? text('value.missing')],
            [text('occurrence.description'), description],
            [text('occurrence.reportedBy'), reportedBy],
          ]}
        />
        {hasImage(occurrence) && <OccurrenceImage occurrence={occurrence} />}
      </div>
    </Dialog>
  );
}

/** The image of an occurrence that has one. */
export function OccurrenceImage({ occurrence }: { readonly occurrence: Occurrence }) {
  const { text } = useTexts();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: ['occurrence-image', occurrence.id],
    queryFn: ({ signal }) => getOccurrenceImage(api, occurrence, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const address = useAddressOf(data);
  if (error) {
    return (
      <FailedState
        title={text('occurrence.imageFailed')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!address) return <Skeleton height={220} />;
  return (
    <a className={classes.image} href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={text('occurrence.image')} />
    </a>
  );
}

/** An address within the page for bytes that were fetched, for as long as it is shown. */
function useAddressOf(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

/** The image of an occurrence that has one. It is not requested by its address alone: the call must have the token. */
async function getOccurrenceImage(
  api: ApiClient,
  { id, sinisterId }: Pick<Occurrence, 'id' | 'sinisterId'>,
  signal: AbortSignal,
): Promise<Blob> {
  const path = `sinisters/${sinisterId}/occurrences/${id}/image`;
  return new Blob([await api.bytes({ path, accept: 'image/*', signal })]);
}

/** Whether an image was attached: an answer names it by its address. */
export function hasImage({ attributes }: Pick<Occurrence, 'attributes'>): boolean {
  return attributes.file !== undefined;
}
