/** What the main thread and the map's worker say to each other. */
import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import type { FleetFigures } from '@atalaia/domain/travel/fleet-figures';
import type { FleetFilter, FleetListing } from '../../lib/fleet/fleet-list.ts';
import type { SirenChange } from '../../live/live-feed.ts';
import type { MapDevice } from '../map-api.ts';
import type { DeviceChange } from './device-change.ts';
import type { MapFrame, MapViewport } from './map-frame.ts';
import type { PositionBatch } from './position-batch.ts';

/** What can be asked, and what each is answered with. */
export type Question =
  | { readonly kind: 'lookup'; readonly deviceIds: readonly number[] }
  | { readonly kind: 'search'; readonly text: string; readonly limit: number }
  | { readonly kind: 'fleet'; readonly filter: FleetFilter }
  | { readonly kind: 'figures' }
  | { readonly kind: 'spread'; readonly deviceId: number | null };

export interface Answers {
  readonly lookup: readonly MapDevice[];
  readonly search: readonly MapDevice[];
  readonly fleet: FleetListing;
  readonly figures: FleetFigures;
  readonly spread: boolean;
}

export type ToWorker =
  | { readonly kind: 'snapshot'; readonly bytes: ArrayBuffer }
  /** `arrivedMs`: the main thread's clock when the live feed handed the batch over. */
  | { readonly kind: 'positions'; readonly batch: PositionBatch; readonly arrivedMs: number }
  | { readonly kind: 'devices'; readonly changes: readonly DeviceChange[] }
  | { readonly kind: 'sirens'; readonly changes: readonly SirenChange[] }
  | { readonly kind: 'removed'; readonly deviceIds: readonly number[] }
  | { readonly kind: 'viewport'; readonly viewport: MapViewport }
  | { readonly kind: 'select'; readonly deviceId: number | null }
  | { readonly kind: 'labels'; readonly on: boolean }
  | { readonly kind: 'colours'; readonly shown: readonly DeviceColour[] }
  /** Somebody turns to the list beside the map. */
  | { readonly kind: 'giveWay' }
  /** The last frame is on the screen: the next may come. */
  | { readonly kind: 'painted' }
  | { readonly kind: 'ask'; readonly request: number; readonly question: Question };

/** Arrival of each batch of positions that a frame is the first to show. */
export interface BatchArrival {
  readonly arrivedMs: number;
  /** Positions of the batch that are in the view or leave it. */
  readonly seenCount: number;
}

export type FromWorker =
  | {
      readonly kind: 'frame';
      readonly frame: MapFrame;
      readonly arrivals: readonly BatchArrival[];
      /** It is the first since the view itself changed. */
      readonly isHurried: boolean;
    }
  | { readonly kind: 'answer'; readonly request: number; readonly answer: Answers[Question['kind']] }
  | { readonly kind: 'damaged'; readonly reason: string };
