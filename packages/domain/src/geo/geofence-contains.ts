/** Whether a place is in a geofence. */
import type { GeofenceArea } from './geofence-area.ts';
import { distanceMetres, earthRadiusMetres, type Place, wrapLongitude } from './geometry.ts';

/** Half the width of a line that names none, metres: as far as a vehicle on a wide road can be from its middle. */
export const defaultLineDistanceMetres = 25;

/**
 * Whether the place is in the area. A circle and a line hold what is at most their radius or `polylineDistance`
 * (to either side, metres) away; a polygon's sides are straight in latitude and longitude, as drawn, and cross the
 * antimeridian where that is the shorter way. Coordinates that are not numbers lie nowhere.
 */
export function areaContains(
  area: GeofenceArea,
  place: Place,
  polylineDistanceMetres: number = defaultLineDistanceMetres,
): boolean {
  switch (area.kind) {
    case 'circle':
      return distanceMetres(area.centre, place) <= area.radiusMetres;
    case 'polygon':
      return polygonContains(area.corners, place);
    case 'line':
      return distanceToLineMetres(area.points, place) <= polylineDistanceMetres;
  }
}

/** Even-odd rule, counted along the ray that runs from the place due east. */
function polygonContains(corners: readonly Place[], place: Place): boolean {
  const first = corners[0];
  if (!first) return false;
  const offsets = eastwardOffsets(corners, first);
  const west = Math.min(...offsets);
  const place360 = (place.longitude - first.longitude - west) % 360;
  const east = west + (place360 < 0 ? place360 + 360 : place360);
  let inside = false;
  let before = corners.length - 1;
  corners.forEach((corner, at) => {
    const previous = corners[before] ?? corner;
    const offset = offsets[at] ?? 0;
    const previousOffset = offsets[before] ?? 0;
    before = at;
    if (previous.latitude > place.latitude === corner.latitude > place.latitude) return;
    const share = (place.latitude - previous.latitude) / (corner.latitude - previous.latitude);
    if (previousOffset + share * (offset - previousOffset) > east) inside = !inside;
  });
  return inside;
}

/** Degrees of each corner east of the first, each side taken the shorter way round, so also over the antimeridian. */
function eastwardOffsets(corners: readonly Place[], first: Place): number[] {
  let offset = 0;
  let previous = first;
  return corners.map((corner) => {
    offset += wrapLongitude(corner.longitude - previous.longitude);
    previous = corner;
    return offset;
  });
}

/** The shortest way from a place to a line of straight pieces, metres. */
export function distanceToLineMetres(points: readonly Place[], place: Place): number {
  let nearest = Infinity;
  let previous: Place | undefined;
  for (const point of points) {
    nearest = Math.min(nearest, distanceToPieceMetres(previous ?? point, point, place));
    previous = point;
  }
  return nearest;
}

/** On the plane that touches the earth at the place: exact to 0.1 % where the piece passes within some kilometres. */
function distanceToPieceMetres(from: Place, to: Place, place: Place): number {
  const metresPerDegree = (earthRadiusMetres * Math.PI) / 180;
  const shrink = Math.cos((place.latitude * Math.PI) / 180);
  const east = (point: Place) => wrapLongitude(point.longitude - place.longitude) * metresPerDegree * shrink;
  const north = (point: Place) => (point.latitude - place.latitude) * metresPerDegree;
  const startEast = east(from);
  const startNorth = north(from);
  const pieceEast = wrapLongitude(to.longitude - from.longitude) * metresPerDegree * shrink;
  const pieceNorth = north(to) - startNorth;
  const lengthSquared = pieceEast ** 2 + pieceNorth ** 2;
  const share =
    lengthSquared === 0 ? 0 : clamp(-(startEast * pieceEast + startNorth * pieceNorth) / lengthSquared);
  return Math.hypot(startEast + share * pieceEast, startNorth + share * pieceNorth);
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
