/** One shape of a file as a geofence, judged as the API judges it. */
import { type GeofenceArea, parseArea, printArea } from '@atalaia/domain/geo/geofence-area';
import type { Place } from '@atalaia/domain/geo/geometry';
import type Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import GeometryCollection from 'ol/geom/GeometryCollection.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { type FileGeofence, type FoundFault, fileProperties, type ShapeFault } from './geofence-file.ts';

export type ShapeReading =
  | { readonly geofence: FileGeofence }
  | { readonly fault: ShapeFault; readonly detail?: string };

const longest = { name: 255, description: 4000, area: 200_000 };

/** The simple shapes of a feature: one of many parts is as many geofences. */
export function partsOf(geometry: Geometry | undefined): readonly (Geometry | undefined)[] {
  if (geometry instanceof MultiPolygon) return geometry.getPolygons();
  if (geometry instanceof MultiLineString) return geometry.getLineStrings();
  if (geometry instanceof MultiPoint) return geometry.getPoints();
  if (geometry instanceof GeometryCollection) return geometry.getGeometries().flatMap(partsOf);
  return [geometry];
}

export function readShape(feature: Feature, part: Geometry | undefined, name: string): ShapeReading {
  if (name.length > longest.name) return { fault: 'long-name' };
  const description = textOf(feature.get('description'));
  if (description && description.length > longest.description) return { fault: 'long-description' };
  const radius = numberOf(feature.get(fileProperties.radius));
  if (part instanceof Point && !(radius && radius > 0)) return { fault: 'no-radius' };
  if (part instanceof Polygon && part.getLinearRingCount() > 1) return { fault: 'has-hole' };
  const drawn = areaOf(part, radius ?? 0);
  if (!drawn) return { fault: 'unknown-shape' };
  const area = printArea(drawn);
  if (area.length > longest.area) return { fault: 'long-area' };
  const { error } = parseArea(area);
  if (error) return { fault: error === 'bad-radius' ? 'no-radius' : error };

  const colour = textOf(feature.get(fileProperties.colour));
  if (colour && !/^#[\da-f]{6}$/i.test(colour)) return { fault: 'bad-colour' };
  const measures: Record<string, number> = {};
  for (const [property, attribute] of [
    [fileProperties.speedLimitKnots, 'speedLimit'],
    [fileProperties.polylineDistance, 'polylineDistance'],
  ] as const) {
    const given: unknown = feature.get(property);
    if (given === undefined || given === null || given === '') continue;
    const value = numberOf(given);
    if (value === undefined || !(value >= 0)) return { fault: 'bad-number', detail: property };
    measures[attribute] = value;
  }
  const attributes = { ...(colour && { color: colour }), ...measures };
  return { geofence: { name, description: description ?? null, area, attributes } };
}

export function isRefused(reading: ShapeReading): reading is Extract<ShapeReading, { fault: ShapeFault }> {
  return 'fault' in reading;
}

export function foundFault(
  { fault, detail }: Extract<ShapeReading, { fault: ShapeFault }>,
  shape: FoundFault['shape'],
): FoundFault {
  return { fault, ...(detail !== undefined && { detail }), ...(shape && { shape }) };
}

/** Files say longitude first. */
function areaOf(part: Geometry | undefined, radiusMetres: number): GeofenceArea | undefined {
  if (part instanceof Point) return { kind: 'circle', centre: placeOf(part.getCoordinates()), radiusMetres };
  if (part instanceof LineString) return { kind: 'line', points: part.getCoordinates().map(placeOf) };
  if (!(part instanceof Polygon)) return undefined;
  const ring = (part.getCoordinates()[0] ?? []).map(placeOf);
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed =
    ring.length > 1 && first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  return { kind: 'polygon', corners: isClosed ? ring.slice(0, -1) : ring };
}

function placeOf([longitude = Number.NaN, latitude = Number.NaN]: readonly number[]): Place {
  return { latitude, longitude };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** KML knows texts alone. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
