import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../platform/db/schema.ts';

/**
 * Row numbers, in the order of a SELECT that gives them as `id`. They come as one packed value: 100,000 rows of their own
 * arrive in one burst that holds the event loop for a tenth of a second, 400 kB of bytes for a millisecond.
 */
export async function readIds(db: Kysely<Schema>, select: RawBuilder<unknown>): Promise<Int32Array> {
  const { rows } = await sql<{ packed: Buffer | null }>`
    SELECT string_agg(int4send(found.id::integer), ''::bytea) AS packed FROM (${select}) AS found`.execute(
    db,
  );
  return unpackIds(rows[0]?.packed ?? null);
}

/** Numbers that were packed by `string_agg(int4send(id), ''::bytea)`, which gives null of none. */
export function unpackIds(given: Buffer | null): Int32Array {
  const packed = given ?? Buffer.alloc(0);
  const ids = new Int32Array(packed.length / 4);
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  // PostgreSQL sends the highest byte first
  for (let index = 0; index < ids.length; index += 1) ids[index] = view.getInt32(index * 4);
  return ids;
}

/** Rows that one statement removes, with what hangs on each: a statement has its time. */
export const removedAtOnce = 500;

/** A list in pieces of so many, the last one of what is left. */
export function* piecesOf<T>(perPiece: number, list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += perPiece) yield list.slice(at, at + perPiece);
}
