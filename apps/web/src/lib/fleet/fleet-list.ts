/** The whole fleet as lists: only numbers travel, in the order of names; what a row shows is fetched when it is seen. */
import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import type { FleetChart, FleetFigures } from '@atalaia/domain/travel/fleet-figures';

/** By name; the fastest, the most urgent state, the newest or the oldest fix first. */
export const fleetSorts = ['name', 'state', 'speed', 'newest', 'oldest'] as const;
export type FleetSort = (typeof fleetSorts)[number];

export interface FleetFilter {
  /** Contained in name, unique id, plate or model, case and accents apart; empty fits all. */
  readonly text: string;
  readonly colour?: DeviceColour | undefined;
  /** Any of these; none fits all. */
  readonly colours?: readonly DeviceColour[] | undefined;
  /** In one of these groups. */
  readonly groupIds?: readonly number[] | undefined;
  readonly customerId?: number | undefined;
  /** By name unless it says otherwise. */
  readonly sort?: FleetSort | undefined;
  /** A bar of the dashboard. */
  readonly group?: { readonly chart: FleetChart; readonly name: string } | undefined;
  /** So many at the beginning come with what is known of them; none unless it says so. */
  readonly described?: number | undefined;
  /** A person chose it and looks at the list: the map stands still for as long as it takes to draw that. */
  readonly isAwaited?: boolean | undefined;
}

/** What is known of every device without asking the server. */
export interface KnownVehicle {
  readonly deviceId: number;
  readonly name: string;
  readonly uniqueId: string;
  /** Empty where it has none, as the model. */
  readonly plate: string;
  readonly vehicleModel: string;
  readonly category: string | null;
  readonly colour: DeviceColour;
  readonly speedKnots: number | null;
  readonly fixTimeMs: number | null;
}

export interface FleetListing {
  /** Numbers of the devices that fit, in the filter's order. */
  readonly ids: Int32Array;
  readonly first: readonly KnownVehicle[];
}

/** Who knows every device a person sees. */
export interface Fleet {
  list(filter: FleetFilter): Promise<FleetListing>;
  figures(): Promise<FleetFigures>;
  /** Somebody turns to the list: the map stands still for a moment, so that what he does next is drawn at once. */
  giveWay(): void;
  /** Called when devices came, went or changed what a filter looks at; at most once in two seconds. */
  onChange(listener: () => void): () => void;
}
