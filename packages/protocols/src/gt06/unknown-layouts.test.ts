/** A guess never becomes an alarm, an ignition or a block: packets of layouts that nobody described, of every type and size. */
import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import { describe, expect, test } from 'vitest';
import type { DecodeContext, TrackerMessage, TrackerSession } from '../protocol.ts';
import { createRandom, type Random, seedOf } from '../testing/mutations.ts';
import { vectors } from '../testing/vector-files.ts';
import { gt06 } from './gt06.ts';
import { openPacket, sealPacket } from './packet.ts';
import { statusBytes } from './status-field.ts';

const session: TrackerSession = { uniqueId: '868120145233604' };
const context: DecodeContext = { receivedMs: Date.UTC(2024, 9, 5, 15), transport: 'tcp' };

/** 2024-10-05 14:30:15, fixed at 23.55052 S, 46.6333 W, without ACC in the course word. */
const fix = Buffer.from('180a050e1e0fcc0286d5980500d2723c180a', 'hex');
const gsmCell = Buffer.from('02d4052b6700a1b2', 'hex');
const lteCell = Buffer.from('02d40500002b67000000000000a1b2', 'hex');

function attributesOf(message: TrackerMessage): Readonly<Record<string, unknown>> {
  if (message.kind === 'position') return message.position.attributes;
  return message.kind === 'heartbeat' ? message.attributes : {};
}

function decodedOf(type: number, content: Uint8Array, long = false) {
  return gt06.decode(sealPacket(type, 1, content, long), session, context);
}

interface State {
  readonly alarm?: unknown;
  readonly ignition?: unknown;
  readonly blocked?: unknown;
}

/** What must not be guessed, of each message that reports any of it. */
function statesIn(messages: readonly TrackerMessage[]): State[] {
  return messages.map(attributesOf).flatMap(({ alarm, ignition, blocked }) => {
    const reported = { ...(alarm !== undefined && { alarm }), ...(ignition !== undefined && { ignition }) };
    const state = { ...reported, ...(blocked !== undefined && { blocked }) };
    return Object.keys(state).length > 0 ? [state] : [];
  });
}

function randomBytes(random: Random, count: number): Uint8Array {
  return Uint8Array.from({ length: count }, () => random(256));
}

const cellBytes = gsmCell.length;
const plainLocation = fix.length + cellBytes;

/**
 * Sizes whose layout is known by the size alone, bytes of content: of them any bytes that are no nonsense are read. A
 * network code of two bytes makes a location one longer.
 */
const located = (tails: readonly number[]) =>
  tails.flatMap((tail) => [plainLocation + tail, plainLocation + tail + 1]);
const laterLocations = [...located([0, 3, 4, 7]), 42, 43];
const withPhone = [0, 21, 23].map((phone) => fix.length + phone);
const known: ReadonlyMap<number, readonly number[]> = new Map([
  [0x10, withPhone],
  [0x11, [0, 3, 4, 7].map((tail) => fix.length + 10 + tail)],
  [0x12, located([0, 3, 4, 5, 7, 10, 12])],
  [0x13, [5]],
  [0x16, [31, 32]],
  [0x19, [13, 14]],
  [0x1a, withPhone],
  [0x1e, [45, 46, 48].map((cells) => fix.length + cells)],
  [0x22, laterLocations],
  [0x23, [1, 3, 4, 5, 6]],
  [0x24, [41, 42]],
  [0x25, laterLocations],
  [0x2d, laterLocations],
  [0x31, [...laterLocations, 37]],
  [0xa0, [0, 3, 4, 7].flatMap((tail) => [33 + tail, 34 + tail])],
  [0xa2, [59, 60]],
  [0xa5, [20, 21]],
]);

/** The driving licence of a GT06E has any length from here on. */
const leastLicence = plainLocation + 80;

function isKnown(type: number, size: number): boolean {
  return (known.get(type) ?? []).includes(size) || (type === 0x12 && size >= leastLicence);
}

const longest = 130;
const sizes = Array.from({ length: longest + 1 }, (_, size) => size);
const types = Array.from({ length: 256 }, (_, type) => type).filter((type) => type !== 0x01);

