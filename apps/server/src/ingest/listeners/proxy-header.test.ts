import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { gt06Location, gt06Login } from '../testing/gt06-packets.ts';
import { startIngest, until } from '../testing/start-ingest.ts';
import { connectTracker } from '../testing/tracker-client.ts';
import { parseProxyHeader } from './proxy-header.ts';

const signature = '0d0a0d0a000d0a515549540a';
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const from4 = hex(`${signature} 21 11 000c cb007107 0a000001 d431 13ff`);
const from6 = hex(`${signature} 21 21 0024 20010db8000000000000000000000009 ${'00'.repeat(16)} d431 13ff`);
const withMore = hex(`${signature} 21 11 0010 cb007107 0a000001 d431 13ff 04000100`);
const local = hex(`${signature} 20 00 0000`);
const imei = '860000000000001';

test.each([
  ['IPv4', from4, '203.0.113.7'],
  ['IPv6', from6, '2001:db8::9'],
  ['IPv4 with more behind it', withMore, '203.0.113.7'],
  ['the proxy itself', local, undefined],
])('[ING-11] a header says %s, however much of it has come', (_, header, address) => {
  const whole = { kind: 'whole', bytes: header.length, address };
  expect(parseProxyHeader(header)).toEqual(whole);
  expect(parseProxyHeader(Buffer.concat([header, gt06Login(imei)]))).toEqual(whole);
  for (let length = 0; length < header.length; length += 1)
    expect(parseProxyHeader(header.subarray(0, length))).toEqual({ kind: 'incomplete' });
});

test.each([
  ['another signature', hex('0d0a0d0a000d0a515549540b 21 11 000c')],
  ['the text of version 1', Buffer.from('PROXY TCP4 203.0.113.7 10.0.0.1 54321 5119\r\n')],
  ['another version', hex(`${signature} 11 11 000c cb007107 0a000001 d431 13ff`)],
  ['another command', hex(`${signature} 22 11 000c cb007107 0a000001 d431 13ff`)],
  ['too few bytes for its addresses', hex(`${signature} 21 11 0008 cb007107 0a000001`)],
  ['a family that is no TCP', hex(`${signature} 21 31 000c cb007107 0a000001 d431 13ff`)],
  ['more than any proxy sends', hex(`${signature} 21 11 ffff cb007107`)],
])('[ING-11] %s is no header', (_, bytes) => {
  expect(parseProxyHeader(bytes)).toEqual({ kind: 'invalid' });
});

test('[ING-11] whatever comes, a header is whole within what came or it is none', () => {
  const damaged = fc
    .tuple(fc.constantFrom(from4, from6, withMore, local), fc.nat(60), fc.nat(255))
    .map(([header, at, value]) => {
      const bytes = Buffer.concat([header, Buffer.alloc(40)]);
      bytes[at % bytes.length] = value;
      return bytes;
    });
  const any = fc.uint8Array({ maxLength: 80 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.oneof(damaged, any), (bytes) => {
      const found = parseProxyHeader(bytes);
      if (found.kind === 'whole') expect(found.bytes).toBeLessThanOrEqual(bytes.length);
    }),
    { numRuns: 2_000 },
  );
});

const server = await startIngest({ isProxy: (address) => address === '127.0.0.1' });
const open = await startIngest({}, server.database);
afterAll(async () => {
  await open.stop();
  await server.stop();
});

const deviceId = await server.addDevice(imei);

test('[ING-09] [ING-11] behind a named proxy a tracker has its own address, and its first bytes are its own, however they come', async () => {
  const tracker = await connectTracker(server.port('gt06'));
  const bytes = Buffer.concat([from4, gt06Login(imei), gt06Location({ timeMs: Date.now() }, 2)]);
  for (const byte of bytes) {
    tracker.send(Uint8Array.of(byte));
    await new Promise(setImmediate);
  }
  await tracker.read(20);
  const addresses = await until(() => {
    const entries = server.traffic.devices.read(deviceId);
    return entries.length >= 4 ? entries.map(({ source }) => source.address) : undefined;
  });
  expect(new Set(addresses)).toEqual(new Set(['203.0.113.7']));
  tracker.end();
});

test('[ING-11] a health check of the proxy, and a tracker in the same write', async () => {
  const check = await connectTracker(server.port('gt06'));
  check.send(local);
  check.end();
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(from6, gt06Login(imei));
  await tracker.read(10);
  tracker.end();
});

test('[ING-11] a named proxy without a header is refused, and a header of anybody else is believed by nobody', async () => {
  const bare = await connectTracker(server.port('gt06'));
  bare.send(gt06Login(imei));
  await bare.closed;
  expect(await server.metric('errors_total', { code: 'bad-proxy-header' })).toBe(1);
  const stranger = await connectTracker(open.port('gt06'));
  stranger.send(from4, gt06Login(imei));
  await stranger.read(10);
  const addresses = open.traffic.devices.read(deviceId).map(({ source }) => source.address);
  expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']));
  stranger.end();
});
