/** What a person set on the queue, for as long as the page lives: his own view, which changes nothing for others. */
import type { Alarm, AlarmSeverity } from '@atalaia/contract/desk/alarm';
import { createStore } from '../../../lib/store/store.ts';

export const queueParts = ['all', 'waiting', 'worked', 'mine'] as const;
export type QueuePart = (typeof queueParts)[number];

interface QueueFilters {
  readonly part: QueuePart;
  /** Null: every one. */
  readonly severity: AlarmSeverity | null;
}

export const queueFilters = createStore<QueueFilters>({ part: 'all', severity: null });

export const changeFilters = (part: Partial<QueueFilters>) =>
  queueFilters.set({ ...queueFilters.get(), ...part });

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
