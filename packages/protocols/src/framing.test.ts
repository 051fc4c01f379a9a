import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { type Cut, createCuttingFramer, mostLeadingBytes } from './framing.ts';
import type { Protocol } from './protocol.ts';
import { protocols } from './registry.ts';
import { vectors } from './testing/vector-files.ts';

/** Frames of one length byte and that many bytes; 255 starts nothing and is passed over. */
function cutCounted(bytes: Uint8Array): Cut {
  const length = bytes[0] ?? 0;
  if (length === 255) return { kind: 'skip', length: 1 };
  return bytes.length < length + 1
    ? { kind: 'more', examined: 0, needed: length + 1 }
    : { kind: 'frame', length: length + 1 };
}

const limits = { maxFrameBytes: 64, maxSkippedBytes: 3 };

test('[ING-03] frames, skipped bytes and errors do not depend on how the stream is split', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (bytes, sizes) => {
        const whole = createCuttingFramer(cutCounted, limits).push(bytes);
        const framer = createCuttingFramer(cutCounted, limits);
        const frames: Uint8Array[] = [];
        let error: unknown;
        for (let at = 0, turn = 0; at < bytes.length && !error; turn += 1) {
          const size = sizes[turn % Math.max(1, sizes.length)] ?? 7;
          const framed = framer.push(bytes.subarray(at, at + size));
          frames.push(...framed.frames);
          error = framed.error;
          at += size;
        }
        expect(frames).toEqual(whole.frames);
        expect(error).toEqual(whole.error);
      },
    ),
  );
});

test('a frame longer than allowed, and too many skipped bytes, end the stream for good', () => {
  const long = createCuttingFramer(cutCounted, limits);
  expect(long.push(Uint8Array.of(100)).error?.code).toBe('frame-too-long');
  expect(long.push(Uint8Array.of(0)).error?.code).toBe('frame-too-long');
  expect(long.pendingBytes).toBe(0);
  const noisy = createCuttingFramer(cutCounted, limits);
  expect(noisy.push(Uint8Array.of(255, 255, 255, 0)).frames).toHaveLength(1);
  expect(noisy.push(Uint8Array.of(255, 255, 255, 255)).error?.code).toBe('no-frame');
});

test('frames are copies: a socket may use its buffer again', () => {
  const chunk = Uint8Array.of(2, 7, 8);
  const { frames } = createCuttingFramer(cutCounted, limits).push(chunk);
  chunk.fill(0);
  expect(frames).toEqual([Uint8Array.of(2, 7, 8)]);
});

test('of a stream of single bytes each is copied once, and a frame is looked at twice', () => {
  let looks = 0;
  const counting: typeof cutCounted = (bytes) => {
    looks += 1;
    return cutCounted(bytes);
  };
  const copies = vi.spyOn(Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array, 'set');
  const framer = createCuttingFramer(counting, limits);
  let frames = 0;
  for (let at = 0; at < 30_000; at += 1)
    frames += framer.push(Uint8Array.of(at % 50 === 0 ? 49 : 1)).frames.length;
  const copied = copies.mock.calls.reduce((sum, [bytes]) => sum + bytes.length, 0);
  copies.mockRestore();
  expect(frames).toBe(600);
  expect(looks).toBe(2 * frames);
  expect(copied).toBeLessThanOrEqual(30_000);
});

test('[ING-03] beyond the first kilobyte of what may be a frame no other message is looked for, byte by byte', () => {
  let looks = 0;
  const messageBytes = () => {
    looks += 1;
    return 0;
  };
  const framer = createCuttingFramer((bytes) => ({ kind: 'more', examined: bytes.length }), {
    ...{ maxFrameBytes: 8192, maxSkippedBytes: 0 },
    opening: { messageBytes },
  });
  const pushed = (bytes: number) => {
    for (let sent = 0; sent < bytes; sent += 1) framer.push(Uint8Array.of(1));
    return looks;
  };
  const within = pushed(1100);
  expect(within).toBeGreaterThan(1000);
  expect(pushed(3000)).toBe(within);
});

test('[ING-03] no other message is looked for where none may have ended since, byte by byte', () => {
  let looks = 0;
  const messageBytes = ([first = 0]: Uint8Array) => {
    looks += 1;
    return first === 2 ? 2 : 0;
  };
  const mayEnd = (bytes: Uint8Array, from: number) => bytes.subarray(from).includes(3);
  const framer = createCuttingFramer(
    (bytes) => (bytes[0] === 2 ? { kind: 'frame', length: 2 } : { kind: 'more', examined: bytes.length }),
    { ...{ maxFrameBytes: 8192, maxSkippedBytes: 0 }, opening: { messageBytes, mayEnd } },
  );
  for (let sent = 0; sent < 100; sent += 1) framer.push(Uint8Array.of(1));
  framer.push(Uint8Array.of(2));
  expect(looks).toBe(0);
  expect(framer.push(Uint8Array.of(3)).frames).toEqual([Uint8Array.of(2, 3)]);
});

