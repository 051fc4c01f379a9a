import type { Event } from '@atalaia/contract/rules/event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEvent } from '../lib/testing/an-event.ts';
import { alarmsPerPage, createOpenAlarms, mostAlarms } from './open-alarms.ts';

const handledAt = '2026-11-21T07:00:00.000Z';
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 7, 0, second)).toISOString();
/** An alarm that arrived in the order of its number. */
const alarm = (id: number, part: Partial<Event> = {}) =>
  anEvent({ id, deviceId: id, type: 'alarm', serverTime: at(id), attributes: { alarm: 'sos' }, ...part });

/** Open alarms whose pages come when the test says so. */
function setUp() {
  const requested: (PromiseWithResolvers<readonly Event[]> & {
    readonly beforeId: number | undefined;
    readonly signal: AbortSignal;
  })[] = [];
  const alarms = createOpenAlarms({
    fetchPage(beforeId, signal) {
      const page = { ...Promise.withResolvers<readonly Event[]>(), beforeId, signal };
      requested.push(page);
      return page.promise;
    },
    random: () => 0,
  });
  const added: number[] = [];
  alarms.onAdded((fresh) => added.push(...fresh.map(({ id }) => id)));
  return {
    alarms,
    requested,
    added,
    ids: () => alarms.get().alarms.map(({ id }) => id),
    async answer(events: readonly Event[], question = requested.at(-1)) {
      question?.resolve(events);
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail(question = requested.at(-1)) {
      question?.reject(new Error('the network is away'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[SHELL-04] until the server told them nothing is known; what waited then is told to nobody as new', async () => {
  const { alarms, ids, added, answer } = setUp();
  expect(alarms.get()).toMatchObject({ alarms: [], loadedMs: null, failure: null });
  alarms.load();
  await answer([alarm(3), alarm(2)]);
  expect([ids(), added, alarms.get().loadedMs]).toEqual([[3, 2], [], Date.now()]);
  expect([...alarms.get().deviceIds]).toEqual([3, 2]);
});

test('[AUTH-08] [DESK-18] after the end of a session and a new sign-in the same alarms are there again', async () => {
  const { alarms, ids, requested, answer } = setUp();
  alarms.load();
  await answer([alarm(3)]);
  alarms.load();
  alarms.stop();
  expect([ids(), alarms.get().loadedMs, requested[1]?.signal.aborted]).toEqual([[], null, true]);
  await answer([alarm(9)]);
  expect(ids()).toEqual([]);
  alarms.load();
  await answer([alarm(3)]);
  expect(ids()).toEqual([3]);
});

test('[EVT-04] an alarm that is raised while they are asked for is kept, one that is handled does not come back', async () => {
  const { alarms, ids, added, answer } = setUp();
  alarms.load();
  alarms.take([alarm(7), alarm(2, { handledAt })]);
  alarms.take([anEvent({ id: 8, type: 'ignitionOn' })]);
  await answer([alarm(2), alarm(1)]);
  expect([ids(), added]).toEqual([[7, 1], [7]]);
  // an older update of it, sent again after a gap
  alarms.take([alarm(2)]);
  expect(ids()).toEqual([7, 1]);
});

test('[EVT-04] [WS-02] after a gap the list is the server’s: what was handled is gone, what was raised is new', async () => {
  const { alarms, ids, added, answer } = setUp();
  alarms.load();
  await answer([alarm(2), alarm(1)]);
  alarms.load();
  expect(ids()).toEqual([2, 1]);
  await answer([alarm(3), alarm(2)]);
  expect([ids(), added]).toEqual([[3, 2], [3]]);
});

test('[SHELL-08] an alarm that is told twice is new once', () => {
  const { alarms, ids, added } = setUp();
  alarms.take([alarm(1), alarm(1)]);
  alarms.take([alarm(1)]);
  expect([ids(), added]).toEqual([[1], [1]]);
});

test('[SHELL-09] nothing is trimmed: a thousand alarms and more are asked for page by page', async () => {
  const { alarms, requested, ids, answer } = setUp();
  const all = Array.from({ length: alarmsPerPage + 300 }, (_, index) =>
    alarm(5000 - index, { serverTime: at(0) }),
  );
  alarms.load();
  await answer(all.slice(0, alarmsPerPage));
  expect([ids(), requested.map(({ beforeId }) => beforeId)]).toEqual([[], [undefined, 5001 - alarmsPerPage]]);
  await answer(all.slice(alarmsPerPage));
  expect([ids().length, alarms.get().isCut]).toEqual([alarmsPerPage + 300, false]);
});

test('of more than a browser holds it says so, and asks for the others once there is room', async () => {
  const { alarms, requested, added, answer } = setUp();
  const page = (from: number) =>
    Array.from({ length: alarmsPerPage }, (_, index) => alarm(from - index, { serverTime: at(0) }));
  const loadAll = async () => {
    for (let from = 100_000; from > 100_000 - mostAlarms; from -= alarmsPerPage) await answer(page(from));
  };
  alarms.load();
  await loadAll();
  expect([alarms.get().alarms.length, alarms.get().isCut, requested.length]).toEqual([mostAlarms, true, 20]);
  alarms.take(
    alarms
      .get()
      .alarms.slice(0, mostAlarms / 2 + 1)
      .map((event) => ({ ...event, handledAt })),
  );
  expect(requested.length).toBe(21);
  // those that were left out are older, and not new
  await answer([alarm(100_001, { serverTime: at(9) }), alarm(5, { serverTime: at(0) })]);
  expect([alarms.get().alarms.length, alarms.get().isCut, added]).toEqual([2, false, [100_001]]);
});

test('urgent ones stand first, then the newest arrival, whatever its number', async () => {
  const { alarms, ids, answer } = setUp();
  const mild = { attributes: { alarm: 'lowBattery' } };
  alarms.load();
  await answer([alarm(50, mild), alarm(40), alarm(30, mild), alarm(20)]);
  expect(ids()).toEqual([40, 20, 50, 30]);
  alarms.take([alarm(35, mild), alarm(10, { serverTime: at(59) }), alarm(21), alarm(19)]);
  expect(ids()).toEqual([10, 40, 21, 20, 19, 50, 35, 30]);
});

test('a list that does not come is asked for again with growing waits, and what is known stays', async () => {
  const { alarms, requested, ids, answer, fail } = setUp();
  alarms.load();
  await fail();
  expect(alarms.get()).toMatchObject({ loadedMs: null, failure: new Error('the network is away') });
  await vi.advanceTimersByTimeAsync(1000);
  expect(requested).toHaveLength(2);
  await fail();
  await vi.advanceTimersByTimeAsync(1999);
  expect(requested).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await answer([alarm(1)]);
  expect([ids(), alarms.get().failure]).toEqual([[1], null]);
  alarms.load();
  await fail();
  expect([ids(), alarms.get().failure]).toEqual([[1], new Error('the network is away')]);
  // requested by hand: the attempt that waited is not made as well
  alarms.load();
  await answer([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ids(), requested.length]).toEqual([[], 5]);
});

test('an answer to an older question is left unread', async () => {
  const { alarms, requested, ids, answer } = setUp();
  alarms.load();
  alarms.load();
  await answer([alarm(1)], requested[0]);
  await answer([alarm(2)], requested[1]);
  expect(ids()).toEqual([2]);
});

test('the alarms of a device that is removed leave with it, also while they are asked for', async () => {
  const { alarms, ids, answer } = setUp();
  alarms.load();
  await answer([alarm(2), alarm(1)]);
  alarms.load();
  alarms.removeOf([2]);
  expect(ids()).toEqual([1]);
  await answer([alarm(2), alarm(1)]);
  expect(ids()).toEqual([1]);
});

test('what was handled here leaves at once, and stays away', async () => {
  const { alarms, ids, answer } = setUp();
  alarms.load();
  await answer([alarm(2), alarm(1)]);
  alarms.load();
  alarms.remove(2);
  expect(ids()).toEqual([1]);
  await answer([alarm(2), alarm(1)]);
  expect(ids()).toEqual([1]);
});
