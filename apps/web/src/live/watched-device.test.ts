import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { expect, test } from 'vitest';
import { aDevice } from '../lib/testing/a-device.ts';
import { aPosition } from '../lib/testing/a-position.ts';
import { createListeners } from './listeners.ts';
import { createWatchedDevice } from './watched-device.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const at = (second: number) => `2026-11-21T06:58:0${second}.000Z`;

function setUp(
  load: { device?: () => Promise<Device>; position?: () => Promise<Position | undefined> } = {},
) {
  const positions = createListeners<readonly Position[]>();
  const devices = createListeners<readonly Device[]>();
  const removed = createListeners<readonly number[]>();
  const watched = createWatchedDevice({
    feed: { onPositions: positions.add, onDevices: devices.add, onRemoved: removed.add },
    loadDevice: load.device ?? (async (id) => aDevice({ id, positionId: 10 })),
    loadPosition: load.position ?? (async (id) => aPosition({ id, fixTime: at(5) })),
  });
  return { watched, positions, devices, removed };
}

test('a watched device is loaded with its last position', async () => {
  const { watched } = setUp();
  watched.watch(1);
  expect(watched.get()).toMatchObject({ deviceId: 1, phase: 'loading' });
  await settled();
  expect(watched.get()).toMatchObject({ phase: 'ready', device: { id: 1 }, position: { id: 10 } });
});

test('a watched device that is removed is said to be gone, another one changes nothing', async () => {
  const { watched, removed } = setUp();
  watched.watch(1);
  await settled();
  removed.emit([2]);
  expect(watched.get().phase).toBe('ready');
  removed.emit([2, 1]);
  expect(watched.get()).toMatchObject({ deviceId: 1, phase: 'failed', device: undefined });
  expect(watched.get().error).toMatchObject({ code: 'not-found' });
});

test('a live position moves it, an older one and one of another device do not', async () => {
  const { watched, positions } = setUp();
  watched.watch(1);
  await settled();
  positions.emit([aPosition({ id: 12, fixTime: at(7) }), aPosition({ id: 13, deviceId: 2, fixTime: at(9) })]);
  expect(watched.get().position?.id).toBe(12);
  positions.emit([aPosition({ id: 14, fixTime: at(6) })]);
  expect(watched.get().position?.id).toBe(12);
});

test('the address of the position shown, found a moment later, appears on it', async () => {
  const { watched, positions } = setUp();
  watched.watch(1);
  await settled();
  positions.emit([aPosition({ id: 10, fixTime: at(5), address: 'Rua A, 1' })]);
  expect(watched.get().position?.address).toBe('Rua A, 1');
});

test('a loaded position does not take the place of a newer live one', async () => {
  const answer = Promise.withResolvers<Position>();
  const { watched, positions } = setUp({ position: () => answer.promise });
  watched.watch(1);
  await settled();
  positions.emit([aPosition({ id: 12, fixTime: at(7) })]);
  answer.resolve(aPosition({ id: 10, fixTime: at(5) }));
  await settled();
  expect(watched.get()).toMatchObject({ phase: 'ready', position: { id: 12 } });
});

test('a device without a position is ready without one', async () => {
  const { watched } = setUp({ device: async () => aDevice({ positionId: 0 }) });
  watched.watch(1);
  await settled();
  expect(watched.get()).toMatchObject({ phase: 'ready', position: undefined });
});

test('a live device replaces the loaded one', async () => {
  const { watched, devices } = setUp();
  watched.watch(1);
  await settled();
  devices.emit([aDevice({ id: 1, status: 'offline' })]);
  expect(watched.get().device?.status).toBe('offline');
});

test('a failure is told, and a reload mends it', async () => {
  let fails = true;
  const { watched } = setUp({
    device: async () => {
      if (fails) throw new Error('the server is away');
      return aDevice();
    },
  });
  watched.watch(1);
  await settled();
  expect(watched.get().phase).toBe('failed');
  fails = false;
  watched.reload();
  expect(watched.get().phase).toBe('loading');
  await settled();
  expect(watched.get().phase).toBe('ready');
});

test('what was asked for a device that is not watched any more is left unread', async () => {
  const first = Promise.withResolvers<Device>();
  let requested = 0;
  const { watched } = setUp({
    device: () => {
      requested += 1;
      return requested === 1 ? first.promise : Promise.resolve(aDevice({ id: 2, name: 'second' }));
    },
  });
  watched.watch(1);
  watched.watch(2);
  first.resolve(aDevice({ id: 1, name: 'first' }));
  await settled();
  expect(watched.get()).toMatchObject({ deviceId: 2, device: { name: 'second' } });
  watched.watch(null);
  expect(watched.get()).toMatchObject({ deviceId: null, device: undefined, phase: 'none' });
});
