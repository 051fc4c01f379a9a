/** What the map shows and lets be switched, readable by React through `useStore`. */
import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import type { PoiState } from './areas/areas.ts';
import { type BaseMap, type BaseMapOffer, baseMapAttribution, firstBaseMap } from './base-maps.ts';
import type { ShownSinister } from './sinister/sinister-trail.ts';

/**
 * Devices of each colour of the legend (MAP-01), and under `alarm` all whose alarm waits for somebody, whatever their
 * colour. Disabled devices count too: their colour follows the same rule.
 */
export type ColourCounts = Readonly<Record<DeviceColour, number>>;

/**
 * `failed`: the snapshot could not be read; what was there before stays drawn. `lost`: the browser can make no map at
 * all, and never will on this page.
 */
export type MapLoad = 'loading' | 'ready' | 'failed' | 'lost';

export interface MapState {
  /** `ready` once the first snapshot is drawn. */
  readonly load: MapLoad;
  readonly selectedDeviceId: number | null;
  readonly follow: boolean;
  readonly labels: boolean;
  /** Colours of the legend that map and lists show; all when there is none. */
  readonly shownColours: readonly DeviceColour[];
  readonly devices: boolean;
  /** Siren badges and the halo of alarms; colours stay whatever this says. */
  readonly alarms: boolean;
  readonly geofences: boolean;
  /** Geofences that are not drawn because nobody can read their area. */
  readonly skippedGeofences: number;
  /** The trails of all devices; a device's own is in `tracedDeviceIds`. */
  readonly traces: boolean;
  readonly tracedDeviceIds: readonly number[];
  /** The sinister that is shown. */
  readonly shownSinister: ShownSinister | null;
  /** The layer of places (MAP-16). */
  readonly poi: PoiState;
  readonly measuring: boolean;
  readonly baseMap: BaseMap;
  /** What the menu lists, in its order (MAP-03). */
  readonly offered: readonly BaseMap[];
  /** What those of the installation's own are called. */
  readonly titles: BaseMapOffer['titles'];
  /** The chosen base map does not answer, and the shipped one stands in for it (TILE-02). */
  readonly isBaseMapAway: boolean;
  /** `tiles` while the chosen tile service answers, `land` while only the shipped map is there (MAP-14). */
  readonly background: 'tiles' | 'land';
  /** Whom to name for the map that is shown. */
  readonly attribution: string;
  readonly counts: ColourCounts;
  /** All devices the map knows, those without a position too. */
  readonly deviceCount: number;
  readonly zoom: number;
  /** On the ground, at the middle of the view. */
  readonly metresPerPixel: number;
}

export const noCounts: ColourCounts = Object.freeze({
  online: 0,
  ignition: 0,
  unknown: 0,
  alarm: 0,
  offline: 0,
});

export const firstMapState: MapState = Object.freeze({
  load: 'loading',
  selectedDeviceId: null,
  follow: false,
  labels: false,
  shownColours: [],
  devices: true,
  alarms: true,
  geofences: true,
  skippedGeofences: 0,
  traces: false,
  tracedDeviceIds: [],
  shownSinister: null,
  poi: 'none',
  measuring: false,
  baseMap: firstBaseMap,
  offered: [firstBaseMap],
  titles: {},
  isBaseMapAway: false,
  background: 'land',
  attribution: baseMapAttribution,
  counts: noCounts,
  deviceCount: 0,
  zoom: 4,
  metresPerPixel: 0,
});
