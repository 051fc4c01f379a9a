import { expect, test } from 'vitest';
import { createFairQueue, type Flow } from './fair-queue.ts';

const commitMs = 40;
const usual = { entriesACommit: 1_000, mostEntries: 20_000 };
/** Of one of three writers that share a processor with others. */
const slower = { entriesACommit: 300, mostEntries: 6_667 };

/**
 * Connections that send more than a writer commits (25,000 entries a second), on a clock of its own: each always has
 * `window` entries sent and not committed. Returns how long every entry waited, ms, those that still wait at the end too.
 */
function waitsOf(
  windows: readonly number[],
  seconds: number,
  { entriesACommit, mostEntries } = usual,
): readonly (readonly number[])[] {
  let nowMs = 0;
  let later: (() => void)[] = [];
  const writing: { readonly connection: number; readonly sentMs: number }[] = [];
  let written = 0;
  const room = () => mostEntries - (writing.length - written);
  const queue = createFairQueue({ room, schedule: (serve) => later.push(serve) });
  const waits: number[][] = windows.map(() => []);

  const connections = windows.map((_, connection) => {
    const sent: number[] = [];
    const flow: Flow = {
      serve(most) {
        for (const sentMs of sent.splice(0, most)) writing.push({ connection, sentMs });
        if (sent.length > 0) queue.ask(flow);
      },
    };
    return {
      sent,
      send(entries: number) {
        for (let entry = 0; entry < entries; entry += 1) sent.push(nowMs);
        queue.ask(flow);
      },
    };
  });
  const runLater = () => {
    while (later.length > 0) {
      const due = later;
      later = [];
      for (const run of due) run();
    }
  };

  for (const [index, window] of windows.entries()) connections[index]?.send(window);
  runLater();
  while (nowMs < seconds * 1000) {
    nowMs += commitMs;
    const committed = writing.slice(written, written + entriesACommit);
    written += committed.length;
    queue.roomFreed();
    for (const { connection, sentMs } of committed) {
      waits[connection]?.push(nowMs - sentMs);
      connections[connection]?.send(1);
    }
    runLater();
  }
  for (const { connection, sentMs } of writing.slice(written)) waits[connection]?.push(nowMs - sentMs);
  for (const [index, { sent }] of connections.entries()) {
    waits[index]?.push(...sent.map((sentMs) => nowMs - sentMs));
  }
  return waits;
}

function spread(waits: readonly number[]) {
  const sorted = waits.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99), longest: at(1) };
}

test('[ING-11] 2,000 connections that send more than is committed all wait alike', () => {
  const { median, p99, longest } = spread(waitsOf(Array(2_000).fill(40), 20).flat());
  // 80,000 entries on their way, 25,000 committed a second
  expect(median).toBeGreaterThan(2_500);
  expect(p99).toBeLessThan(1.5 * median);
  expect(longest).toBeLessThan(2 * median);
});

test('[ING-11] nobody waits twice because there was room for a part of his turn only', () => {
  const { median, longest } = spread(waitsOf(Array(333).fill(40), 20, slower).flat());
  // 13,320 entries on their way, 7,500 committed a second
  expect(median).toBeGreaterThan(1_500);
  expect(longest).toBeLessThan(1.2 * median);
});

