import type { TrafficEntry } from '@atalaia/contract/devices/traffic';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFormats } from '../../lib/formats/formats.ts';
import { dumpLines, messageLabels } from './traffic-item.tsx';
import { fitsFilter, joinTraffic, trafficText } from './traffic-view.tsx';

const hexOf = (text: string) =>
  [...text].map((one) => one.charCodeAt(0).toString(16).padStart(2, '0')).join('');

function anEntry(part: Partial<TrafficEntry> = {}): TrafficEntry {
  return {
    time: '2026-11-21T06:58:08.123Z',
    direction: 'in',
    protocol: 'gt06',
    transport: 'tcp',
    address: '187.1.2.3',
    hex: '78780d01',
    text: null,
    messages: [],
    error: null,
    ...part,
  };
}

const at = (second: number) => anEntry({ time: `2026-11-21T06:58:${String(second).padStart(2, '0')}.000Z` });

test('[ING-09] bytes stand in lines of hexadecimal with their characters beside them, a dot for what has none', () => {
  expect(dumpLines(`${hexOf('ST300;1234\r\n')}ff`, 8)).toEqual([
    { offset: '0000', hex: '53 54 33 30 30 3b 31 32', ascii: 'ST300;12' },
    { offset: '0008', hex: '33 34 0d 0a ff         ', ascii: '34...' },
  ]);
  const widths = [8, 16, 32].map((perLine) =>
    dumpLines('00'.repeat(33), perLine).map(({ hex }) => hex.length),
  );
  for (const lines of widths) expect(new Set(lines).size).toBe(1);
  expect(dumpLines('', 16)).toEqual([]);
});

test('[ING-09] no byte is lost or added, whatever they are', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(8, 16, 32), (bytes, perLine) => {
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const lines = dumpLines(hex, perLine);
      expect(lines.map((line) => line.hex.replaceAll(' ', '')).join('')).toBe(hex);
      expect(lines.map(({ ascii }) => ascii).join('')).toHaveLength(bytes.length);
    }),
  );
});

test('[ING-09] what the server tells again is taken once, and what it forgot meanwhile is kept', () => {
  const first = joinTraffic([], [at(1), at(2), at(3)]);
  expect(joinTraffic(first, [at(2), at(3), at(4)])).toEqual([at(1), at(2), at(3), at(4)]);
  expect(joinTraffic(first, [at(1), at(2), at(3)])).toBe(first);
  expect(joinTraffic(first, [])).toBe(first);
  expect(joinTraffic(first, [at(8), at(9)])).toEqual([at(1), at(2), at(3), at(8), at(9)]);
});

test('[ING-09] the same bytes twice within a millisecond are two entries', () => {
  const reported = [at(1), at(2), at(2)];
  expect(joinTraffic([at(1), at(2)], reported)).toEqual(reported);
  expect(joinTraffic(reported, reported)).toBe(reported);
});

test('[ING-09] of hours of traffic the newest thousands are kept', () => {
  const many = Array.from({ length: 5000 }, (_, second) =>
    anEntry({ hex: second.toString(16).padStart(8, '0') }),
  );
  const joined = joinTraffic(many, [...many.slice(-10), at(1)]);
  expect([joined.length, joined.at(-1)]).toEqual([5000, at(1)]);
});

test.each([
  ['bytes with or without blanks', '78 0D01', true],
  ['bytes that begin in the middle of one', '8780', false],
  ['a kind of message', 'Login', true],
  ['an address', '187.1', true],
  ['text within bytes that are none', 'xx', true],
  ['something else', 'suntech', false],
  ['nothing', ' ', true],
])('[ING-09] the filter finds %s', (_name, text, found) => {
  const entry = anEntry({ messages: [{ kind: 'login', uniqueIds: ['1'] }] });
  expect(fitsFilter(entry, { direction: 'all', text })).toBe(found);
});

test('[ING-09] one direction can be looked at alone', () => {
  expect(fitsFilter(anEntry(), { direction: 'out', text: '' })).toBe(false);
  expect(fitsFilter(anEntry({ direction: 'out' }), { direction: 'out', text: '' })).toBe(true);
});

const labels = {
  text: (key: string) => key,
  textOr: (_key: string, otherwise: string) => otherwise,
  formats: createFormats(resolveSettings({}, {}), 'pt-BR'),
};

test('[ING-09] a frame is told in words: who spoke, where it was, what it answered, and what nobody knows not at all', () => {
  const labelsOf = (message: object) => messageLabels(message as TrafficEntry['messages'][number], labels);
  expect(labelsOf({ kind: 'login', uniqueIds: ['860000000000101'] })).toEqual(['860000000000101']);
  expect(labelsOf({ kind: 'commandResult', uniqueIds: ['1'], result: 'RELAY OK' })).toEqual(['RELAY OK']);
  expect(labelsOf({ kind: 'heartbeat', uniqueIds: ['1'], attributes: { ignition: true } })).toEqual([
    'attribute.ignition: value.yes',
  ]);
  const position = { fixTimeMs: Date.parse('2026-11-21T06:58:08Z'), valid: false, attributes: {} };
  expect(
    labelsOf({
      kind: 'position',
      position: { ...position, latitude: -3.7, longitude: -38.5, speedKnots: 10 },
    }),
  ).toEqual(['21/11/2026 - 03:58:08', '-3,700000 -38,500000', 'traffic.noFix', '18,5 km/h']);
  expect(labelsOf({ kind: 'position', position: 7, attributes: null })).toEqual([]);
});

test('[ING-09] what is copied says when, which way and which bytes, a line each', () => {
  const out = anEntry({ direction: 'out', hex: '4f4b', text: 'OK' });
  const broken = anEntry({ error: { code: 'bad-checksum', message: '' } });
  expect(trafficText([out, broken]).split('\n')).toEqual([
    '2026-11-21T06:58:08.123Z -> gt06/tcp 187.1.2.3 4f4b "OK"',
    '2026-11-21T06:58:08.123Z <- gt06/tcp 187.1.2.3 78780d01 bad-checksum',
  ]);
});
