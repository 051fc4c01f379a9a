import type { JsonRows } from '../http/json-text.ts';

/**
 * A list as JSON text: its numbers are read first, in order, then the objects some hundreds at a time. So no piece holds
 * the event loop, and a client that reads slowly holds no connection to the database: only the numbers wait.
 */
export async function* inPieces(
  ids: Int32Array,
  describe: (ids: readonly number[]) => Promise<string>,
  idsPerPiece = 500,
): JsonRows {
  for (let at = 0; at < ids.length; at += idsPerPiece) {
    yield await describe(Array.from(ids.subarray(at, at + idsPerPiece)));
  }
}