test('[ING-03] what stands whole within the beginning is kept, in one read as byte by byte', () => {
  // 9 says a message of nine more, 1 one of one more: which of them holds is known sooner of the shorter
  const messageBytes = ([first = 0]: Uint8Array) => (first === 9 ? 10 : first === 1 ? 2 : 0);
  const wholeOf = (bytes: Uint8Array) => (messageBytes(bytes) <= bytes.length ? messageBytes(bytes) : 0);
  const read = (pieces: readonly Uint8Array[]) => {
    const framer = createCuttingFramer(cutCounted, { ...limits, opening: { messageBytes: wholeOf } });
    return pieces.flatMap((piece) => framer.push(piece).frames.map((frame) => [...frame]));
  };
  const bytes = Uint8Array.of(9, 7, 1, 5, 0, 0, 0, 0, 0, 0, 0);
  const whole = read([bytes]);
  expect(whole[0]).toEqual([1, 5]);
  expect(read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
});

/** What a tracker sends alone, and what is before it on its connection. */
const openings: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['line ends', '\r\n\r\n'],
  ['zeros', '\0\0\0'],
  ['the rest of a log', '10:31:07 INFO modem: attached, 12 packets waiting\r\n'],
  ['a line of a log in brackets', '[2024-10-05 10:31:07] [INFO] modem attached\r\n'],
  ['words in parentheses', 'modem (sim800) attached\r\n'],
  ['the rest of a report', ';-046.633308;000.000;100000;1;0042\r'],
  ['the rest of a binary report', '\x8a\xfe\x05\x9c\xc0\xd1\x0d\x0a'],
  ['a log that breaks off', 'modem attached, 12 packets waiting'],
  ['what a modem was told', 'ATE0\r\nOK\r\n+CSQ: 22,0\r\n\r\nOK\r\nAT+CIPSEND=23\r\r\n> '],
  ['a lone sign', '$'],
  ['a lone letter', 'x'],
  ['the noise of a line', '\xff\xfe\xff'],
].map(([name = '', text = '']) => [name, new Uint8Array(Buffer.from(text, 'latin1'))] as const);

/** As many as a length that says too much could take with it. */
const copies = 12;
const sentence = Buffer.from('GPRMC').toString('hex');

const streams = protocols.filter(({ transports }) => transports[0] === 'tcp');

/** The first vector without a fault. */
function firstOf(protocol: Protocol): Uint8Array {
  const found = vectors.find(
    ({ protocol: its, context, errors }) =>
      its === protocol && context.transport === 'tcp' && errors.length === 0,
  );
  return new Uint8Array(Buffer.concat(found?.pieces ?? []));
}

function framesOf(protocol: Protocol, pieces: readonly Uint8Array[]): string[] {
  const framer = protocol.createFramer();
  return pieces.flatMap((piece) =>
    framer.push(piece).frames.map((frame) => Buffer.from(frame).toString('hex')),
  );
}

