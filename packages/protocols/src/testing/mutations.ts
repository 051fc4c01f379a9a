/** Damage to a stream that can be repeated: the same seed gives the same bytes. */

/** Whole numbers from 0 up to, not including, the bound. */
export type Random = (bound: number) => number;

/** mulberry32, by Tommy Ettinger: enough for choosing what to break. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

/** A number of a text's own, for a seed (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** What the text protocols are made of, and the ends of what binary numbers can hold. */
export const telling = Buffer.from('0123456789,;*#$|+-.:ANSWEF\r\n\0\xff\x7f\x80~', 'latin1');

/** The bytes with one to three things turned, dropped, put in, put in place, doubled or cut off; never the same array. */
export function mutated(bytes: Uint8Array, random: Random): Uint8Array {
  let damaged: Uint8Array = bytes.slice();
  for (let count = 1 + random(3); count > 0; count -= 1) damaged = damagedOnce(damaged, random);
  return damaged;
}

/** May write into what it is given. */
function damagedOnce(bytes: Uint8Array, random: Random): Uint8Array {
  const { length } = bytes;
  if (length === 0) return Uint8Array.of(random(256));
  const at = random(length);
  const kind = random(16);
  if (kind < 5) return withByte(bytes, at, (bytes[at] ?? 0) ^ (1 << random(8)));
  if (kind < 9) return withByte(bytes, at, telling[random(telling.length)] ?? 0);
  if (kind < 11) return withByte(bytes, at, random(256));
  const span = 1 + random(kind === 15 ? 40 : 4);
  const end = Math.min(length, at + span);
  if (kind < 13) return spliced(bytes, at, end, new Uint8Array(0));
  if (kind === 13) return bytes.slice(0, at);
  if (kind === 14)
    return spliced(
      bytes,
      at,
      at,
      Uint8Array.from({ length: span }, () => random(256)),
    );
  return spliced(bytes, at, at, bytes.subarray(at, end));
}

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  bytes[at] = byte;
  return bytes;
}

function spliced(bytes: Uint8Array, from: number, to: number, put: Uint8Array): Uint8Array {
  const made = new Uint8Array(bytes.length - (to - from) + put.length);
  made.set(bytes.subarray(0, from));
  made.set(put, from);
  made.set(bytes.subarray(to), from + put.length);
  return made;
}
