// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { acted, renderDesk } from '../testing/render-desk.tsx';
import { fitting, QueueView, queueFigures } from './queue-view.tsx';

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

test('[DESK-18] how many wait is said once it is known, not that there are none', async () => {
  const nothing = () => undefined;
  const view = <QueueView onOpen={nothing} onTake={nothing} onTakeNext={nothing} onCall={nothing} />;
  const read = { 'desk/muted-rules': [], 'alarm-rules': [] };
  const { desk, fetchPage } = await renderDesk(view, { alarms: alarms.slice(0, 2), read });
  const counts = () =>
    screen
      .getAllByRole('button')
      .filter((button) => button.hasAttribute('aria-pressed'))
      .map(({ textContent }) => /\d+/.exec(textContent)?.[0]);
  expect(counts().slice(0, 2)).toEqual(['2', '2']);
  await acted(desk.stop);
  fetchPage.mockRejectedValue(new Error('away'));
  await acted(() => desk.load());
  await acted(() => desk.take(alarms.slice(0, 1)));
  expect(new Set(counts())).toEqual(new Set([undefined]));
});
