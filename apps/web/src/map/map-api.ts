/** What the rest of the web says to the map and hears from it. `createMapCore` in `map-core.ts` makes one. */
import type { DeviceColour } from '@atalaia/domain/device-colour';
import type { FleetFigures } from '@atalaia/domain/fleet-figures';
import type { FleetFilter } from '../lib/fleet/fleet-list.ts';
import type { ReadableStore } from '../lib/store/store.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { BaseMap, TileSources } from './base-maps.ts';
import type { MapState } from './map-state.ts';

export type MapTheme = 'light' | 'dark';

/** Where the map opens (MAP-08): each value the server's or the user's, absent when nobody set it. */
export interface MapStart {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly zoom?: number | null | undefined;
}

/** What the map knows of one device. */
export interface MapDevice {
  readonly deviceId: number;
  readonly name: string;
  readonly uniqueId: string;
  readonly category: string | null;
  readonly colour: DeviceColour;
  readonly siren: boolean;
  /** WGS84 degrees; null when it never had a position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Degrees clockwise from north. */
  readonly course: number | null;
  readonly speedKnots: number | null;
  readonly fixTimeMs: number | null;
}

export interface VehiclesInView {
  /** Single markers in the view in id order, at most as many as asked for. */
  readonly vehicles: readonly MapDevice[];
  /** Single markers in the view. */
  readonly markerCount: number;
  readonly clusterCount: number;
}

/** `unknown`: no device of that id is visible to this user. `replaced`: another was chosen, or none, meanwhile. */
export type SelectOutcome = 'selected' | 'neverPositioned' | 'unknown' | 'replaced';

export interface MapCoreParts {
  readonly feed: LiveFeed;
  readonly theme: MapTheme;
  readonly tileSources: TileSources;
  readonly start: MapStart;
  readonly baseMap?: BaseMap;
  /** A device was asked for that never had a position; it was not selected (MAP-15). */
  readonly onNeverPositioned: (deviceId: number) => void;
  /** A click on the map selected a device, or null: deselected. Not called for `select` and `deselect`. */
  readonly onPicked: (deviceId: number | null) => void;
}

export interface MapCore {
  /** Read it with `useStore(core.state, selector)`; change it through the methods below. */
  readonly state: ReadableStore<MapState>;
  /** Puts the one map into an element; a second call moves it there with all it shows. */
  attach(element: HTMLElement): void;
  /** Takes the map out of its element and keeps it alive for the next one. */
  detach(): void;
  /** Selects and centres on the last position at zoom 18 (MAP-15). Waits for the first snapshot. */
  select(deviceId: number): Promise<SelectOutcome>;
  deselect(): void;
  /** Keeps the selected device in the centre until the map is dragged or zoomed by hand (MAP-06). */
  setFollow(on: boolean): void;
  setLabels(on: boolean): void;
  setDevicesVisible(on: boolean): void;
  setAlarmsVisible(on: boolean): void;
  setBaseMap(baseMap: BaseMap): void;
  /** The document shows this theme now, or has another brand: the map takes its tokens again. */
  setTheme(theme: MapTheme): void;
  /** By hand: 1 is one level nearer, −1 one farther. Turns follow off. */
  zoomBy(levels: number): void;
  /** Names and last places by id, in the order asked for; ids the user may not see are left out. */
  lookup(deviceIds: readonly number[]): Promise<readonly MapDevice[]>;
  /** Devices whose name or unique id contains the text, case and accents apart, in name order (MAP-11). */
  search(text: string, limit: number): Promise<readonly MapDevice[]>;
  /** Numbers of the devices that fit, by name; of 100,000 within some tens of milliseconds. */
  listFleet(filter: FleetFilter): Promise<Int32Array>;
  fleetFigures(): Promise<FleetFigures>;
  vehiclesInView(limit: number): Promise<VehiclesInView>;
  /** Called whenever a new picture of the devices is drawn, up to thirty times a second. Gives the way to stop. */
  onFrame(listener: () => void): () => void;
  /** Ends worker, subscriptions and map; the core is of no use afterwards. */
  destroy(): void;
}
