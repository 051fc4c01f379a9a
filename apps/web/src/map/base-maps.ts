/** The base maps a person can choose, and where each gets its tiles. */

/** In the order of the map type menu (MAP-03). */
export const baseMaps = Object.freeze(['osm', 'street', 'satellite'] as const);

export type BaseMap = (typeof baseMaps)[number];

/** One tile service in EPSG:3857. */
export interface TileSource {
  /** URL template with `{z}`, `{x}` and `{y}` (or `{-y}`), and `{a-c}` for several hosts. */
  readonly url: string;
  /** What the service wants to be named as, plain text. */
  readonly attribution: string;
  /** The deepest zoom the service has; beyond it its tiles are enlarged. 18 when absent. */
  readonly maxZoom?: number;
}

/** A base map without a source shows the shipped land alone. */
export type TileSources = { readonly [name in BaseMap]?: TileSource };

/** Any stored text as a base map; what is not one of the three is `osm`, the live map's start. */
export function baseMapFrom(text: unknown): BaseMap {
  return baseMaps.find((name) => name === text) ?? 'osm';
}

/** Whose data the shipped map is made of, as `geodata/README.md` tells at length. */
export const groundAttribution = 'Natural Earth · GeoNames · SMTR Rio (CC BY-SA)';
