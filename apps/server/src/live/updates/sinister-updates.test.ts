import { expect, test, vi } from 'vitest';
import { createInProcessBus, type LiveFragment } from '../../platform/bus/bus.ts';
import { publishSinisterUpdates } from './sinister-updates.ts';

/** The first is of the centre, the second is a client. */
function openChannel(centreUsers: (userIds: readonly number[]) => Promise<readonly number[]>) {
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const sent: Record<number, string[]> = { 1: [], 2: [] };
  const failures: unknown[] = [];
  const stop = publishSinisterUpdates({
    bus,
    centreUsers,
    userIds: () => [1, 2],
    publishTo: (userId, { sinisters = [] }) => sent[userId]?.push(...sinisters.map(({ json }) => json)),
    onError: (error) => failures.push(error),
  });
  const publish = (json: string, to: Partial<LiveFragment> = {}) =>
    bus.publish('sinisters', [{ deviceId: 5, json, ...to }]);
  return { publish, sent, failures, stop };
}

const centreOnly = { centreOnly: true } as const;

test('[DESK-12] [SIN-14] a change of a case goes to everybody at once, the centre’s own work in it to the centre alone', async () => {
  const centreUsers = vi.fn(async () => [1]);
  const { publish, sent } = openChannel(centreUsers);
  publish('opened');
  publish('occurrence');
  expect(sent).toEqual({ 1: ['opened', 'occurrence'], 2: ['opened', 'occurrence'] });
  expect(centreUsers).not.toHaveBeenCalled();
  publish('officer looked', centreOnly);
  await vi.waitFor(() => expect(sent[1]).toHaveLength(3));
  expect(sent).toEqual({ 1: ['opened', 'occurrence', 'officer looked'], 2: ['opened', 'occurrence'] });
});

test('[SIN-14] what changes while it is read who is of the centre is told after it, and nothing is lost when that fails', async () => {
  let answer: (people: readonly number[]) => void = () => {};
  let isBroken = false;
  const { publish, sent, failures, stop } = openChannel(() =>
    isBroken
      ? Promise.reject(new Error('broken'))
      : new Promise((resolve) => {
          answer = resolve;
        }),
  );
  publish('step', centreOnly);
  publish('closed');
  expect(sent).toEqual({ 1: [], 2: [] });
  answer([1]);
  await vi.waitFor(() => expect(sent).toEqual({ 1: ['step', 'closed'], 2: ['closed'] }));
  isBroken = true;
  publish('SMS', centreOnly);
  await vi.waitFor(() => expect(failures).toHaveLength(1));
  isBroken = false;
  publish('reopened');
  answer([1]);
  await vi.waitFor(() => expect(sent[1]).toEqual(['step', 'closed', 'SMS', 'reopened']));
  expect(sent[2]).toEqual(['closed', 'reopened']);
  stop();
  publish('after the end');
  expect(sent[2]).toHaveLength(2);
});
