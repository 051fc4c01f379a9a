/**
 * Opens alarms from what the queue holds: at once when this process stored an event, and every second for what another
 * one could not. A device is worked on by one opener at a time, in the order of its events; what a person changes just
 * now stays in the queue, so that nobody waits for a person.
 */

import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import type { DeskSettings } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit } from '../../../queries/commit.ts';
import { nobody } from '../acting.ts';
import type { ClosingParts } from '../closing.ts';
import { joinAlarms, massFaultNames, maySilence } from '../mass-faults/mass-faults-queries.ts';
import { noProcedure } from '../steps/steps-queries.ts';
import { decidingRule, endedRules, isSos, type OpeningRule } from './alarm-rule-fit.ts';
import {
  type Ending,
  joinEvents,
  lockOpenAlarms,
  normaliseAlarms,
  type Opening,
  openAlarms,
  putBack,
  type QueuedEvent,
  takeQueue,
} from './opening-queries.ts';
import type { OpeningRules } from './opening-rules-queries.ts';

export interface OpenerParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly rules: Pick<OpeningRules, 'current'>;
  readonly readSettings: (within: Kysely<Schema>) => Promise<DeskSettings>;
  readonly handleEvents: ClosingParts['handleEvents'];
  readonly publishHandled: ClosingParts['publishHandled'];
}

const mostAtOnce = 500;
const normalisedComment = 'Normalizado';

/** Works until the queue holds nothing that can be opened now. */
export function createOpener(parts: OpenerParts): (signal?: AbortSignal) => Promise<void> {
  return async (signal) => {
    while (!signal?.aborted && (await openSome(parts)) === mostAtOnce);
  };
}

/** Returns how many events left the queue. */
async function openSome({
  kysely,
  commit,
  rules,
  readSettings,
  handleEvents,
  publishHandled,
}: OpenerParts): Promise<number> {
  let handled: number[] = [];
  const count = await commit(async (transaction, publish) => {
    handled = [];
    // what a statement of the transaction would read, without waiting for one
    const [{ taken, events }, settings] = await Promise.all([
      takeQueue(transaction, mostAtOnce),
      readSettings(kysely),
    ]);
    if (taken.length === 0) return 0;
    const decided = decide(await rules.current(), events);
    const deviceIds = [...new Set([...decided.groups, ...decided.endings].map(({ deviceId }) => deviceId))];
    const open = deviceIds.length === 0 ? [] : await lockOpenAlarms(transaction, deviceIds);
    const byKey = new Map(open.map((alarm) => [keyOf(alarm), alarm]));
    const left = new Set<number>();
    const joinings = [];
    const openings = [];
    for (const group of decided.groups) {
      const alarm = byKey.get(keyOf({ deviceId: group.deviceId, ruleId: group.rule.id }));
      const eventIds = group.events.map(({ eventId }) => eventId);
      if (alarm && !alarm.isFree) for (const id of eventIds) left.add(id);
      else if (alarm) joinings.push(joiningOf(alarm.id, group, settings));
      else openings.push(openingOf(group, settings));
    }
    const changed = joinings.map(({ alarmId }) => alarmId);
    if (joinings.length > 0) await joinEvents(transaction, joinings);
    if (openings.length > 0) {
      changed.push(...(await openAlarms(transaction, openings)));
      const silent = openings.filter(maySilence).map(({ deviceId }) => deviceId);
      const joined =
        silent.length > 0
          ? await joinAlarms(transaction, { ...settings.massFault, deviceIds: [...new Set(silent)] })
          : [];
      const closed = joined.filter(({ isClosed }) => isClosed).map(({ id }) => id);
      if (closed.length > 0)
        handled.push(...(await handleEvents(transaction, closed, nobody, massFaultNames.theirs)));
    }
    if (decided.endings.length > 0) {
      const ended = await normaliseAlarms(transaction, decided.endings);
      changed.push(...ended.map(({ id }) => id));
      const closed = ended.filter(({ isClosed }) => isClosed).map(({ id }) => id);
      if (closed.length > 0) {
        handled.push(...(await handleEvents(transaction, closed, nobody, normalisedComment)));
      }
    }
    if (left.size > 0) await putBack(transaction, [...left]);
    if (changed.length > 0) publish('alarms', { alarmIds: [...new Set(changed)] });
    return taken.length - left.size;
  });
  await publishHandled(handled);
  return count;
}

