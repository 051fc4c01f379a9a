/**
 * Arrays as PostgreSQL's binary format holds them. A thousand rows go to `unnest` this way without either side writing
 * or reading numbers and times as text, and without escaping.
 */

/** How values of one type are written: its name and oid in PostgreSQL, and a column of them. */
export interface ElementType<Value> {
  readonly name: string;
  readonly oid: number;
  /** Writes each row's value behind its length; returns whether one was null. */
  writeAll<Row>(rows: readonly Row[], from: (row: Row) => Value | null, room: Room): boolean;
}

/** Bytes that arrays are written into, one behind the other, and that grow with them. */
class Room {
  bytes: Buffer;
  view: DataView;
  /** How far it is written. */
  end = 0;

  constructor(bytes: number) {
    this.bytes = Buffer.allocUnsafeSlow(bytes);
    this.view = new DataView(this.bytes.buffer);
  }

  /** That so many bytes more can be written. */
  ensure(bytes: number): void {
    const needed = this.end + bytes;
    if (needed <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(larger, 0, 0, this.end);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  writeNull(): void {
    this.view.setInt32(this.end, -1);
    this.end += lengthBytes;
  }
}

/** Of the arrays that were written last: the next ones are about as long. */
let lastBytes = 0;
const sparedShare = 1.125;

const headerBytes = 20;
const lengthBytes = 4;

/** The parameters of one statement: arrays in one piece of memory. */
export interface ArrayWriter {
  /** Appends a column of these rows. */
  add<Row, Value>(type: ElementType<Value>, rows: readonly Row[], from: (row: Row) => Value | null): void;
}

/** What `write` appends, one buffer an array. */
export function binaryArrays(write: (arrays: ArrayWriter) => void): Buffer[] {
  const ends: number[] = [];
  const room = new Room(Math.ceil(lastBytes * sparedShare));
  write({
    add(type, rows, from) {
      room.ensure(headerBytes);
      const start = room.end;
      room.end += headerBytes;
      const hasNull = type.writeAll(rows, from, room);
      const { view } = room;
      view.setInt32(start, 1);
      view.setInt32(start + 4, hasNull ? 1 : 0);
      view.setInt32(start + 8, type.oid);
      view.setInt32(start + 12, rows.length);
      view.setInt32(start + 16, 1);
      ends.push(room.end);
    },
  });
  lastBytes = room.end;
  return ends.map((end, at) => room.bytes.subarray(ends[at - 1] ?? 0, end));
}

/** Values of always so many bytes; `write` puts one behind its length. */
function fixed<Value>(
  name: string,
  oid: number,
  bytes: number,
  write: (value: Value, view: DataView, offset: number) => void,
): ElementType<Value> {
  return {
    name,
    oid,
    writeAll(rows, from, target) {
      target.ensure(rows.length * (lengthBytes + bytes));
      const { view } = target;
      let { end } = target;
      let hasNull = false;
      for (const row of rows) {
        const value = from(row);
        if (value === null) {
          hasNull = true;
          view.setInt32(end, -1);
          end += lengthBytes;
          continue;
        }
        view.setInt32(end, bytes);
        write(value, view, end + lengthBytes);
        end += lengthBytes + bytes;
      }
      target.end = end;
      return hasNull;
    },
  };
}

function writeInt64(value: number, view: DataView, offset: number): void {
  view.setInt32(offset, Math.floor(value / 2 ** 32));
  view.setUint32(offset + 4, value >>> 0);
}

/** PostgreSQL counts from here, ms since 1970. */
const epoch2000Ms = Date.UTC(2000, 0, 1);

export const int4 = fixed<number>('int4', 23, 4, (value, view, offset) => {
  if (value > 0x7fff_ffff || value < -0x8000_0000) throw new RangeError(`${value} is no int4`);
  view.setInt32(offset, value);
});
export const int8 = fixed<number>('int8', 20, 8, (value, view, offset) => {
  if (value >= 2 ** 63 || value < -(2 ** 63)) throw new RangeError(`${value} is no int8`);
  writeInt64(value, view, offset);
});
export const float4 = fixed<number>('float4', 700, 4, (value, view, offset) => {
  view.setFloat32(offset, value);
});
export const float8 = fixed<number>('float8', 701, 8, (value, view, offset) => {
  view.setFloat64(offset, value);
});
export const bool = fixed<boolean>('bool', 16, 1, (value, view, offset) => {
  view.setUint8(offset, value ? 1 : 0);
});

/** Milliseconds since 1970 UTC. */
export const timestamptz = fixed<number>('timestamptz', 1184, 8, (value, view, offset) => {
  const microseconds = (value - epoch2000Ms) * 1000;
  if (Number.isSafeInteger(microseconds)) return writeInt64(microseconds, view, offset);
  const exact = BigInt(value - epoch2000Ms) * 1000n;
  if (exact !== BigInt.asIntN(64, exact)) throw new RangeError(`${value} is no time`);
  view.setBigInt64(offset, exact);
});

/** What a hexadecimal digit means, by its code. */
const digits = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? 0 : digit;
});

/** 32 hexadecimal digits. */
export const uuid = fixed<string>('uuid', 2950, 16, (value, view, offset) => {
  for (let at = 0; at < 16; at += 1) {
    const high = digits[value.charCodeAt(2 * at)] ?? 0;
    const low = digits[value.charCodeAt(2 * at + 1)] ?? 0;
    view.setUint8(offset + at, (high << 4) | low);
  }
});

/** Texts up to this length are written letter by letter: a call into the runtime takes longer. */
const shortText = 24;

/** Bytes of UTF-8 for a letter of a JavaScript string, at most. */
const mostBytesALetter = 3;

/** `before` is the byte that goes before each text, where the type has one. */
function textual(name: string, oid: number, before?: number): ElementType<string> {
  const prefixBytes = before === undefined ? 0 : 1;
  return {
    name,
    oid,
    writeAll(rows, from, target) {
      let hasNull = false;
      for (const row of rows) {
        const value = from(row);
        target.ensure(lengthBytes + prefixBytes + (value === null ? 0 : value.length * mostBytesALetter));
        if (value === null) {
          hasNull = true;
          target.writeNull();
          continue;
        }
        const start = target.end + lengthBytes + prefixBytes;
        if (before !== undefined) target.bytes[start - 1] = before;
        const bytes = writeText(value, target.bytes, start);
        target.view.setInt32(target.end, prefixBytes + bytes);
        target.end = start + bytes;
      }
      return hasNull;
    },
  };
}

/** Returns how many bytes it took. */
function writeText(value: string, target: Buffer, offset: number): number {
  const { length } = value;
  if (length > shortText) return target.write(value, offset);
  for (let at = 0; at < length; at += 1) {
    const code = value.charCodeAt(at);
    if (code > 127) return target.write(value, offset);
    target[offset + at] = code;
  }
  return length;
}

export const text = textual('text', 25);

export const bytea: ElementType<Uint8Array> = {
  name: 'bytea',
  oid: 17,
  writeAll(rows, from, target) {
    let hasNull = false;
    for (const row of rows) {
      const value = from(row);
      target.ensure(lengthBytes + (value?.length ?? 0));
      if (value === null) {
        hasNull = true;
        target.writeNull();
        continue;
      }
      target.view.setInt32(target.end, value.length);
      target.bytes.set(value, target.end + lengthBytes);
      target.end += lengthBytes + value.length;
    }
    return hasNull;
  },
};

/** JSON text, unchanged. */
export const json = textual('json', 114);

/** JSON text; the binary form has its version before it. */
export const jsonb = textual('jsonb', 3802, 1);
