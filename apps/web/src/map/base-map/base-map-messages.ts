import type { BaseMapColours } from './base-map-style.ts';
import type { PlacedLabel } from './label-layout.ts';
import type { TileRequest } from './tile-frame.ts';

export interface BaseMapQuestion extends TileRequest {
  readonly request: number;
  /** Device pixels per pixel of the view. */
  readonly pixelRatio: number;
  readonly colours: BaseMapColours;
}

/** Where the worker finds what it draws with. */
export interface BaseMapSetup {
  readonly world: string;
  readonly brazil: string;
  readonly cities: string;
  readonly streets: string;
  readonly font: string;
}

/** The names of a whole zoom. */
export interface NamesQuestion {
  readonly request: number;
  readonly zoom: number;
}

export type ToBaseMapWorker =
  | { readonly kind: 'setup'; readonly setup: BaseMapSetup }
  | { readonly kind: 'tile'; readonly question: BaseMapQuestion }
  | { readonly kind: 'names'; readonly question: NamesQuestion };

export interface BaseMapAnswer {
  readonly request: number;
  /** Of a tile or of names, whatever was asked for; null when the shipped files could not be loaded. */
  readonly image?: ImageBitmap | null;
  readonly names?: readonly PlacedLabel[] | null;
}
