import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DecodedPosition } from './decoded-position.ts';
import { isBinary } from './gl200/gl200-framer.ts';
import { hasGoodCrc } from './gt06/packet.ts';
import type { TrackerMessage, TrackerSession } from './protocol.ts';
import { protocols } from './registry.ts';
import { messageFault } from './testing/message-fault.ts';
import { type Outcome, outcomeOf, type Vector, vectors } from './testing/vector-files.ts';
import { isNewer } from './totem/frame.ts';

const leastVectors = 12;
/** The four that most trackers in Brazil speak. */
const leastOfMain = 30;
const main = new Set(['suntech', 'gt06', 'teltonika', 'gl200']);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

function isStream({ context }: Vector): boolean {
  return context.transport !== 'udp';
}

/** Numbers that took another way to the same value may differ in their last digits. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(12));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}

function positionsIn(messages: readonly TrackerMessage[]): DecodedPosition[] {
  return messages.flatMap((message) => (message.kind === 'position' ? [message.position] : []));
}

function expectInRange(messages: readonly TrackerMessage[]): void {
  expect(messages.map(messageFault).filter((fault) => fault !== undefined)).toEqual([]);
}

/** The reply of an HTTP or datagram answer depends on nothing else, so whole outcomes can be compared. */
function textOf(outcome: Outcome): string {
  return JSON.stringify(outcome);
}

describe.each(protocols.map((protocol) => [protocol.name]))('%s', (name) => {
  test('has its vectors', () => {
    const own = vectors.filter(({ protocol }) => protocol.name === name);
    expect(own.length).toBeGreaterThanOrEqual(main.has(name) ? leastOfMain : leastVectors);
  });
});

/** The session behind a stream that ends with a whole frame; undefined for one that ends the connection, or amid a frame. */
function behindOf({ protocol, context, ...vector }: Vector, bytes: Uint8Array): TrackerSession | undefined {
  const framer = protocol.createFramer();
  const { frames, error } = framer.push(bytes);
  if (error || framer.pendingBytes > 0) return undefined;
  return frames.reduce((session, frame) => protocol.decode(frame, session, context).session, vector.session);
}

function named(list: readonly Vector[]): [string, Vector][] {
  return list.map((vector) => [vector.title, vector]);
}

describe.each(named(vectors))('%s', (_title, vector) => {
  test('[ING-03] gives exactly the messages, replies and errors of its document', () => {
    const whole = outcomeOf(vector, vector.pieces);
    expect(rounded(whole.messages)).toEqual(rounded(vector.messages));
    expect(whole.replies).toEqual(vector.replies);
    expect(whole.errors).toEqual(vector.errors);
    expectInRange(whole.messages);
  });
});

describe.each(named(vectors.filter(isStream)))('%s', (_title, vector) => {
  const whole = outcomeOf(vector, vector.pieces);

  test('[ING-03] split at any byte, and byte by byte, gives the same', () => {
    const bytes = joined(vector.pieces);
    const expected = textOf(whole);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(textOf(outcomeOf(vector, [bytes.subarray(0, at), bytes.subarray(at)]))).toBe(expected);
    }
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(textOf(outcomeOf(vector, single))).toBe(expected);
  });

  test('[ING-03] sent twice in one read gives twice the same', () => {
    const bytes = joined(vector.pieces);
    const behind = behindOf(vector, bytes);
    if (behind === undefined || vector.onlyFirst) return;
    const again = outcomeOf({ ...vector, session: behind }, [bytes]);
    const twice = outcomeOf(vector, [joined([bytes, bytes])]);
    expect(twice.messages).toEqual([...whole.messages, ...again.messages]);
    expect(twice.replies).toEqual([...whole.replies, ...again.replies]);
    expect(twice.errors).toEqual([...whole.errors, ...again.errors]);
  });

  test('[ING-03] cut short at any length gives no message that was not sent', () => {
    const bytes = joined(vector.pieces);
    for (let length = 0; length < bytes.length; length += 1) {
      const { messages } = outcomeOf(vector, [bytes.subarray(0, length)]);
      expect(messages).toEqual(whole.messages.slice(0, messages.length));
    }
  });
});

