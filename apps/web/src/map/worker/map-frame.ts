import type { FrameItems, ViewExtent } from './view-frame.ts';

/** What the map shows at this moment. */
export interface MapViewport {
  readonly extent: ViewExtent;
  /** Whole zoom whose clusters are requested. */
  readonly zoom: number;
}

/** One picture of the devices, made by the worker and drawn by the main thread. */
export interface MapFrame {
  readonly items: FrameItems;
  /** Device names of the items while labels are on. */
  readonly names: readonly string[] | null;
  readonly zoom: number;
  /** A snapshot has been read. */
  readonly loaded: boolean;
  readonly deviceCount: number;
  /** In the order of `deviceColours`. */
  readonly colourCounts: readonly number[];
  /** Where the selected device is, on the screen or off it, EPSG:3857 metres. */
  readonly selected: { readonly deviceId: number; readonly x: number; readonly y: number } | null;
  /** The spot whose vehicles are laid out round it: so many, the last of the items. */
  readonly spread: { readonly x: number; readonly y: number; readonly count: number } | null;
}
