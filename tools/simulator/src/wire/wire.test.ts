import type { PositionMessage, Protocol, TrackerSession } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { osmandPath } from '../tracker/create-tracker.ts';
import { blockCommandOf } from '../vehicle/block-command.ts';
import { calamp } from './calamp.ts';
import { easytrack } from './easytrack.ts';
import { gl200 } from './gl200.ts';
import { gps103 } from './gps103.ts';
import { gt06 } from './gt06.ts';
import { h02 } from './h02.ts';
import { jt808 } from './jt808.ts';
import { meiligao } from './meiligao.ts';
import { meitrack } from './meitrack.ts';
import { mxt } from './mxt.ts';
import { alarms, completeReport, type Report } from './report.ts';
import type { StreamWire } from './stream-wire.ts';
import { suntech, suntechUniversal } from './suntech.ts';
import { teltonika, teltonikaExtended } from './teltonika.ts';
import { tk103 } from './tk103.ts';
import { totem } from './totem.ts';
import { xexun } from './xexun.ts';

const imei = '863829071234567';
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** 2026-11-21 12:34:56 UTC in Curitiba. */
const report = completeReport({
  fixTimeMs: Date.UTC(2026, 10, 21, 12, 34, 56),
  latitude: -25.42969,
  longitude: -49.27265,
  speedKph: 52,
  courseDegrees: 270,
  satellites: 9,
  odometerMetres: 123_456,
  ignition: true,
});

describe('bytes worked out by hand from the documents', () => {
  test('gt06 sign-in and location', () => {
    expect(hex(gt06.login!(imei))).toMatch(/^78780d01086382907123456700 ?01.{4}0d0a$/);
    const bytes = hex(gt06.reports({ uniqueId: imei, serial: 0x1234 }, [report]));
    expect(bytes.slice(0, 8)).toBe('78782622');
    expect(bytes.slice(8, 20)).toBe('1a0b150c2238');
    // 9 satellites; 25.42969° and 49.27265° in 1/1,800,000 of a degree; 52 km/h; fixed, west, south, 270°.
    expect(bytes.slice(20, 22)).toBe('c9');
    expect(Number.parseInt(bytes.slice(22, 30), 16)).toBe(45_773_442);
    expect(Number.parseInt(bytes.slice(30, 38), 16)).toBe(88_690_770);
    expect(bytes.slice(38, 44)).toBe('34190e');
    expect(bytes.slice(44, 60)).toBe('02d4052a11003b7c');
    expect(bytes.slice(60, 66)).toBe('010000');
    expect(bytes.slice(66, 74)).toBe('0001e240');
    expect(bytes.slice(74, 78)).toBe('1234');
  });

  test('teltonika sign-in and a record of codec 8', () => {
    expect(hex(teltonika.login!(imei))).toBe(`000f${Buffer.from(imei).toString('hex')}`);
    const bytes = hex(teltonika.reports({ uniqueId: imei, serial: 1 }, [report]));
    expect(bytes.slice(0, 8)).toBe('00000000');
    expect(Number.parseInt(bytes.slice(8, 16), 16)).toBe((bytes.length - 24) / 2);
    expect(bytes.slice(16, 20)).toBe('0801');
    expect(bytes.slice(20, 36)).toBe(BigInt(report.fixTimeMs).toString(16).padStart(16, '0'));
    expect(bytes.slice(36, 38)).toBe('00');
    expect(bytes.slice(38, 46)).toBe('e2a1971c');
    expect(bytes.slice(54, 58)).toBe('0000');
    expect(bytes.slice(58, 68)).toBe('010e090034');
    expect(bytes.slice(-10, -8)).toBe('01');
  });

  test('suntech ST300 and universal lines', () => {
    const sending = { uniqueId: '100850000', serial: 72 };
    const parked = { ...report, speedKph: 0, ignition: false, powerVolts: 12.51, engineHoursMs: 3_600_000 };
    expect(Buffer.from(suntech.reports(sending, [parked])).toString()).toBe(
      'ST300STT;100850000;145;1.0.31;20261121;12:34:56;3b7c01;-25.429690;-049.272650;000.000;270.00;9;1;' +
        '123456;12.51;000000;1;0072;000060;4.1;1\r',
    );
    expect(Buffer.from(suntech.reports(sending, [{ ...report, alarm: 'sos' }])).toString()).toMatch(
      /^ST300EMG;100850000;.*;13\.80;100000;1;000000;4\.1;1\r$/,
    );
    expect(Buffer.from(suntechUniversal.reports(sending, [report])).toString()).toBe(
      'STT;100850000;FFFFFF;95;1.0.21;1;20261121;12:34:56;0003b7c1;724;5;2a11;25;-25.429690;-049.272650;' +
        '52.00;270.00;9;1;00000001;00000000;1;1;0072;;00028003;13.80;4.10;123456;0\r',
    );
  });

  test('osmand', () => {
    expect(osmandPath('863829071234567', report)).toMatch(
      /^\/\?id=863829071234567&timestamp=1795264496&lat=-25\.429690&lon=-49\.272650&speed=28\.08&bearing=270\.0&/,
    );
  });
});

