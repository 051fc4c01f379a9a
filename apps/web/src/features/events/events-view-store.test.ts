import { beforeEach, expect, test } from 'vitest';
import { anEvent } from '../../lib/testing/an-event.ts';
import { createEventList } from '../../live/event-list.ts';
import { createOpenAlarms } from '../../live/open-alarms.ts';
import { clearBell, offBell, showAllOnBell, takeOffBell } from './events-view-store.ts';

const alarms = createOpenAlarms({ fetchPage: () => new Promise(() => {}), random: () => 0 });
const events = createEventList();
const raised = [1, 2].map((id) => anEvent({ id, type: 'alarm', attributes: { alarm: 'sos' } }));
const routine = [3, 4].map((id) => anEvent({ id }));
const waiting = () => alarms.get().alarms.map(({ id }) => id);
const fed = () => events.get().map(({ id }) => id);
const hidden = () => [...offBell.get()];

beforeEach(() => {
  alarms.take(raised);
  events.add(routine);
  showAllOnBell();
});

test('[BELL-01] [EVT-04] a click in the bell takes a routine event away, and an alarm off the bell alone', () => {
  const [[alarm], [other]] = [raised, routine];
  if (!alarm || !other) throw new Error('nothing to click');
  takeOffBell({ alarms, events }, alarm);
  takeOffBell({ alarms, events }, other);
  expect([waiting(), hidden(), fed()]).toEqual([[2, 1], [1], [4]]);
});

test('[BELL-01] [SHELL-05] clearing the bell empties the feed, and no alarm is handled by it', () => {
  clearBell({ alarms, events });
  expect([waiting(), hidden(), fed()]).toEqual([[2, 1], [2, 1], []]);
  showAllOnBell();
  expect(hidden()).toEqual([]);
});
