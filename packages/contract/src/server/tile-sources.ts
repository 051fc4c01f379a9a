/**
 * Where each base map gets its pictures (MAP-03). These are the shipped defaults; an installation replaces one with the
 * public server attribute `ui.tiles.<name>`, brings its own map with `mapUrl` and Bing's with `bingKey`.
 */
import { z } from 'zod';
import type { MapType } from '../values/values.ts';

/**
 * How a service cuts the world: `web` is EPSG:3857, the same everywhere; `yandex` is EPSG:3395, Mercator on the
 * ellipsoid; `baidu` is Baidu's own Mercator over BD-09 coordinates.
 */
export type TileGridKind = 'web' | 'yandex' | 'baidu';

export interface TileService {
  /**
   * Address with `{z}`, `{x}` and `{y}` (rows from the north) or `{-y}` (from the south), or `{q}`, a quadkey; `{s}` and
   * `{a-d}` stand for several hosts.
   */
  readonly url: string;
  readonly grid: TileGridKind;
  /** The name that the service requires, plain text. */
  readonly attribution: string;
  /** The deepest zoom it has; beyond it its tiles are enlarged. */
  readonly maxZoom: number;
}

/** The first service is the map; what follows is over it (names over a photograph). */
export interface TiledSource {
  readonly kind: 'tiles';
  /** How the pictures are fitted to the dark theme: drawings are turned over, photographs dimmed. */
  readonly look: 'drawing' | 'photo';
  readonly services: readonly TileService[];
}

/** The provider says in an answer of its own, requested with the key, where the tiles are. */
export interface BingSource {
  readonly kind: 'bing';
  readonly look: 'drawing' | 'photo';
  /** The whole address of that answer, key included. */
  readonly metadataUrl: string;
}

/** The provider gives a session for the key, which its tiles are requested with (Google Map Tiles). */
export interface GoogleSource {
  readonly kind: 'google';
  readonly look: 'drawing' | 'photo';
  readonly key: string;
  readonly mapType: 'roadmap' | 'satellite';
  /** Names and roads over the photograph. */
  readonly hasNames: boolean;
}

/** Tiles of lines and areas, which the browser draws in the theme's colours (Protomaps' and OpenMapTiles' schema). */
export interface VectorSource {
  readonly kind: 'vector';
  /** A file that is read in ranges, or a tile an address. */
  readonly form: 'pmtiles' | 'tiles';
  readonly url: string;
  readonly attribution: string;
  readonly maxZoom: number;
}

export type BaseMapSource = TiledSource | BingSource | GoogleSource | VectorSource;

/** A file in the installation's folder of maps, by its name. */
export type OwnMap = `own:${string}`;

/** A base map without a source cannot be shown: its key or address is not set. */
export type BaseMapSources = { readonly [name in MapType | OwnMap]?: BaseMapSource };

interface TileSettings {
  readonly mapUrl?: string | null | undefined;
  readonly bingKey?: string | null | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
}

const osmNames = '© OpenStreetMap contributors';
const esri = (service: string) =>
  `https://server.arcgisonline.com/ArcGIS/rest/services/${service}/MapServer/tile/{z}/{y}/{x}`;

function web(url: string, attribution: string, maxZoom = 19): TileService {
  return { url, grid: 'web', attribution, maxZoom };
}

const photograph = web(esri('World_Imagery'), 'Esri, Maxar, Earthstar Geographics', 18);

function tiles(look: TiledSource['look'], ...services: TileService[]): TiledSource {
  return { kind: 'tiles', look, services };
}

