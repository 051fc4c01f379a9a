import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deviceColour } from './device-status.ts';

test('[MAP-02] offline comes first, then unknown, alarm, ignition, and the rest is online', () => {
  expect(deviceColour({ status: 'offline', alarm: true, ignition: true })).toBe('offline');
  expect(deviceColour({ status: 'unknown', alarm: true, ignition: true })).toBe('unknown');
  expect(deviceColour({ status: 'online', alarm: true, ignition: true })).toBe('alarm');
  expect(deviceColour({ status: 'online', alarm: false, ignition: true })).toBe('ignition');
  expect(deviceColour({ status: 'online', alarm: false, ignition: false })).toBe('online');
  expect(deviceColour({ status: 'online', alarm: false })).toBe('online');
});

test('[MAP-02] a status that is neither online nor offline counts as unknown', () => {
  const other = fc.string().filter((text) => text !== 'online' && text !== 'offline');
  fc.assert(
    fc.property(
      fc.option(other, { nil: undefined }),
      fc.boolean(),
      fc.boolean(),
      (status, alarm, ignition) => {
        expect(deviceColour({ status, alarm, ignition })).toBe('unknown');
      },
    ),
  );
});
