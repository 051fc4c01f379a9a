/**
 * World Mercator (EPSG:3395), Mercator on the WGS84 ellipsoid: what Yandex cuts its tiles in. Its easting is Web Mercator's;
 * its northing differs by up to 43 km. Formulas: Snyder, Map Projections, a Working Manual (USGS 1395), 7-7 and 7-9.
 */
import { latitudeOf, mercatorY } from '../../mercator.ts';

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

type Point = readonly [x: number, y: number];

export function webToEllipsoidal([x, y]: Point): Point {
  return [x, ellipsoidalY(latitudeOf(y))];
}

export function ellipsoidalToWeb([x, y]: Point): Point {
  return [x, mercatorY(ellipsoidalLatitude(y))];
}
