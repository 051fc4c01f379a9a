/** The smallest box of latitudes and longitudes around a geofence's area. */
import type { GeofenceArea } from './geofence-area.ts';
import { defaultLineDistanceMetres } from './geofence-contains.ts';
import { earthRadiusMetres, type Place, wrapLongitude } from './geometry.ts';

/** Degrees. `west` may be any turn of the circle and `east` never is before it. */
export interface AreaBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Wider than the way a distance on the sphere and one on a plane differ at a line's ends. */
const margin = 1.01;

/**
 * A box that holds every place of the area, and little more; it may reach over the antimeridian, with `east` above 180.
 * `polylineDistanceMetres` is half the width of a line.
 */
export function areaBox(
  area: GeofenceArea,
  polylineDistanceMetres: number = defaultLineDistanceMetres,
): AreaBox {
  switch (area.kind) {
    case 'circle':
      return widened(boxAround([area.centre]), area.radiusMetres);
    case 'polygon':
      return boxAround(area.corners, true);
    case 'line':
      return widened(boxAround(area.points), polylineDistanceMetres * margin);
  }
}

/** Each side is taken the shorter way round, as `areaContains` does. */
function boxAround(places: readonly Place[], isRing = false): AreaBox {
  let longitude = places[0]?.longitude ?? 0;
  let [west, east, south, north] = [longitude, longitude, 90, -90];
  let previous = longitude;
  for (const place of places) {
    longitude += wrapLongitude(place.longitude - previous);
    previous = place.longitude;
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, place.latitude);
    north = Math.max(north, place.latitude);
  }
  // a ring that goes round a pole does not come back to where it began
  const closes =
    Math.abs(
      longitude + wrapLongitude((places[0]?.longitude ?? 0) - previous) - (places[0]?.longitude ?? 0),
    ) < 1;
  if (isRing && !closes) return { west: -180, east: 180, south, north };
  return { west, east, south, north };
}

function widened(box: AreaBox, metres: number): AreaBox {
  const angle = metres / earthRadiusMetres;
  const degrees = (angle * 180) / Math.PI;
  const south = Math.max(box.south - degrees, -90);
  const north = Math.min(box.north + degrees, 90);
  const farthest = (Math.max(Math.abs(box.south), Math.abs(box.north)) * Math.PI) / 180;
  const sine = Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos(farthest);
  // so wide or so far north that it holds a pole
  if (farthest + angle >= Math.PI / 2 || sine >= 1) return { west: -180, east: 180, south, north };
  const wide = (Math.asin(sine) * 180) / Math.PI;
  return { west: box.west - wide, east: box.east + wide, south, north };
}
