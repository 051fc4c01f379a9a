import type { TimelineEntry } from '@atalaia/contract/sinisters/cockpit';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { alarmEventType, alarmsOf } from '@atalaia/domain/catalog/alarms';
import {
  mdiAccountHardHatOutline,
  mdiAlarmLightOutline,
  mdiBellOutline,
  mdiCheckCircleOutline,
  mdiClipboardTextOutline,
  mdiFlagCheckered,
  mdiLockOutline,
  mdiPhoneOutline,
  mdiPoliceBadgeOutline,
  mdiSendOutline,
  mdiShieldAlertOutline,
} from '@mdi/js';
import { useState } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { hasImage, OccurrenceImage } from '../occurrences/timeline.tsx';
import classes from './cockpit.module.css';

const icons: Readonly<Record<TimelineEntry['kind'], string>> = {
  opened: mdiShieldAlertOutline,
  closed: mdiFlagCheckered,
  occurrence: mdiClipboardTextOutline,
  block: mdiLockOutline,
  command: mdiSendOutline,
  event: mdiBellOutline,
  contactTry: mdiPhoneOutline,
  step: mdiCheckCircleOutline,
  callOut: mdiAccountHardHatOutline,
  policeLook: mdiPoliceBadgeOutline,
  alarm: mdiAlarmLightOutline,
};

const choices = ['all', 'occurrence'] as const;

interface CaseTimelineProps {
  readonly timeline: readonly TimelineEntry[];
  readonly occurrences: Sinister['occurrences'];
}

/** Everything that everybody did and that happened, the newest first and in full (COCK-01). */
export function CaseTimeline({ timeline, occurrences }: CaseTimelineProps) {
  const { text } = useTexts();
  const [chosen, choose] = useState<(typeof choices)[number]>('all');
  const shown = timeline.filter(({ kind }) => chosen === 'all' || kind === chosen);
  return (
    <section className={classes.part} aria-label={text('cockpit.timeline')}>
      <h2 className={classes.title}>
        {text('cockpit.timeline')}
        <span className={classes.choice}>
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className={classes.chip}
              aria-pressed={choice === chosen}
              onClick={() => choose(choice)}
            >
              {text(`cockpit.timeline_${choice}`)}
            </button>
          ))}
        </span>
      </h2>
      {shown.length === 0 && <p className={classes.muted}>{text('sinister.noOccurrences')}</p>}
      <ol className={classes.list} aria-label={text('cockpit.timeline')}>
        {keyed(shown).map(([key, entry]) => (
          <Entry
            key={key}
            entry={entry}
            occurrence={occurrences.find(({ id }) => id === entry.occurrenceId)}
          />
        ))}
      </ol>
    </section>
  );
}

/** Each with a key of its own that stays while newer ones come: nothing of an entry is unique. */
function keyed(entries: readonly TimelineEntry[]): readonly (readonly [string, TimelineEntry])[] {
  const counts = new Map<string, number>();
  return entries
    .toReversed()
    .map((entry) => {
      const name = [entry.kind, entry.at, entry.word, entry.by].join(' ');
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [`${name} ${count}`, entry] as const;
    })
    .toReversed();
}

interface EntryProps {
  readonly entry: TimelineEntry;
  readonly occurrence: Sinister['occurrences'][number] | undefined;
}

function Entry({ entry, occurrence }: EntryProps) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const { kind, at, by } = entry;
  const said = entryWords(entry, texts);
  return (
    <li className={classes.entry} data-kind={kind}>
      <span className={classes.entryIcon} aria-hidden="true">
        <Icon path={icons[kind]} size={16} />
      </span>
      <span className={classes.part}>
        <span className={classes.entryTitle}>{said.title}</span>
        {said.lines.map((line) => (
          <span key={line} className={classes.entryText} dir="auto">
            {line}
          </span>
        ))}
        {occurrence && hasImage(occurrence) && (
          <>
            <button
              type="button"
              className={classes.link}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {text('occurrence.image')}
            </button>
            {isOpen && <OccurrenceImage occurrence={occurrence} />}
          </>
        )}
        <span className={classes.stamp} title={formats.dateTime(at)}>
          {formats.dateTime(at)} · <TimeAgo instant={at} />
          {by && ` · ${by}`}
        </span>
      </span>
    </li>
  );
}

interface EntryWords {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What an entry says: what it is, and what was written with it. */
export function entryWords(
  { kind, word, detail, text: written }: TimelineEntry,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): EntryWords {
  const lines = (...all: readonly (string | null)[]) =>
    all.filter((line) => line !== null && line !== '') as string[];
  switch (kind) {
    case 'opened':
      return {
        title: text('cockpit.opened', { kind: textOr(`openingType.${word}`, word) }),
        lines: lines(written),
      };
    case 'closed':
      return {
        title: text('cockpit.closed', { kind: textOr(`closingType.${word}`, word) }),
        lines: lines(written),
      };
    case 'occurrence':
      return { title: textOr(`occurrenceCategory.${word}`, word), lines: lines(written, detail) };
    case 'block': {
      const state = textOr(`blockState.${detail}`, detail ?? '');
      const title =
        word === 'release'
          ? text('cockpit.releaseAsked', { state })
          : text('cockpit.blockAsked', { reason: textOr(`blockReason.${word}`, word), state });
      return { title, lines: lines(written) };
    }
    case 'command': {
      const state = detail && textOr(`commandState.${detail}`, detail);
      const title = [textOr(`commandType.${word}`, word), state].filter(Boolean).join(': ');
      return { title, lines: lines(written) };
    }
    case 'event': {
      const alarms = word === alarmEventType ? alarmsOf(detail) : [];
      const names = alarms.map((alarm) => textOr(`alarm.${alarm}`, alarm));
      return { title: names.join(', ') || textOr(`eventType.${word}`, word), lines: [] };
    }
    case 'contactTry': {
      const outcome = textOr(`tryOutcome.${word}`, word);
      return { title: text('cockpit.called', { name: detail ?? '', outcome }), lines: lines(written) };
    }
    case 'step':
      return { title: textOr(`firstHour.${word}`, word), lines: lines(detail) };
    case 'callOut':
      return { title: text('cockpit.callOut', { name: detail ?? '' }), lines: lines(written) };
    case 'policeLook':
      return { title: text('cockpit.policeLook', { unit: word }), lines: lines(detail) };
    case 'alarm':
      return {
        title: [
          textOr(`alarmAction.${word}`, word),
          detail && textOr(`alarmRule.${detail}`, textOr(`callReason.${detail}`, detail)),
        ]
          .filter(Boolean)
          .join(' · '),
        lines: lines(written),
      };
  }
}
