import { expect, test } from 'vitest';
import { contendedMs, createContendedDevices } from './contended-devices.ts';

test('[SCALE-02] the sixth refusal within a minute makes a device contended, for ten minutes', () => {
  let nowMs = 1_000_000;
  const devices = createContendedDevices({ now: () => nowMs });
  for (let count = 0; count < 5; count += 1) expect(devices.refused([7])).toEqual([]);
  expect(devices.has(7)).toBe(false);
  expect(devices.refused([7, 8])).toEqual([7]);
  expect([devices.has(7), devices.has(8)]).toEqual([true, false]);
  expect(devices.refused([7])).toEqual([]);
  nowMs += contendedMs - 1;
  expect(devices.has(7)).toBe(true);
  nowMs += 1;
  expect(devices.has(7)).toBe(false);
});

test('[SCALE-02] refusals that lie apart make none contended', () => {
  let nowMs = 1_000_000;
  const devices = createContendedDevices({ now: () => nowMs });
  for (let count = 0; count < 20; count += 1) {
    expect(devices.refused([7])).toEqual([]);
    nowMs += 13_000;
  }
});
