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

  const cells = createCells((west, south, east, north) => tree.search(west, south, east, north));
  return {
    containing(place, counts) {
      const { latitude } = place;
      let found: number[] = none;
      const look = (longitude: number) => {
        for (const one of cells.boxesNear(latitude, longitude)) {
          const box = boxes[one];
          const at = areaOfBox[one] ?? 0;
          if (!box || latitude < box.south || latitude > box.north) continue;
          if (longitude < box.west || longitude > box.east) continue;
          if (found.includes(at) || !counts(at)) continue;
          const area = areas[at];
          if (!area || !areaContains(area.area, place, area.polylineDistanceMetres)) continue;
          if (found === none) found = [];
          found.push(at);
        }
      };
      const longitude = wrapLongitude(place.longitude);
      look(longitude);
      // one meridian with two names
      if (longitude === -180) look(180);
      return found.length > 1 ? found.sort((one, other) => one - other) : found;
    },
  };
}

const none: number[] = [];
Object.freeze(none);

/** Degrees: some kilometre, where a vehicle stays for a minute or more, and most of which no geofence reaches. */
const cellSize = 0.01;
const columns = 360 / cellSize + 1;
/** Wider than what a coordinate loses when its cell is worked out, degrees. */
const cellMargin = 1e-9;

/** Cells that are remembered, a power of 2; one that falls into the place of another takes it. */
const cellBits = 14;

/** Of a cell with more boxes nothing is remembered: the tree is faster than looking at each. */
const mostInCell = 32;

/** The boxes that reach into the cell of a place, remembered: of the same cell they are asked for again and again. */
function createCells(
  boxesIn: (west: number, south: number, east: number, north: number) => readonly number[],
) {
  const keys = new Int32Array(1 << cellBits).fill(-1);
  const known = new Array<readonly number[] | undefined>(1 << cellBits).fill(none);
  return {
    /** All boxes that hold the place, and others near it. */
    boxesNear(latitude: number, longitude: number): readonly number[] {
      const row = Math.floor((latitude + 90) / cellSize);
      const column = Math.floor((longitude + 180) / cellSize);
      const key = row * columns + column;
      // coordinates that are off the earth, or no numbers
      if (!(row >= 0 && column >= 0 && key < 2 ** 31))
        return boxesIn(longitude, latitude, longitude, latitude);
      const at = Math.imul(key, 0x9e3779b1) >>> (32 - cellBits);
      if (keys[at] !== key) {
        const west = column * cellSize - 180 - cellMargin;
        const south = row * cellSize - 90 - cellMargin;
        const far = cellSize + 2 * cellMargin;
        const boxes = boxesIn(west, south, west + far, south + far);
        keys[at] = key;
        known[at] = boxes.length === 0 ? none : boxes.length > mostInCell ? undefined : boxes;
      }
      return known[at] ?? boxesIn(longitude, latitude, longitude, latitude);
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