/** Every base map that needs neither key nor address of the installation's own. */
export const shippedTileSources = Object.freeze({
  osm: tiles('drawing', web('https://tile.openstreetmap.org/{z}/{x}/{y}.png', osmNames)),
  street: tiles('drawing', web(esri('World_Street_Map'), 'Esri, HERE, Garmin, OpenStreetMap contributors')),
  satellite: tiles('photo', photograph),
  hybrid: tiles(
    'photo',
    photograph,
    web(esri('Reference/World_Transportation'), 'Esri, HERE, Garmin', 18),
    web(esri('Reference/World_Boundaries_and_Places'), 'Esri, HERE, Garmin', 18),
  ),
  carto: tiles(
    'drawing',
    web('https://{a-d}.basemaps.cartocdn.com/rastertiles/voyager/{z}/{x}/{y}.png', `${osmNames}, © CARTO`),
  ),
  wikimedia: tiles(
    'drawing',
    web('https://maps.wikimedia.org/osm-intl/{z}/{x}/{y}.png', `${osmNames}, Wikimedia maps`),
  ),
  baidu: tiles('drawing', {
    url: 'https://maponline0.bdimg.com/tile/?qt=vtile&x={x}&y={-y}&z={z}&styles=pl&scaler=1',
    grid: 'baidu',
    attribution: '© Baidu',
    maxZoom: 18,
  }),
  yandexMap: tiles('drawing', {
    url: 'https://core-renderer-tiles.maps.yandex.net/tiles?l=map&x={x}&y={y}&z={z}&scale=1&lang=en_US',
    grid: 'yandex',
    attribution: '© Yandex',
    maxZoom: 19,
  }),
  yandexSat: tiles('photo', {
    url: 'https://core-sat.maps.yandex.net/tiles?l=sat&x={x}&y={y}&z={z}&scale=1&lang=en_US',
    grid: 'yandex',
    attribution: '© Yandex',
    maxZoom: 18,
  }),
}) satisfies BaseMapSources;

/** Where Bing says where its tiles are (Imagery Metadata of its REST services), and the hosts those tiles come from. */
const bingHosts = Object.freeze({
  metadata: 'https://dev.virtualearth.net',
  tiles: 'https://*.tiles.virtualearth.net',
});

const bingSets = Object.freeze({
  bingRoad: ['drawing', 'RoadOnDemand'],
  bingAerial: ['photo', 'Aerial'],
  bingHybrid: ['photo', 'AerialWithLabelsOnDemand'],
} as const);

const googleHost = 'https://tile.googleapis.com';

/** The private attribute of the server's settings that holds Google's key; who is signed in is sent it, as Bing's. */
export const googleKeyAttribute = 'map.googleKey';

const googleMaps = Object.freeze({
  googleRoad: ['drawing', 'roadmap', false],
  googleSatellite: ['photo', 'satellite', false],
  googleHybrid: ['photo', 'satellite', true],
} as const);

