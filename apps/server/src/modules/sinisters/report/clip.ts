/** What of a line or ring of degrees is in a frame, so that a report of a city does not carry the coasts of the world. */
import type { Line } from './base-map.ts';

export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The part of a closed ring inside a box, by Sutherland and Hodgman; empty when nothing is. */
export function clipRing(ring: Line, box: Box): Line {
  const sides = [
    [0, box.west, 1],
    [0, box.east, -1],
    [1, box.south, 1],
    [1, box.north, -1],
  ] as const;
  return sides.reduce<Line>((part, [axis, edge, side]) => clipSide(part, axis, edge, side), ring);
}

/** Keeps what is on one side of a line: `axis` 0 cuts at a longitude, 1 at a latitude; `side` 1 keeps the greater. */
function clipSide(ring: Line, axis: 0 | 1, edge: number, side: 1 | -1): number[] {
  const retained: number[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const before = (at + ring.length - 2) % ring.length;
    const ahead = ((ring[at + axis] ?? 0) - edge) * side;
    const behind = ((ring[before + axis] ?? 0) - edge) * side;
    if (ahead >= 0 !== behind >= 0) {
      const share = behind / (behind - ahead);
      const between = (offset: number) => {
        const from = ring[before + offset] ?? 0;
        return from + ((ring[at + offset] ?? 0) - from) * share;
      };
      retained.push(axis === 0 ? edge : between(0), axis === 1 ? edge : between(1));
    }
    if (ahead >= 0) retained.push(ring[at] ?? 0, ring[at + 1] ?? 0);
  }
  return retained;
}

/** The pieces of a line that may show in a box: whole segments, none of which lies to one side of it altogether. */
export function clipLine(line: Line, box: Box): Line[] {
  const pieces: number[][] = [];
  let piece: number[] | undefined;
  for (let at = 2; at < line.length; at += 2) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = line.slice(at - 2, at + 2);
    const isApart =
      Math.max(fromX, toX) < box.west ||
      Math.min(fromX, toX) > box.east ||
      Math.max(fromY, toY) < box.south ||
      Math.min(fromY, toY) > box.north;
    if (isApart) {
      piece = undefined;
      continue;
    }
    if (!piece) {
      piece = [fromX, fromY];
      pieces.push(piece);
    }
    piece.push(toX, toY);
  }
  return pieces;
}
