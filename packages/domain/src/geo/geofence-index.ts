/** Which of thousands of geofences a place is in: bounding boxes in a packed R-tree, then the areas themselves. */
import Flatbush from 'flatbush';
import type { GeofenceArea } from './geofence-area.ts';
import { type AreaBox, areaBox } from './geofence-box.ts';
import { areaContains } from './geofence-contains.ts';
import { type Place, wrapLongitude } from './geometry.ts';

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
