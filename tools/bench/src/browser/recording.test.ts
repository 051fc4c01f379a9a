import { liveMessageSchema, liveSnapshotSchema } from '@atalaia/contract/devices/live-message';
import { expect, test } from 'vitest';
import { makeRecording } from './recording.ts';
import { columns, degreesPerPixel, isInEmptyStrip, sentinels } from './sentinels.ts';

const startMs = Date.UTC(2026, 0, 1);
const { snapshot, ticks } = makeRecording({ devices: 2000, positionsPerSecond: 2000, seconds: 8 }, startMs);
/** Eight seconds and what is left of a sentinel's way: twice 128 ticks of 50 ms. */
const tickCount = 256;
const picture = liveSnapshotSchema.parse(snapshot);
const messages = ticks.map((tick) => liveMessageSchema.parse(JSON.parse(tick.toString())).positions ?? []);

test('what is played is what the contract says, at the rate that is claimed', () => {
  expect(picture.deviceId).toHaveLength(2000);
  expect(messages).toHaveLength(tickCount);
  expect(messages.flat()).toHaveLength(tickCount * 100);
  expect(new Set(messages.flat().map(({ id }) => id)).size).toBe(tickCount * 100);
});

test('a recording that is played again goes on with the next column of a sentinel', () => {
  expect(ticks.length % columns).toBe(0);
});

test('every position is newer than the snapshot, and than the one before it of its device', () => {
  const newest = new Map<number, number>(picture.deviceId.map((id) => [id, startMs]));
  for (const { deviceId, fixTime } of messages.flat()) {
    expect(Date.parse(fixTime)).toBeGreaterThan(newest.get(deviceId) ?? 0);
    newest.set(deviceId, Date.parse(fixTime));
  }
});

test('a sentinel moves by a pixel a tick, and nobody else is where it drives', () => {
  for (const { deviceId, longitude, view } of sentinels) {
    const places = messages.flat().filter((position) => position.deviceId === deviceId);
    expect(places).toHaveLength(tickCount);
    for (const [tick, place] of places.entries()) {
      const pixel = (place.longitude - longitude) / degreesPerPixel(view.zoom);
      expect(pixel).toBeCloseTo(tick % columns, 2);
    }
  }
  const strangers = picture.deviceId.filter((id, row) => {
    const place = { latitude: picture.latitude[row] ?? 0, longitude: picture.longitude[row] ?? 0 };
    return !sentinels.some(({ deviceId }) => deviceId === id) && isInEmptyStrip(place);
  });
  expect(strangers).toEqual([]);
});
