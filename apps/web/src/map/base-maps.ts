/** The base maps a person can choose. Where each gets its tiles is in `@atalaia/contract/tile-sources`. */
import type { BaseMapSources, MapFile, OwnMap } from '@atalaia/contract/server/tile-sources';
import { type MapType, mapTypeSchema } from '@atalaia/contract/values/values';

export type BaseMap = MapType | OwnMap;

/** What the map starts on by default (MAP-03). */
export const firstBaseMap: BaseMap = 'osm';

/** In the menu whatever the settings say, as long as they have an address. */
const alwaysOffered: readonly BaseMap[] = ['osm', 'street', 'satellite'];
/** An administrator who set the key or the address expects them in the menu. */
const offeredWithKey: readonly BaseMap[] = [
  ...(['bingRoad', 'bingAerial', 'bingHybrid', 'googleRoad', 'googleSatellite', 'googleHybrid'] as const),
  'custom',
];

/** The base maps of the menu, and where their tiles are. */
export interface BaseMapOffer {
  readonly sources: BaseMapSources;
  /** In the menu's order; the first is shown where nobody chose or named another. */
  readonly names: readonly BaseMap[];
  /** By the settings of this person or the server, which may be known later than the map is drawn. */
  readonly named?: string | undefined;
  /** What those of the installation's own are called. */
  readonly titles: Readonly<Record<OwnMap, string>>;
}

/**
 * The installation's own (TILE-01), the three, those whose key is set, and the others that settings name (MAP-03); nothing
 * that has no source.
 */
export function baseMapOffer(
  sources: BaseMapSources,
  inSettings: readonly unknown[],
  own: readonly MapFile[] = [],
): BaseMapOffer {
  const offered = [...alwaysOffered, ...offeredWithKey];
  const named = mapTypeSchema.options.filter((name) => inSettings.includes(name) && !offered.includes(name));
  const names = mapTypeSchema.options.filter(
    (name) => sources[name] && (offered.includes(name) || named.includes(name)),
  );
  const ownSources = own.map(({ name, attribution, maxZoom, version }) => {
    const url = `/api/maps/${name}?v=${version}`;
    return [`own:${name}`, { kind: 'vector', form: 'pmtiles', url, attribution, maxZoom }] as const;
  });
  return {
    sources: { ...sources, ...Object.fromEntries(ownSources) },
    names: [...ownSources.map(([name]) => name), ...names],
    titles: Object.fromEntries(own.map(({ name, title }) => [`own:${name}` as const, title])),
  };
}

/** Any stored text as a base map of the offer; what is none is the one that settings name, or the first. */
export function baseMapFrom(text: unknown, { names, named }: BaseMapOffer): BaseMap {
  return (
    names.find((name) => name === text) ?? names.find((name) => name === named) ?? names[0] ?? firstBaseMap
  );
}

/** Whose data the shipped map is made of, as `geodata/README.md` lists. */
export const baseMapAttribution = 'Natural Earth · GeoNames · SMTR Rio (CC BY-SA)';
