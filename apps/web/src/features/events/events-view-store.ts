/** What a person set on the feed and the bell, for as long as the page lives: his own view, which changes nothing. */
import type { Event } from '@atalaia/contract/rules/event';
import { isOpenAlarm } from '@atalaia/domain/catalog/alarms';
import { createStore } from '../../lib/store/store.ts';
import type { Live } from '../../live/live.ts';

/** Types shown in the feed; none chosen shows all. */
export const shownTypes = createStore<readonly string[]>([]);

/** Alarms that he took off the bell. They stay open, and in the list of open alarms (BELL-01). */
export const offBell = createStore<ReadonlySet<number>>(new Set());

export const showAllOnBell = () => offBell.set(new Set());

type Listed = Pick<Live, 'alarms' | 'events'>;

/** Takes one off the bell: a routine event leaves the feed, an alarm stays open until somebody handles it. */
export function takeOffBell({ events }: Listed, event: Event): void {
  if (isOpenAlarm(event)) hideOnBell([event.id]);
  else events.remove(event.id);
}

export function clearBell({ alarms, events }: Listed): void {
  hideOnBell(alarms.get().alarms.map(({ id }) => id));
  events.clear();
}

function hideOnBell(alarmIds: readonly number[]): void {
  offBell.set(new Set([...offBell.get(), ...alarmIds]));
}