describe.each([
  ['short', false],
  ['long', true],
] as const)('the %s form', (form, long) => {
  test('[ING-03] random content of every type and unknown size tells no alarm, ignition or block', () => {
    const random = createRandom(seedOf(form));
    const reported: unknown[] = [];
    for (const type of types) {
      for (const size of sizes) {
        if (isKnown(type, size)) continue;
        for (let count = 0; count < 2; count += 1) {
          const content = randomBytes(random, size);
          const states = statesIn(decodedOf(type, content, long).messages);
          if (states.length > 0)
            reported.push({ type, content: Buffer.from(content).toString('hex'), states });
        }
      }
    }
    expect(reported).toEqual([]);
  });
});

/** Types that begin with clock and fix. */
const locations = [
  0x10, 0x11, 0x12, 0x16, 0x17, 0x1a, 0x1e, 0x22, 0x25, 0x26, 0x27, 0x2d, 0x31, 0x32, 0x36, 0x37, 0x38, 0xa0,
  0xa3, 0xa4,
];

describe.each(locations.map((type) => [`0x${type.toString(16)}`, type] as const))('%s', (name, type) => {
  test.each([
    ['anything', new Uint8Array(0)],
    ['a cell and anything', gsmCell],
    ['an LTE cell and anything', lteCell],
  ] as const)('[ING-03] a fix with %s behind it is its place and no more', (_what, cell) => {
    const random = createRandom(seedOf(`${name} ${cell.length}`));
    const faults: unknown[] = [];
    for (const size of sizes.filter((size) => size >= 9 && fix.length + size <= longest)) {
      if (size < cell.length || isKnown(type, fix.length + size)) continue;
      for (let count = 0; count < 10; count += 1) {
        const content = Buffer.concat([fix, cell, randomBytes(random, size - cell.length)]);
        const { messages, replies } = decodedOf(type, content);
        const [message] = messages;
        const position = message?.kind === 'position' ? message.position : undefined;
        const isPlace = position?.latitude === -23.55052 && position.valid;
        const isAnswered = type === 0x38 || replies[0]?.after === 'commit';
        const states = statesIn(messages);
        if (!isPlace || !isAnswered || states.length > 0) faults.push([content.toString('hex'), states]);
      }
    }
    expect(faults).toEqual([]);
  });

  test('[ING-03] what lies in no world is no place', () => {
    const beyond = Buffer.from(fix);
    beyond.writeUInt32BE(0xf286d598, 7);
    for (const size of [9, 21, 33, 47, 61]) {
      if (isKnown(type, fix.length + size)) continue;
      const random = createRandom(size);
      const { messages } = decodedOf(type, Buffer.concat([beyond, randomBytes(random, size)]));
      expect(messages.map((message) => 'position' in message && message.position.latitude)).not.toContain(
        expect.any(Number),
      );
      expect(statesIn(messages)).toEqual([]);
    }
  });
});

const stated = vectors
  .filter(
    ({ protocol, messages }) => protocol.name === 'gt06' && statesIn(messages as TrackerMessage[]).length > 0,
  )
  .flatMap((vector) =>
    vector.pieces.flatMap((piece) => {
      const packet = openPacket(piece);
      if ('code' in packet || packet.accessPoints !== undefined) return [];
      const at = packet.long ? 5 : 4;
      const content = piece.subarray(at, at + packet.contentBytes);
      return [[vector.title, { packet, content, session: vector.session }] as const];
    }),
  );

/** What one state reports and the other does not. */
function madeUp(state: State, right: State = {}): unknown[] {
  const alarms = alarmsOf(state.alarm).filter((alarm) => !alarmsOf(right.alarm).includes(alarm));
  const { ignition = right.ignition, blocked = right.blocked } = state;
  return [...alarms, ...(ignition === right.ignition && blocked === right.blocked ? [] : [state])];
}

/** Where the fix ends, or in a packet of state the first byte: what is damaged before is another fix, or none. */
function behindFix(content: Uint8Array): number {
  const latitude = Buffer.from(content).indexOf(fix.subarray(7, 11));
  if (latitude >= 0) return latitude + 11;
  return content.length > fix.length ? fix.length : 1;
}

/** Types that other models use for other things. */
const sharedTypes = new Set([0x24, 0x31, 0x32, 0x37, 0xa2, 0xa3]);
const shared = stated.filter(([, { packet }]) => sharedTypes.has(packet.type));

/** The packet with a clock that was reset: 2000-01-01, or no date at all. */
function withClock(content: Uint8Array, clock: string): Uint8Array {
  return Buffer.from(Buffer.from(content).toString('hex').replaceAll('180a050e1e0f', clock), 'hex');
}

