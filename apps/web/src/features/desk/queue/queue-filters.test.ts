import { expect, test } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { fitting, queueFigures } from './queue-view.tsx';

const alarms = [
  anAlarm({ id: 1, severity: 'critical', openedAt: '2026-11-21T07:00:00.000Z' }),
  anAlarm({ id: 2, openedAt: '2026-11-21T06:00:00.000Z' }),
  anAlarm({ id: 3, state: 'claimed', holderId: 7 }),
  anAlarm({ id: 4, state: 'held', holderId: 8 }),
];
const ids = (part: Parameters<typeof fitting>[1]['part'], severity: 'critical' | null = null) =>
  fitting(alarms, { part, severity }, 7).map(({ id }) => id);

test('[DESK-03] the queue shows all, what waits, what is worked on, or what is mine', () => {
  expect([ids('all'), ids('waiting'), ids('worked'), ids('mine')]).toEqual([
    [1, 2, 3, 4],
    [1, 2],
    [3, 4],
    [3],
  ]);
  expect(ids('all', 'critical')).toEqual([1]);
});

test('[DESK-03] its head counts what waits by severity, and says the oldest', () => {
  expect(queueFigures(alarms.slice(0, 2), alarms, 7)).toEqual({
    bySeverity: { critical: 1, high: 1, medium: 0, low: 0 },
    oldestAt: '2026-11-21T06:00:00.000Z',
    mine: 1,
  });
});
