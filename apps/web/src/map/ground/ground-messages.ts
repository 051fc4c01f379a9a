import type { GroundColours } from './ground-style.ts';
import type { TileRequest } from './tile-frame.ts';

export interface GroundQuestion extends TileRequest {
  readonly request: number;
  /** Device pixels per pixel of the view. */
  readonly pixelRatio: number;
  readonly colours: GroundColours;
}

/** Where the worker finds what it draws with. */
export interface GroundSetup {
  readonly world: string;
  readonly brazil: string;
  readonly cities: string;
  readonly streets: string;
  readonly font: string;
}

export type ToGroundWorker =
  | { readonly kind: 'setup'; readonly setup: GroundSetup }
  | { readonly kind: 'tile'; readonly question: GroundQuestion };

export interface GroundAnswer {
  readonly request: number;
  /** Null when the shipped files could not be loaded. */
  readonly image: ImageBitmap | null;
}
