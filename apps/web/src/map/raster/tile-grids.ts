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
import { latitudeOf, mercatorY, resolutionOf, worldHalfMetres } from '../mercator.ts';
import { baiduMaxLatitude, baiduMetres, baiduToWeb, webToBaidu } from './projections/baidu-mercator.ts';
import { equatorRowFromSouth, type TileCoordinate, worldRowFromSouth } from './tile-address.ts';

export interface ServiceGrid {
  readonly projection: string;
  readonly tileGrid: TileGrid;
  readonly rowFromSouth: (tile: TileCoordinate) => number;
}

type Point = readonly [x: number, y: number];

/*
 * World Mercator (EPSG:3395), Mercator on the WGS84 ellipsoid: what Yandex cuts its tiles in. Its easting is Web Mercator's;
 * its northing differs by up to 43 km. Formulas: Snyder, Map Projections, a Working Manual (USGS 1395), 7-7 and 7-9.
 */

/** Half the axis of the equator, metres. */
const semiMajorMetres = 6_378_137;
const flattening = 1 / 298.257_223_563;
const eccentricity = Math.sqrt(flattening * (2 - flattening));

/** Northing of a latitude in degrees, metres. */
export function ellipsoidalY(latitude: number): number {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return semiMajorMetres * (Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine));
}

/** Latitude in degrees of a northing. Each round shrinks the error 150 times: six leave less than a nanometre. */
export function ellipsoidalLatitude(y: number): number {
  const isometric = y / semiMajorMetres;
  let sine = Math.tanh(isometric);
  for (let round = 0; round < 6; round++)
    sine = Math.tanh(isometric + eccentricity * Math.atanh(eccentricity * sine));
  return (Math.asin(sine) * 180) / Math.PI;
}

export function webToEllipsoidal([x, y]: Point): Point {
  return [x, ellipsoidalY(latitudeOf(y))];
}

export function ellipsoidalToWeb([x, y]: Point): Point {
  return [x, mercatorY(ellipsoidalLatitude(y))];
}
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