/** What an installation's settings make of the shipped sources; an address without `{x}` or `{q}` changes nothing. */
export function tileSourcesFrom({ mapUrl, bingKey, attributes = {} }: TileSettings): BaseMapSources {
  const shipped = Object.entries(shippedTileSources).map(([name, source]) => {
    const url = attributes[`ui.tiles.${name}`];
    const [first, ...over] = source.services;
    return [name, first && isTileUrl(url) ? tiles(source.look, { ...first, url }, ...over) : source];
  });
  const bing = Object.entries(bingSets).map(([name, [look, set]]) => {
    const requested = `uriScheme=https&include=ImageryProviders&key=${encodeURIComponent(bingKey ?? '')}`;
    const metadataUrl = `${bingHosts.metadata}/REST/v1/Imagery/Metadata/${set}?${requested}`;
    return [name, { kind: 'bing', look, metadataUrl } satisfies BingSource];
  });
  const googleKey = textOf(attributes[googleKeyAttribute]);
  const google = Object.entries(googleMaps).map(([name, [look, mapType, hasNames]]) => {
    return [name, { kind: 'google', look, key: googleKey, mapType, hasNames } satisfies GoogleSource];
  });
  return {
    ...Object.fromEntries(shipped),
    ...(bingKey && Object.fromEntries(bing)),
    ...(googleKey !== '' && Object.fromEntries(google)),
    ...customSource(mapUrl, attributes),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The installation's own map: pictures, or vector tiles by their ending, with the name that their maker requires. */
function customSource(mapUrl: unknown, attributes: Readonly<Record<string, unknown>>): BaseMapSources {
  const attribution = textOf(attributes['ui.mapAttribution']);
  const path = typeof mapUrl === 'string' ? (mapUrl.split(/[?#]/, 1)[0] ?? '') : '';
  if (typeof mapUrl === 'string' && /^https?:\/\/[^{}]+\.pmtiles$/i.test(path))
    return { custom: { kind: 'vector', form: 'pmtiles', url: mapUrl, attribution, maxZoom: 15 } };
  if (!isTileUrl(mapUrl)) return {};
  if (/\.(?:pbf|mvt)$/i.test(path))
    return { custom: { kind: 'vector', form: 'tiles', url: mapUrl, attribution, maxZoom: 14 } };
  return { custom: tiles('drawing', web(mapUrl, attribution)) };
}

function isTileUrl(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url) && /\{[xq]\}/.test(url);
}

/** Which hosts a page with the map requests pictures from: its content policy names them, and no other shows anything. */
/** Hosts outside that the settings name, as a policy writes them. */
export interface MapHosts {
  /** Of tiles. */
  readonly pictures: readonly string[];
  /** Of what the map reads: the layer of places, Bing's metadata. */
  readonly texts: readonly string[];
}

/** Hosts of the three base maps that are always offered. */
export const tileHosts: readonly string[] = Object.freeze([
  'https://tile.openstreetmap.org',
  'https://server.arcgisonline.com',
]);

const sourcesIn = (settings: TileSettings): readonly BaseMapSource[] =>
  Object.values(tileSourcesFrom(settings)).filter((source) => source !== undefined);

/** Where pictures of all base maps come from with these settings (`img-src`). */
export function tileHostsFrom(settings: TileSettings): readonly string[] {
  const sources = sourcesIn(settings);
  const services = sources.flatMap((source) => (source.kind === 'tiles' ? source.services : []));
  const hosts = services.map(({ url }) => tileHostOf(url)).filter((host) => host !== undefined);
  const google = sources.some(({ kind }) => kind === 'google') ? [googleHost] : [];
  return [...new Set([...tileHosts, ...hosts, ...google, ...(settings.bingKey ? [bingHosts.tiles] : [])])];
}

/** Where the map reads from with these settings (`connect-src`): keys' answers, vector tiles and the layer of places. */
export function mapTextHostsFrom(
  settings: TileSettings & { readonly poiLayer?: string | null },
): readonly string[] {
  const poi = tileHostOf(settings.poiLayer ?? null);
  const read = sourcesIn(settings).flatMap((source) => {
    if (source.kind === 'google') return [googleHost];
    return source.kind === 'vector' ? [tileHostOf(source.url) ?? []].flat() : [];
  });
  const bing = settings.bingKey ? [bingHosts.metadata] : [];
  return [...new Set([...bing, ...read, ...(poi && isPublicHost(poi) ? [poi] : [])])];
}

/** Not this machine, nor one of a house's own network: a person's own layer must not let a page talk to those. */
function isPublicHost(origin: string): boolean {
  const host = origin
    .replace(/^https?:\/\/(?:\*\.)?/, '')
    .replace(/:\d+$/, '')
    .replace(/\.$/, '');
  if (!host.includes('.') || /\.(?:local|localhost|internal|lan|home|intranet|corp|arpa)$/.test(host))
    return false;
  if (!/^[\d.]+$/.test(host) && !/^0x/.test(host)) return true;
  const [first = 0, second = 0, ...rest] = host.split('.').map(Number);
  if (rest.length !== 2 || [first, second, ...rest].some((part) => !(part >= 0 && part <= 255))) return false;
  if ([0, 10, 127].includes(first) || first >= 224) return false;
  const isShared = first === 100 && second >= 64 && second < 128;
  const isPrivate = (first === 172 && second >= 16 && second < 32) || (first === 192 && second === 168);
  return !isShared && !isPrivate && !(first === 169 && second === 254);
}

/** The origin of a map address with placeholders (`https://{a-c}.tiles.example/{z}/{x}/{y}.png`), as a policy names it. */
export function tileHostOf(mapUrl: string | null): string | undefined {
  const address = /^(https?):\/\/([a-z0-9-]*\{[^}]*\}[a-z0-9-]*\.)?([a-z0-9.-]+(?::\d{1,5})?)(?:\/|$)/i.exec(
    mapUrl ?? '',
  );
  const [, scheme, varying, host] = address ?? [];
  if (!scheme || !host) return undefined;
  return `${scheme}://${varying ? '*.' : ''}${host}`.toLowerCase();
}

/** A map of the installation's own: a PMTiles file of vector tiles in `DATA_DIR/maps` (TILE-01). */
export const mapFileSchema = z.object({
  /** Of the file, without its ending: `GET maps/{name}` sends its ranges. */
  name: z.string().regex(/^[\w-]{1,100}$/),
  /** As the file calls itself; its name where it says nothing. */
  title: z.string(),
  /** Whom to name, plain text. */
  attribution: z.string(),
  minZoom: z.number().int(),
  maxZoom: z.number().int(),
  /** Differs whenever the file does. */
  version: z.string(),
});

/** Bytes: the most of a file that one answer has. */
export const mostMapBytes = 4 * 1024 * 1024;

export type MapFile = z.infer<typeof mapFileSchema>;
