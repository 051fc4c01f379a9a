import { createHash } from 'node:crypto';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import { expect, test } from 'vitest';
import { testDevice } from '../testing/plan-drive.ts';
import type { Receipt } from '../writer/entry.ts';
import { digestOf, entryOf } from './entry-of.ts';

const position: DecodedPosition = {
  fixTimeMs: 1_795_000_000_000,
  valid: true,
  latitude: -23.55,
  longitude: -46.63,
  speedKnots: 12,
  attributes: { ignition: true, alarm: 'sos', sat: 9 },
};

test('[ING-02] raw, index, archive and the network heard are no part of the identity', () => {
  const again: DecodedPosition = {
    ...position,
    network: { cellTowers: [] },
    attributes: { ...position.attributes, raw: '7878', index: 7, archive: true },
  };
  expect(digestOf(again)).toBe(digestOf(position));
});

test('[ING-02] the order in which attributes were read is no part of the identity', () => {
  expect(digestOf({ ...position, attributes: { sat: 9, alarm: 'sos', ignition: true } })).toBe(
    digestOf(position),
  );
});

test('[ING-02] what an earlier release read otherwise is known by what it read', () => {
  const { attributes } = position;
  expect(
    digestOf({ ...position, attributes: { ...attributes, sat: 10 }, formerAttributes: attributes }),
  ).toBe(digestOf(position));
});

test('[ING-02] [ING-05] the identity is over what was decoded, whether values of it are set aside or not', () => {
  const fast = { ...position, speedKnots: 600, attributes: { ...position.attributes, power: 28_003 } };
  const message = { kind: 'position', uniqueIds: ['1'], position: fast } as const;
  for (const category of ['car', 'plane']) {
    const device = { ...testDevice, category };
    const entry = entryOf(message, device, 'test', 0, new Uint8Array(), {} as Receipt);
    expect(entry).toMatchObject({ digest: digestOf(fast), implausible: category === 'car' ? 2 : 1 });
  }
});

const others: Partial<DecodedPosition>[] = [
  { fixTimeMs: position.fixTimeMs + 1 },
  { deviceTimeMs: position.fixTimeMs },
  { valid: false },
  { latitude: -23.5501 },
  { longitude: -46.6301 },
  { speedKnots: 13 },
  { course: 1 },
  { altitude: 1 },
  { attributes: { ...position.attributes, alarm: 'powerCut' } },
  { attributes: { ...position.attributes, event: '35' } },
  { attributes: { ...position.attributes, type: '0x16' } },
  { attributes: { ignition: true, sat: 9 } },
];

for (const other of others) {
  test(`[ING-02] two messages of one second that differ in ${JSON.stringify(other)} differ`, () => {
    expect(digestOf({ ...position, ...other })).not.toBe(digestOf(position));
  });
}

/** What is stored is known by this text of it for ever. */
function identityText({ attributes, ...position }: DecodedPosition): string {
  const fields = [
    ...[position.fixTimeMs, position.deviceTimeMs, position.valid, position.outdated, position.latitude],
    ...[position.longitude, position.altitude, position.speedKnots, position.course, position.accuracy],
  ];
  const keys = Object.keys(attributes).filter((key) => !['raw', 'index', 'archive'].includes(key));
  return [
    ...fields.map((value) => (value === undefined ? '' : String(value))),
    ...keys.sort().flatMap((key) => [key, String(attributes[key])]),
  ].join('\u001f');
}

test('[ING-02] the identity of what an earlier release stored stays what it was', () => {
  const numbered = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`io${(at * 7919) % 1000}`, at / 7]));
  const attributes: DecodedPosition['attributes'][] = [
    {},
    { sat: 9, alarm: 'sos', ignition: true, raw: '7878', index: 7, archive: false },
    { 9: 1, 10: 2, é: 'São Paulo', e: 'rua ção', '\u{1f69a}': 'a\u{1f69a}b', z: '\ud83d', '\uffff': '' },
    { text: 'x'.repeat(3000), ü: 'ü'.repeat(3000), more: 'y'.repeat(40_000), last: 'ç'.repeat(40_000) },
    // more bytes than letters, where there is little room again
    { text: '車'.repeat(336) },
    ...[31, 32, 33, 34, 200, 40].map(numbered),
    // one that is short behind those that were long
    { sat: 9 },
  ];
  for (const each of attributes)
    for (const rest of [
      {},
      { outdated: true, deviceTimeMs: -1, altitude: 1e-7, accuracy: 1e21, valid: false },
    ]) {
      const sent: DecodedPosition = { ...position, ...rest, attributes: each };
      const expected = createHash('sha256').update(identityText(sent)).digest('hex').slice(0, 32);
      expect(digestOf(sent)).toBe(expected);
    }
});
