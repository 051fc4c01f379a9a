import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc16Ibm, crcCcitt, crcItu, crcXmodem } from './crc.ts';

const digits = new TextEncoder().encode('123456789');

test('the check values of the catalogue: X-25 0x906E, ARC 0xBB3D, CCITT-FALSE 0x29B1, XMODEM 0x31C3', () => {
  expect(crcItu(digits)).toBe(0x906e);
  expect(crc16Ibm(digits)).toBe(0xbb3d);
  expect(crcCcitt(digits)).toBe(0x29b1);
  expect(crcXmodem(digits)).toBe(0x31c3);
});

/** Bit by bit, as the catalogue defines it. */
function reflected(polynomial: number, start: number, bytes: Uint8Array): number {
  let remainder = start;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit += 1)
      remainder = remainder & 1 ? (remainder >>> 1) ^ polynomial : remainder >>> 1;
  }
  return remainder;
}

function forward(start: number, bytes: Uint8Array): number {
  let remainder = start;
  for (const byte of bytes) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      remainder = (remainder & 0x8000 ? (remainder << 1) ^ 0x1021 : remainder << 1) & 0xffff;
  }
  return remainder;
}

test('of any bytes, an odd number of them or an even one, they are what bit by bit gives', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(crcItu(bytes)).toBe(reflected(0x8408, 0xffff, bytes) ^ 0xffff);
      expect(crc16Ibm(bytes)).toBe(reflected(0xa001, 0, bytes));
      expect(crcCcitt(bytes)).toBe(forward(0xffff, bytes));
      expect(crcXmodem(bytes)).toBe(forward(0, bytes));
    }),
  );
});

test('a range is the same as its bytes alone', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(64), fc.nat(64), (bytes, from, to) => {
      expect(crcItu(bytes, from, Math.min(to, bytes.length))).toBe(crcItu(bytes.slice(from, to)));
      expect(crc16Ibm(bytes, from, Math.min(to, bytes.length))).toBe(crc16Ibm(bytes.slice(from, to)));
      expect(crcXmodem(bytes, from, Math.min(to, bytes.length))).toBe(crcXmodem(bytes.slice(from, to)));
      expect(crcCcitt(bytes, from, Math.min(to, bytes.length))).toBe(crcCcitt(bytes.slice(from, to)));
    }),
  );
});
