import type { BaseMapColours } from './base-map-style.ts';
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

export type ToBaseMapWorker =
  | { readonly kind: 'setup'; readonly setup: BaseMapSetup }
  | { readonly kind: 'tile'; readonly question: BaseMapQuestion };

export interface BaseMapAnswer {
  readonly request: number;
  /** Null when the shipped files could not be loaded. */
  readonly image: ImageBitmap | null;
}
