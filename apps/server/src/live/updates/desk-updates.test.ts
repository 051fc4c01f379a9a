import { expect, test, vi } from 'vitest';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import type { LiveUpdates } from '../outbox.ts';
import { type AlarmFragment, publishDeskUpdates, seenAlarms } from './desk-updates.ts';

function openDesk() {
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const sent: { userId: number; updates: LiveUpdates }[] = [];
  const readAlarms = vi.fn(
    async (ids: readonly number[]): Promise<readonly AlarmFragment[]> =>
      ids.map((alarmId) => ({
        alarmId,
        version: 1,
        json: `{"id":${alarmId}}`,
        deviceIds: alarmId === 9 ? [] : [alarmId],
        backDeviceIds: null,
      })),
  );
  const stop = publishDeskUpdates({
    bus,
    readAlarms,
    deskUsers: async (userIds) => userIds.filter((id) => id !== 3),
    userIds: () => [1, 2, 3],
    // the second sees device 5 alone
    sees: (userId, deviceId) => userId !== 2 || deviceId === 5,
    publishTo: (userId, updates) => sent.push({ userId, updates }),
    onError: (error) => {
      throw error;
    },
  });
  return { bus, sent, readAlarms, stop };
}

const idsOf = (sent: readonly { userId: number; updates: LiveUpdates }[], userId: number) =>
  sent
    .filter((one) => one.userId === userId)
    .flatMap(({ updates }) => updates.alarms?.map(({ alarmId }) => alarmId) ?? []);

test('[DESK-03] [DESK-12] a changed alarm is read once and sent to the people of the desk who see it', async () => {
  const { bus, sent, readAlarms, stop } = openDesk();
  bus.publish('alarms', { alarmIds: [4, 5] });
  bus.publish('alarms', { alarmIds: [5, 9] });
  await vi.waitFor(() => expect(idsOf(sent, 1).toSorted()).toEqual(expect.arrayContaining([4, 5, 9])));
  expect(new Set(idsOf(sent, 2))).toEqual(new Set([5, 9]));
  expect(idsOf(sent, 3)).toEqual([]);
  expect(readAlarms.mock.calls.length).toBeLessThanOrEqual(2);
  stop();
});

test('[DESK-05] what is for one person goes to him alone', () => {
  const { bus, sent, stop } = openDesk();
  bus.publish('deskNotices', [{ userId: 2, json: '{"kind":"question"}' }]);
  expect(sent).toEqual([{ userId: 2, updates: { deskNotices: [{ json: '{"kind":"question"}' }] } }]);
  stop();
});

test('[DESK-16] [DESK-18] a list that changed is named to the people of the desk, one of a person to him alone', async () => {
  const { bus, sent, stop } = openDesk();
  bus.publish('deskLists', { list: 'silences' });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  bus.publish('deskLists', { list: 'muted-rules', userId: 2 });
  expect(sent.map(({ userId, updates }) => [userId, updates.deskLists])).toEqual([
    [1, ['silences']],
    [2, ['silences']],
    [2, ['muted-rules']],
  ]);
  stop();
});

test('[DESK-03] what could not be read while the database was away is read when it is back', async () => {
  const { bus, sent, readAlarms, stop } = openDesk();
  readAlarms.mockRejectedValueOnce(Object.assign(new Error('Connection terminated'), { code: '57P01' }));
  bus.publish('alarms', { alarmIds: [4] });
  await vi.waitFor(() => expect(idsOf(sent, 1)).toEqual([4]), { timeout: 10_000 });
  stop();
});

test('[DESK-10] of a mass fault each person is told how many of his own vehicles, and nothing where none is his', () => {
  const fault: AlarmFragment = {
    ...{ alarmId: 1, version: 3, deviceIds: [4, 5, 6, 7], backDeviceIds: [5, 7] },
    json: '{"id":1,"deviceCount":4,"deviceBackCount":2}',
  };
  const told = (own: readonly number[]) =>
    seenAlarms([fault], (id) => own.includes(id)).map(({ json }) => json);
  expect(told([4, 5, 6])).toEqual(['{"id":1,"deviceCount":3,"deviceBackCount":1}']);
  expect(told([4])).toEqual(['{"id":1,"deviceCount":1,"deviceBackCount":0}']);
  expect(told([9])).toEqual([]);
});
