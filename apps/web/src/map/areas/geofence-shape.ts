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
