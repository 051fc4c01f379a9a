/** What the rest of the web calls on the map and receives from it. `createMapCore` in `map-core.ts` makes one. */
import type { Geofence } from '@atalaia/contract/rules/geofence';
import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import type { Place } from '@atalaia/domain/geo/geometry';
import type { FleetFigures } from '@atalaia/domain/travel/fleet-figures';
import type { FleetFilter, FleetListing, KnownVehicle } from '../lib/fleet/fleet-list.ts';
import type { ReadableStore } from '../lib/store/store.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import type { BaseMap, BaseMapOffer } from './base-maps.ts';
import type { CoveredPart } from './core/free-middle.ts';
import type { Pin } from './core/pins.ts';
import type { ChoiceStorage } from './map-choices.ts';
import type { MapState } from './map-state.ts';
import type { MeasureEvent, MeasureState } from './measure/measure-state.ts';
import type { ReportMap } from './report/report-drawing.ts';
import type { ReachOnMap } from './sinister/reach-circle.ts';
import type { SinisterPicture } from './sinister/sinister-trail.ts';
import type { TracedPosition } from './trace/trace-memory.ts';

export type MapTheme = 'light' | 'dark';

/** Where the map opens (MAP-08): each value the server's or the user's, absent when nobody set it. */
export interface MapStart {
  readonly latitude?: number | null | undefined;
  readonly longitude?: number | null | undefined;
  readonly zoom?: number | null | undefined;
}

/** What the map knows of one device. */
export interface MapDevice extends KnownVehicle {
  readonly siren: boolean;
  /** WGS84 degrees; null when it never had a position. */
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** Degrees clockwise from north. */
  readonly course: number | null;
}

export interface VehiclesInView {
  /** Single markers in the view in id order, at most as many as requested. */
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
  readonly baseMaps: BaseMapOffer;
  /** It is one of several maps of a page: the wheel is its own while it has the focus, and tests do not read it. */
  readonly amongOthers?: boolean;
  readonly start: MapStart;
  /** How near a selected device is shown where there are street tiles, 11 without; always 18 unless it is given (MAP-15). */
  readonly selectZoom?: number;
  /** The base map the settings say; what is not offered is the first. */
  readonly baseMap?: string | undefined;
  /** What the person switched last time; it wins over `baseMap`. */
  readonly choices?: ChoiceStorage;
  /** A device was requested that never had a position; it was not selected (MAP-15). */
  readonly onNeverPositioned: (deviceId: number) => void;
  /** The map was told to follow while nothing is selected; it does not. */
  readonly onNothingToFollow?: () => void;
  /** A click on the map selected a device, or null: deselected. Not called for `select` and `deselect`. */
  readonly onPicked: (deviceId: number | null) => void;
  /** A click where no device is fell into a geofence, the smallest of several. */
  readonly onGeofencePicked?: (geofenceId: number) => void;
}

/** What a map is that one only looks at: `PlainMapView` shows it. */
export type PlainMap = Pick<MapCore, 'state' | 'attach' | 'detach' | 'zoomBy' | 'setBaseMap' | 'takeKey'>;

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
  /**
   * Centres on a place with nothing selected: where something happened, whatever device it was. At zoom 18, and while no
   * street tiles are there from as far away as the shipped map has something around it.
   */
  showPlace(place: Place): void;
  /** Remembers the view and what is selected; returns the way back to both. */
  keepView(): () => void;
  /** What of the map is under something else, pixels: what is centred on is in the middle of the rest. */
  setCovered(parts: readonly CoveredPart[]): void;
  /** An element of the page that is at a place and moves with the map, until it is removed. */
  pin(place: Place): Pin;
  /** Keeps the selected device in the centre until the map is dragged or zoomed by hand (MAP-06). */
  setFollow(on: boolean): void;
  setLabels(on: boolean): void;
  /** Shows only devices that count under these colours of the legend, and the selected one; all when there is none. */
  setShownColours(shown: readonly DeviceColour[]): void;
  setDevicesVisible(on: boolean): void;
  setAlarmsVisible(on: boolean): void;
  setBaseMap(baseMap: BaseMap): void;
  /** The settings or their keys are other ones: a base map that is no longer offered gives way to the first. */
  setBaseMapOffer(offer: BaseMapOffer): void;
  /** All geofences to draw; those with a broken area are counted in `state.skippedGeofences` (MAP-13). */
  setGeofences(geofences: readonly Geofence[]): void;
  setGeofencesVisible(on: boolean): void;
  /**
   * Switches the trail of one device on, with what is known of its way (none is `[]`), or off with null; live positions
   * follow by themselves (MAP-09). `ownLimit` is the device's attribute `traceLimit`, if known.
   */
  setTrace(deviceId: number, positions: readonly TracedPosition[] | null, ownLimit?: unknown): void;
  /** Trails of all devices in the view, from what comes live. */
  setTraces(on: boolean): void;
  /** Shows a sinister: its opening place, the way since then, the last position (SIN-01); null shows none. */
  setSinister(picture: SinisterPicture | null): void;
  /** Where a stolen vehicle may be by now; null for nowhere. */
  setReach(reach: ReachOnMap | null): void;
  /** Radius of uncertainty of the selected device's last position, metres; null or 0 for none. */
  setAccuracy(deviceId: number, radiusMetres: number | null): void;
  /** Address of a KML or GeoJSON file of places (MAP-16); null for none. */
  setPoiLayer(url: string | null): void;
  /** A report's ways and marks (MAP-10). */
  readonly report: ReportMap;
  /** The distance being measured. */
  readonly measured: ReadableStore<MeasureState>;
  measure(event: MeasureEvent): void;
  /** A key pressed on the map: true when it was for what is under way (Enter, Backspace and Escape while measuring). */
  takeKey(key: string): boolean;
  /** The place under the mouse, null while it is elsewhere. */
  readonly pointer: ReadableStore<Place | null>;
  /** The document shows this theme now, or has another brand: the map takes its tokens again. */
  setTheme(theme: MapTheme): void;
  /** By hand: 1 is one level nearer, −1 one farther. Turns follow off. */
  zoomBy(levels: number): void;
  /** Names and last places by id, in the order requested; ids the user may not see are left out. */
  lookup(deviceIds: readonly number[]): Promise<readonly MapDevice[]>;
  /** Devices whose name or unique id contains the text, case and accents apart, in name order (MAP-11). */
  search(text: string, limit: number): Promise<readonly MapDevice[]>;
  /** Numbers of the devices that fit, in the filter's order; of 100,000 within some tens of milliseconds. */
  listFleet(filter: FleetFilter): Promise<FleetListing>;
  fleetFigures(): Promise<FleetFigures>;
  /** The devices stand still for a moment, for what is drawn beside the map. */
  giveWay(): void;
  vehiclesInView(limit: number): Promise<VehiclesInView>;
  /** Called whenever a new picture of the devices is drawn, up to thirty times a second. Gives the way to stop. */
  onFrame(listener: () => void): () => void;
  /** Ends worker, subscriptions and map; the core is of no use afterwards. */
  destroy(): void;
}
