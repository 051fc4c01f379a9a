/** Vector tiles as a base map: a PMTiles file that is read in ranges, or a server's tiles (TILE-01, TILE-02). */
import type { VectorSource } from '@atalaia/contract/server/tile-sources';
import MVT from 'ol/format/MVT.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorTileSource from 'ol/source/VectorTile.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import type VectorTile from 'ol/VectorTile.js';
import { PMTiles } from 'pmtiles';
import type { BaseMapColours } from '../base-map/base-map-style.ts';
import type { ServiceLayer } from '../raster/raster-layer.ts';
import { type ServiceParts, watchService } from '../raster/service-health.ts';
import { tileAddress } from '../raster/tile-address.ts';
import { createVectorStyle } from './vector-style.ts';

/** Tiles of 512 pixels, as their makers cut them; beyond the deepest they are drawn larger, and as sharp. */
const tileSize = 512;
const timeoutMs = 20_000;

type ReadTile = (zoom: number, column: number, row: number) => Promise<ArrayBuffer | undefined>;

export interface VectorParts extends ServiceParts {
  readonly source: VectorSource;
  readonly zIndex: number;
  readonly colours: BaseMapColours;
}

export function createVectorLayer({ source, zIndex, colours, onHealth }: VectorParts): ServiceLayer {
  const language = document.documentElement.lang;
  let read = readerOf(source);
  const tiles = new VectorTileSource({
    format: new MVT({ featureClass: RenderFeature }),
    tileGrid: createXYZ({ tileSize, maxZoom: source.maxZoom }),
    tileUrlFunction: (coordinate) => coordinate.join('/'),
    tileLoadFunction: (tile) => load(tile as VectorTile<RenderFeature>),
    transition: 0,
  });
  const layer = new VectorTileLayer({
    source: tiles,
    zIndex,
    declutter: true,
    className: 'map-vector',
    style: createVectorStyle(colours, language),
  });
  const health = watchService({
    onChange(state) {
      layer.setVisible(state !== 'down');
      onHealth(state, source.attribution);
    },
    tryAgain() {
      read = readerOf(source);
      tiles.refresh();
    },
  });

  function load(tile: VectorTile<RenderFeature>): void {
    tile.setLoader((extent, _resolution, projection) => {
      const [zoom = 0, column = 0, row = 0] = tile.getTileCoord();
      read(zoom, column, row).then(
        (bytes) => {
          if (!isWaiting(tile)) return;
          health.report('loaded');
          if (!bytes) return tile.setState(TileState.EMPTY);
          tile.setFeatures(tile.getFormat().readFeatures(bytes, { extent, featureProjection: projection }));
        },
        (reason: unknown) => {
          if (!isWaiting(tile)) return;
          console.warn('A tile of the map could not be read', reason);
          health.report('failed');
          tile.setState(TileState.ERROR);
        },
      );
    });
  }

  return {
    layer,
    setColours: (next) => layer.setStyle(createVectorStyle(next, language)),
    end() {
      health.end();
      tiles.clear();
    },
  };
}

/** A tile that was let go meanwhile takes nothing any more. */
const isWaiting = (tile: Tile) => tile.getState() === TileState.LOADING;

function readerOf({ form, url }: VectorSource): ReadTile {
  const signal = () => AbortSignal.timeout(timeoutMs);
  if (form === 'pmtiles') {
    const file = new PMTiles(new URL(url, window.location.href).href);
    return async (zoom, column, row) => (await file.getZxy(zoom, column, row, signal()))?.data;
  }
  return async (zoom, column, row) => {
    const address = tileAddress(url, { zoom, column, row });
    const answer = await fetch(address, { signal: signal(), credentials: 'omit' });
    // a place without anything, as most servers say it
    if (answer.status === 204 || answer.status === 404) return undefined;
    if (!answer.ok) throw new Error(`the map's server answered ${answer.status}`);
    return answer.arrayBuffer();
  };
}
