import { expect, test } from 'vitest';
import { createLiveFeed } from '../live/create-live-feed.ts';
import { createMapWithoutCanvas } from './map-without-canvas.ts';
import { bytesOf, snapshotOf } from './testing/snapshot-bytes.ts';

const snapshot = snapshotOf([
  { deviceId: 7, name: 'Van 10' },
  { deviceId: 9, name: 'Van 2', status: 'offline' },
]);

function setUp() {
  const feed = createLiveFeed({
    fetchSnapshot: async () => bytesOf(snapshot),
    batch: (flush) => ({ request: flush, cancel: () => {} }),
    onSnapshotFailed: () => {},
    random: () => 0,
  });
  return { feed, map: createMapWithoutCanvas(feed) };
}

test('[ERR-03] without a map devices are still selected', async () => {
  const { map } = setUp();
  const seen: (number | null)[] = [];
  map.state.subscribe(() => seen.push(map.state.get().selectedDeviceId));
  expect(await map.select(7)).toBe('selected');
  map.deselect();
  expect(seen).toEqual([7, null]);
  expect(map.state.get().load).toBe('lost');
});

test('[ERR-03] without a map, and without a worker, the fleet is listed, searched and counted', async () => {
  const { feed, map } = setUp();
  const changed = Promise.withResolvers<void>();
  map.onFrame(changed.resolve);
  feed.reset();
  await changed.promise;
  expect([...(await map.listFleet({ text: '' })).ids]).toEqual([9, 7]);
  expect((await map.search('van 10', 5)).map(({ deviceId }) => deviceId)).toEqual([7]);
  expect((await map.fleetFigures()).state.offline).toBe(1);
  map.destroy();
});
