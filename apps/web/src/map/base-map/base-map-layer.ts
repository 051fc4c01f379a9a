import ImageTile from 'ol/ImageTile.js';
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { BaseMapClient } from './base-map-client.ts';
import type { BaseMapColours } from './base-map-style.ts';
import { tileEdge } from './tile-frame.ts';

export interface BaseMapLayer {
  readonly layer: TileLayer<XYZ>;
  /** Draws all again in other colours. */
  setColours(colours: BaseMapColours): void;
}

/** Tiles of 512 pixels: the grid's level z has the resolution of the view's zoom z + 1. */
const zoomOfLevel0 = 1;

/** The shipped map as a layer of pictures (MAP-14): land, borders, Brazilian states and names, under everything else. */
export function createBaseMapLayer(
  client: BaseMapClient,
  first: BaseMapColours,
  maxZoom: number,
): BaseMapLayer {
  const pixelRatio = Math.min(2, Math.max(1, window.devicePixelRatio));
  const tileGrid = createXYZ({ tileSize: tileEdge, maxZoom: maxZoom - zoomOfLevel0 });

  async function draw(tile: Tile, colours: BaseMapColours): Promise<void> {
    const [level = 0, column = 0, row = 0] = tile.getTileCoord();
    try {
      const image = await client.tile({ zoom: level + zoomOfLevel0, column, row, pixelRatio, colours });
      // one that was let go meanwhile takes nothing any more
      if (!(tile instanceof ImageTile) || tile.getState() !== TileState.LOADING) return;
      // The renderer draws whatever a canvas can draw; the type says only what loads by itself.
      tile.setImage(image as unknown as HTMLCanvasElement);
    } catch {
      if (tile.getState() === TileState.LOADING) tile.setState(TileState.ERROR);
    }
  }

  /** A source that loads nothing: the address of a tile is only its name. */
  function sourceIn(colours: BaseMapColours): XYZ {
    return new XYZ({
      tileGrid,
      tilePixelRatio: pixelRatio,
      tileUrlFunction: (coordinate) => coordinate.join('/'),
      tileLoadFunction: (tile) => void draw(tile, colours),
      wrapX: true,
      transition: 0,
    });
  }

  const layer = new TileLayer({ source: sourceIn(first), preload: 1, className: 'map-base' });
  return { layer, setColours: (colours) => layer.setSource(sourceIn(colours)) };
}
