import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDevice } from '../lib/testing/a-device.ts';
import { aPosition } from '../lib/testing/a-position.ts';
import { anEvent } from '../lib/testing/an-event.ts';
import { createLiveFeed } from './create-live-feed.ts';

afterEach(() => void vi.restoreAllMocks());

/** A feed whose frames and snapshots come when the test says so. */
function setUp() {
  const snapshots: PromiseWithResolvers<ArrayBuffer>[] = [];
  let flush = () => {};
  let requested = false;
  const feed = createLiveFeed({
    fetchSnapshot: () => {
      const answer = Promise.withResolvers<ArrayBuffer>();
      snapshots.push(answer);
      return answer.promise;
    },
    batch: (given) => {
      flush = given;
      return {
        request: () => {
          requested = true;
        },
        cancel: () => {
          requested = false;
        },
      };
    },
    onSnapshotFailed: () => {},
    random: () => 0,
  });
  const received: string[] = [];
  return {
    feed,
    snapshots,
    received,
    listen() {
      feed.onReset((bytes) => received.push(`reset ${bytes.byteLength}`));
      feed.onPositions((all) => received.push(`positions ${all.map(({ id }) => id)}`));
      feed.onDevices((all) => received.push(`devices ${all.map(({ name }) => name)}`));
      feed.onEvents((all) => received.push(`events ${all.map(({ id }) => id)}`));
    },
    frame() {
      if (!requested) return;
      requested = false;
      flush();
    },
    async answer(bytes: number) {
      snapshots.at(-1)?.resolve(new ArrayBuffer(bytes));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

const say = (message: object) => JSON.stringify(message);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => void vi.useRealTimers());

test('[WS-02] the snapshot comes before whatever arrived while it was on its way', async () => {
  const { feed, received, listen, frame, answer } = setUp();
  listen();
  feed.reset();
  feed.receive(say({ positions: [aPosition({ id: 5 })] }));
  feed.receive(say({ devices: [aDevice({ name: 'Ana' })] }));
  frame();
  expect(received).toEqual([]);
  await answer(8);
  frame();
  expect(received).toEqual(['reset 8', 'devices Ana', 'positions 5']);
});

test('a removed device is told once, before what is new of others, and nothing of it follows', async () => {
  const { feed, received, listen, frame, answer } = setUp();
  listen();
  feed.onRemoved((ids) => received.push(`removed ${ids}`));
  feed.reset();
  feed.receive(say({ positions: [aPosition({ id: 5, deviceId: 7 }), aPosition({ id: 6, deviceId: 8 })] }));
  feed.receive(say({ devices: [], removedDeviceIds: [7] }));
  frame();
  expect(received).toEqual([]);
  await answer(8);
  frame();
  frame();
  expect(received).toEqual(['reset 8', 'removed 7', 'positions 6']);
});

test('[WS-02] after a gap the picture is loaded again, and what is newer waits for it', async () => {
  const { feed, received, listen, frame, answer } = setUp();
  listen();
  feed.reset();
  await answer(8);
  feed.reset();
  feed.receive(say({ positions: [aPosition({ id: 6 })] }));
  frame();
  await answer(9);
  frame();
  expect(received).toEqual(['reset 8', 'reset 9', 'positions 6']);
});

test('[WS-02] a snapshot that fails is asked for again with growing waits', async () => {
  const { feed, snapshots, received, listen, answer } = setUp();
  listen();
  feed.reset();
  snapshots[0]?.reject(new Error('the network is away'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(snapshots).toHaveLength(2);
  snapshots[1]?.reject(new Error('the network is away'));
  await vi.advanceTimersByTimeAsync(1999);
  expect(snapshots).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  await answer(8);
  expect(received).toEqual(['reset 8']);
});

test('an answer to an older question is left unread', async () => {
  const { feed, snapshots, received, listen, answer } = setUp();
  listen();
  feed.reset();
  feed.reset();
  snapshots[0]?.resolve(new ArrayBuffer(1));
  await answer(2);
  expect(received).toEqual(['reset 2']);
});

test('one frame carries the newest position of each device, and every event', async () => {
  const { feed, received, listen, frame, answer } = setUp();
  listen();
  feed.reset();
  await answer(8);
  const at = (second: number) => `2026-11-21T06:58:0${second}.000Z`;
  feed.receive(say({ positions: [aPosition({ id: 1, fixTime: at(3) })] }));
  feed.receive(say({ positions: [aPosition({ id: 2, fixTime: at(2) }), aPosition({ id: 3, deviceId: 2 })] }));
  feed.receive(say({ events: [anEvent({ id: 1 })] }));
  feed.receive(say({ events: [anEvent({ id: 2 })] }));
  frame();
  expect(received).toEqual(['reset 8', 'events 1,2', 'positions 1,3']);
});

test('a position told again with its address takes its own place in the frame', async () => {
  const { feed, answer, frame } = setUp();
  const addresses: (string | null)[] = [];
  feed.onReset(() => {});
  feed.onPositions((all) => addresses.push(...all.map(({ address }) => address)));
  feed.reset();
  await answer(8);
  feed.receive(say({ positions: [aPosition({ id: 5 })] }));
  feed.receive(say({ positions: [aPosition({ id: 5, address: 'Rua A, 1' })] }));
  frame();
  expect(addresses).toEqual(['Rua A, 1']);
});

test('who listens late is given the snapshot that waits for him, and then what is newer', async () => {
  const { feed, snapshots, received, listen, frame, answer } = setUp();
  feed.reset();
  await answer(8);
  feed.receive(say({ positions: [aPosition({ id: 5 })] }));
  frame();
  listen();
  await vi.advanceTimersByTimeAsync(0);
  frame();
  expect(received).toEqual(['reset 8', 'positions 5']);
  expect(snapshots).toHaveLength(1);
});

test('a second listener has bytes of his own, though the first took his away', async () => {
  const { feed, answer } = setUp();
  const lengths: number[] = [];
  feed.onReset((bytes) => void structuredClone(bytes, { transfer: [bytes] }));
  feed.onReset((bytes) => lengths.push(bytes.byteLength));
  feed.reset();
  await answer(8);
  expect(lengths).toEqual([8]);
});

test.each(['{', '7', 'null', '{"positions":7}'])('[WS-01] %s is logged and hurts nothing', async (text) => {
  const { feed, received, listen, frame, answer } = setUp();
  listen();
  feed.reset();
  await answer(8);
  feed.receive(text);
  feed.receive(say({ positions: [aPosition({ id: 5 })], events: [anEvent({ id: 9 })] }));
  frame();
  expect(received).toEqual(['reset 8', 'events 9', 'positions 5']);
  expect(console.warn).toHaveBeenCalledOnce();
});

test('[MAP-02] a siren that is raised while the snapshot is on its way is not lost under it', async () => {
  const { feed, snapshots, received, listen, frame, answer } = setUp();
  listen();
  feed.onSirens((all) => received.push(`sirens ${all.map(({ deviceId, on }) => `${deviceId} ${on}`)}`));
  const alarm = (deviceId: number, part: object = {}) =>
    anEvent({ id: deviceId, deviceId, type: 'alarm', ...part });
  feed.reset();
  feed.receive(say({ events: [alarm(1), alarm(2)] }));
  feed.receive(say({ events: [alarm(1, { handledAt: '2026-11-21T07:00:00.000Z', deviceSiren: false })] }));
  frame();
  expect(received).toEqual(['events 1,2,1']);
  await answer(8);
  frame();
  expect(received.slice(1)).toEqual(['reset 8', 'sirens 1 false,2 true']);
  // what was sent before a snapshot was requested is in it
  feed.receive(say({ events: [alarm(3)] }));
  feed.reset();
  await answer(9);
  frame();
  expect(snapshots).toHaveLength(2);
  expect(received.slice(3)).toEqual(['reset 9', 'events 3']);
});

test('[NOT-01] a notice is told once, whether or not the picture is there yet', () => {
  const { feed, received, frame } = setUp();
  feed.onNotices((all) => received.push(`notices ${all.map(({ id }) => id)}`));
  feed.reset();
  feed.receive(say({ events: [], notices: [anEvent({ id: 3 })] }));
  feed.receive(say({ events: [], notices: [anEvent({ id: 4 })] }));
  frame();
  feed.receive(say({ events: [] }));
  frame();
  expect(received).toEqual(['notices 3,4']);
});

test('after a stop nothing that waited is told', async () => {
  const { feed, received, listen, frame, answer } = setUp();
  listen();
  feed.reset();
  feed.receive(say({ positions: [aPosition()], events: [anEvent()] }));
  feed.stop();
  await answer(8);
  frame();
  expect(received).toEqual([]);
});
