import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import { expect, test } from 'vitest';
import { digestOf } from './entry-of.ts';

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
