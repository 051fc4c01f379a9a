/** A chosen base map over the shipped land. While its service cannot be reached it is invisible and says nothing. */
import type { BaseMapSource, TileService } from '@atalaia/contract/server/tile-sources';
import ImageTile from 'ol/ImageTile.js';
import LayerGroup from 'ol/layer/Group.js';
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { z } from 'zod';
import classes from './raster.module.css';
import { tileAddress } from './tile-address.ts';
import { serviceGrid } from './tile-grids.ts';

/** Whether a tile service answers, judged by its tiles: a small machine without network or clock. */

export interface TileHealth {
  readonly service: 'untried' | 'up' | 'down';
  readonly failuresInRow: number;
  /** How long to leave the service alone when it is down, ms. */
  readonly restMs: number;
}

/** `refused`: the service answered that it has nothing for us, so that no tile needs to be tried. */
export type TileReport = 'loaded' | 'failed' | 'refused' | 'triedAgain';

const failuresUntilDown = 4;
const firstRestMs = 30_000;
const longestRestMs = 300_000;

export const untriedTiles: TileHealth = Object.freeze({
  service: 'untried',
  failuresInRow: 0,
  restMs: firstRestMs,
});

/**
 * Four tiles failed in a row and none came: down. It is then left alone, longer each time up to five minutes, so that an
 * operator without internet has a quiet map and not a thousand failing requests.
 */
export function nextTileHealth(now: TileHealth, report: TileReport): TileHealth {
  switch (report) {
    case 'loaded':
      return now.service === 'up' && now.failuresInRow === 0 ? now : { ...untriedTiles, service: 'up' };
    case 'failed': {
      const failuresInRow = now.failuresInRow + 1;
      return { ...now, failuresInRow, service: failuresInRow < failuresUntilDown ? now.service : 'down' };
    }
    case 'refused':
      return { ...now, service: 'down' };
    case 'triedAgain':
      return { service: 'untried', failuresInRow: 0, restMs: Math.min(longestRestMs, now.restMs * 2) };
  }
}

export interface RasterLayer {
  readonly layer: LayerGroup;
  end(): void;
}

export interface RasterParts {
  readonly source: BaseMapSource;
  readonly zIndex: number;
  /** Whom to name while tiles of the service are on the map; null while only the shipped land is (MAP-14). */
  readonly onShown: (attribution: string | null) => void;
}

export function createRasterLayer({ source, zIndex, onShown }: RasterParts): RasterLayer {
  const group = new LayerGroup({ zIndex });
  const ended = new AbortController();
  const { signal } = ended;
  const className = `${classes.raster} ${source.look === 'photo' ? classes.photo : classes.drawing}`;
  let services: readonly TileService[] = source.kind === 'tiles' ? source.services : [];
  let layers: readonly TileLayer<XYZ>[] = [];
  let health: TileHealth = untriedTiles;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function show(): void {
    layers = services.map((service) => createTileLayer(service, className));
    // The map itself says whether it is there; names over it come from hosts of their own.
    const tiles = layers[0]?.getSource();
    tiles?.on('tileloadend', () => report('loaded'));
    tiles?.on('tileloaderror', () => report('failed'));
    group.getLayers().extend([...layers]);
  }

  async function ask(metadataUrl: string): Promise<void> {
    try {
      const service = await askBing(metadataUrl, signal);
      if (signal.aborted) return;
      services = [service];
      show();
    } catch (refusal) {
      if (signal.aborted) return;
      console.warn('The map service does not say where its tiles are', refusal);
      report('refused');
    }
  }

  function report(what: TileReport): void {
    const before = health;
    health = nextTileHealth(health, what);
    if (health.service === before.service || signal.aborted) return;
    group.setVisible(health.service !== 'down');
    onShown(health.service === 'up' ? attributionOf(services) : null);
    if (health.service === 'down') timer = setTimeout(tryAgain, health.restMs);
  }

  function tryAgain(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (health.service !== 'down') return;
    report('triedAgain');
    // Failed tiles are remembered as failed; a refresh forgets them.
    for (const layer of layers) layer.getSource()?.refresh();
    if (source.kind === 'bing' && layers.length === 0) void ask(source.metadataUrl);
  }

  window.addEventListener('online', tryAgain);
  if (source.kind === 'bing') void ask(source.metadataUrl);
  else show();

  return {
    layer: group,
    end() {
      ended.abort();
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener('online', tryAgain);
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

/** Requests the tiles; rejects when nobody answers or the key is refused. */
async function askBing(metadataUrl: string, signal: AbortSignal): Promise<TileService> {
  const response = await fetch(metadataUrl, { signal, credentials: 'omit' });
  const tiles = bingTiles(await response.json(), document.documentElement.lang || 'pt-BR');
  if (!tiles) throw new Error('Bing refused the key');
  return tiles;
}
