import type { Event } from '@atalaia/contract/rules/event';
import { act, createElement } from 'react';
import { expect, test } from 'vitest';
import { anEvent } from '../lib/testing/an-event.ts';
import { renderHook } from '../lib/testing/render-hook.ts';
import type { Live } from './live.ts';
import { LiveContext, useHasOpenAlarm } from './live-context.ts';
import { createOpenAlarms } from './open-alarms.ts';

async function watch(deviceId: number | undefined, ...pages: readonly (readonly Event[])[]) {
  const answers = [...pages];
  const alarms = createOpenAlarms({
    fetchPage: async () => answers.shift() ?? expect.fail('no further request expected'),
    random: () => 0,
  });
  const hook = await renderHook(
    () => useHasOpenAlarm(deviceId),
    (inner) => createElement(LiveContext, { value: { alarms } as Partial<Live> as Live }, inner),
  );
  return { ...hook, alarms };
}

const sos = (id: number, deviceId: number) =>
  anEvent({ id, deviceId, type: 'alarm', attributes: { alarm: 'sos' } });

test('[DESK-18] a device has an open alarm until the last of its alarms is handled', async () => {
  const { result, alarms, unmount } = await watch(1, []);
  await act(async () => alarms.load());
  expect(result()).toBe(false);
  await act(async () => alarms.take([sos(10, 1), sos(11, 1), sos(12, 2)]));
  expect(result()).toBe(true);
  await act(async () => alarms.remove(10));
  expect(result()).toBe(true);
  await act(async () => alarms.remove(11));
  expect(result()).toBe(false);
  await unmount();
});

test('[DESK-18] after a reconnect the server says whether the alarm still waits', async () => {
  const { result, alarms, unmount } = await watch(1, [sos(10, 1)], []);
  await act(async () => alarms.load());
  expect(result()).toBe(true);
  await act(async () => alarms.load());
  expect(result()).toBe(false);
  await unmount();
});

test('without a device there is no open alarm', async () => {
  const { result, alarms, unmount } = await watch(undefined, [sos(10, 1)]);
  await act(async () => alarms.load());
  expect(result()).toBe(false);
  await unmount();
});
