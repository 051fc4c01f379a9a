import { byteText, hexText } from './byte-text.ts';

/**
 * Reads numbers from a byte array, most significant byte first, without ever throwing: a read past the end gives 0
 * and raises `overrun`, which the decoder checks once, after a group of reads.
 */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #end: number;
  #position: number;
  /** A read went past the end; what it returned means nothing. */
  overrun = false;

  constructor(bytes: Uint8Array, from = 0, to = bytes.length) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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

  u8(): number {
    const at = this.#take(1);
    return at < 0 ? 0 : this.#view.getUint8(at);
  }

  u16(): number {
    const at = this.#take(2);
    return at < 0 ? 0 : this.#view.getUint16(at);
  }

  u24(): number {
    const at = this.#take(3);
    return at < 0 ? 0 : this.#view.getUint16(at) * 256 + this.#view.getUint8(at + 2);
  }

  u32(): number {
    const at = this.#take(4);
    return at < 0 ? 0 : this.#view.getUint32(at);
  }

  u32LittleEndian(): number {
    const at = this.#take(4);
    return at < 0 ? 0 : this.#view.getUint32(at, true);
  }

  /** Exact up to 2^53; trackers use the eight bytes for times and cell ids, which stay far below. */
  u64(): number {
    const at = this.#take(8);
    return at < 0 ? 0 : this.#view.getUint32(at) * 4_294_967_296 + this.#view.getUint32(at + 4);
  }

  bigU64(): bigint {
    const at = this.#take(8);
    return at < 0 ? 0n : this.#view.getBigUint64(at);
  }

  i8(): number {
    const at = this.#take(1);
    return at < 0 ? 0 : this.#view.getInt8(at);
  }

  i16(): number {
    const at = this.#take(2);
    return at < 0 ? 0 : this.#view.getInt16(at);
  }

  i32(): number {
    const at = this.#take(4);
    return at < 0 ? 0 : this.#view.getInt32(at);
  }

  f32(): number {
    const at = this.#take(4);
    return at < 0 ? 0 : this.#view.getFloat32(at);
  }

  /** The next byte without moving; 0 at the end, which is no overrun. */
  peekU8(): number {
    return this.#position < this.#end ? this.#view.getUint8(this.#position) : 0;
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