/** Events of one device that one rule decides about, in their order. */
interface Group {
  readonly deviceId: number;
  readonly rule: OpeningRule;
  readonly events: [QueuedEvent, ...QueuedEvent[]];
}

const keyOf = ({ deviceId, ruleId }: { readonly deviceId: number; readonly ruleId: number }) =>
  `${deviceId} ${ruleId}`;

/** What is silenced opens nothing but SOS. */
function decide(rules: readonly OpeningRule[], events: readonly QueuedEvent[]) {
  const groups = new Map<string, Group>();
  /** By alarm; one that goes on after it was ended is not ended. */
  const endings = new Map<string, Ending>();
  for (const event of events) {
    for (const { id } of endedRules(rules, event)) {
      const ending = { deviceId: event.deviceId, ruleId: id };
      endings.set(keyOf(ending), ending);
    }
    if (event.isSilenced && !isSos(event)) continue;
    const rule = decidingRule(rules, event);
    if (!rule) continue;
    const key = keyOf({ deviceId: event.deviceId, ruleId: rule.id });
    const group = groups.get(key);
    endings.delete(key);
    if (group) group.events.push(event);
    else groups.set(key, { deviceId: event.deviceId, rule, events: [event] });
  }
  return { groups: [...groups.values()], endings: [...endings.values()] };
}

const isLate = (event: QueuedEvent, { lateMinutes }: DeskSettings) =>
  event.ageSeconds > lateMinutes * 60 && !isSos(event);

function joiningOf(alarmId: number, { rule, events }: Group, settings: DeskSettings) {
  return {
    alarmId,
    eventIds: events.map(({ eventId }) => eventId),
    count: events.length,
    lastEventTime: lastTimeOf(events),
    groupingMinutes: rule.groupingMinutes,
    isQuiet: events.every((event) => isLate(event, settings)),
  };
}

/** Events that came late open it low and in silence; one among them that did not counts. */
function openingOf({ rule, events }: Group, settings: DeskSettings): Opening {
  const late = events.every((event) => isLate(event, settings));
  const severity = late ? 3 : rule.severity;
  const deadline = settings.deadlines[alarmSeverities[severity] ?? 'low'];
  return {
    ...events[0],
    ruleId: rule.id,
    ruleName: rule.name,
    eventIds: events.map(({ eventId }) => eventId),
    count: events.length,
    lastEventTime: lastTimeOf(events),
    severity,
    late,
    siren: rule.siren && !late,
    requiresNote: rule.requiresNote,
    waitMinutes: rule.waitMinutes,
    claimSeconds: (late ? null : rule.claimSeconds) ?? deadline.claimSeconds,
    closeSeconds: (late ? null : rule.closeSeconds) ?? deadline.closeSeconds,
    escalationId: rule.escalationId,
    ...(rule.procedure ?? noProcedure),
  };
}

/** ISO instants in UTC: their texts are in the order of their times. */
function lastTimeOf(events: readonly [QueuedEvent, ...QueuedEvent[]]): string {
  return (
    events
      .map(({ eventTime }) => eventTime)
      .toSorted()
      .at(-1) ?? events[0].eventTime
  );
}

/** One run at a time in a process; what is stored meanwhile is opened by the same run. */
export function createQueueOpener(parts: OpenerParts) {
  const open = createOpener(parts);
  let opening: Promise<void> | undefined;
  let isRequested = false;
  const run = async (signal?: AbortSignal) => {
    while (isRequested) {
      isRequested = false;
      await open(signal);
    }
  };
  return {
    openQueued(signal?: AbortSignal): Promise<void> {
      isRequested = true;
      opening ??= run(signal).finally(() => {
        opening = undefined;
      });
      return opening;
    },
    /** Resolves when nothing is under way. */
    async finish(): Promise<void> {
      await opening?.catch(() => undefined);
    },
  };
}
