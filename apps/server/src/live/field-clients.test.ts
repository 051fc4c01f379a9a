import { expect, test, vi } from 'vitest';
import {
  createInProcessBus,
  type LiveFragment,
  type NotedFrame,
  type StoredPosition,
} from '../platform/bus/bus.ts';
import type { LiveClient } from './client.ts';
import { createFieldClients, mostWaitingPositions } from './field-clients.ts';
import type { LiveUpdates } from './outbox.ts';

const fragment = (deviceId: number, json: object): LiveFragment => ({ deviceId, json: JSON.stringify(json) });
const stored = (deviceId: number, ...ids: number[]): StoredPosition[] =>
  ids.map((id) => ({ id, deviceId, position: { fixTimeMs: id } }));

/** User 1 sees devices below 10. A client takes a message when `take` is called, at once while `isQuick`. */
function scene() {
  const state = { isQuick: true, isCurrent: true, watching: 0, sees: new Set([1, 2, 3]) };
  const failures: unknown[] = [];
  const bus = createInProcessBus((_topic, error) => failures.push(error));
  let listener: ((frame: NotedFrame) => void) | undefined;
  const field = createFieldClients({
    ...{ bus, gatherMs: 1, isCurrent: () => state.isCurrent, onError: (error) => failures.push(error) },
    async untilCurrent() {
      await vi.waitUntil(() => state.isCurrent, { interval: 1, timeout: 60_000 });
    },
    sees: (_userId, deviceId) => state.sees.has(deviceId),
    describeDevices: async (ids) => ids.map((id) => fragment(id, { id })),
    describePositions: async (all) => all.map(({ id, deviceId }) => fragment(deviceId, { id })),
    withMessages: async (_userId, events) =>
      events.map(({ deviceId, json }) => fragment(deviceId, { ...JSON.parse(json), message: 'words' })),
    watchTraffic(heard) {
      state.watching += 1;
      listener = heard;
      return () => {
        state.watching -= 1;
      };
    },
    describeFrames: async (_tokenHash, frames) =>
      frames.map(({ key }) => (typeof key === 'number' ? `{"deviceId":${key}}` : undefined)),
  });
  const sent: Record<string, unknown>[] = [];
  const note = (updates: LiveUpdates) => {
    for (const [name, list] of Object.entries(updates))
      if (list?.length)
        sent.push({ [name]: (list as readonly LiveFragment[]).map(({ json }) => JSON.parse(json)) });
  };
  let release: () => void = () => undefined;
  const closes: string[] = [];
  const client = {
    ...{ userId: 1, sendNow: note },
    async sendPositions(positions: readonly LiveFragment[]) {
      note({ positions } as LiveUpdates);
      if (!state.isQuick)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
    },
    sendLogs: (logs: readonly string[]) => sent.push({ logs: logs.map((json) => JSON.parse(json)) }),
    close: (_code: number, reason: string) => closes.push(reason),
  } as unknown as LiveClient;
  const frame = (key: number | string) => listener?.({ key } as NotedFrame);
  return { ...{ state, failures, bus, field, sent, client, closes, frame }, take: () => release() };
}

test('[WS-01] who asks for all positions gets each of a burst, a late one too, and not the newest of each device beside', async () => {
  const { bus, field, sent, client } = scene();
  field.add(client, { allPositions: true }, Promise.resolve());
  expect(field.adapt(client, { positions: [], devices: [fragment(1, {})] })).toEqual({
    devices: [fragment(1, {})],
  });
  bus.publish('storedPositions', [...stored(1, 1, 2, 3), ...stored(99, 4), ...stored(2, 5)]);
  await expect.poll(() => sent).toEqual([{ positions: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 5 }] }]);
  field.hear(client, '{"positions":"newest"}');
  expect(field.adapt(client, { positions: [] })).toEqual({ positions: [] });
  field.stop();
});

