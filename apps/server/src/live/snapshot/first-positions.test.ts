import { expect, test } from 'vitest';
import { firstPositionsFrom, wantsFirstPositions } from './first-positions.ts';

test('everything in sight comes once, in pieces that hold the event loop for a moment only', async () => {
  const sizes: number[] = [];
  const read = firstPositionsFrom({
    visibleDeviceIds: async () => Int32Array.from({ length: 1201 }, (_, at) => at + 1),
    lastPositions: async (ids) => {
      sizes.push(ids.length);
      return ids.map((deviceId) => ({
        deviceId,
        positionId: deviceId,
        fixTimeMs: 0,
        receivedMs: 0,
        json: '{}',
      }));
    },
  });
  const sent: number[] = [];
  for await (const piece of read(1)) sent.push(...piece.map(({ deviceId }) => deviceId));
  expect(sizes).toEqual([500, 500, 201]);
  expect(sent).toEqual(Array.from({ length: 1201 }, (_, at) => at + 1));
});

test('[WS-01] only who says that it loads the snapshot itself is not told them', () => {
  const wants = (query: string) => wantsFirstPositions(new URL(`http://x/api/socket${query}`));
  expect(['', '?b=t', '?token=t&gapMs=5', '?b=t&snapshot=none'].map(wants)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
