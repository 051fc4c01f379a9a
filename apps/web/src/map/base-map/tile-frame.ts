/** Where a tile's pixels are on the earth. */
import { resolutionOf, worldHalfMetres } from '../mercator.ts';
import type { Box } from './clip.ts';

export interface TileRequest {
  /** Zoom of the view whose pixels the tile has; the tile spans 512 of them. */
  readonly zoom: number;
  /** Tiles from the west and from the north. */
  readonly column: number;
  readonly row: number;
}

/** Edge of a tile in pixels of the view. */
export const tileEdge = 512;

export interface TileFrame extends TileRequest {
  readonly box: Box;
  readonly resolution: number;
}

export function frameOf({ zoom, column, row }: TileRequest): TileFrame {
  const resolution = resolutionOf(zoom);
  const edge = tileEdge * resolution;
  const west = -worldHalfMetres + column * edge;
  const north = worldHalfMetres - row * edge;
  const box = { west, south: north - edge, east: west + edge, north };
  return { zoom, column, row, box, resolution };
}

/** The tile's box with some pixels more on every side. */
export function grown({ box, resolution }: TileFrame, pixels: number): Box {
  const by = pixels * resolution;
  return { west: box.west - by, south: box.south - by, east: box.east + by, north: box.north + by };
}
