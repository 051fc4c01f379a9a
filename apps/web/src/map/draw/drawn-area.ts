/** From what is drawn on the map, EPSG:3857, to areas of places. */
import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { distanceMetres, isPlace, type Place, wrapLongitude } from '@atalaia/domain/geo/geometry';
import { latitudeOf, longitudeOf } from '../mercator.ts';

export type DrawnPoint = readonly number[];

/** A place is drawn to a tenth of a metre: nobody points nearer. */
const decimals = 6;
/** A radius to a tenth of a metre. */
const radiusDecimals = 1;

export function drawnPlace([x = 0, y = 0]: DrawnPoint): Place {
  return {
    latitude: rounded(latitudeOf(y), decimals),
    longitude: rounded(wrapLongitude(longitudeOf(x)), decimals),
  };
}

/** Undefined while there are fewer than three different corners. `ring` may be closed. */
export function drawnPolygon(ring: readonly DrawnPoint[]): GeofenceArea | undefined {
  const corners = withoutRepeats(ring.map(drawnPlace));
  const [first] = corners;
  const last = corners.at(-1);
  if (corners.length > 1 && first && last && isSame(first, last)) corners.pop();
  return countDifferent(corners) < 3 ? undefined : { kind: 'polygon', corners };
}

/** Undefined while there are fewer than two different points. */
export function drawnLine(line: readonly DrawnPoint[]): GeofenceArea | undefined {
  const points = withoutRepeats(line.map(drawnPlace));
  return points.length < 2 ? undefined : { kind: 'line', points };
}

/** Undefined while the edge is in the centre. */
export function drawnCircle(centrePoint: DrawnPoint, edgePoint: DrawnPoint): GeofenceArea | undefined {
  const centre = drawnPlace(centrePoint);
  const radiusMetres = rounded(distanceMetres(centre, drawnPlace(edgePoint)), radiusDecimals);
  return radiusMetres > 0 && isPlace(centre) ? { kind: 'circle', centre, radiusMetres } : undefined;
}

/** A second click on the same spot adds no corner. */
function withoutRepeats(places: readonly Place[]): Place[] {
  return places.filter((place, at) => {
    const before = places[at - 1];
    return !before || !isSame(before, place);
  });
}

function countDifferent(places: readonly Place[]): number {
  return new Set(places.map(({ latitude, longitude }) => `${latitude} ${longitude}`)).size;
}

function isSame(one: Place, other: Place): boolean {
  return one.latitude === other.latitude && one.longitude === other.longitude;
}

function rounded(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale + 0;
}
