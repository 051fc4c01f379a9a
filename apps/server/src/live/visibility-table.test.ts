/** What is read when what people see may have changed, and what is not: with readings that a test holds back. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { SeenPlace } from '../visibility/visibility.ts';
import { createVisibilityTable, type VisibilityChange, type VisibilityTable } from './visibility-table.ts';

const place = { noun: 'group', id: 3 } as const;
const people = [1, 2, 3];

let seen: Map<number, number[]>;
/** Readings of single users: of all, or of these devices. */
let read: { userId: number; among: readonly number[] | undefined }[];
let changes: VisibilityChange[];
let lost: number[];
let placesRead: number;
let readPlace: () => Promise<SeenPlace>;
let beforeAnswer: () => Promise<void>;
let table: VisibilityTable;

beforeEach(async () => {
  seen = new Map(people.map((userId) => [userId, [10, 11, 12]]));
  [read, changes, lost, placesRead] = [[], [], [], 0];
  beforeAnswer = async () => {};
  table = createVisibilityTable({
    async visibleDeviceIds(userId, among) {
      read.push({ userId, among });
      const ids = [...(seen.get(userId) ?? [])];
      await beforeAnswer();
      return among ? ids.filter((id) => among.includes(id)) : ids;
    },
    readPlace() {
      placesRead += 1;
      return readPlace();
    },
    onChange: (change) => changes.push(change),
    onLost: (userId) => lost.push(userId),
    patienceMs: 200,
  });
  for (const userId of people) await table.enter(userId);
  read = [];
});

const holds = (deviceIds: readonly number[], userIds: readonly number[]) => async (): Promise<SeenPlace> => ({
  deviceIds: Int32Array.from(deviceIds),
  userIds,
});
const seenBy = (userId: number) => [10, 11, 12, 13, 14].filter((id) => table.sees(userId, id));

test('[ROLE-01] a place that moves is read once for all: who sees it before and after costs no reading of his own', async () => {
  readPlace = holds([11, 12], people);
  await table.refresh({ userIds: 'all', place });
  expect([placesRead, read, changes]).toEqual([1, [], []]);
});

test('[ROLE-01] who sees the place now gets what is in it, without a reading; who does not is read of what he saw of it', async () => {
  readPlace = holds([12, 13], [1]);
  seen.set(2, [10, 11]);
  await table.refresh({ userIds: 'all', place });
  expect(read).toEqual([
    { userId: 2, among: [12] },
    { userId: 3, among: [12] },
  ]);
  expect(people.map(seenBy)).toEqual([
    [10, 11, 12, 13],
    [10, 11],
    [10, 11, 12],
  ]);
  expect(changes).toEqual([
    { userId: 1, added: [13], removed: [] },
    { userId: 2, added: [], removed: [12] },
  ]);
});

test.for([
  ['a device', { userIds: [1], deviceIds: [11] }],
  ['all', { userIds: [1] }],
  ['a place', { userIds: [1], place }],
] as const)(
  '[SCALE-03] what is known is outdated when a change of %s is long heard of and not read',
  async ([, change]) => {
    let nowMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    try {
      const reading = Promise.withResolvers<void>();
      beforeAnswer = () => reading.promise;
      readPlace = async () => {
        await reading.promise;
        return { deviceIds: Int32Array.from([]), userIds: [] };
      };
      const refreshing = table.refresh(change);
      expect(table.isOutdated(1), 'at once').toBe(false);
      nowMs += 151;
      expect([table.isOutdated(1), table.isOutdated(2), table.isOutdated(99)]).toEqual([true, false, false]);
      reading.resolve();
      await refreshing;
      expect(table.isOutdated(1), 'read').toBe(false);
    } finally {
      clock.mockRestore();
    }
  },
);

