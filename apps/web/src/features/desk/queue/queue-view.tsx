import { type Alarm, type AlarmSeverity, alarmSeverities } from '@atalaia/contract/desk/alarm';
import { mdiHandBackRightOutline, mdiPhonePlusOutline } from '@mdi/js';
import { useState } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useUserId } from '../../../lib/session/session-context.ts';
import { createStore } from '../../../lib/store/store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { severityTone } from '../alarm-title.ts';
import { DeskState } from '../desk-state.tsx';
import { withoutMuted } from '../mute/muted-kinds.ts';
import { MutedNote } from '../mute/muted-note.tsx';
import { useMutedKinds } from '../mute/use-muted-kinds.ts';
import { CloseMany } from './close-many.tsx';
import { QueueTable } from './queue-table.tsx';
import classes from './queue-view.module.css';

interface QueueViewProps {
  readonly onOpen: (alarmId: number) => void;
  readonly onTake: (alarmId: number) => void;
  readonly onTakeNext: () => void;
  readonly onCall: () => void;
}

/** The queue: what waits and how much, who works on what, and the most urgent one a key away (DESK-03, DESK-04). */
export function QueueView({ onOpen, onTake, onTakeNext, onCall }: QueueViewProps) {
  const { text } = useTexts();
  const userId = useUserId();
  const isSupervisor = useDeskRole() === 'supervisor';
  const { alarms, waiting, loadedMs } = useStore(useLive().desk, (state) => state);
  // what came by the live channel alone is not all that waits
  const isKnown = loadedMs !== null;
  const filters = useStore(queueFilters, (all) => all);
  const muted = useMutedKinds();
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const unmuted = withoutMuted(alarms, muted.ids);
  const shown = fitting(unmuted, filters, userId);
  const hidden = alarms.length - unmuted.length;
  const { bySeverity, oldestAt, mine } = queueFigures(waiting, alarms, userId);
  const counts = {
    all: alarms.length,
    waiting: waiting.length,
    worked: alarms.length - waiting.length,
    mine,
  };

  return (
    <div className={classes.view} data-fills>
      <div className={classes.head}>
        <fieldset className={classes.parts}>
          <legend className={classes.legend}>{text('desk.show')}</legend>
          {queueParts.map((part) => (
            <button
              key={part}
              type="button"
              className={classes.part}
              aria-pressed={filters.part === part}
              onClick={() => changeFilters({ part })}
            >
              {text(`deskPart.${part}`)} {isKnown && <b>{counts[part]}</b>}
            </button>
          ))}
        </fieldset>
        <fieldset className={classes.parts}>
          <legend className={classes.legend}>{text('desk.waitingBySeverity')}</legend>
          {alarmSeverities.map((severity) => (
            <button
              key={severity}
              type="button"
              className={classes.part}
              data-tone={severityTone[severity]}
              aria-pressed={filters.severity === severity}
              onClick={() => changeFilters({ severity: filters.severity === severity ? null : severity })}
            >
              <span className={classes.dot} />
              {text(`alarmSeverity.${severity}`)} {isKnown && <b>{bySeverity[severity]}</b>}
            </button>
          ))}
        </fieldset>
        {isKnown && oldestAt !== null && (
          <span className={classes.oldest}>
            {text('desk.oldest')} <TimeAgo instant={oldestAt} />
          </span>
        )}
        <div className={classes.acts}>
          {isSupervisor && (
            <Button onClick={() => setChosen(chosen ? null : new Set())}>
              {text(chosen ? 'action.cancel' : 'desk.closeMany')}
            </Button>
          )}
          <Button icon={mdiPhonePlusOutline} onClick={onCall}>
            {text('desk.newCallKey')}
          </Button>
          <Button
            kind="primary"
            icon={mdiHandBackRightOutline}
            disabled={waiting.length === 0}
            onClick={onTakeNext}
          >
            {text('desk.takeNextKey')}
          </Button>
        </div>
      </div>
      {chosen && (
        <CloseMany alarms={shown} chosen={chosen} onChoose={setChosen} onDone={() => setChosen(null)} />
      )}
      <DeskState />
      <MutedNote rules={muted.rules} hidden={hidden} className={classes.note} />
      {isKnown && (
        <QueueTable
          alarms={shown}
          userId={userId}
          isFiltered={alarms.length > 0}
          onOpen={onOpen}
          onTake={onTake}
          chosen={chosen}
          onChoose={(alarmId) => chosen && setChosen(toggled(chosen, alarmId))}
        />
      )}
    </div>
  );
}

function toggled(chosen: ReadonlySet<number>, alarmId: number): ReadonlySet<number> {
  const next = new Set(chosen);
  if (!next.delete(alarmId)) next.add(alarmId);
  return next;
}

// What a person set on the queue, for as long as the page lives: his own view, which changes nothing for others.

const queueParts = ['all', 'waiting', 'worked', 'mine'] as const;
type QueuePart = (typeof queueParts)[number];

interface QueueFilters {
  readonly part: QueuePart;
  /** Null: every one. */
  readonly severity: AlarmSeverity | null;
}

const queueFilters = createStore<QueueFilters>({ part: 'all', severity: null });

const changeFilters = (part: Partial<QueueFilters>) => queueFilters.set({ ...queueFilters.get(), ...part });

export function fitting(
  alarms: readonly Alarm[],
  { part, severity }: QueueFilters,
  userId: number,
): readonly Alarm[] {
  if (part === 'all' && severity === null) return alarms;
  return alarms.filter(
    (alarm) =>
      (severity === null || alarm.severity === severity) &&
      (part === 'all' ||
        (part === 'waiting' && alarm.state === 'waiting') ||
        (part === 'worked' && alarm.state !== 'waiting') ||
        (part === 'mine' && alarm.holderId === userId)),
  );
}

/** What the head of the queue says of all open alarms. */
export function queueFigures(waiting: readonly Alarm[], alarms: readonly Alarm[], userId: number) {
  const bySeverity: Record<AlarmSeverity, number> = { critical: 0, high: 0, medium: 0, low: 0 };
  let oldestAt: string | null = null;
  for (const { severity, openedAt } of waiting) {
    bySeverity[severity] += 1;
    if (oldestAt === null || openedAt < oldestAt) oldestAt = openedAt;
  }
  let mine = 0;
  for (const { holderId } of alarms) if (holderId === userId) mine += 1;
  return { bySeverity, oldestAt, mine };
}