describe.each(streams.map((protocol) => [protocol.name, protocol] as const))('%s', (_name, protocol) => {
  const message = firstOf(protocol);
  const expected = framesOf(protocol, [message]);

  const single = new Uint8Array(Buffer.from(expected[0] ?? '', 'hex'));

  test.each([
    ['its first byte', 1],
    ['its first bytes', 5],
    ['a third of it', Math.floor(single.length / 3)],
    ['half of it', single.length >> 1],
    ['all but its end', Math.min(single.length - 1, mostLeadingBytes)],
  ] as const)('[ING-03] keeps the message behind one of which only %s came', (_what, sent) => {
    const bytes = new Uint8Array(
      Buffer.concat([single.subarray(0, sent), ...Array.from({ length: copies }, () => message)]),
    );
    const whole = framesOf(protocol, [bytes]);
    // a serial number before xexun's sentence may run into the broken message's last digits
    const sure = expected.map((frame) =>
      protocol.name === 'xexun' ? frame.slice(frame.indexOf(sentence)) : frame,
    );
    const kept = whole
      .slice(-copies * expected.length)
      .map((frame, at) => frame.slice(-(sure[at % expected.length] ?? '').length));
    expect(kept).toEqual(Array.from({ length: copies }, () => sure).flat());
    const apart = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(framesOf(protocol, apart)).toEqual(whole);
  });

  test.each(openings)('[ING-03] passes over %s before its first message, however split', (_what, opening) => {
    expect(expected.length).toBeGreaterThan(0);
    const bytes = new Uint8Array(Buffer.concat([opening, message]));
    expect(framesOf(protocol, [bytes]).slice(-expected.length)).toEqual(expected);
    const whole = framesOf(protocol, [bytes]);
    for (let at = 1; at < bytes.length; at += 1) {
      expect(framesOf(protocol, [bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
    }
    expect(
      framesOf(
        protocol,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
    ).toEqual(whole);
  });

  test('[ING-03] ends a connection that starts with more bytes of nothing than the bound', () => {
    const framer = protocol.createFramer();
    let error: unknown;
    for (let sent = 0; sent <= mostLeadingBytes + 2 && !error; sent += 1)
      error = framer.push(Uint8Array.of(0x7c)).error;
    expect(error).toMatchObject({ code: 'no-frame' });
    expect(framer.pendingBytes).toBe(0);
    const allowed = protocol.createFramer();
    for (let sent = 0; sent < 100; sent += 1) expect(allowed.push(Uint8Array.of(0)).error).toBeUndefined();
  });
});

test('[ING-03] a first packet with a right checksum is done with its last byte, whatever it says of its body', () => {
  const { protocol, pieces } = vectors.find(({ title }) => title === 'jt808: an encrypted body') ?? {
    pieces: [],
  };
  if (!protocol) throw new Error('there is no vector of an encrypted body');
  const framer = protocol.createFramer();
  expect(framer.push(new Uint8Array(Buffer.concat(pieces))).frames).toHaveLength(1);
  expect(framer.pendingBytes).toBe(0);
});

test('[ING-03] a picture that holds a line end is whole behind a report that broke off', () => {
  const { protocol, pieces } = vectors.find(({ title }) => title.includes('a piece of a picture')) ?? {
    pieces: [],
  };
  if (!protocol) throw new Error('there is no vector of a picture');
  const picture = new Uint8Array(Buffer.concat(pieces));
  const report = firstOf(protocol);
  const bytes = new Uint8Array(Buffer.concat([report.subarray(0, 100), picture, report]));
  const whole = framesOf(protocol, [bytes]);
  expect(whole).toEqual([...framesOf(protocol, [picture]), ...framesOf(protocol, [report])]);
  const apart = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(framesOf(protocol, apart)).toEqual(whole);
});

const mostRestarts = 8;

test('[ING-03] messages that break off one in another end the connection after a few, unless a frame comes between', () => {
  let looks = 0;
  /** What begins with 9 holds another from its second byte on. */
  const restart = ([first = 0]: Uint8Array) => {
    looks += 1;
    return first === 9 ? 1 : 0;
  };
  const createFramer = () => createCuttingFramer(cutCounted, { ...limits, restart });
  const nested = (count: number) => [...Array.from({ length: count }, () => 9), 1, 7];
  const padding = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  const kept = createFramer();
  const bytes = [0, ...nested(mostRestarts), ...nested(mostRestarts), ...padding];
  expect(kept.push(Uint8Array.from(bytes)).frames.filter(({ length }) => length === 2)).toHaveLength(2);
  expect(kept.push(Uint8Array.of(0)).error).toBeUndefined();
  looks = 0;
  const ended = createFramer().push(Uint8Array.from([0, ...nested(60), ...padding]));
  expect(ended.error).toMatchObject({ code: 'no-frame' });
  expect(ended.frames).toHaveLength(1);
  expect(looks).toBe(mostRestarts + 1);
});

test.each([
  ['meiligao', '24247fff00000000000000'],
  ['totem', Buffer.from('$$0999').toString('hex')],
  ['meitrack', Buffer.from('$$A9003,\r\n').toString('hex')],
])('[ING-03] %s computes checksums of what only begins messages a few times', (name, beginning) => {
  const protocol = streams.find((its) => its.name === name);
  if (!protocol) throw new Error(`there is no ${name}`);
  const noise = Array.from({ length: 4000 }, () => Buffer.from(beginning, 'hex'));
  const bytes = new Uint8Array(Buffer.concat([firstOf(protocol), ...noise]));
  const { frames, error } = protocol.createFramer().push(bytes);
  expect(error).toMatchObject({ code: 'no-frame' });
  expect(frames.length).toBeLessThanOrEqual(framesOf(protocol, [firstOf(protocol)]).length);
  const framer = protocol.createFramer();
  const apart = Array.from(bytes, (byte) => framer.push(Uint8Array.of(byte)).error);
  expect(apart.at(-1)).toEqual(error);
});