function protocolOf(wire: StreamWire): Protocol {
  return protocols.find(({ name }) => name === wire.protocol)!;
}

/** What the server's own decoder makes of a stream of bytes. */
function decode(wire: StreamWire, packets: readonly Uint8Array[]) {
  const protocol = protocolOf(wire);
  const framer = protocol.createFramer();
  const settings = { attributes: wire.deviceAttributes ?? {} };
  const transport = wire.inDatagrams ? ('udp' as const) : ('tcp' as const);
  const context = { receivedMs: report.fixTimeMs, transport, settings };
  let session: TrackerSession = {};
  const sent = packets.filter(({ length }) => length > 0);
  const framed = wire.inDatagrams ? { frames: sent, error: undefined } : framer.push(Buffer.concat(sent));
  expect(framed.error).toBeUndefined();
  const decoded = framed.frames.map((frame) => {
    const result = protocol.decode(frame, session, context);
    expect(result.error).toBeUndefined();
    session = result.session;
    return result;
  });
  return {
    positions: decoded.flatMap(({ messages }) =>
      messages.filter((message): message is PositionMessage => message.kind === 'position'),
    ),
    heartbeats: decoded.flatMap(({ messages }) => messages.filter(({ kind }) => kind === 'heartbeat')),
    replies: decoded.flatMap(({ replies }) => replies.filter(({ after }) => after !== 'refusal')),
    uniqueId: session.uniqueId,
    session,
  };
}

const wires: readonly [name: string, wire: StreamWire, uniqueId: string][] = [
  ['gt06', gt06, imei],
  ['teltonika 8', teltonika, imei],
  ['teltonika 8 Extended', teltonikaExtended, imei],
  ['suntech ST300', suntech, '907123456'],
  ['suntech universal', suntechUniversal, '0907123456'],
  ['meitrack', meitrack, imei],
  ['jt808', jt808, '041999990001'],
  ['calamp', calamp, imei],
  ['meiligao', meiligao, imei.slice(0, 14)],
  ['totem', totem, imei],
  ['gl200', gl200, imei],
  ['gps103', gps103, imei],
  ['tk103', tk103, '027045267788'],
  ['h02', h02, '9171133403'],
  ['xexun', xexun, imei],
  ['easytrack', easytrack, imei],
  ['mxt', mxt, '1234567'],
];

/** They report no number of satellites. */
const withoutSatellites: ReadonlySet<StreamWire> = new Set([gps103, tk103, h02]);

const anyReport = fc
  .record({
    seconds: fc.integer({ min: 0, max: 86_400 * 365 }),
    latitude: fc.double({ min: -33, max: 5, noNaN: true }),
    longitude: fc.double({ min: -73, max: -34, noNaN: true }),
    speedKph: fc.integer({ min: 0, max: 140 }),
    courseDegrees: fc.integer({ min: 0, max: 359 }),
    satellites: fc.integer({ min: 4, max: 15 }),
    ignition: fc.boolean(),
    odometerMetres: fc.integer({ min: 0, max: 900_000_000 }),
  })
  .map(({ seconds, ...rest }) =>
    completeReport({ ...rest, fixTimeMs: Date.UTC(2026, 0, 1) + seconds * 1000 }),
  );

