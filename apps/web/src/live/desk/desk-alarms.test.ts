import type { Alarm } from '@atalaia/contract/desk/alarm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anAlarm } from '../../lib/testing/an-alarm.ts';
import { alarmsPerPage, createDeskAlarms } from './desk-alarms.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const now = '2026-11-21T07:00:00.000Z';
const at = (second: number) => new Date(Date.parse(now) + second * 1000).toISOString();

/** `server` is what the queue holds; it is answered by pages, and changes between them by `meanwhile`. */
function setUp(server: { alarms: Alarm[] }, meanwhile?: (offset: number) => void) {
  let failures = 0;
  const desk = createDeskAlarms({
    async fetchPage(offset) {
      if (failures > 0) {
        failures -= 1;
        throw new Error('away');
      }
      const alarms = server.alarms.slice(offset, offset + alarmsPerPage);
      meanwhile?.(offset);
      return { alarms, now, total: server.alarms.length };
    },
    random: () => 0,
  });
  const raised: number[][] = [];
  desk.onRaised((alarms) => raised.push(alarms.map(({ id }) => id)));
  return {
    desk,
    raised,
    fail: (times: number) => {
      failures = times;
    },
    load: async () => {
      desk.load();
      await vi.advanceTimersByTimeAsync(0);
    },
    ids: () => desk.get().alarms.map(({ id }) => id),
  };
}

const some = [
  anAlarm({ id: 1, severity: 'low', dueAt: at(1) }),
  anAlarm({ id: 2, severity: 'critical', dueAt: at(9) }),
  anAlarm({ id: 3, severity: 'high', dueAt: at(5) }),
  anAlarm({ id: 4, severity: 'critical', dueAt: at(3), state: 'claimed', holderId: 7, holderName: 'Ana' }),
];

test('[DESK-03] the queue is ordered by severity, then by the deadline, and knows what waits', async () => {
  const { load, ids, desk } = setUp({ alarms: some });
  await load();
  expect(ids()).toEqual([4, 2, 3, 1]);
  expect(desk.get().waiting.map(({ id }) => id)).toEqual([2, 3, 1]);
});

test('[DESK-03] a live alarm comes into its place, one whose severity is raised moves, a closed one leaves', async () => {
  const { load, ids, desk } = setUp({ alarms: some });
  await load();
  desk.take([anAlarm({ id: 5, severity: 'high', dueAt: at(2) })]);
  expect(ids()).toEqual([4, 2, 5, 3, 1]);
  desk.take([anAlarm({ id: 1, version: 2, severity: 'critical', dueAt: at(1) })]);
  expect(ids()).toEqual([1, 4, 2, 5, 3]);
  desk.take([anAlarm({ id: 4, version: 2, state: 'closed' })]);
  expect(ids()).toEqual([1, 2, 5, 3]);
});

test('[DESK-18] of two descriptions the higher version holds, and a closed alarm is not brought back by older news', async () => {
  const { load, desk, ids } = setUp({ alarms: [anAlarm({ version: 5, holderName: 'Ana' })] });
  await load();
  desk.take([anAlarm({ version: 4, holderName: 'Bia' })]);
  expect(desk.find(1)?.holderName).toBe('Ana');
  desk.take([anAlarm({ version: 7, state: 'closed' })]);
  desk.take([anAlarm({ version: 6 })]);
  expect(ids()).toEqual([]);
});

test('[DESK-12] alarms leave with the vehicles that the person sees, and come back as they were', async () => {
  const seen = anAlarm({ id: 1, version: 3, deviceId: 7 });
  const server = { alarms: [seen, anAlarm({ id: 2, deviceId: 8 })] };
  const { load, desk, ids } = setUp(server);
  await load();
  desk.removeOf([7]);
  expect(ids()).toEqual([2]);
  desk.take([seen]);
  expect(ids()).toEqual([1, 2]);
  server.alarms.shift();
  await load();
  expect(ids()).toEqual([2]);
  server.alarms.unshift(seen);
  await load();
  expect(ids()).toEqual([1, 2]);
});

test('[DESK-01] an alarm whose rule still waits is in no queue', async () => {
  const { load, desk, ids } = setUp({ alarms: [] });
  await load();
  desk.take([anAlarm({ state: 'pending' })]);
  expect(ids()).toEqual([]);
  desk.take([anAlarm({ version: 2 })]);
  expect(ids()).toEqual([1]);
});

test('[DESK-18] after a gap the server decides: what is not there any more leaves, what came meanwhile stays', async () => {
  const server = { alarms: [...some] };
  const { load, desk, ids } = setUp(server);
  await load();
  server.alarms = server.alarms.filter(({ id }) => id !== 3);
  desk.load();
  desk.take([anAlarm({ id: 6, severity: 'critical', dueAt: at(1) })]);
  await vi.advanceTimersByTimeAsync(0);
  expect(ids()).toEqual([6, 4, 2, 1]);
});

test('[DESK-11] of more than a page none is missed, although some are closed while the pages are read', async () => {
  const server = {
    alarms: Array.from({ length: 3 * alarmsPerPage }, (_, n) => anAlarm({ id: n + 1, dueAt: at(n) })),
  };
  const { load, ids } = setUp(server, (offset) => {
    if (offset === 0) server.alarms = server.alarms.slice(40);
  });
  await load();
  const shown = new Set(ids());
  expect(server.alarms.filter(({ id }) => !shown.has(id))).toEqual([]);
});

test('[DESK-02] who comes hears nothing of what waited; a new alarm and one that sounds again are raised', async () => {
  const { load, desk, raised } = setUp({ alarms: some });
  await load();
  expect(raised).toEqual([]);
  desk.take([anAlarm({ id: 8 })]);
  desk.take([anAlarm({ id: 8, version: 2, eventCount: 2 })]);
  desk.take([anAlarm({ id: 8, version: 3, soundsAt: at(60) })]);
  expect(raised).toEqual([[8], [8]]);
});

test('[WS-02] a list that could not be loaded says why, and is loaded by itself', async () => {
  const { load, desk, fail, ids } = setUp({ alarms: some });
  fail(1);
  await load();
  expect(desk.get().failure).toBeInstanceOf(Error);
  await vi.advanceTimersByTimeAsync(2000);
  expect([desk.get().failure, ids().length]).toEqual([null, 4]);
});

test('[SLA-01] deadlines are counted by the clock of the server', async () => {
  vi.setSystemTime(Date.parse(now) + 90_000);
  const { load, desk } = setUp({ alarms: some });
  await load();
  expect(desk.get().clockMs).toBe(-90_000);
});

test('[DESK-10] a mass fault leaves with the last of its vehicles that one saw, and counts those that are left', async () => {
  const fault = anAlarm({ id: 9, kind: 'massFault', deviceId: 0, deviceCount: 2, version: 4 });
  const server = { alarms: [...some, fault] };
  const { load, ids, desk, raised } = setUp(server);
  await load();
  expect(ids()).toContain(9);
  server.alarms = [...some, { ...fault, deviceCount: 1 }];
  desk.removeOf([77]);
  await vi.advanceTimersByTimeAsync(0);
  expect(desk.find(9)?.deviceCount).toBe(1);
  server.alarms = some;
  desk.removeOf([78]);
  await vi.advanceTimersByTimeAsync(0);
  expect(ids()).not.toContain(9);
  expect(raised).toEqual([]);
});
