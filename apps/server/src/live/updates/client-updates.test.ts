import { expect, test, vi } from 'vitest';
import type { HandlingFragment } from '../../platform/bus/bus.ts';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import type { LiveUpdates } from '../outbox.ts';
import { publishClientUpdates } from './client-updates.ts';

/** The first works at the desk; the second and third are clients, the third sees another device. */
function openChannel() {
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const sent: { userId: number; updates: LiveUpdates }[] = [];
  let listed: readonly unknown[] = [];
  const readHandlings = vi.fn(
    async (): Promise<readonly HandlingFragment[]> => [
      { deviceId: 5, json: JSON.stringify({ deviceId: 5, alarms: listed }), isNothing: listed.length === 0 },
    ],
  );
  publishClientUpdates({
    bus,
    readHandlings,
    deskUsers: async () => [1],
    userIds: () => [1, 2, 3],
    sees: (userId, deviceId) => userId !== 3 || deviceId === 6,
    publishTo: (userId, updates) => sent.push({ userId, updates }),
    onError: (error) => {
      throw error;
    },
  });
  const publishAlarms = (alarms: readonly unknown[]) => {
    listed = alarms;
  };
  return { bus, sent, readHandlings, publishAlarms };
}

test('[DESK-12] a handled event goes to the desk as it is, to clients as they are told it, and to nobody else', async () => {
  const { bus, sent } = openChannel();
  bus.publish('events', [
    { deviceId: 5, json: 'handled by Ana', forClients: 'handled' },
    { deviceId: 5, json: 'SOS handled by Ana', forClients: null },
    { deviceId: 5, json: 'new' },
  ]);
  await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1));
  const events = (userId: number) =>
    sent
      .filter((one) => one.userId === userId)
      .flatMap(({ updates }) => updates.events?.map(({ json }) => json));
  expect([events(1), events(2), events(3)]).toEqual([
    ['handled by Ana', 'SOS handled by Ana'],
    ['handled'],
    [],
  ]);
});

test('[DESK-12] the centre’s own work in a case makes nothing of its vehicle be read again for clients', async () => {
  const { bus, readHandlings } = openChannel();
  bus.publish('sinisters', [{ deviceId: 5, json: '{}', centreOnly: true }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(readHandlings).not.toHaveBeenCalled();
  bus.publish('sinisters', [{ deviceId: 5, json: '{}' }]);
  await vi.waitFor(() => expect(readHandlings).toHaveBeenCalledTimes(1));
});

test('[DESK-12] clients hear how their vehicle is handled where that changed, and no empty word that somebody works', async () => {
  const { bus, sent, readHandlings, publishAlarms } = openChannel();
  const change = async () => {
    const before = readHandlings.mock.calls.length;
    bus.publish('alarms', { alarmIds: [9] });
    await vi.waitFor(() => expect(readHandlings.mock.calls.length).toBe(before + 1));
    await new Promise((resolve) => setImmediate(resolve));
    return sent.splice(0).map(({ userId, updates }) => [userId, updates.handlings?.length]);
  };
  expect(await change()).toEqual([]);
  publishAlarms([{ alarmId: 9 }]);
  expect(await change()).toEqual([[2, 1]]);
  expect(await change()).toEqual([]);
  publishAlarms([]);
  expect(await change()).toEqual([[2, 1]]);
  expect(await change()).toEqual([]);
});
