/** A chosen base map over the shipped land. While its service cannot be reached it is invisible and says nothing. */
import type {
  BaseMapSource,
  BingSource,
  GoogleSource,
  TileService,
  VectorSource,
} from '@atalaia/contract/server/tile-sources';
import ImageTile from 'ol/ImageTile.js';
import type BaseLayer from 'ol/layer/Base.js';
import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { z } from 'zod';
import type { BaseMapColours } from '../base-map/base-map-style.ts';
import classes from './raster.module.css';
import { type ServiceParts, watchService } from './service-health.ts';
import { tileAddress } from './tile-address.ts';
import { serviceGrid } from './tile-grids.ts';

/** A base map of a service over the shipped land. */
export interface ServiceLayer {
  readonly layer: BaseLayer;
  /** Draws in other colours; pictures are as they come. */
  setColours(colours: BaseMapColours): void;
  end(): void;
}

export interface RasterParts extends ServiceParts {
  readonly source: Exclude<BaseMapSource, VectorSource>;
  readonly zIndex: number;
}

export function createRasterLayer({ source, zIndex, onHealth }: RasterParts): ServiceLayer {
  const group = new LayerGroup({ zIndex });
  const ended = new AbortController();
  const { signal } = ended;
  const className = `${classes.raster} ${source.look === 'photo' ? classes.photo : classes.drawing}`;
  let services: readonly TileService[] = source.kind === 'tiles' ? source.services : [];
  let layers: readonly TileLayer<XYZ>[] = [];
  let renewal: ReturnType<typeof setTimeout> | undefined;

  function show(): void {
    group.getLayers().clear();
    layers = services.map((service) => createTileLayer(service, className));
    // The map itself says whether it is there; names over it come from hosts of their own.
    const tiles = layers[0]?.getSource();
    tiles?.on('tileloadend', () => health.report('loaded'));
    tiles?.on('tileloaderror', () => health.report('failed'));
    group.getLayers().extend([...layers]);
  }

  async function ask(from: BingSource | GoogleSource): Promise<void> {
    clearTimeout(renewal);
    try {
      const answer = from.kind === 'bing' ? await askBing(from, signal) : await askGoogle(from, signal);
      if (signal.aborted) return;
      services = [answer.service];
      show();
      if (answer.renewMs !== undefined) renewal = setTimeout(() => void ask(from), answer.renewMs);
    } catch (refusal) {
      if (signal.aborted) return;
      console.warn('The map service does not say where its tiles are', refusal);
      health.report('refused');
    }
  }

  const health = watchService({
    onChange(state) {
      group.setVisible(state !== 'down');
      onHealth(state, attributionOf(services));
    },
    tryAgain() {
      // a session that ran out is refused tile by tile
      if (source.kind === 'google' || (source.kind === 'bing' && layers.length === 0))
        return void ask(source);
      // Failed tiles are remembered as failed; a refresh forgets them.
      for (const layer of layers) layer.getSource()?.refresh();
    },
  });
  if (source.kind === 'tiles') show();
  else void ask(source);

  return {
    layer: group,
    setColours: () => undefined,
    end() {
      ended.abort();
      clearTimeout(renewal);
      health.end();
      for (const layer of layers) layer.getSource()?.clear();
    },
  };
}

/** Each name once: several services of one provider is over each other. */
function attributionOf(services: readonly TileService[]): string {
  return [...new Set(services.flatMap(({ attribution }) => attribution.split(', ')))].join(', ');
}

/** One tile service as a layer of the map, in its own projection. */
function createTileLayer({ url, grid, maxZoom }: TileService, className: string): TileLayer<XYZ> {
  const { projection, tileGrid, rowFromSouth } = serviceGrid(grid, maxZoom);
  const source = new XYZ({
    projection,
    tileGrid,
    tileUrlFunction: ([zoom = 0, column = 0, row = 0]) =>
      tileAddress(url, { zoom, column, row }, rowFromSouth),
    tileLoadFunction: loadTile,
    // A picture that fades in has the whole map drawn at every step.
    transition: 0,
  });
  return new TileLayer({ source, className });
}

/**
 * As OpenLayers loads a tile, but for one that does not come: OpenLayers paints an empty picture on a new canvas for each,
 * which holds a page without internet up for a fifth of a second right when its map appears.
 */
function loadTile(tile: Tile, address: string): void {
  const image = new Image();
  image.src = address;
  image.decode().then(
    () => {
      if (tile instanceof ImageTile && isWaiting(tile)) tile.setImage(image);
    },
    () => {
      if (isWaiting(tile)) tile.setState(TileState.ERROR);
    },
  );
}

