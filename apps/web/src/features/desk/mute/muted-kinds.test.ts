import type { MutedRule } from '@atalaia/contract/desk/desk';
import { expect, test } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { mutedNow, withoutMuted } from './muted-kinds.ts';

const until: MutedRule = { ruleId: 1, ruleName: 'Ignição', until: '2026-11-21T07:00:00.000Z' };
const endMs = Date.parse(until.until);

test('[DESK-18] what one muted is hidden for its time, never a critical alarm, and comes back by itself', () => {
  const alarms = [
    anAlarm({ id: 1 }),
    anAlarm({ id: 2, severity: 'critical' }),
    anAlarm({ id: 3, ruleId: 2 }),
  ];
  const shownAt = (nowMs: number) =>
    withoutMuted(alarms, new Set(mutedNow([until], nowMs).map(({ ruleId }) => ruleId))).map(({ id }) => id);
  expect([shownAt(endMs - 1), shownAt(endMs)]).toEqual([
    [2, 3],
    [1, 2, 3],
  ]);
});
