/**
 * Arrays as PostgreSQL's binary format holds them. A thousand rows go to `unnest` this way without either side writing
 * or reading numbers and times as text, and without escaping.
 */

/** How values of one type are written: its name and oid in PostgreSQL, and one value's bytes. */
export interface ElementType<Value> {
  readonly name: string;
  readonly oid: number;
  /** Bytes of this value. */
  size(value: Value): number;
  write(value: Value, target: Buffer, offset: number): void;
}

const headerBytes = 20;
const lengthBytes = 4;

/** One array as a query's parameter. */
export function binaryArray<Value>(type: ElementType<Value>, values: readonly (Value | null)[]): Buffer {
  let bytes = headerBytes;
  for (const value of values) bytes += lengthBytes + (value === null ? 0 : type.size(value));
  const target = Buffer.allocUnsafe(bytes);
  target.writeInt32BE(1, 0);
  target.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  target.writeInt32BE(type.oid, 8);
  target.writeInt32BE(values.length, 12);
  target.writeInt32BE(1, 16);
  let offset = headerBytes;
  for (const value of values) {
    const size = value === null ? -1 : type.size(value);
    offset = target.writeInt32BE(size, offset);
    if (value !== null) {
      type.write(value, target, offset);
      offset += size;
    }
  }
  return target;
}

function fixed<Value>(
  name: string,
  oid: number,
  bytes: number,
  write: (value: Value, target: Buffer, offset: number) => void,
): ElementType<Value> {
  return { name, oid, size: () => bytes, write };
}

function writeInt64(value: number, target: Buffer, offset: number): void {
  target.writeInt32BE(Math.floor(value / 2 ** 32), offset);
  target.writeUInt32BE(value >>> 0, offset + 4);
}

/** PostgreSQL counts from here, ms since 1970. */
const epoch2000Ms = Date.UTC(2000, 0, 1);

export const int4 = fixed<number>('int4', 23, 4, (value, target, offset) => {
  target.writeInt32BE(value, offset);
});
export const int8 = fixed<number>('int8', 20, 8, writeInt64);
export const float4 = fixed<number>('float4', 700, 4, (value, target, offset) => {
  target.writeFloatBE(value, offset);
});
export const float8 = fixed<number>('float8', 701, 8, (value, target, offset) => {
  target.writeDoubleBE(value, offset);
});
export const bool = fixed<boolean>('bool', 16, 1, (value, target, offset) => {
  target[offset] = value ? 1 : 0;
});

/** Milliseconds since 1970 UTC. */
export const timestamptz = fixed<number>('timestamptz', 1184, 8, (value, target, offset) => {
  const microseconds = (value - epoch2000Ms) * 1000;
  if (Number.isSafeInteger(microseconds)) writeInt64(microseconds, target, offset);
  else target.writeBigInt64BE(BigInt(value - epoch2000Ms) * 1000n, offset);
});

/** 32 hexadecimal digits. */
export const uuid = fixed<string>('uuid', 2950, 16, (value, target, offset) => {
  target.write(value, offset, 16, 'hex');
});

function textual(name: string, oid: number): ElementType<string> {
  return {
    name,
    oid,
    size: (value) => Buffer.byteLength(value),
    write: (value, target, offset) => target.write(value, offset),
  };
}

export const text = textual('text', 25);

export const bytea: ElementType<Uint8Array> = {
  name: 'bytea',
  oid: 17,
  size: (value) => value.length,
  write: (value, target, offset) => target.set(value, offset),
};

/** JSON text, unchanged. */
export const json = textual('json', 114);

/** JSON text; the binary form has its version before it. */
export const jsonb: ElementType<string> = {
  name: 'jsonb',
  oid: 3802,
  size: (value) => Buffer.byteLength(value) + 1,
  write: (value, target, offset) => {
    target[offset] = 1;
    target.write(value, offset + 1);
  },
};