/** A tile that was let go meanwhile takes nothing any more. */
function isWaiting(tile: Tile): boolean {
  return tile.getState() === TileState.LOADING;
}

// Bing's Imagery Metadata: where its tiles are, for the owner of a key.

const answerSchema = z.object({
  resourceSets: z.tuple(
    [
      z.object({
        resources: z.tuple(
          [
            z.object({
              /** With `{subdomain}`, `{quadkey}` and sometimes `{culture}`. */
              imageUrl: z.string(),
              imageUrlSubdomains: z.tuple([z.string()], z.string()),
              zoomMax: z.number(),
            }),
          ],
          z.unknown(),
        ),
      }),
    ],
    z.unknown(),
  ),
});

/** The tiles that an answer describes; null for an answer of any other shape, as a wrong key gets. */
export function bingTiles(answer: unknown, culture: string): TileService | null {
  const read = answerSchema.safeParse(answer);
  if (!read.success) return null;
  const { imageUrl, imageUrlSubdomains, zoomMax } = read.data.resourceSets[0].resources[0];
  const url = imageUrl
    .replace(/^http:/, 'https:')
    .replace('{subdomain}', hostsOf(imageUrlSubdomains))
    .replace('{quadkey}', '{q}')
    .replace('{culture}', culture);
  return { url, grid: 'web', attribution: '© Microsoft Bing', maxZoom: zoomMax };
}

/** `t0`, `t1`, `t2`, `t3` as `t{0-3}`, which an address of tiles knows; of others the first serves. */
function hostsOf(names: readonly [string, ...string[]]): string {
  const [first] = names;
  const last = names.at(-1) ?? first;
  const head = first.slice(0, -1);
  const alike = names.length > 1 && names.every((name) => name.slice(0, -1) === head);
  return alike ? `${head}{${first.slice(-1)}-${last.slice(-1)}}` : first;
}

/** Where tiles are, and after how long to ask again. */
interface Granted {
  readonly service: TileService;
  readonly renewMs?: number;
}

/** Rejects when nobody answers or the key is refused. */
async function askBing({ metadataUrl }: BingSource, signal: AbortSignal): Promise<Granted> {
  const response = await fetch(metadataUrl, { signal, credentials: 'omit' });
  const service = bingTiles(await response.json(), document.documentElement.lang || 'pt-BR');
  if (!service) throw new Error('Bing refused the key');
  return { service };
}

// Google's Map Tiles API: a session of some days for a key, a kind of map and a language, and tiles of that session.
// https://developers.google.com/maps/documentation/tile/session_tokens

const googleOrigin = 'https://tile.googleapis.com';
const sessionSchema = z.object({
  session: z.string().min(1),
  /** Seconds since 1970, as text. */
  expiry: z.string().regex(/^\d+$/),
});

/** A session is renewed so long before it ends, ms; a timer takes no longer wait than 24 days. */
const aheadMs = 60 * 60_000;
const longestTimerMs = 24 * 24 * 60 * 60_000;

async function askGoogle(source: GoogleSource, signal: AbortSignal): Promise<Granted> {
  const key = encodeURIComponent(source.key);
  const response = await fetch(`${googleOrigin}/v1/createSession?key=${key}`, {
    method: 'POST',
    signal,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(googleRequest(source, document.documentElement.lang || 'pt-BR')),
  });
  if (!response.ok) throw new Error(`Google refused the key: ${response.status}`);
  return googleTiles(await response.json(), key, Date.now());
}

function googleRequest({ mapType, hasNames }: GoogleSource, language: string) {
  const names = hasNames ? { layerTypes: ['layerRoadmap'] } : {};
  return { mapType, language, region: 'BR', ...names };
}

/** The tiles that an answer gives; throws for an answer of any other shape. */
export function googleTiles(answer: unknown, key: string, nowMs: number): Granted {
  const { session, expiry } = sessionSchema.parse(answer);
  const url = `${googleOrigin}/v1/2dtiles/{z}/{x}/{y}?session=${encodeURIComponent(session)}&key=${key}`;
  const leftMs = Number(expiry) * 1000 - nowMs - aheadMs;
  return {
    service: { url, grid: 'web', attribution: '© Google', maxZoom: 22 },
    renewMs: Math.min(longestTimerMs, Math.max(60_000, leftMs)),
  };
}