test('[WS-01] a slow reader sets the pace: the next positions are read when the last were taken, none is lost', async () => {
  const { state, bus, field, sent, client, take } = scene();
  state.isQuick = false;
  field.add(client, { allPositions: false }, Promise.resolve());
  field.hear(client, '{"positions":"all"}');
  for (let id = 1; id <= 1200; id += 1) bus.publish('storedPositions', stored(1, id));
  await expect.poll(() => sent.length).toBe(1);
  for (let part = 2; sent.flatMap((one) => one.positions as object[]).length < 1200; part += 1) {
    take();
    await expect.poll(() => sent.length).toBe(part);
  }
  expect(sent.flatMap((one) => one.positions as { id: number }[]).map(({ id }) => id)).toEqual(
    Array.from({ length: 1200 }, (_, at) => at + 1),
  );
  field.stop();
});

test('[WS-01] who stays behind for too long is closed and told, and what he does not see any more is not sent', async () => {
  const { state, bus, field, sent, client, closes, take } = scene();
  state.isQuick = false;
  field.add(client, { allPositions: true }, Promise.resolve());
  bus.publish('storedPositions', stored(2, 1));
  await expect.poll(() => sent.length).toBe(1);
  bus.publish('storedPositions', stored(3, 2));
  state.sees.delete(3);
  bus.publish('storedPositions', stored(2, 3));
  take();
  await expect.poll(() => sent).toEqual([{ positions: [{ id: 1 }] }, { positions: [{ id: 3 }] }]);
  bus.publish(
    'storedPositions',
    Array.from({ length: mostWaitingPositions + 1 }, (_, id) => ({
      ...{ id, deviceId: 2, position: { fixTimeMs: 1 } },
    })),
  );
  expect(closes).toEqual(['too slow for every position']);
  field.stop();
});

test('[API-02] a device is sent each time it was heard, once a round, and only while rights are known', async () => {
  const { state, bus, field, sent, client } = scene();
  field.add(client, { allPositions: false }, Promise.resolve());
  state.isCurrent = false;
  for (const deviceId of [1, 2, 1, 99]) bus.publish('heardDevices', [{ deviceId }]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([]);
  state.isCurrent = true;
  await expect.poll(() => sent).toEqual([{ devices: [{ id: 1 }, { id: 2 }] }]);
  field.stop();
});

test('[API-02] events come with a sentence; what follows is not held up by it', async () => {
  const { field, sent, client } = scene();
  field.add(client, { allPositions: false }, Promise.resolve());
  expect(field.adapt(client, { events: [fragment(1, { id: 7 }), fragment(99, { id: 8 })] })).toEqual({});
  await expect.poll(() => sent).toEqual([{ events: [{ id: 7, message: 'words' }] }]);
  field.stop();
});

test('[SCALE-03] while it is read anew what somebody sees, nothing is told him, and nothing is lost but what he sees no more', async () => {
  const { state, bus, field, sent, client } = scene();
  field.add(client, { allPositions: true }, Promise.resolve());
  state.isCurrent = false;
  field.adapt(client, { events: [fragment(1, { id: 7 }), fragment(2, { id: 8 })] });
  bus.publish('storedPositions', stored(1, 3));
  bus.publish('storedPositions', stored(2, 4));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent).toEqual([]);
  state.sees.delete(2);
  state.isCurrent = true;
  await expect.poll(() => sent).toHaveLength(2);
  expect(sent).toContainEqual({ events: [{ id: 7, message: 'words' }] });
  expect(sent).toContainEqual({ positions: [{ id: 3 }] });
  field.stop();
});

test('[ING-09] the traffic is sent to who asked, of devices that he sees, and heard only while somebody asks', async () => {
  const { state, field, sent, client, frame, failures } = scene();
  field.add(client, { allPositions: false }, Promise.resolve());
  for (const text of ['', 'nonsense', '[]', '{"logs":"yes"}']) field.hear(client, text);
  expect(state.watching).toBe(0);
  field.hear(client, '{"logs":true}');
  expect(state.watching).toBe(1);
  for (const key of [1, 99, 'stranger']) frame(key);
  await expect.poll(() => sent).toEqual([{ logs: [{ deviceId: 1 }] }]);
  field.hear(client, '{"logs":false}');
  expect(state.watching).toBe(0);
  field.hear(client, '{"logs":true}');
  field.remove(client);
  expect([state.watching, failures]).toEqual([0, []]);
  field.stop();
});
