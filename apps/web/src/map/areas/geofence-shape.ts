import type { Geofence } from '@atalaia/contract/rules/geofence';
import { parseColour, printColour } from '@atalaia/domain/catalog/colour';
import { type GeofenceArea, parseArea } from '@atalaia/domain/geo/geofence-area';
import { areaContains, defaultLineDistanceMetres } from '@atalaia/domain/geo/geofence-contains';
import type { Place } from '@atalaia/domain/geo/geometry';
import { latitudeOf, mercatorX, mercatorY } from '../mercator.ts';
import { areaOutline, type OutlinePoint } from './area-outline.ts';

/** A geofence as the map draws it. */
export interface GeofenceShape {
  readonly geofenceId: number;
  readonly name: string;
  /** `#rrggbb`; null for the brand's. */
  readonly colour: string | null;
  readonly area: GeofenceArea;
  readonly outline: readonly OutlinePoint[];
  /** West, south, east, north of the outline, EPSG:3857 metres. */
  readonly extent: readonly [number, number, number, number];
  /** Half the width of a line on the ground; 0 for others. */
  readonly halfWidthMetres: number;
  /** Middle of the extent, degrees: Mercator is stretched there by 1 / cos. */
  readonly latitude: number;
}

export interface ReadGeofences {
  readonly shapes: readonly GeofenceShape[];
  /** Those whose area no one can read. */
  readonly skippedCount: number;
}

/** What can be drawn of these geofences (MAP-13); a broken area is left out and counted. */
export function readGeofences(geofences: readonly Geofence[]): ReadGeofences {
  const shapes = geofences.map(shapeOf).filter((shape) => shape !== null);
  return { shapes, skippedCount: geofences.length - shapes.length };
}

function shapeOf({ id, name, area: text, attributes }: Geofence): GeofenceShape | null {
  const { area } = parseArea(text);
  if (!area) return null;
  const outline = areaOutline(area);
  const xs = outline.map(([x]) => x);
  const ys = outline.map(([, y]) => y);
  const extent = [least(xs), least(ys), -least(xs.map(negative)), -least(ys.map(negative))] as const;
  const colour = parseColour(attributes.color ?? '');
  return {
    geofenceId: id,
    name,
    colour: colour ? printColour(colour) : null,
    area,
    outline,
    extent,
    halfWidthMetres: area.kind === 'line' ? (attributes.polylineDistance ?? defaultLineDistanceMetres) : 0,
    latitude: latitudeOf((extent[1] + extent[3]) / 2),
  };
}

/** Outlines may be too long for the arguments of `Math.min`. */
function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function negative(value: number): number {
  return -value;
}

/** The geofence at a place, the smallest of several; null when there is none. */
export function geofenceAt(shapes: readonly GeofenceShape[], place: Place): GeofenceShape | null {
  const x = mercatorX(place.longitude);
  const y = mercatorY(place.latitude);
  const scale = 1 / Math.cos((place.latitude * Math.PI) / 180);
  const hits = shapes.filter(({ extent: [west, south, east, north], area, halfWidthMetres }) => {
    const margin = halfWidthMetres * scale * 1.01;
    const near = x >= west - margin && x <= east + margin && y >= south - margin && y <= north + margin;
    return near && areaContains(area, place, halfWidthMetres);
  });
  const size = ({ extent: [west, south, east, north] }: GeofenceShape) => (east - west) * (north - south);
  return hits.toSorted((a, b) => size(a) - size(b))[0] ?? null;
}

/** The middle of a name, EPSG:3857 metres, and how far it is turned to the right, radians. */
interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/**
 * Where a name of so many metres belongs: along the middle of a line, null where that is shorter; within an area, over whose
 * boundary it may run.
 */
export function placeOfName({ area, outline, extent }: GeofenceShape, metres: number): NamePlace | null {
  if (area.kind === 'line') return alongMiddle(outline, metres);
  const y = (extent[1] + extent[3]) / 2;
  const [left, right] = widestAt(outline, y) ?? [extent[0], extent[2]];
  return { x: (left + right) / 2, y, turn: 0 };
}

/** The widest stretch within a ring at a height; null where nothing of it is inside. */
function widestAt(ring: readonly OutlinePoint[], y: number): OutlinePoint | null {
  const crossings = ring
    .flatMap(([toX, toY], at) => {
      const [fromX, fromY] = ring[at - 1] ?? [toX, toY];
      return fromY <= y === toY <= y ? [] : [fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)];
    })
    .sort((one, other) => one - other);
  let widest: OutlinePoint = [0, 0];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left = 0, right = 0] = crossings.slice(at, at + 2);
    if (right - left > widest[1] - widest[0]) widest = [left, right];
  }
  return widest[0] < widest[1] ? widest : null;
}

function alongMiddle(line: readonly OutlinePoint[], metres: number): NamePlace | null {
  const steps = line.slice(1).map(([x, y], at) => {
    const [fromX, fromY] = line[at] ?? [x, y];
    return Math.hypot(x - fromX, y - fromY);
  });
  const length = steps.reduce((sum, step) => sum + step, 0);
  const pointAt = (distance: number): OutlinePoint => {
    let left = Math.min(Math.max(distance, 0), length);
    for (const [at, step] of steps.entries()) {
      const [from, to] = [line[at], line[at + 1]];
      if (from && to && left <= step && step > 0) {
        const share = left / step;
        return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      }
      left -= step;
    }
    return line.at(-1) ?? [0, 0];
  };
  if (length === 0 || length < metres) return null;
  const one = pointAt((length - metres) / 2);
  const other = pointAt((length + metres) / 2);
  // read from the left to the right
  const [[fromX, fromY], [toX, toY]] = one[0] <= other[0] ? [one, other] : [other, one];
  return {
    x: (fromX + toX) / 2,
    y: (fromY + toY) / 2,
    turn: Math.atan2(fromY - toY, toX - fromX),
  };
}
