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
