import { expect, test } from 'vitest';
import { createLostMap } from './lost-map.ts';

test('[ERR-03] without a map devices are still selected, and who asks it for the fleet learns why there is none', async () => {
  const reason = new Error('no worker');
  const map = createLostMap(reason);
  const seen: (number | null)[] = [];
  map.state.subscribe(() => seen.push(map.state.get().selectedDeviceId));
  expect(await map.select(7)).toBe('selected');
  map.deselect();
  expect(seen).toEqual([7, null]);
  expect(map.state.get().load).toBe('lost');
  await expect(map.listFleet({ text: '' })).rejects.toBe(reason);
  await expect(map.fleetFigures()).rejects.toBe(reason);
});
