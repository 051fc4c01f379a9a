import { expect, test } from 'vitest';
import { anEvent } from '../lib/testing/an-event.ts';
import { createEventList } from './event-list.ts';
import { dropHandled } from './live.ts';

const ids = (list: ReturnType<typeof createEventList>) => list.get().map(({ id }) => id);

test('[EVT-04] restored cards of events that were handled elsewhere meanwhile do not stay', async () => {
  const list = createEventList([anEvent({ id: 1 }), anEvent({ id: 2 }), anEvent({ id: 3 })]);
  const requested: number[] = [];
  await dropHandled(list, async (eventIds) => {
    requested.push(...eventIds);
    // Arrives while the question is under way: nobody requested it.
    list.add([anEvent({ id: 4 })]);
    return [2];
  });
  expect(requested).toEqual([3, 2, 1]);
  expect(ids(list)).toEqual([4, 2]);
  list.add([anEvent({ id: 1 })]);
  expect(ids(list)).toEqual([4, 2]);
});

test('an empty list asks nobody, and an answer that fails takes nothing away', async () => {
  const empty = createEventList();
  await dropHandled(empty, () => Promise.reject(new Error('asked')));
  const list = createEventList([anEvent({ id: 1 })]);
  await expect(dropHandled(list, () => Promise.reject(new Error('no network')))).rejects.toThrow();
  expect(ids(list)).toEqual([1]);
});
