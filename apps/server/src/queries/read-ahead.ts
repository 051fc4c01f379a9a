import type { JsonRows } from '../platform/http/json-text.ts';
/**
 * The pieces in their order, each started while the one before it is taken: a database with more than one core reads two at
 * once. When the taker gives up, the piece that was started comes to its end unheard.
 */
export async function* readAhead<Item, Piece>(
  items: readonly Item[],
  read: (item: Item) => Promise<Piece>,
): AsyncGenerator<Piece> {
  const begin = (item: Item | undefined) => {
    const piece = item === undefined ? undefined : read(item);
    // its failure is thrown when its turn comes
    piece?.catch(() => undefined);
    return piece;
  };
  let current = begin(items[0]);
  for (let index = 1; current; index += 1) {
    const next = begin(items[index]);
    yield await current;
    current = next;
  }
}

/** The numbers in pieces of at most so many. */
export function inPiecesOf(size: number, ids: Int32Array): readonly Int32Array[] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.subarray(index * size, (index + 1) * size),
  );
}

/**
 * A list as JSON text: its numbers are read first, in order, then the objects some hundreds at a time (a thousand where their
 * text is ready), one piece while the one before is sent. So no piece holds the event loop, and a client that reads slowly
 * holds no connection to the database: only the numbers and a piece wait.
 */
export function inPieces(
  ids: Int32Array,
  describe: (ids: readonly number[]) => Promise<string>,
  idsPerPiece = 500,
): JsonRows {
  return readAhead(inPiecesOf(idsPerPiece, ids), (piece) => describe(Array.from(piece)));
}
