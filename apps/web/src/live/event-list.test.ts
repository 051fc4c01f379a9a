import { expect, test } from 'vitest';
import { anEvent } from '../lib/testing/an-event.ts';
import { createEventList, eventLimit } from './event-list.ts';

const ids = (list: ReturnType<typeof createEventList>) => list.get().map(({ id }) => id);

test('the newest arrival stands on top, whatever its time', () => {
  const list = createEventList();
  list.add([anEvent({ id: 2 })]);
  list.add([anEvent({ id: 3, eventTime: '2020-01-01T00:00:00.000Z' }), anEvent({ id: 1 })]);
  expect(ids(list)).toEqual([3, 2, 1]);
});

test('[SHELL-05] the later arrival stands on top, and stays at 200, though its number is smaller', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 7, 0, second)).toISOString();
  const list = createEventList();
  list.add(Array.from({ length: 200 }, (_, n) => anEvent({ id: 16_001 + n, serverTime: at(n) })));
  list.add([anEvent({ id: 8040, serverTime: at(300) })]);
  expect(list.get()).toHaveLength(eventLimit);
  expect(ids(list).slice(0, 2)).toEqual([8040, 16_200]);
});

test('[SHELL-09] the list keeps the newest 200 events', () => {
  const list = createEventList();
  for (let id = 1; id <= 300; id += 1) list.add([anEvent({ id })]);
  expect(list.get()).toHaveLength(eventLimit);
  expect([ids(list).at(0), ids(list).at(-1)]).toEqual([300, 101]);
});

test('[SHELL-09] a restored list that is too long is cut, too', () => {
  const list = createEventList(Array.from({ length: 250 }, (_, index) => anEvent({ id: index + 1 })));
  expect(list.get()).toHaveLength(eventLimit);
});

test('an event that comes twice stands once, and is told once', () => {
  const list = createEventList([anEvent({ id: 1 })]);
  const added: number[] = [];
  list.onAdded((fresh) => added.push(...fresh.map(({ id }) => id)));
  list.add([anEvent({ id: 1 }), anEvent({ id: 2 }), anEvent({ id: 2 })]);
  list.add([anEvent({ id: 2 })]);
  expect(ids(list)).toEqual([2, 1]);
  expect(added).toEqual([2]);
});

test('[EVT-04] an event that somebody handled leaves the list, and is not told as new', () => {
  const handledAt = '2026-11-21T07:00:00.000Z';
  const list = createEventList([anEvent({ id: 1 }), anEvent({ id: 2 })]);
  const added: number[] = [];
  list.onAdded((fresh) => added.push(...fresh.map(({ id }) => id)));
  list.add([anEvent({ id: 1, handledAt }), anEvent({ id: 3, handledAt }), anEvent({ id: 4 })]);
  list.add([anEvent({ id: 3 })]);
  expect([ids(list), added]).toEqual([[4, 2], [4]]);
});

test('clearing empties it, and tells only when there was something', () => {
  const list = createEventList([anEvent()]);
  let changes = 0;
  list.subscribe(() => {
    changes += 1;
  });
  list.clear();
  list.clear();
  expect(list.get()).toEqual([]);
  expect(changes).toBe(1);
});

test('[WS-02] an event told again after a gap is not taken in twice, not even when it was cleared', () => {
  const list = createEventList([anEvent({ id: 1 })]);
  list.add([anEvent({ id: 2 })]);
  list.clear();
  list.add([anEvent({ id: 1 }), anEvent({ id: 2 }), anEvent({ id: 3 })]);
  expect(list.get().map(({ id }) => id)).toEqual([3]);
});

test('the events of a device that is removed leave with it', () => {
  const list = createEventList([anEvent({ id: 1, deviceId: 7 }), anEvent({ id: 2, deviceId: 8 })]);
  list.removeOf([7, 9]);
  expect(ids(list)).toEqual([2]);
});

test('[SHELL-05] events of alarms are in the feed like all others, live and restored', () => {
  const list = createEventList([anEvent({ id: 1, type: 'alarm' }), anEvent({ id: 2 })]);
  list.add([anEvent({ id: 3, type: 'alarm' }), anEvent({ id: 4 })]);
  expect(ids(list)).toEqual([4, 3, 2, 1]);
});