describe.each(wires)('%s through the decoder of the server', (_name, wire, uniqueId) => {
  test('[ING-01] place, time, speed, course and ignition come out as they went in', () => {
    fc.assert(
      fc.property(anyReport, (sent) => {
        const login = wire.login?.(uniqueId) ?? new Uint8Array(0);
        const { positions } = decode(wire, [login, wire.reports({ uniqueId, serial: 7 }, [sent])]);
        expect(positions).toHaveLength(1);
        const { position, uniqueIds } = positions[0]!;
        expect(uniqueIds).toContain(uniqueId);
        expect(position.valid).toBe(true);
        expect(position.fixTimeMs).toBe(sent.fixTimeMs);
        expect(position.latitude).toBeCloseTo(sent.latitude, 5);
        expect(position.longitude).toBeCloseTo(sent.longitude, 5);
        expect(position.speedKnots! * 1.852).toBeCloseTo(sent.speedKph, 1);
        if (wire !== mxt) expect(position.course).toBeCloseTo(sent.courseDegrees, 1);
        // Maxtrack reports the course in eighths
        else expect(position.course).toBe((Math.round(sent.courseDegrees / 45) % 8) * 45);
        if (!withoutSatellites.has(wire)) expect(position.attributes.sat).toBe(sent.satellites);
        expect(position.attributes.ignition).toBe(sent.ignition);
      }),
      { numRuns: 60 },
    );
  });

  test('the server answers as the answer reader understands, split at any byte', () => {
    const batch: Report[] = Array.from({ length: wire.reportsPerPacket }, (_, index) => ({
      ...report,
      fixTimeMs: report.fixTimeMs + index * 1000,
    }));
    const login = wire.login?.(uniqueId) ?? new Uint8Array(0);
    const { replies, positions } = decode(wire, [login, wire.reports({ uniqueId, serial: 513 }, batch)]);
    expect(positions).toHaveLength(batch.length);
    const reader = wire.createAnswerReader();
    const packets = replies.map((reply) => reply.bytes);
    const pieces = wire.inDatagrams
      ? packets
      : [...Buffer.concat(packets)].map((byte) => Uint8Array.of(byte));
    const answers = pieces.flatMap((piece) => [...reader.push(piece)]);
    const kinds = answers.map(({ kind }) => kind);
    const stored = [calamp, gl200, gt06, jt808].includes(wire) ? 'stored' : 'count';
    expect(kinds).toEqual([...(wire.login ? ['login'] : []), ...(wire.acknowledges ? [stored] : [])]);
    for (const answer of answers) {
      if (answer.kind === 'stored') expect(answer.serial).toBe(513);
      if (answer.kind === 'count') expect(answer.count).toBe(batch.length);
    }
  });
});

test.each(wires)(
  '[CMD-05] %s understands the block and the release as its protocol says them',
  (_name, wire, uniqueId) => {
    const { commands, ...protocol } = protocolOf(wire);
    const reported = [
      wire.login?.(uniqueId) ?? new Uint8Array(0),
      wire.reports({ uniqueId, serial: 7 }, [report]),
    ];
    const { session, replies } = decode(wire, reported);
    const reader = wire.createAnswerReader();
    for (const { bytes } of replies) reader.push(bytes);
    for (const [type, blocks] of [
      ['engineStop', true],
      ['engineResume', false],
    ] as const) {
      const settings = wire.deviceAttributes ?? {};
      const [transport = 'tcp'] = protocol.transports;
      const context = { uniqueId, session, settings, transport, sequence: 1, nowMs: report.fixTimeMs };
      const match = commands?.encode({ type, attributes: {} }, context);
      const [answer] = match && 'bytes' in match ? reader.push(match.bytes) : [];
      const text = answer?.kind === 'command' ? answer.text : '';
      expect([text, blockCommandOf(text)?.blocks]).toEqual([text, blocks]);
    }
  },
);

test('a gt06 heartbeat tells state and supply', () => {
  const login = gt06.login!(imei);
  const beat = gt06.heartbeat!({ uniqueId: imei, serial: 9 }, { ...report, powerVolts: 27.84 });
  const { heartbeats } = decode(gt06, [login, beat]);
  expect(heartbeats).toHaveLength(2);
  expect(heartbeats[0]).toMatchObject({ attributes: { ignition: true, charge: true } });
  expect(heartbeats[1]).toMatchObject({ attributes: { power: 27.84 } });
});

test.each(wires)(
  '%s tells each alarm it has a word for, and leaves out the others',
  (_name, wire, uniqueId) => {
    expect(wire.alarms.size).toBeGreaterThan(1);
    for (const alarm of alarms) {
      const login = wire.login?.(uniqueId) ?? new Uint8Array(0);
      const packet = wire.reports({ uniqueId, serial: 7 }, [{ ...report, alarm }]);
      const { positions } = decode(wire, [login, packet]);
      // A teltonika unit says that power is back by the same element with 0, which the server takes for no alarm.
      const word = wire.alarms.has(alarm) && !(wire.protocol === 'teltonika' && alarm === 'powerRestored');
      expect(positions[0]?.position.attributes.alarm).toBe(word ? alarm : undefined);
    }
  },
);