test('[ING-03] behind a clock of no time near now a known ending tells nothing but an alarm, of types with several meanings', () => {
  expect(new Set(shared.map(([, { packet }]) => packet.type))).toEqual(sharedTypes);
  const silent = shared.filter(([, { content, packet }]) => {
    const [right] = statesIn(decodedOf(packet.type, content, packet.long).messages);
    return right?.alarm === undefined;
  });
  expect(silent.length).toBeGreaterThan(0);
  for (const [title, { packet, content }] of silent) {
    for (const clock of ['000101000000', '000000000000', '630101000000']) {
      const { messages } = decodedOf(packet.type, withClock(content, clock), packet.long);
      expect([title, messages]).toEqual([
        title,
        [{ kind: 'heartbeat', uniqueIds: ['868120145233604'], attributes: {} }],
      ]);
    }
  }
});

const alarmed = stated.filter(
  ([, { content, packet }]) =>
    Buffer.from(content).includes(fix.subarray(0, 6)) &&
    statesIn(decodedOf(packet.type, content, packet.long).messages).some(({ alarm }) => alarm !== undefined),
);

test('[ING-03] [ING-05] an alarm behind a clock that was reset is one of now, at a place that is outdated', () => {
  const types = new Set(alarmed.map(([, { packet }]) => packet.type));
  expect([...types].sort()).toEqual(
    [0x12, 0x16, 0x22, 0x26, 0x27, 0x32, 0x33, 0x95, 0xa2, 0xa3, 0xa4].sort(),
  );
  for (const [title, { packet, content, session: before }] of alarmed) {
    const decoded = (clock?: string) => {
      const bytes = sealPacket(packet.type, 1, clock ? withClock(content, clock) : content, packet.long);
      const [message] = gt06.decode(bytes, { ...session, ...before }, context).messages;
      return message?.kind === 'position' ? message.position : undefined;
    };
    const right = decoded();
    for (const clock of ['000101000000', '000000000000']) {
      const { fixTimeMs, outdated, latitude, attributes } = decoded(clock) ?? {};
      expect([title, clock, fixTimeMs, outdated, latitude, attributes]).toEqual([
        title,
        clock,
        context.receivedMs,
        true,
        right?.latitude,
        right?.attributes,
      ]);
    }
  }
});

/** Bytes that are no flag, no scale's and no country's. */
const withField = (content: Uint8Array, at: number, count: number) =>
  Buffer.concat([content.subarray(0, at), Buffer.alloc(count, 0xee), content.subarray(at)]);

const withoutField = (content: Uint8Array, at: number, count: number) =>
  Buffer.concat([content.subarray(0, at), content.subarray(at + count)]);

/** Alarms with a cell behind its length. */
const alarmTypes = new Set([0x16, 0x26, 0x27, 0x32, 0xa3, 0xa4]);

/**
 * The length of an alarm's cell gives the place of its status. From there on every byte has its place: a field more between
 * the two is another cell and status, as right as any, and one behind that makes a documented size a documented packet.
 */
function isPlacedByLength(type: number, bytes: Uint8Array, at: number): boolean {
  const lengthAt = fix.length;
  const end = lengthAt + (bytes[lengthAt] || 1 + gsmCell.length) + statusBytes;
  const isWhole = [0, 1, 4, 5].includes(bytes.length - end);
  return alarmTypes.has(type) && at > lengthAt && bytes.length >= end && (at < end || isWhole);
}

describe.each(stated)('%s', (_title, { packet, content, session: before }) => {
  const from = behindFix(content);
  const statesOf = (bytes: Uint8Array) =>
    statesIn(
      gt06.decode(sealPacket(packet.type, 1, bytes, packet.long), { ...session, ...before }, context)
        .messages,
    );
  const [right] = statesOf(content);

  test('[ING-03] a field more or less than in its document makes no other state of it', () => {
    const damaged = Array.from({ length: content.length - from }, (_, index) => from + index).flatMap((at) =>
      [
        ...[1, 2, 3, 6, 8, 9].map((count) => withField(content, at, count)),
        ...[1, 2, 3].map((count) => withoutField(content, at, count)),
      ].filter((bytes) => !isPlacedByLength(packet.type, bytes, at)),
    );
    const faults = damaged
      .filter(({ length }) => !isKnown(packet.type, length))
      .map(
        (bytes) => [bytes.toString('hex'), statesOf(bytes).flatMap((state) => madeUp(state, right))] as const,
      )
      .filter(([, states]) => states.length > 0);
    expect(faults).toEqual([]);
  });
});
