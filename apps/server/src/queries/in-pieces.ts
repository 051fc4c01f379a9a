import type { JsonRows } from '../platform/http/json-text.ts';
import { inPiecesOf, readAhead } from './read-ahead.ts';

/**
 * A list as JSON text: its numbers are read first, in order, then the objects some hundreds at a time, one piece while the
 * one before is sent. So no piece holds the event loop, and a client that reads slowly holds no connection to the database:
 * only the numbers and a piece wait.
 */
export function inPieces(
  ids: Int32Array,
  describe: (ids: readonly number[]) => Promise<string>,
  idsPerPiece = 500,
): JsonRows {
  return readAhead(inPiecesOf(idsPerPiece, ids), (piece) => describe(Array.from(piece)));
}
