import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeviceMemory, emptyMemory } from './device-memory.ts';
import { normalise } from './normalise.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;
const place = { latitude: -23.5, longitude: -46.6, course: 90, timeMs: nowMs - hourMs };
const before: DeviceMemory = { ...emptyMemory, fixTimeMs: nowMs - hourMs, place };

function reported(position: Partial<DecodedPosition> = {}): DecodedPosition {
  return {
    fixTimeMs: nowMs,
    valid: true,
    latitude: -22.9,
    longitude: -43.2,
    speedKnots: 30,
    attributes: {},
    ...position,
  };
}

const unchanged = {
  fixTimeMs: nowMs,
  latitude: -22.9,
  longitude: -43.2,
  valid: true,
  outdated: false,
  late: false,
};
const atLastPlace = { latitude: place.latitude, longitude: place.longitude, course: place.course };
const noPlace: Partial<DecodedPosition> = { latitude: undefined, longitude: undefined } as never;

const rules: readonly [string, Partial<DecodedPosition>, object][] = [
  ['a good position stays as it was told', {}, unchanged],
  [
    'no fix, no place: the last place, not valid',
    { ...noPlace, valid: false },
    { ...atLastPlace, valid: false, outdated: true },
  ],
  [
    'no fix, but some place: the last place, not valid',
    { valid: false },
    { ...atLastPlace, valid: false, outdated: true },
  ],
  [
    'coordinates 0,0: the last place, not valid',
    { latitude: 0, longitude: 0 },
    { ...atLastPlace, valid: false, outdated: true },
  ],
  ['a place off the earth: the last place, not valid', { latitude: 91 }, { ...atLastPlace, valid: false }],
  [
    'more than 24 h ahead: the time of the server, outdated',
    { fixTimeMs: nowMs + 24 * hourMs + 1 },
    { ...unchanged, outdated: true, corrected: true },
  ],
  [
    'exactly 24 h ahead: as told',
    { fixTimeMs: nowMs + 24 * hourMs },
    { ...unchanged, fixTimeMs: nowMs + 24 * hourMs },
  ],
  [
    'no time at all: the time of the server, outdated',
    { fixTimeMs: Number.NaN },
    { ...unchanged, outdated: true },
  ],
  [
    'older than the last: as told, and late',
    { fixTimeMs: nowMs - 2 * hourMs },
    { ...unchanged, fixTimeMs: nowMs - 2 * hourMs, late: true },
  ],
  [
    'as old as the last: not late',
    { fixTimeMs: nowMs - hourMs },
    { ...unchanged, fixTimeMs: nowMs - hourMs },
  ],
  ['an old fix that the tracker repeats: outdated', { outdated: true }, { ...unchanged, outdated: true }],
];

for (const [name, position, expected] of rules) {
  test(`[ING-05] ${name}`, () => {
    expect(normalise(reported(position), 'digest', nowMs, before)).toMatchObject(expected);
  });
}

test('[ING-05] without a last place a message without a fix has none to show', () => {
  const found = normalise(reported({ ...noPlace, valid: false }), 'digest', nowMs, emptyMemory);
  expect(found).toMatchObject({ placed: false, valid: false, latitude: 0, longitude: 0 });
});

test('[ING-05] a future position sent again keeps the time it was stored with', () => {
  const storedMs = nowMs - 5_000;
  const memory = { ...before, corrected: [['digest', storedMs]] as const };
  const found = normalise(reported({ fixTimeMs: nowMs + 48 * hourMs }), 'digest', nowMs, memory);
  expect(found.fixTimeMs).toBe(storedMs);
});

test('whatever was told, what is stored fits the contract', () => {
  const anyNumber = fc.oneof(fc.double(), fc.integer());
  fc.assert(
    fc.property(
      fc.record({
        fixTimeMs: anyNumber,
        deviceTimeMs: anyNumber,
        valid: fc.boolean(),
        latitude: anyNumber,
        longitude: anyNumber,
        altitude: anyNumber,
        speedKnots: anyNumber,
        course: anyNumber,
        accuracy: anyNumber,
      }),
      (numbers) => {
        const found = normalise({ ...numbers, attributes: {} }, 'digest', nowMs, before);
        expect(Math.abs(found.latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(found.longitude)).toBeLessThanOrEqual(180);
        expect(found.speedKnots).toBeGreaterThanOrEqual(0);
        expect(found.course).toBeGreaterThanOrEqual(0);
        expect(found.course).toBeLessThan(360);
        expect(found.accuracy).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(found.altitude)).toBe(true);
        expect(new Date(found.deviceTimeMs).toISOString()).toMatch(/^\d{4}-/);
        expect(found.fixTimeMs).toBeLessThanOrEqual(nowMs + 24 * hourMs);
      },
    ),
  );
});
