/**
 * The grids that services cut the world by, in their true projections. The view itself stays in EPSG:3857 on every base
 * map: devices, clusters, geofences and the shipped land are all counted in it, by the worker too, so that a switch moves
 * and recounts nothing. Tiles of another projection are drawn into the view by OpenLayers' raster reprojection, to within
 * half a pixel of where the projection puts them.
 */
import type { TileGridKind } from '@atalaia/contract/server/tile-sources';
import Projection from 'ol/proj/Projection.js';
import { addCoordinateTransforms, addProjection } from 'ol/proj.js';
import TileGrid from 'ol/tilegrid/TileGrid.js';
import { resolutionOf, worldHalfMetres } from '../mercator.ts';
import { baiduMaxLatitude, baiduMetres, baiduToWeb, webToBaidu } from './projections/baidu-mercator.ts';
import { ellipsoidalToWeb, webToEllipsoidal } from './projections/ellipsoidal-mercator.ts';
import { equatorRowFromSouth, type TileCoordinate, worldRowFromSouth } from './tile-address.ts';

export interface ServiceGrid {
  readonly projection: string;
  readonly tileGrid: TileGrid;
  readonly rowFromSouth: (tile: TileCoordinate) => number;
}

type Point = readonly [x: number, y: number];
type Extent = [west: number, south: number, east: number, north: number];

const world: Extent = [-worldHalfMetres, -worldHalfMetres, worldHalfMetres, worldHalfMetres];
const [baiduEast, baiduNorth] = baiduMetres({ latitude: baiduMaxLatitude, longitude: 180 });
const baiduWorld: Extent = [-baiduEast, -baiduNorth, baiduEast, baiduNorth];
/** Baidu's zoom 18 has a metre a pixel, whatever the latitude; it has no tiles before zoom 3. */
const baiduZooms = { ofOneMetre: 18, first: 3 };

const ellipsoidal = 'EPSG:3395';
const baidu = 'BAIDU:BD-09';
const known = new Set<string>();

/** Tells OpenLayers of a projection, once. */
function resource(code: string, extent: Extent, fromWeb: (at: Point) => Point, toWeb: (at: Point) => Point) {
  if (known.has(code)) return;
  known.add(code);
  addProjection(new Projection({ code, units: 'm', extent }));
  const each = (transform: (at: Point) => Point) => (coordinate: number[]) => [
    ...transform([coordinate[0] ?? 0, coordinate[1] ?? 0]),
  ];
  addCoordinateTransforms('EPSG:3857', code, each(fromWeb), each(toWeb));
}

/** The grid of a service down to its deepest zoom, with its projection known to OpenLayers. */
export function serviceGrid(kind: TileGridKind, maxZoom: number): ServiceGrid {
  switch (kind) {
    case 'web':
      return { projection: 'EPSG:3857', tileGrid: squares(maxZoom), rowFromSouth: worldRowFromSouth };
    case 'yandex':
      resource(ellipsoidal, world, webToEllipsoidal, ellipsoidalToWeb);
      return { projection: ellipsoidal, tileGrid: squares(maxZoom), rowFromSouth: worldRowFromSouth };
    case 'baidu':
      resource(baidu, baiduWorld, webToBaidu, baiduToWeb);
      return { projection: baidu, tileGrid: baiduTiles(maxZoom), rowFromSouth: equatorRowFromSouth };
  }
}

/** The square world halved at each zoom; Yandex has the same squares on the ellipsoid. */
function squares(maxZoom: number): TileGrid {
  const resolutions = Array.from({ length: maxZoom + 1 }, (_, zoom) => resolutionOf(zoom));
  return new TileGrid({ extent: world, origin: [world[0], world[3]], resolutions, tileSize: 256 });
}

function baiduTiles(maxZoom: number): TileGrid {
  const { ofOneMetre, first: minZoom } = baiduZooms;
  const resolutions = Array.from({ length: maxZoom + 1 }, (_, zoom) => 2 ** (ofOneMetre - zoom));
  return new TileGrid({ extent: baiduWorld, origin: [0, 0], resolutions, minZoom, tileSize: 256 });
}
