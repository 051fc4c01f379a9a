/** Which of thousands of geofences a place is in: bounding boxes in a packed R-tree, then the areas themselves. */
import Flatbush from 'flatbush';
import type { GeofenceArea } from './geofence-area.ts';
import { areaContains, defaultLineDistanceMetres } from './geofence-contains.ts';
import { earthRadiusMetres, type Place, wrapLongitude } from './geometry.ts';

/** The smallest box of latitudes and longitudes around a geofence's area. */
/** Degrees. `west` may be any turn of the circle and `east` never is before it. */
interface AreaBox {
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
function areaBox(area: GeofenceArea, polylineDistanceMetres: number = defaultLineDistanceMetres): AreaBox {
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

export interface IndexedArea {
  readonly area: GeofenceArea;
  /** Half the width of a line, metres; see `areaContains`. */
  readonly polylineDistanceMetres?: number | undefined;
}

export interface GeofenceIndex {
  /**
   * The areas, by their place in the list and rising, that hold the place. Only those that `counts` are looked at; it is
   * requested the few whose boxes hold the place.
   */
  containing(place: Place, counts: (at: number) => boolean): number[];
}

/** An index over these areas; another list needs another index. */
export function createGeofenceIndex(areas: readonly IndexedArea[]): GeofenceIndex {
  const boxes: AreaBox[] = [];
  const areaOfBox: number[] = [];
  for (const [at, { area, polylineDistanceMetres }] of areas.entries()) {
    for (const box of boxesOf(area, polylineDistanceMetres)) {
      boxes.push(box);
      areaOfBox.push(at);
    }
  }
  if (boxes.length === 0) return { containing: () => [] };
  const tree = new Flatbush(boxes.length);
  for (const { west, south, east, north } of boxes) tree.add(west, south, east, north);
  tree.finish();

  return {
    containing(place, counts) {
      const found: number[] = [];
      const look = (longitude: number) =>
        tree.search(longitude, place.latitude, longitude, place.latitude, (box) => {
          const at = areaOfBox[box] ?? 0;
          if (found.includes(at) || !counts(at)) return false;
          const one = areas[at];
          if (one && areaContains(one.area, place, one.polylineDistanceMetres)) found.push(at);
          return false;
        });
      const longitude = wrapLongitude(place.longitude);
      look(longitude);
      // one meridian with two names
      if (longitude === -180) look(180);
      return found.length > 1 ? found.sort((one, other) => one - other) : found;
    },
  };
}

/** The box in parts that are between −180° and 180°. */
function boxesOf(area: GeofenceArea, polylineDistanceMetres: number | undefined): readonly AreaBox[] {
  const box = areaBox(area, polylineDistanceMetres);
  if (box.east - box.west >= 360) return [{ ...box, west: -180, east: 180 }];
  const west = wrapLongitude(box.west);
  const east = west + (box.east - box.west);
  if (east <= 180) return [{ ...box, west, east }];
  return [
    { ...box, west, east: 180 },
    { ...box, west: -180, east: east - 360 },
  ];
}
