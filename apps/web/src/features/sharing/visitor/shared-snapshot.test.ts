import { expect, test } from 'vitest';
import { createShownFeed } from '../../../live/shown-feed.ts';
import { sharedSnapshot } from './shared-snapshot.ts';

const nowMs = Date.UTC(2026, 10, 21, 12);
const device = {
  name: 'QRS4B17',
  category: 'truck',
  latitude: -3.73,
  longitude: -38.52,
  course: 48,
  speed: 33,
  fixTime: new Date(nowMs - 5000).toISOString(),
};
const location = { expiresAt: new Date(nowMs + 1000).toISOString(), devices: [device] };
const read = (bytes: ArrayBuffer) => JSON.parse(new TextDecoder().decode(bytes));

test('[SHARE-01] a poll is shown to the map, also to one that is made later', () => {
  const feed = createShownFeed();
  feed.show(sharedSnapshot(location, nowMs));
  const seen: ArrayBuffer[] = [];
  const stop = feed.onReset((bytes) => seen.push(bytes));
  feed.show(sharedSnapshot({ ...location, devices: [{ ...device, latitude: -3.74 }] }, nowMs));
  stop();
  feed.show(sharedSnapshot(location, nowMs));
  expect(seen.map((bytes) => read(bytes).latitude)).toEqual([[-3.73], [-3.74]]);
});

test('[SHARE-02] a device is told without number, identifier, ignition or alarm', () => {
  expect(sharedSnapshot(location, nowMs)).toMatchObject({
    deviceId: [1],
    uniqueId: [''],
    name: ['QRS4B17'],
    status: ['online'],
    speedKnots: [33],
    ignition: [null],
    alarm: [null],
  });
});

test('[SHARE-01] an old place is not shown as one of now, and a device without one stands nowhere', () => {
  const old = { ...device, fixTime: new Date(nowMs - 600_000).toISOString() };
  const placeless = { ...device, latitude: null, longitude: null, course: null, speed: null, fixTime: null };
  expect(sharedSnapshot({ ...location, devices: [old, placeless] }, nowMs)).toMatchObject({
    status: ['unknown', 'unknown'],
    latitude: [-3.73, null],
    fixTimeMs: [nowMs - 600_000, null],
  });
});