test('[SCALE-03] a change that is heard of while another is read counts from when it was heard of', async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  try {
    const readings = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    beforeAnswer = () => readings[read.length - 1]?.promise ?? Promise.resolve();
    const refreshing = [table.refresh({ userIds: [1], deviceIds: [10] })];
    nowMs += 100;
    refreshing.push(table.refresh({ userIds: [1], deviceIds: [11] }));
    nowMs += 100;
    refreshing.push(table.refresh({ userIds: [1], deviceIds: [12] }));
    expect(table.isOutdated(1), 'the first').toBe(true);
    readings[0]?.resolve();
    await vi.waitFor(() => expect(read).toHaveLength(2));
    expect(table.isOutdated(1), 'the second is 100 ms old').toBe(false);
    nowMs += 51;
    expect(table.isOutdated(1), 'the second').toBe(true);
    readings[1]?.resolve();
    await Promise.all(refreshing);
    expect(table.isOutdated(1)).toBe(false);
  } finally {
    clock.mockRestore();
  }
});

test('[ROLE-01] a right taken away while a place is read is not given back by it', async () => {
  const answer = Promise.withResolvers<SeenPlace>();
  readPlace = () => answer.promise;
  const moving = table.refresh({ userIds: 'all', place });
  seen.set(1, [10]);
  await table.refresh({ userIds: [1], deviceIds: [11, 12] });
  expect(seenBy(1)).toEqual([10]);
  // as it was before the right was taken away
  answer.resolve(await holds([11, 12], people)());
  await moving;
  expect(seenBy(1)).toEqual([10]);
  expect(people.slice(1).map(seenBy)).toEqual([
    [10, 11, 12],
    [10, 11, 12],
  ]);
});

test('[ROLE-01] of two places that move at once the one that was read before the other moved says nothing', async () => {
  const answers = [Promise.withResolvers<SeenPlace>(), Promise.withResolvers<SeenPlace>()] as const;
  readPlace = () => answers[placesRead - 1]?.promise ?? expect.unreachable();
  const moves = [
    table.refresh({ userIds: [1], place }),
    table.refresh({ userIds: [1], place: { noun: 'group', id: 4 } }),
  ];
  // 13 lies in the second one, which left the first one before he saw it
  answers[1].resolve(await holds([13], [])());
  await moves[1];
  answers[0].resolve(await holds([13], [1])());
  await Promise.all(moves);
  expect(seenBy(1)).toEqual([10, 11, 12]);
});

test('[ROLE-01] a place that moves while somebody’s whole is read is looked at once more behind it', async () => {
  const before = Promise.withResolvers<void>();
  beforeAnswer = () => before.promise;
  const reading = table.refresh({ userIds: [1] });
  await expect.poll(() => read).toHaveLength(1);
  seen.set(1, [10, 11, 12, 13]);
  readPlace = holds([13], [1]);
  const moving = table.refresh({ userIds: 'all', place });
  await expect.poll(() => placesRead).toBe(1);
  beforeAnswer = async () => {};
  before.resolve();
  await Promise.all([reading, moving]);
  expect(seenBy(1)).toEqual([10, 11, 12, 13]);
});

test('[ROLE-01] a place that cannot be read, or not in time, leaves nobody with what he saw before', async () => {
  readPlace = () => Promise.reject(new Error('away'));
  await expect(table.refresh({ userIds: [1], place })).rejects.toThrow('away');
  expect([lost, seenBy(1), seenBy(2)]).toEqual([[1], [], [10, 11, 12]]);
  const answer = Promise.withResolvers<SeenPlace>();
  readPlace = () => answer.promise;
  const slow = table.refresh({ userIds: [2], place });
  await expect.poll(() => lost).toEqual([1, 2]);
  expect(seenBy(2)).toEqual([]);
  answer.resolve(await holds([12], [2])());
  await slow;
  expect(seenBy(2)).toEqual([10, 11, 12]);
});

test('[ROLE-01] four read at a time, and many named devices are read as the whole', async () => {
  let [reading, most] = [0, 0];
  beforeAnswer = async () => {
    reading += 1;
    most = Math.max(most, reading);
    await new Promise((resolve) => setTimeout(resolve, 5));
    reading -= 1;
  };
  const many = Array.from({ length: 12 }, (_, at) => 100 + at);
  await Promise.all(many.map((userId) => table.enter(userId)));
  expect(most).toBe(4);
  read = [];
  await table.refresh({ userIds: [1], deviceIds: Array.from({ length: 1001 }, (_, at) => at) });
  expect(read).toEqual([{ userId: 1, among: undefined }]);
});
