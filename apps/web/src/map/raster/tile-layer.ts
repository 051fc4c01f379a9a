import type { TileService } from '@atalaia/contract/server/tile-sources';
import ImageTile from 'ol/ImageTile.js';
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { tileAddress } from './tile-address.ts';
import { serviceGrid } from './tile-grids.ts';

/** One tile service as a layer of the map, in its own projection. */
export function createTileLayer({ url, grid, maxZoom }: TileService, className: string): TileLayer<XYZ> {
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