describe.each(named(vectors.filter((vector) => !isStream(vector))))('%s', (_title, vector) => {
  test('[ING-03] a datagram cut short at any length gives nothing', () => {
    for (const piece of vector.pieces) {
      for (let length = 0; length < piece.length; length += 1) {
        expect(outcomeOf(vector, [piece.subarray(0, length)]).messages).toEqual([]);
      }
    }
  });
});

/** Which frames carry a checksum, by protocol; the others of these protocols have none, or one that nobody knows. */
const isChecked: Readonly<Record<string, (frame: Uint8Array) => boolean>> = {
  gl200: (frame) => isBinary(frame),
  gt06: (frame) => hasGoodCrc(frame, frame.length),
  jt808: (frame) => frame[0] !== 0x28,
  meiligao: () => true,
  meitrack: () => true,
  mxt: () => true,
  teltonika: () => true,
  totem: isNewer,
};

/**
 * What a checksum does not see: gl200 leaves its header out; of jt808's exclusive or a pair (7D 01 for 7D, 7D 02 for 7E)
 * and its two bytes are the same, and what a new 7E cuts off may have it by chance.
 */
function isUnseen({ protocol }: Vector, frame: Uint8Array, turned: Uint8Array, at: number): boolean {
  if (protocol.name === 'gl200') return at < 4;
  if (protocol.name !== 'jt808') return false;
  return [frame[at - 1], frame[at], turned[at]].includes(0x7d) || turned[at] === 0x7e;
}

const checked = vectors.filter(({ protocol, errors, context }) => {
  return protocol.name in isChecked && errors.length === 0 && context.transport === 'tcp';
});

function positionsOf({ protocol, context, session }: Vector, bytes: Uint8Array): unknown[] {
  const { frames } = protocol.createFramer().push(bytes);
  const known = { uniqueId: '868120145233604', ...session };
  return frames.flatMap((frame) => positionsIn(protocol.decode(frame, known, context).messages));
}

test('[ING-03] each protocol with a checksum has vectors that carry it', () => {
  expect([...new Set(checked.map(({ protocol }) => protocol.name))].sort()).toEqual(
    Object.keys(isChecked).sort(),
  );
});

describe.each(named(checked))('%s', (_title, vector) => {
  test('[ING-03] one bit turned in a checked packet never makes another position', () => {
    const { frames } = vector.protocol.createFramer().push(joined(vector.pieces));
    for (const frame of frames) {
      const right = positionsOf(vector, frame).map((position) => JSON.stringify(position));
      if (right.length === 0 || !isChecked[vector.protocol.name]?.(frame)) continue;
      for (let bit = 0; bit < frame.length * 8; bit += 1) {
        const at = bit >> 3;
        const turned = frame.slice();
        turned[at]! ^= 1 << (bit & 7);
        if (isUnseen(vector, frame, turned, at)) continue;
        const reported = positionsOf(vector, turned).map((position) => JSON.stringify(position));
        expect(reported.filter((position) => !right.includes(position))).toEqual([]);
      }
    }
  });
});

describe.each(protocols.map((protocol) => [protocol.name, protocol] as const))('%s', (name, protocol) => {
  const context = {
    receivedMs: Date.UTC(2024, 9, 5, 15),
    transport: protocol.transports[0] ?? 'tcp',
  } as const;
  const session = { uniqueId: '868120145233604' };

  test('[ING-03] no bytes make the framer or the decoder throw, or hold more than a frame', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (chunks) => {
        const framer = protocol.createFramer();
        for (const chunk of chunks) {
          for (const frame of framer.push(chunk).frames) protocol.decode(frame, session, context);
          expect(framer.pendingBytes).toBeLessThanOrEqual(protocol.maxFrameBytes);
          protocol.decode(chunk, session, context);
        }
      }),
      { numRuns: 300 },
    );
  });

  test(`[ING-03] ${name} ends a connection that speaks something else at once`, () => {
    const strangers = [
      'SSH-2.0-OpenSSH_9.6\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      'EHLO mail\r\n',
      '\u0000\u0000\u0000\u0001',
    ];
    for (const stranger of strangers) {
      const { error } = protocol
        .createFramer()
        .push(new Uint8Array(Buffer.from(stranger.repeat(40), 'latin1')));
      expect(error).toBeDefined();
    }
  });
});
