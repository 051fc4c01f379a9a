import { gps103 } from '@atalaia/protocols/gps103/gps103';
import { gt06 } from '@atalaia/protocols/gt06/gt06';
import { osmand } from '@atalaia/protocols/osmand/osmand';
import type { Protocol } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';
import { suntech } from '@atalaia/protocols/suntech/suntech';
import { teltonika } from '@atalaia/protocols/teltonika/teltonika';
import { outcomeOf, vectors } from '@atalaia/protocols/testing/vector-files';
import { expect, test } from 'vitest';
import { createDesk } from './desk.ts';
import { typedBytes } from './typed-bytes.ts';

function say(protocol: Protocol, lines: readonly string[], pieces = false) {
  const [transport = 'tcp'] = protocol.transports;
  const desk = createDesk({ protocol, transport, pieces, now: () => Date.UTC(2026, 0, 1) });
  return lines.map((line) => {
    const typed = typedBytes(line);
    if ('fault' in typed) throw new Error(typed.fault);
    return desk.take(typed.bytes);
  });
}

const kindsOf = (readings: ReturnType<typeof say>) =>
  readings.map(({ messages, error }) => [
    ...messages.map((message) => (message as { kind: string }).kind),
    ...(error ? [error.code] : []),
  ]);

const login = '78780d01012345678901234500018cdd0d0a';
const place = '78781f12180a050e1e0fcc0286d5980500d27200180102d4052b6700a1b200020b360d0a';
const report =
  'ST300STT;100850000;01;010;20241005;14:30:15;00100;-23.550520;-046.633300;060.000;270.00;10;1;123;12.30;100000;1;0001';

test('[ING-03] the session carries on from line to line, times are ISO text, replies hexadecimal', () => {
  const [first, second] = say(gt06, [login, place]);
  expect(first).toEqual({
    messages: [{ kind: 'login', uniqueIds: ['123456789012345'] }],
    replies: [{ after: 'login', hex: '787805010001d9dc0d0a' }],
    error: null,
  });
  expect(second).toMatchObject({
    messages: [{ uniqueIds: ['123456789012345'], position: { fixTime: '2024-10-05T14:30:15.000Z' } }],
    replies: [{ after: 'commit' }],
    error: null,
  });
  expect(JSON.stringify(second)).not.toContain('Ms"');
});

test('[ING-03] a frame may come in several lines, and several frames in one', () => {
  const cut = [login.slice(0, 10), login.slice(10) + place + place.slice(0, 8), place.slice(8)];
  expect(kindsOf(say(gt06, cut))).toEqual([[], ['login', 'position'], ['position']]);
});

test('a sign-in and a sign of life that a log shows without their end are taken for whole', () => {
  const lines = ['text:##,imei:868120145233604,A', 'text:868120145233604'];
  const readings = say(gps103, lines);
  expect(kindsOf(readings)).toEqual([['login'], ['heartbeat']]);
  expect(readings.map(({ replies }) => replies.length)).toEqual([1, 1]);
});

test('a frame without its sign-in is read, and said to lack it, unanswered', () => {
  const [reading] = say(gt06, [place]);
  expect(reading).toMatchObject({
    messages: [{ kind: 'position', uniqueIds: ['unknown'] }],
    replies: [],
    error: { code: 'no-login' },
  });
});

test('after bytes that end the connection the next line begins another of the same tracker', () => {
  const imei = '000f333530303030303030303030303231';
  const data =
    '000000000000003608010000016B40D8EA30010000000000000000000000000000000105021503010101425E0F01F10000601A014E0000000000000000010000C7CF';
  const readings = say(teltonika, [imei, 'ffff00ff', data]);
  expect(kindsOf(readings).slice(0, 1)).toEqual([['login']]);
  expect(readings[1]?.error?.code).toBe('no-frame');
  expect(readings[2]).toMatchObject({ messages: [{ uniqueIds: ['350000000000021'] }], error: null });
});

test('a text frame is read without its end, unless lines are pieces of a stream', () => {
  const lines = [`text:${report}`, `text:${report}\\r`];
  expect(kindsOf(say(suntech, lines))).toEqual([['position'], ['position']]);
  expect(kindsOf(say(suntech, ['text:ST300ALV;1008', `text:${report}\\r`]))).toEqual([[], ['position']]);
  const pieces = [`text:${report.slice(0, 100)}`, `text:${report.slice(100)}\\r`];
  expect(kindsOf(say(suntech, pieces, true))).toEqual([[], ['position']]);
  expect(kindsOf(say(osmand, ['text:GET /?id=1&lat=1&lon=2 HTTP/1.1']))).toEqual([['position']]);
});

/** On a connection of their own, and without settings of a device. */
const plain = vectors.filter(
  ({ session, context, pieces }) =>
    Object.keys(session).length === 0 && context.settings === undefined && pieces.length > 0,
);

test.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
  '[ING-09] what trackers of %s send is read piece by piece as the server reads it',
  (_name, protocol) => {
    const own = plain.filter((vector) => vector.protocol === protocol);
    expect(own).not.toEqual([]);
    for (const vector of own) {
      const { transport, receivedMs } = vector.context;
      const desk = createDesk({ protocol, transport, pieces: true, now: () => receivedMs });
      const readings = vector.pieces.map((piece) => desk.take(piece));
      if (vector.errors.length > 0) continue;
      const { messages } = outcomeOf(vector, vector.pieces);
      const kinds = readings.flatMap((reading) =>
        reading.messages.map((message) => (message as { kind: string }).kind),
      );
      expect([vector.title, kinds]).toEqual([vector.title, messages.map(({ kind }) => kind)]);
      expect(readings.map(({ error }) => error)).toEqual(readings.map(() => null));
    }
  },
);
