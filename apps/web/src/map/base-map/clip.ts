import type { FlatLine, Shape } from './topology.ts';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export function touches(shape: Shape, box: Box): boolean {
  return (
    shape.east >= box.west && shape.west <= box.east && shape.north >= box.south && shape.south <= box.north
  );
}

/**
 * The part of a closed ring inside a box, by Sutherland and Hodgman: one edge of the box after the other. A ring that
 * leaves the box and comes back is led along its edge, which a fill does not show. Empty when nothing is inside.
 */
export function clipRing(ring: FlatLine, box: Box): number[] {
  let part: ArrayLike<number> = ring;
  part = clipSide(part, 0, box.west, 1);
  part = clipSide(part, 0, box.east, -1);
  part = clipSide(part, 1, box.south, 1);
  return clipSide(part, 1, box.north, -1);
}

/** Keeps what is on one side of a line: `axis` 0 cuts at an x, 1 at a y; `side` 1 keeps the greater. */
function clipSide(ring: ArrayLike<number>, axis: 0 | 1, edge: number, side: 1 | -1): number[] {
  const clipped: number[] = [];
  const length = ring.length;
  for (let at = 0; at < length; at += 2) {
    const before = (at + length - 2) % length;
    const ahead = ((ring[at + axis] ?? 0) - edge) * side;
    const behind = ((ring[before + axis] ?? 0) - edge) * side;
    if (ahead >= 0 !== behind >= 0) {
      const share = behind / (behind - ahead);
      const fromX = ring[before] ?? 0;
      const fromY = ring[before + 1] ?? 0;
      clipped.push(
        axis === 0 ? edge : fromX + ((ring[at] ?? 0) - fromX) * share,
        axis === 1 ? edge : fromY + ((ring[at + 1] ?? 0) - fromY) * share,
      );
    }
    if (ahead >= 0) clipped.push(ring[at] ?? 0, ring[at + 1] ?? 0);
  }
  return clipped;
}

/** The pieces of a line that may show in a box: whole segments, none of which lies to one side of it altogether. */
export function clipLine(line: FlatLine, box: Box): number[][] {
  const pieces: number[][] = [];
  let piece: number[] = [];
  for (let at = 2; at < line.length; at += 2) {
    const fromX = line[at - 2] ?? 0;
    const fromY = line[at - 1] ?? 0;
    const toX = line[at] ?? 0;
    const toY = line[at + 1] ?? 0;
    const apart =
      Math.max(fromX, toX) < box.west ||
      Math.min(fromX, toX) > box.east ||
      Math.max(fromY, toY) < box.south ||
      Math.min(fromY, toY) > box.north;
    if (apart) {
      piece = [];
      continue;
    }
    if (piece.length === 0) {
      piece = [fromX, fromY];
      pieces.push(piece);
    }
    piece.push(toX, toY);
  }
  return pieces;
}
