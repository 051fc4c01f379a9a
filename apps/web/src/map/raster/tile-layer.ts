import type { TileService } from '@atalaia/contract/tile-sources';
import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
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
    transition: 120,
  });
  return new TileLayer({ source, className });
}
