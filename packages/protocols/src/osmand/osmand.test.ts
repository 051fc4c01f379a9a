import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DecodeContext, Frame } from '../protocol.ts';
import { decodeOsmandRequest, osmand } from './osmand.ts';

const context: DecodeContext = { receivedMs: Date.UTC(2026, 10, 21, 12), transport: 'http' };

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

function framesOf(text: string, step = text.length): { frames: Frame[]; error: string | undefined } {
  const framer = osmand.createFramer();
  const all = bytes(text);
  const frames: Frame[] = [];
  for (let at = 0; at < all.length; at += step) {
    const { frames: found, error } = framer.push(all.subarray(at, at + step));
    frames.push(...found);
    if (error) return { frames, error: error.code };
  }
  return { frames, error: undefined };
}

function decodeText(text: string) {
  const { frames } = framesOf(text);
  return frames.map((frame) => osmand.decode(frame, {}, context));
}

function positionOf(query: string) {
  const [message] = decodeOsmandRequest(
    { method: 'GET', url: `/?id=1&${query}`, contentType: '', body: new Uint8Array() },
    context,
  ).messages;
  return message?.kind === 'position' ? message.position : undefined;
}

const json = (body: unknown) => {
  const text = JSON.stringify(body);
  return `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
};

test('a phone’s query becomes its position, with speed in knots as sent', () => {
  const [decoded] = decodeText(
    'GET /?id=869412&timestamp=1763726288&lat=-3.73187&lon=-38.52672&speed=33.5&bearing=48&altitude=21&accuracy=6.5&batt=84&charge=true&hdop=0.9&rain=false&label=norte HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  expect(decoded?.messages).toEqual([
    {
      kind: 'position',
      uniqueIds: ['869412'],
      position: {
        fixTimeMs: 1_763_726_288_000,
        valid: true,
        latitude: -3.73187,
        longitude: -38.52672,
        speedKnots: 33.5,
        course: 48,
        altitude: 21,
        accuracy: 6.5,
        attributes: { batteryLevel: 84, charge: true, hdop: 0.9, rain: false, label: 'norte' },
      },
    },
  ]);
  expect(decoded?.session.uniqueId).toBe('869412');
});

test('200 waits for the commit; a stranger gets 400', () => {
  const [decoded] = decodeText('GET /?id=1&lat=1&lon=2 HTTP/1.1\r\n\r\n');
  const replies = decoded?.replies.map(({ after, bytes: reply }) => [
    after,
    Buffer.from(reply).toString().split('\r\n')[0],
  ]);
  expect(replies).toEqual([
    ['commit', 'HTTP/1.1 200 OK'],
    ['refusal', 'HTTP/1.1 400 Bad Request'],
  ]);
});

test.each([
  ['HTTP/1.1', '', 'keep-alive'],
  ['HTTP/1.1', 'Connection: close\r\n', 'close'],
  ['HTTP/1.0', '', 'close'],
  ['HTTP/1.0', 'Connection: Keep-Alive\r\n', 'keep-alive'],
])('%s with "%s" is answered Connection: %s', (version, header, expected) => {
  const [decoded] = decodeText(`GET /?id=1&lat=1&lon=2 ${version}\r\n${header}\r\n`);
  expect(Buffer.from(decoded?.replies[0]?.bytes ?? []).toString()).toContain(`Connection: ${expected}\r\n`);
});

test.each([
  ['timestamp=1763726288', 1_763_726_288_000],
  ['timestamp=1763726288500', 1_763_726_288_500],
  ['timestamp=2025-11-21T11:58:08Z', Date.UTC(2025, 10, 21, 11, 58, 8)],
  ['timestamp=2025-11-21T08:58:08-03:00', Date.UTC(2025, 10, 21, 11, 58, 8)],
  ['timestamp=2025-11-21%2011:58:08', Date.UTC(2025, 10, 21, 11, 58, 8)],
  ['lat=1', context.receivedMs],
])('%s is the instant %d', (query, expected) => {
  expect(positionOf(query)?.fixTimeMs).toBe(expected);
});

test.each([
  ['lat=-3.7&lon=-38.5', { latitude: -3.7, longitude: -38.5, valid: true }],
  ['location=-3.7,-38.5', { latitude: -3.7, longitude: -38.5, valid: true }],
  ['lat=-3.7&lon=-38.5&valid=false', { latitude: -3.7, longitude: -38.5, valid: false }],
  ['lat=0&lon=0', { valid: false }],
  ['lat=95&lon=10', { valid: false }],
  ['lat=abc&lon=10', { valid: false }],
  ['batt=10', { valid: false }],
])('%s has the place %j', (query, place) => {
  const position = positionOf(query);
  const { latitude, longitude, valid } = position ?? {};
  expect(JSON.parse(JSON.stringify({ latitude, longitude, valid }))).toEqual(place);
});

test('what is out of range or empty is missing, never 0; a long number stays text', () => {
  const position = positionOf(
    'lat=1&lon=2&speed=-1&bearing=361&accuracy=-5&altitude=x&note=&card=00011223344556677',
  );
  expect(position).toEqual({
    fixTimeMs: context.receivedMs,
    valid: true,
    latitude: 1,
    longitude: 2,
    attributes: { card: '00011223344556677' },
  });
});

test('cells and Wi-Fi points are the network', () => {
  const position = positionOf('cell=724,5,1234,56789,-70&cell=broken&wifi=AA-BB-CC-DD-EE-FF,-60&wifi=zz');
  expect(position?.network).toEqual({
    cellTowers: [
      {
        mobileCountryCode: 724,
        mobileNetworkCode: 5,
        locationAreaCode: 1234,
        cellId: 56789,
        signalStrength: -70,
      },
    ],
    wifiAccessPoints: [{ macAddress: 'aa:bb:cc:dd:ee:ff', signalStrength: -60 }],
  });
});

test('a form in the body is read like a query', () => {
  const [decoded] = decodeText('POST / HTTP/1.1\r\nContent-Length: 25\r\n\r\ndeviceid=7&lat=1.5&lon=-2');
  expect(decoded?.messages).toMatchObject([{ uniqueIds: ['7'], position: { latitude: 1.5, longitude: -2 } }]);
});

test('the JSON of current clients: speed in metres a second, level of 1, unknown −1', () => {
  const [decoded] = decodeText(
    json({
      device_id: 'abc',
      location: {
        timestamp: '2026-11-21T11:59:00.250Z',
        coords: { latitude: 1.5, longitude: 2.5, accuracy: 4, speed: 10, heading: -1, altitude: 80 },
        is_moving: true,
        odometer: 1234.5,
        event: 'motionchange',
        battery: { level: 0.57, is_charging: false },
        activity: { type: 'in_vehicle' },
        extras: { alarm: 'sos', nested: { x: 1 } },
      },
    }),
  );
  expect(decoded?.messages).toEqual([
    {
      kind: 'position',
      uniqueIds: ['abc'],
      position: {
        fixTimeMs: Date.UTC(2026, 10, 21, 11, 59, 0, 250),
        valid: true,
        latitude: 1.5,
        longitude: 2.5,
        accuracy: 4,
        speedKnots: 36 / 1.852,
        altitude: 80,
        attributes: {
          alarm: 'sos',
          motion: true,
          odometer: 1234.5,
          event: 'motionchange',
          batteryLevel: 57,
          charge: false,
          activity: 'in_vehicle',
        },
      },
    },
  ]);
});

test('a list of kept locations comes in its order', () => {
  const location = (n: number) => ({ timestamp: 1_763_726_000 + n, coords: { latitude: n, longitude: 1 } });
  const [decoded] = decodeText(json({ device_id: 5, location: [location(1), location(2), location(3)] }));
  expect(
    decoded?.messages.map((message) => message.kind === 'position' && message.position.latitude),
  ).toEqual([1, 2, 3]);
});

test.each([
  ['GET /?lat=1&lon=2 HTTP/1.1\r\n\r\n', 'no-identity'],
  ['GET /?id=1&timestamp=yesterday HTTP/1.1\r\n\r\n', 'bad-value'],
  [json([1, 2]), 'no-identity'],
  [json({ device_id: 'a', location: { timestamp: 'never' } }), 'bad-value'],
  ['POST / HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\r\n{"a"', 'bad-value'],
])('%j is an error %s answered with 400', (text, code) => {
  const [decoded] = decodeText(text);
  expect(decoded?.messages).toEqual([]);
  expect(decoded?.error?.code).toBe(code);
  expect(Buffer.from(decoded?.replies[0]?.bytes ?? []).toString()).toMatch(/^HTTP\/1.1 400 /);
});

const conversation = [
  'GET /?id=1&lat=1&lon=2 HTTP/1.1\r\nHost: x\r\n\r\n',
  'POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n5\r\nid=2&\r\nb\r\nlat=1&lon=2\r\n0\r\n\r\n',
  json({ device_id: 3, location: { coords: { latitude: 1, longitude: 2 } } }),
];

test('[ING-03] pipelined requests, chunks and bodies give the same messages however they are split', () => {
  const text = conversation.join('');
  const expected = decodeText(text);
  expect(expected.flatMap(({ messages }) => messages.flatMap(({ uniqueIds }) => uniqueIds))).toEqual([
    '1',
    '2',
    '3',
  ]);
  for (let step = 1; step < text.length; step += 1) {
    const { frames } = framesOf(text, step);
    expect(frames.map((frame) => osmand.decode(frame, {}, context))).toEqual(expected);
  }
});

test('[ING-03] a request cut short gives no message', () => {
  for (const text of conversation) {
    for (let length = 0; length < text.length; length += 1) {
      const whole = framesOf(text.slice(0, length)).frames.filter((frame) => frame.length > 0);
      expect(whole.length === 0 || text.slice(length).trim() === '').toBe(true);
    }
  }
});

test.each([
  ['\u0001\u0002binary', 'no-frame'],
  ['hello world\r\n\r\n', 'no-frame'],
  [`GET /${'a'.repeat(20_000)}`, 'frame-too-long'],
  ['POST / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n', 'frame-too-long'],
  ['POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n', 'bad-length'],
  ['POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'bad-length'],
])('a stream of %j ends the connection: %s', (text, code) => {
  expect(framesOf(text).error).toBe(code);
});

test('[ING-03] no bytes make the framer or the decoder throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(4), (noise, start) => {
      const prefix =
        ['', 'GET /?', 'POST / HTTP/1.1\r\n', conversation[1] ?? '', '{"location":'][start] ?? '';
      const all = new Uint8Array([...bytes(prefix), ...noise]);
      for (const frame of osmand.createFramer().push(all).frames) osmand.decode(frame, {}, context);
      osmand.decode(all, {}, context);
      decodeOsmandRequest({ method: 'POST', url: '/?', contentType: 'application/json', body: all }, context);
    }),
  );
});

test('JSON that does not say whose it is has the id of its address; its location may stand beside the id', () => {
  const body = '{"timestamp":"2026-11-21T11:59:00Z","coords":{"latitude":1.5,"longitude":2.5,"speed":10}}';
  const [decoded] = decodeText(
    `POST /?id=77 HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(decoded?.messages).toMatchObject([
    {
      uniqueIds: ['77'],
      position: { fixTimeMs: Date.UTC(2026, 10, 21, 11, 59), valid: true, latitude: 1.5, longitude: 2.5 },
    },
  ]);
});

test('[ING-03] an alarm with control characters is none, and what it says stays to be seen', () => {
  for (const query of ['alarm=%00sos', 'alarm=sos%0A', 'alarm=s%7Fos', '%00alarm=sos']) {
    const { attributes } = positionOf(query) ?? {};
    expect([query, attributes]).toEqual([query, { rawAlarm: query.includes('%7F') ? 's os' : 'sos' }]);
  }
  expect(positionOf('alarm=%00')?.attributes).toEqual({});
  expect(positionOf('alarm=sos')?.attributes).toEqual({ alarm: 'sos' });
  const [decoded] = decodeText(json({ device_id: 'abc', location: { extras: { alarm: '\u0000sos' } } }));
  const [message] = decoded?.messages ?? [];
  expect(message?.kind === 'position' && message.position.attributes).toEqual({ rawAlarm: 'sos' });
});
