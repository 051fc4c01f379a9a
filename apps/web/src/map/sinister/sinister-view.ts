/** Where the map looks when a sinister is shown. */
import type { Place } from '@atalaia/domain/geo/geometry';
import { mercatorX, mercatorY } from '../mercator.ts';

/** EPSG:3857: least x, least y, greatest x, greatest y. */
export type Extent = readonly [number, number, number, number];

/** Nearer than this says nothing more of a way; farther than the whole world does not go. */
const nearestZoom = 16;

/** Metres of EPSG:3857 per pixel at zoom 0, of tiles of 256 pixels. */
const metresPerPixelAtZero = 156_543.033_928;

/** How much of the map the two places may fill. */
const share = 0.55;

export interface SinisterView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/**
 * The view that holds all these places with room around them, in a map of so many pixels. Undefined when all are visible
 * already, or there are none: what a person looks at is not moved without need.
 */
export function viewOfPlaces(
  places: readonly Place[],
  viewExtent: Extent,
  { width, height }: { readonly width: number; readonly height: number },
): SinisterView | undefined {
  if (places.length === 0) return undefined;
  const xs = places.map(({ longitude }) => mercatorX(longitude));
  const ys = places.map(({ latitude }) => mercatorY(latitude));
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
  const [seenLeft, seenBottom, seenRight, seenTop] = viewExtent;
  const isSeen = left >= seenLeft && right <= seenRight && bottom >= seenBottom && top <= seenTop;
  if (isSeen && isNearEnough(viewExtent, right - left, top - bottom)) return undefined;
  const resolution = Math.max((right - left) / (width * share), (top - bottom) / (height * share));
  const fitting = Math.floor(Math.log2(metresPerPixelAtZero / Math.max(resolution, 1e-9)));
  return { x: (left + right) / 2, y: (bottom + top) / 2, zoom: Math.min(nearestZoom, Math.max(1, fitting)) };
}

/** Two places that are one dot on a continent are not visible; metres of the map's width. */
function isNearEnough([left, , right]: Extent, across: number, down: number): boolean {
  const width = right - left;
  return width < 20_000 || Math.max(across, down) > width / 10;
}
