import { expect, test } from 'vitest';
import { ByteReader } from '../wire/byte-reader.ts';
import { crcCcitt, readUniqueId } from './hex-message.ts';

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crcCcitt(Buffer.from('123456789'), 0, 9)).toBe(0x29b1);
});

test('a unique id is digits in pairs, a number, or a name; anything else names no tracker', () => {
  const read = (hex: string) => readUniqueId(new ByteReader(Buffer.from(hex, 'hex')));
  expect(read('0d395a18440b1600')).toBe('135790246811220');
  expect(read('000314867ac3b011')).toBe(String(0x000314867ac3b011));
  expect(read('6776323030000000')).toBe('gv200');
  expect(read('ffffffffffffffff')).toBeUndefined();
  expect(read('0000000000000001')).toBeUndefined();
  expect(read('0d395a')).toBeUndefined();
});
