import { pino } from 'pino';
import { expect, test } from 'vitest';
import { testDevice } from '../testing/plan-drive.ts';
import { createSignIn } from './sign-in.ts';

test('[API-02] a device whose time is over is turned away, and who is connected is judged again at that moment', () => {
  let nowMs = 1_000;
  const devices = { a: { ...testDevice, expiresMs: 2_000 }, b: testDevice };
  const signIn = createSignIn({
    registry: { find: ([id]) => devices[id as 'a'] ?? null, version: 7, stop: () => undefined },
    queries: { register: async () => undefined, administrators: async () => [] },
    unknownTrackers: { note: () => undefined },
    bus: { publish: () => undefined },
    metrics: { unknownTrackers: { inc: () => undefined } } as never,
    clock: { now: () => nowMs } as never,
    log: pino({ level: 'silent' }),
    settings: () => ({}) as never,
  });
  const origin = { protocol: 'gt06', address: '10.0.0.1' };
  expect(signIn.admit(['a'], origin)).toBe(devices.a);
  expect(signIn.version).toBe(7);
  nowMs = 2_000;
  expect([signIn.version, signIn.version]).toEqual([8, 8]);
  expect([signIn.admit(['a'], origin), signIn.admit(['b'], origin)]).toEqual([null, devices.b]);
});
