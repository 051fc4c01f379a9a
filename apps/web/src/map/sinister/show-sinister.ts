import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import type { Overlays } from '../core/overlays.ts';
import type { ViewMotion } from '../core/view-motion.ts';
import type { MapState } from '../map-state.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import type { SinisterPicture } from './sinister-trail.ts';

interface ShowSinisterParts {
  readonly map: OlMap;
  readonly overlays: Overlays;
  readonly motion: ViewMotion;
  readonly state: () => MapState;
  readonly change: (part: Partial<MapState>) => void;
}

/**
 * Shows a sinister on the map, or none. A sinister that was not there before is brought into view, unless somebody follows a
 * vehicle.
 */
export function createShowSinister({ map, overlays, motion, state, change }: ShowSinisterParts) {
  let looked: number | undefined;
  return (picture: SinisterPicture | null): void => {
    overlays.sinister.set(picture);
    overlays.redraw();
    const shown = overlays.sinister.shown();
    change({ shownSinister: shown });
    if (!picture || !shown) {
      looked = undefined;
      return;
    }
    if (looked === picture.sinisterId || state().follow) return;
    const [width = 0, height = 0] = map.getSize() ?? [];
    const places = [shown.opening, shown.last].filter((place) => place !== null);
    if (width === 0 || places.length === 0) return;
    looked = picture.sinisterId;
    const viewExtent = map.getView().calculateExtent([width, height]) as unknown as Extent;
    const view = viewOfPlaces(places, viewExtent, { width, height });
    if (view) motion.centreOn(view.x, view.y, view.zoom);
  };
}

// Where the map looks when a sinister is shown.

/** EPSG:3857: least x, least y, greatest x, greatest y. */
export type Extent = readonly [number, number, number, number];

/** Nearer than this says nothing more of a way; farther than the whole world does not go. */
const nearestZoom = 16;

/** Metres of EPSG:3857 per pixel at zoom 0, of tiles of 256 pixels. */
const metresPerPixelAtZero = 156_543.033_928;

/** How much of the map the two places may fill. */
const share = 0.55;

interface SinisterView {
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