test('[ING-11] who was cut short for want of room goes on first, with the rest of his turn and no more', () => {
  const { queue, later, log, parts, flowOf } = queueWith(30);
  const cut = flowOf('cut', 90);
  queue.ask(cut);
  queue.ask(flowOf('other', 5));
  expect(queue.waiting).toBe(2);
  // more of its bytes came: it waits already
  queue.ask(cut);
  expect(queue.waiting).toBe(2);
  parts.left = 100;
  queue.roomFreed();
  later.shift()?.();
  expect(log.filter((line) => line.includes(' of '))).toEqual([
    'cut 30 of 30',
    'cut 20 of 20',
    'other 5 of 50',
    'cut 40 of 50',
  ]);

  // a frame larger than its turn was the last of that turn
  const large = queueWith(10);
  const pushes = [60, 1];
  const flow: Flow = {
    serve(most) {
      large.log.push(`large of ${most}`);
      large.parts.left -= pushes.shift() ?? 0;
      if (pushes.length > 0) large.queue.ask(flow);
    },
  };
  large.parts.left = 0;
  large.queue.ask(flow);
  large.queue.ask(large.flowOf('other', 1));
  for (const left of [10, 100]) {
    large.parts.left = left;
    large.queue.roomFreed();
    large.later.shift()?.();
  }
  expect(large.log).toEqual(['large of 10', 'other 1 of 50', 'other ends', 'large of 50']);

  const gone = queueWith(1);
  const first = gone.flowOf('first', 2);
  gone.queue.ask(first);
  gone.queue.ask(gone.flowOf('second', 1));
  gone.queue.forget(first);
  gone.parts.left = 10;
  gone.queue.roomFreed();
  gone.later.shift()?.();
  expect(gone.log).toEqual(['first 1 of 1', 'first ends', 'second 1 of 10', 'second ends']);

  const stopped = queueWith(1);
  stopped.queue.ask(stopped.flowOf('first', 2));
  stopped.queue.stop();
  expect([stopped.log.at(-1), stopped.queue.waiting]).toEqual(['first stopped', 0]);
});

test('[ING-11] a tracker that sends one position waits no longer for those that empty their memory', () => {
  const heavy = 200;
  const waits = waitsOf([...Array(heavy).fill(2_000), ...Array(200).fill(1)], 30);
  const light = spread(waits.slice(heavy).flat());
  // what was taken before it is 20,000 entries, and a turn of each of the others 10,000
  expect(light.longest).toBeLessThan(1_500);
  expect(light.median).toBeLessThan(spread(waits.slice(0, heavy).flat()).median / 5);
});

test('who asks again while others wait comes after them, and who went away is not served', () => {
  const later: (() => void)[] = [];
  let room = 0;
  const served: string[] = [];
  const queue = createFairQueue({ room: () => room, schedule: (serve) => later.push(serve) });
  const flowOf = (name: string, turns: number): Flow => {
    let left = turns;
    const flow: Flow = {
      serve() {
        served.push(name);
        room -= 1;
        left -= 1;
        if (left > 0) queue.ask(flow);
      },
    };
    return flow;
  };
  const removed = flowOf('removed', 1);
  for (const flow of [flowOf('first', 3), removed, flowOf('second', 2)]) queue.ask(flow);
  queue.forget(removed);
  expect(served).toEqual([]);
  room = 2;
  queue.roomFreed();
  queue.roomFreed();
  expect(later).toHaveLength(1);
  later.shift()?.();
  expect(served).toEqual(['first', 'second']);
  room = 10;
  queue.roomFreed();
  later.shift()?.();
  // there was no room for the whole turn of the second: it goes on with it
  expect(served).toEqual(['first', 'second', 'second', 'first', 'first']);
  // nobody waits: at once
  queue.ask(flowOf('third', 1));
  expect(served.at(-1)).toBe('third');
});

/** A queue with so much room, what each serve was allowed, and what was scheduled. */
function queueWith(room: number) {
  const later: (() => void)[] = [];
  const log: string[] = [];
  const parts = { left: room };
  const queue = createFairQueue({ room: () => parts.left, schedule: (serve) => later.push(serve) });
  /** Pushes `entries` in all, as many a turn as it may. */
  const flowOf = (name: string, entries: number): Flow => {
    let rest = entries;
    const flow: Flow = {
      serve(most) {
        const taken = Math.min(most, rest);
        log.push(`${name} ${taken} of ${most}`);
        parts.left -= taken;
        rest -= taken;
        if (rest > 0) queue.ask(flow);
        log.push(`${name} ends`);
      },
      stopped: () => log.push(`${name} stopped`),
    };
    return flow;
  };
  return { queue, later, log, parts, flowOf };
}

