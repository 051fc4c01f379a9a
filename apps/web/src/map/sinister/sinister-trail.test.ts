import type { Position } from '@atalaia/contract/devices/position';
import { expect, test } from 'vitest';
import { aPosition } from '../../lib/testing/a-position.ts';
import { createSinisterTrail } from './sinister-trail.ts';

const colours = {
  ages: { upTo24Hours: 'a', upTo48Hours: 'b', upTo72Hours: 'c', over72Hours: 'd' },
  casing: 'white',
};
const at = (minute: number, part: Partial<Position> = {}) =>
  aPosition({
    deviceId: 7,
    fixTime: new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString(),
    latitude: -3 - minute / 100,
    ...part,
  });
const opening = { latitude: -3, longitude: -38 };
const picture = (way: readonly Position[]) => ({
  sinisterId: 3,
  deviceId: 7,
  age: 'upTo24Hours' as const,
  opening,
  way,
});

test('[SIN-14] a case on the map begins with the known way and grows with what comes live of its vehicle alone', () => {
  const trail = createSinisterTrail(colours);
  expect(trail.isEmpty()).toBe(true);
  trail.set(picture([at(0), at(1)]));
  expect(trail.shown()).toMatchObject({ deviceId: 7, opening, placeCount: 2, last: { latitude: -3.01 } });
  expect(trail.takePositions([at(2), at(9, { deviceId: 8 })])).toBe(true);
  expect(trail.shown()).toMatchObject({ placeCount: 3, last: { latitude: -3.02 } });
  const unplaced = [at(3, { valid: false }), at(4, { outdated: true }), at(1)];
  expect(trail.takePositions(unplaced)).toBe(false);
  expect(trail.shown()?.placeCount).toBe(3);
});

test('[SIN-14] what came live while the way was loaded stays its end; another case begins anew', () => {
  const trail = createSinisterTrail(colours);
  trail.set(picture([]));
  trail.takePositions([at(5)]);
  trail.set(picture([at(0), at(4)]));
  expect(trail.shown()).toMatchObject({ placeCount: 3, last: { latitude: -3.05 } });
  trail.set({ ...picture([]), sinisterId: 4, deviceId: 8 });
  expect(trail.shown()).toMatchObject({ deviceId: 8, placeCount: 0, last: null });
  trail.set(null);
  expect([trail.shown(), trail.takePositions([at(6)])]).toEqual([null, false]);
});
