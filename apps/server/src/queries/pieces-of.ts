/** A list in pieces of so many, the last one of what is left. */
export function* piecesOf<T>(perPiece: number, list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += perPiece) yield list.slice(at, at + perPiece);
}