test('[ING-11] a turn is for no more than there is room for, and the rest waits until there is more', () => {
  const { queue, later, log, parts, flowOf } = queueWith(80);
  queue.ask(flowOf('one', 90));
  expect(log).toEqual(['one 50 of 50', 'one ends', 'one 30 of 30', 'one ends']);
  expect([later.length, queue.waiting]).toEqual([0, 1]);
  queue.ask(flowOf('other', 5));
  expect([later.length, queue.waiting]).toEqual([0, 2]);
  parts.left = 20;
  queue.roomFreed();
  later.shift()?.();
  expect(log.slice(4)).toEqual(['one 10 of 20', 'one ends', 'other 5 of 10', 'other ends']);
});

test('[ING-11] the sockets are looked at after 500 entries, whoever asks meanwhile, and after 500 who push none', () => {
  const { queue, later, log, flowOf } = queueWith(10_000);
  const heavy = flowOf('heavy', 1_200);
  queue.ask(heavy);
  const taken = () => log.filter((line) => line.endsWith('of 50')).length;
  expect([taken(), later.length]).toEqual([10, 1]);
  // more of its bytes came
  queue.ask(heavy);
  expect([taken(), later.length]).toEqual([10, 1]);
  later.shift()?.();
  expect([taken(), later.length]).toEqual([20, 1]);
  later.shift()?.();
  expect([taken(), later.length, queue.waiting]).toEqual([24, 0, 0]);

  const silent = queueWith(0);
  for (let index = 0; index < 501; index += 1) silent.queue.ask(silent.flowOf('silent', 0));
  silent.parts.left = 1;
  silent.queue.roomFreed();
  silent.later.shift()?.();
  expect([silent.queue.waiting, silent.later.length]).toEqual([1, 1]);
});

test('[ING-11] who was told that no turn will come gets none', () => {
  const { queue, later, log, parts, flowOf } = queueWith(0);
  queue.ask(flowOf('one', 5));
  queue.stop();
  parts.left = 10;
  queue.roomFreed();
  for (const run of later) run();
  expect([log, queue.waiting]).toEqual([['one stopped'], 0]);
});

/** Flows that say when they are served; each has so many entries, of which room takes away. */
function startNamed(firstRoom: number) {
  let room = firstRoom;
  const said: string[] = [];
  const queue = createFairQueue({ room: () => room, schedule: () => undefined });
  const flow = (name: string, entries: number, meanwhile?: () => void): Flow => {
    let left = entries;
    const made: Flow = {
      serve(most) {
        const taken = Math.min(most, left);
        said.push(`${name} ${taken}`);
        meanwhile?.();
        left -= taken;
        room -= taken;
        if (left > 0) queue.ask(made);
        said.push(`${name} done`);
      },
    };
    return made;
  };
  const makeRoom = (entries: number) => {
    room = entries;
  };
  return { queue, flow, said, makeRoom };
}

test('[ING-11] who asks while nobody waits has one turn at once, and goes on behind who asked meanwhile', () => {
  const { queue, flow, said } = startNamed(1000);
  queue.ask(flow('first', 60, () => queue.ask(flow('second', 1))));
  expect(said.slice(0, 2)).toEqual(['first 50', 'first done']);
  expect(said.filter((text) => text.endsWith('done')).slice(0, 3)).toEqual([
    'first done',
    'second done',
    'first done',
  ]);
});

test('[ING-11] without room nobody is served; who waited comes before who asks once there is some', () => {
  const { queue, flow, said, makeRoom } = startNamed(0);
  queue.ask(flow('first', 1));
  expect(said).toEqual([]);
  makeRoom(10);
  queue.ask(flow('second', 1));
  expect(said).toEqual(['first 1', 'first done', 'second 1', 'second done']);
});

test('[ING-11] one whose turn was cut short for want of room comes before who asks once there is some', () => {
  const { queue, flow, said, makeRoom } = startNamed(20);
  queue.ask(flow('first', 30));
  makeRoom(100);
  queue.ask(flow('second', 1));
  expect(said).toEqual(['first 20', 'first done', 'first 10', 'first done', 'second 1', 'second done']);
});
