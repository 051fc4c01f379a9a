import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import { destination, type Place, wrapLongitude } from '@atalaia/domain/geo/geometry';
import { mercatorX, mercatorY } from '../mercator.ts';

export type OutlinePoint = [x: number, y: number];

/** A circle of so many corners deviates from the true one by a thousandth of its radius. */
const circleCorners = 72;

/** Everything within so many metres of a place, as it is on the ground: in Mercator no circle, and larger to the poles. */
export function circleOutline(centre: Place, radiusMetres: number): OutlinePoint[] {
  const corners = Array.from({ length: circleCorners }, (_, corner) =>
    destination(centre, (corner * 360) / circleCorners, radiusMetres),
  );
  return outlineOf([...corners, ...corners.slice(0, 1)], centre.longitude);
}

/** The boundary of an area, or the middle of a line, EPSG:3857 metres; rings are closed. */
export function areaOutline(area: GeofenceArea): OutlinePoint[] {
  switch (area.kind) {
    case 'circle':
      return circleOutline(area.centre, area.radiusMetres);
    case 'polygon':
      return outlineOf([...area.corners, ...area.corners.slice(0, 1)]);
    case 'line':
      return outlineOf(area.points);
  }
}

/** Each side goes the shorter way round, over the antimeridian too, as `areaContains` takes it. */
function outlineOf(places: readonly Place[], startLongitude = places[0]?.longitude ?? 0): OutlinePoint[] {
  let longitude = startLongitude;
  return places.map((place) => {
    longitude += wrapLongitude(place.longitude - longitude);
    return [mercatorX(longitude), mercatorY(place.latitude)];
  });
}
