// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { mute, mutedKinds, mutedNow, showAll, withoutMuted } from './muted-kinds.ts';

beforeEach(showAll);

const shownAt = (nowMs: number) =>
  withoutMuted(
    [anAlarm({ id: 1 }), anAlarm({ id: 2, severity: 'critical' }), anAlarm({ id: 3, ruleId: 2 })],
    mutedNow(mutedKinds.get(), nowMs),
  ).map(({ id }) => id);

test('[DESK-18] what one muted is hidden for its time, never a critical alarm, and comes back by itself', () => {
  mute(1, 60_000, 0);
  expect([shownAt(59_999), shownAt(60_000)]).toEqual([
    [2, 3],
    [1, 2, 3],
  ]);
});

test('[DESK-18] "Mostrar tudo" brings it back at once', () => {
  mute(1, 60_000, 0);
  showAll();
  expect(shownAt(1)).toEqual([1, 2, 3]);
});
