/**
 * The 16-bit checksums of these protocols, table driven, two bytes at a time: both are looked up at once, each in its table.
 *
 * - CRC-ITU as the Concox documents call it: CRC-16/X-25, reflected polynomial 0x1021, start 0xFFFF, result inverted.
 * - CRC-16/IBM as Teltonika calls it: CRC-16/ARC, reflected polynomial 0x8005, start 0.
 * - CRC-CCITT as Meiligao calls it: CRC-16/CCITT-FALSE, polynomial 0x1021 most significant bit first, start 0xFFFF.
 * - The same from 0 as Maxtrack has it: CRC-16/XMODEM.
 */

function tableFor(reflectedPolynomial: number): Uint16Array {
  const table = new Uint16Array(256);
  for (let value = 0; value < 256; value += 1) {
    let remainder = value;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = remainder & 1 ? (remainder >>> 1) ^ reflectedPolynomial : remainder >>> 1;
    }
    table[value] = remainder;
  }
  return table;
}

/** The remainder of a byte, and of a byte with one more of zeros behind it. */
interface Tables {
  readonly last: Uint16Array;
  readonly first: Uint16Array;
}

function reflectedTables(polynomial: number): Tables {
  const last = tableFor(polynomial);
  return { last, first: last.map((one) => (one >>> 8) ^ (last[one & 0xff] ?? 0)) };
}

const itu = reflectedTables(0x8408);
const ibm = reflectedTables(0xa001);

function remainderOf(
  { first, last }: Tables,
  start: number,
  bytes: Uint8Array,
  from: number,
  to: number,
): number {
  let remainder = start;
  let at = from;
  for (; at + 1 < to; at += 2) {
    const pair = remainder ^ (bytes[at] ?? 0) ^ ((bytes[at + 1] ?? 0) << 8);
    remainder = (first[pair & 0xff] ?? 0) ^ (last[pair >>> 8] ?? 0);
  }
  return at < to ? (remainder >>> 8) ^ (last[(remainder ^ (bytes[at] ?? 0)) & 0xff] ?? 0) : remainder;
}

/** CRC-ITU (gt06) of `bytes[from, to)`; the whole array when no range is given. `123456789` gives 0x906E. */
export function crcItu(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return remainderOf(itu, 0xffff, bytes, from, to) ^ 0xffff;
}

/** CRC-16/IBM (teltonika) of `bytes[from, to)`; the whole array when no range is given. `123456789` gives 0xBB3D. */
export function crc16Ibm(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return remainderOf(ibm, 0, bytes, from, to);
}

function forwardTable(polynomial: number): Uint16Array {
  const table = new Uint16Array(256);
  for (let value = 0; value < 256; value += 1) {
    let remainder = value << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = remainder & 0x8000 ? (remainder << 1) ^ polynomial : remainder << 1;
    }
    table[value] = remainder;
  }
  return table;
}

const ccittLast = forwardTable(0x1021);
const ccittFirst = ccittLast.map((one) => (one << 8) ^ (ccittLast[one >>> 8] ?? 0));

function forwardRemainderOf(start: number, bytes: Uint8Array, from: number, to: number): number {
  let remainder = start;
  let at = from;
  for (; at + 1 < to; at += 2) {
    const pair = remainder ^ ((bytes[at] ?? 0) << 8) ^ (bytes[at + 1] ?? 0);
    remainder = (ccittFirst[pair >>> 8] ?? 0) ^ (ccittLast[pair & 0xff] ?? 0);
  }
  if (at >= to) return remainder;
  return ((remainder << 8) & 0xffff) ^ (ccittLast[(remainder >>> 8) ^ (bytes[at] ?? 0)] ?? 0);
}

/** CRC-CCITT (meiligao) of `bytes[from, to)`; the whole array when no range is given. `123456789` gives 0x29B1. */
export function crcCcitt(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return forwardRemainderOf(0xffff, bytes, from, to);
}

/** CRC-16/XMODEM (mxt) of `bytes[from, to)`; the whole array when no range is given. `123456789` gives 0x31C3. */
export function crcXmodem(bytes: Uint8Array, from = 0, to = bytes.length): number {
  return forwardRemainderOf(0, bytes, from, to);
}
