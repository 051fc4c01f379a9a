import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { messagesOf } from './client.ts';
import { createOutbox, type LiveUpdates } from './outbox.ts';
import { createPendingUpdates, createTick } from './tick.ts';

const position = (deviceId: number, positionId: number, fixTimeMs: number) => ({
  deviceId,
  positionId,
  fixTimeMs,
  receivedMs: fixTimeMs,
  json: `{"id":${positionId}}`,
});
const event = (id: number) => ({ deviceId: 1, json: `{"id":${id}}` });

test('keeps the newest position of each device, whatever order they come in', () => {
  const outbox = createOutbox(10);
  outbox.add({ positions: [position(1, 5, 500), position(2, 6, 600)], devices: [], events: [] });
  outbox.add({ positions: [position(1, 4, 400), position(2, 7, 600)], devices: [], events: [] });
  expect(outbox.take().positions.map(({ positionId }) => positionId)).toEqual([5, 7]);
  expect(outbox.isEmpty).toBe(true);
});

test('a position told again, its address found meanwhile, takes its own place', () => {
  const outbox = createOutbox(10);
  const found = { ...position(1, 5, 500), json: '{"id":5,"address":"Rua A"}' };
  outbox.add({ positions: [position(1, 5, 500), found] });
  expect(outbox.take().positions).toEqual([found]);
});

test('[SCALE-05] that the channel is not live still waits when a tick says nothing of it, and the last word counts', () => {
  const outbox = createOutbox(10);
  outbox.add({ live: [false] });
  outbox.add({ devices: [{ deviceId: 1, json: '{}' }], live: [] });
  expect(outbox.take().live).toEqual([false]);
  outbox.add({ live: [false] });
  outbox.add({ live: [true] });
  expect(outbox.take().live).toEqual([true]);
});

test('lets the oldest events go beyond its bound and counts them', () => {
  const outbox = createOutbox(2);
  outbox.add({ positions: [], devices: [], events: [event(1), event(2), event(3)] });
  expect(outbox.lostEvents).toBe(1);
  expect(outbox.take().events).toEqual([event(2), event(3)]);
  expect(outbox.lostEvents).toBe(0);
});

test('holds every step of a case, the newest form of a customer, and nothing more of a removed device', () => {
  const outbox = createOutbox(10);
  outbox.add({
    sinisters: [event(1)],
    customers: [{ customerId: 3, json: 'old' }],
    positions: [position(4, 1, 1)],
  });
  outbox.add({ sinisters: [event(2)], customers: [{ customerId: 3, json: 'new' }], removedDeviceIds: [4] });
  expect(outbox.take()).toEqual({
    live: [],
    positions: [],
    devices: [],
    deliveries: [],
    alarms: [],
    blocks: [],
    deskNotices: [],
    handlings: [],
    deskLists: [],
    events: [],
    sinisters: [event(1), event(2)],
    customers: [{ customerId: 3, json: 'new' }],
    removedDeviceIds: [4],
  });
  expect(outbox.isEmpty).toBe(true);
});

test('[BLOCK-03] a block is sent to all who see its vehicle, and to nobody else', () => {
  const pending = createPendingUpdates();
  const block = { deviceId: 7, json: '{"id":1,"deviceId":7}' };
  pending.add({ blocks: [block] });
  const share = pending.take();
  expect(messagesOf(share(1, (deviceId) => deviceId === 7))).toEqual([`{"blocks":[${block.json}]}`]);
  expect(messagesOf(share(2, () => false))).toEqual([]);
});

test('[DESK-16] a list of the desk that changed is named once a tick, to this person', () => {
  const pending = createPendingUpdates();
  pending.addFor(7, { deskLists: ['silences'] });
  pending.addFor(7, { deskLists: ['silences', 'muted-rules'] });
  const shareOf = pending.take();
  expect(messagesOf(shareOf(7, () => false))).toEqual(['{"deskLists":["silences","muted-rules"]}']);
  expect(messagesOf(shareOf(8, () => true))).toEqual([]);
});

