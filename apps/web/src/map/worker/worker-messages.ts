/** What the main thread and the map's worker say to each other. */
import type { MapDevice } from '../map-api.ts';
import type { DeviceChange } from './device-change.ts';
import type { MapFrame, MapViewport } from './map-frame.ts';
import type { PositionBatch } from './position-batch.ts';

export type ToWorker =
  | { readonly kind: 'snapshot'; readonly bytes: ArrayBuffer }
  /** `arrivedMs`: the main thread's clock when the live feed handed the batch over. */
  | { readonly kind: 'positions'; readonly batch: PositionBatch; readonly arrivedMs: number }
  | { readonly kind: 'devices'; readonly changes: readonly DeviceChange[] }
  | { readonly kind: 'sirens'; readonly deviceIds: readonly number[] }
  | { readonly kind: 'viewport'; readonly viewport: MapViewport }
  | { readonly kind: 'select'; readonly deviceId: number | null }
  | { readonly kind: 'labels'; readonly on: boolean }
  /** The last frame is on the screen: the next may come. */
  | { readonly kind: 'painted' }
  | { readonly kind: 'lookup'; readonly request: number; readonly deviceIds: readonly number[] }
  | { readonly kind: 'search'; readonly request: number; readonly text: string; readonly limit: number };

/** Arrival of each batch of positions that a frame is the first to show. */
export interface BatchArrival {
  readonly arrivedMs: number;
  /** Positions of the batch that lie in the view or leave it. */
  readonly seenCount: number;
}

export type FromWorker =
  | { readonly kind: 'frame'; readonly frame: MapFrame; readonly arrivals: readonly BatchArrival[] }
  | { readonly kind: 'devices'; readonly request: number; readonly devices: readonly MapDevice[] }
  | { readonly kind: 'damaged'; readonly reason: string };
