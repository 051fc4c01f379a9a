import { byteText, hexText } from './byte-text.ts';

/**
 * Reads numbers from a byte array, most significant byte first, without ever throwing: a read past the end gives 0
 * and raises `overrun`, which the decoder checks once, after a group of reads.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  #position: number;
  /** A read went past the end; what it returned means nothing. */
  overrun = false;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.#bytes = bytes;
    this.#end = Math.min(to, bytes.length);
    this.#position = Math.min(from, this.#end);
  }

  get remaining(): number {
    return this.#end - this.#position;
  }

  /** Claims `count` bytes; their offset, or -1 when there are not so many. */
  #take(count: number): number {
    if (count < 0 || count > this.#end - this.#position) {
      this.overrun = true;
      this.#position = this.#end;
      return -1;
    }
    const at = this.#position;
    this.#position = at + count;
    return at;
  }

  /** The byte at an offset that was claimed. */
  #byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }

  #pair(at: number): number {
    return this.#byte(at) * 256 + this.#byte(at + 1);
  }

  /** Made where a float or a large number is read: it costs more than reading the bytes one by one. */
  #view(at: number, count: number): DataView {
    return new DataView(this.#bytes.buffer, this.#bytes.byteOffset + at, count);
  }

  u8(): number {
    const at = this.#take(1);
    return at < 0 ? 0 : this.#byte(at);
  }

  u16(): number {
    const at = this.#take(2);
    return at < 0 ? 0 : this.#pair(at);
  }

  u24(): number {
    const at = this.#take(3);
    return at < 0 ? 0 : this.#pair(at) * 256 + this.#byte(at + 2);
  }

  u32(): number {
    const at = this.#take(4);
    return at < 0 ? 0 : this.#pair(at) * 65_536 + this.#pair(at + 2);
  }

  u32LittleEndian(): number {
    const at = this.#take(4);
    if (at < 0) return 0;
    const high = this.#byte(at + 3) * 256 + this.#byte(at + 2);
    return high * 65_536 + this.#byte(at + 1) * 256 + this.#byte(at);
  }

  /** Exact up to 2^53; trackers use the eight bytes for times and cell ids, which stay far below. */
  u64(): number {
    const high = this.u32();
    return high * 4_294_967_296 + this.u32();
  }

  bigU64(): bigint {
    const at = this.#take(8);
    return at < 0 ? 0n : this.#view(at, 8).getBigUint64(0);
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  i16(): number {
    return (this.u16() << 16) >> 16;
  }

  i32(): number {
    return this.u32() | 0;
  }

  f32(): number {
    const at = this.#take(4);
    return at < 0 ? 0 : this.#view(at, 4).getFloat32(0);
  }

  /** The next byte without moving; 0 at the end, which is no overrun. */
  peekU8(): number {
    return this.#position < this.#end ? this.#byte(this.#position) : 0;
  }

  /** The next two bytes without moving; 0 when there are not so many, which is no overrun. */
  peekU16(): number {
    return this.remaining >= 2 ? this.#pair(this.#position) : 0;
  }

  /** A view of the next bytes, as many as there are, without moving. */
  peekBytes(count: number): Uint8Array {
    return this.#bytes.subarray(this.#position, Math.min(this.#position + count, this.#end));
  }

  skip(count: number): void {
    this.#take(count);
  }

  /** A view, not a copy; empty on overrun. */
  bytes(count: number): Uint8Array {
    const at = this.#take(count);
    return at < 0 ? new Uint8Array(0) : this.#bytes.subarray(at, at + count);
  }

  rest(): Uint8Array {
    return this.bytes(this.remaining);
  }

  hex(count: number): string {
    const at = this.#take(count);
    return at < 0 ? '' : hexText(this.#bytes, at, at + count);
  }

  text(count: number): string {
    const at = this.#take(count);
    return at < 0 ? '' : byteText(this.#bytes, at, at + count);
  }
}