/** A tick that has just sent, and is so long that nothing in these tests leaves by its end. */
async function longTick(tickMs = 3_600_000) {
  const sent: [userId: number, messages: string[]][] = [];
  const state = { isCurrent: true, outdated: new Set<number>(), sees: new Set([1, 2]) };
  const tick = createTick({
    clients: {
      isEmpty: false,
      has: (userId) => userId !== 9,
      userIds: () => [1, 2],
      send(userId: number, updates: LiveUpdates) {
        const messages = messagesOf(updates);
        if (messages.length > 0) sent.push([userId, messages]);
      },
    },
    isCurrent: (userId = 0) => state.isCurrent && !state.outdated.has(userId),
    sees: (userId, deviceId) => userId !== 1 || state.sees.has(deviceId),
    tickMs,
  });
  tick.publish({ positions: [position(1, 1, 100)] });
  expect(sent).toEqual([]);
  await vi.waitFor(() => expect(sent.splice(0)).toHaveLength(2));
  return { tick, sent, state };
}
const alarm = (alarmId: number, version: number) => ({
  alarmId,
  version,
  json: `{"id":${alarmId},"version":${version}}`,
});

test('[SCALE-08] after a pause the first position leaves at once, and what follows within the tick waits for its end', async () => {
  const { tick, sent } = await longTick();
  tick.publish({ positions: [position(1, 5, 500)] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([]);
  tick.stop();
});

test('[DESK-03] an alarm waits for no tick, in its newest form, and what else waits stays for the tick', async () => {
  const { tick, sent } = await longTick();
  tick.publish({ positions: [position(1, 5, 500)] });
  tick.publishTo(1, { alarms: [alarm(4, 2), alarm(6, 1)], deskNotices: [{ json: '{}' }] });
  tick.publishTo(1, { alarms: [alarm(4, 1)] });
  tick.publishTo(2, { alarms: [alarm(4, 2)] });
  tick.publishTo(2, { deskLists: ['silences'] });
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual([
    [1, ['{"alarms":[{"id":4,"version":2},{"id":6,"version":1}]}']],
    [2, ['{"alarms":[{"id":4,"version":2}]}']],
  ]);
  tick.publishTo(2, { alarms: [alarm(4, 3)] });
  await turn();
  expect(sent.slice(2)).toEqual([[2, ['{"alarms":[{"id":4,"version":3}]}']]]);
  tick.stop();
});

test('[SCALE-03] what somebody sees is being read anew: his share waits and is then of what he sees; others wait for nothing', async () => {
  const { tick, sent, state } = await longTick(1);
  state.outdated.add(1);
  tick.publish({ positions: [position(1, 5, 500), position(2, 6, 500)], live: [true] });
  tick.publishTo(1, { alarms: [alarm(4, 1)] });
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  tick.publish({ positions: [position(1, 7, 700)], blocks: [{ deviceId: 1, json: '{"id":3}' }] });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.splice(0).map(([userId]) => userId)).toEqual([2, 2]);
  state.sees.delete(2);
  state.outdated.clear();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  const [userId, messages = []] = sent[0] ?? [];
  expect([userId, ...messages.map((text) => JSON.parse(text))]).toEqual([
    1,
    { positions: [JSON.parse(position(1, 7, 700).json)] },
    { blocks: [{ id: 3 }] },
    { alarms: [{ id: 4, version: 1 }] },
    { events: [], live: [true] },
  ]);
  tick.stop();
});

test('[DESK-12] while it is not known who sees what, no alarm goes out; none does once the hub has stopped', async () => {
  const { tick, sent, state } = await longTick();
  state.isCurrent = false;
  tick.publishTo(1, { alarms: [alarm(4, 1)] });
  await turn();
  expect(sent).toEqual([]);
  state.isCurrent = true;
  tick.publishTo(1, { alarms: [alarm(6, 1)] });
  tick.stop();
  await turn();
  expect(sent).toEqual([]);
});
