/** Geofences out of a GeoJSON or KML file: all of them, or none and what is wrong. */

import { type GeofenceArea, parseArea, printArea } from '@atalaia/domain/geo/geofence-area';
import type { Place } from '@atalaia/domain/geo/geometry';
import type Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import KML from 'ol/format/KML.js';
import type Geometry from 'ol/geom/Geometry.js';
import GeometryCollection from 'ol/geom/GeometryCollection.js';
import LineString from 'ol/geom/LineString.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import {
  type FileGeofence,
  type FoundFault,
  fileProperties,
  mostBytes,
  mostShapes,
  type ReadGeofenceFile,
  type ShapeFault,
} from './geofence-file.ts';

// One shape of a file as a geofence, judged as the API judges it.

type ShapeReading =
  | { readonly geofence: FileGeofence }
  | { readonly fault: ShapeFault; readonly detail?: string };

const longest = { name: 255, description: 4000, area: 200_000 };

/** The simple shapes of a feature: one of many parts is as many geofences. */
function partsOf(geometry: Geometry | undefined): readonly (Geometry | undefined)[] {
  if (geometry instanceof MultiPolygon) return geometry.getPolygons();
  if (geometry instanceof MultiLineString) return geometry.getLineStrings();
  if (geometry instanceof MultiPoint) return geometry.getPoints();
  if (geometry instanceof GeometryCollection) return geometry.getGeometries().flatMap(partsOf);
  return [geometry];
}

function readShape(feature: Feature, part: Geometry | undefined, name: string): ShapeReading {
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

function isRefused(reading: ShapeReading): reading is Extract<ShapeReading, { fault: ShapeFault }> {
  return 'fault' in reading;
}

function foundFault(
  { fault, detail }: Extract<ShapeReading, { fault: ShapeFault }>,
  shape: FoundFault['shape'],
): FoundFault {
  return { fault, ...(detail !== undefined && { detail }), ...(shape && { shape }) };
}

/** Files say longitude first. */
function areaOf(part: Geometry | undefined, radiusMetres: number): GeofenceArea | undefined {
  if (part instanceof Point)
    return { kind: 'circle', centre: shapePlaceOf(part.getCoordinates()), radiusMetres };
  if (part instanceof LineString) return { kind: 'line', points: part.getCoordinates().map(shapePlaceOf) };
  if (!(part instanceof Polygon)) return undefined;
  const ring = (part.getCoordinates()[0] ?? []).map(shapePlaceOf);
  const first = ring[0];
  const last = ring.at(-1);
  const isClosed =
    ring.length > 1 && first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  return { kind: 'polygon', corners: isClosed ? ring.slice(0, -1) : ring };
}

function shapePlaceOf([longitude = Number.NaN, latitude = Number.NaN]: readonly number[]): Place {
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

/** `fileName` names shapes that have no name. */
export function readGeofenceFile(text: string, fileName: string): ReadGeofenceFile {
  if (text.length > mostBytes) return { faults: [{ fault: 'too-large' }] };
  const start = text.replace(/^\uFEFF/, '').trimStart();
  const read = start.startsWith('<') ? readKml(start) : readGeoJson(start);
  if ('fault' in read) return { faults: [read] };
  return geofencesOf(read.features, fileName.replace(/\.\w+$/, ''));
}

type ReadFeatures = { readonly features: readonly Feature[] } | FoundFault;

function readGeoJson(text: string): ReadFeatures {
  if (!/^[{[]/.test(text)) return { fault: 'unknown-format' };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return { fault: 'not-json', detail: placeOf(error) };
  }
  const projection = otherProjection(content);
  if (projection) return { fault: 'other-projection', detail: projection };
  try {
    return { features: new GeoJSON().readFeatures(content) };
  } catch (error) {
    return { fault: 'not-json', detail: placeOf(error) };
  }
}

/** A member of an older GeoJSON; without it, all is WGS 84 (RFC 7946 §4). */
function otherProjection(content: unknown): string | undefined {
  const crs = typeof content === 'object' && content !== null && 'crs' in content ? content.crs : null;
  if (crs === null) return undefined;
  const crsText = JSON.stringify(crs);
  return /CRS84|4326/.test(crsText)
    ? undefined
    : (/"name":"([^"]*)"/.exec(crsText)?.[1] ?? crsText).slice(0, 80);
}

function readKml(text: string): ReadFeatures {
  const document = new DOMParser().parseFromString(text, 'application/xml');
  const broken = document.querySelector('parsererror');
  if (broken) return { fault: 'not-xml', detail: placeOf(broken.textContent) };
  if (document.documentElement.localName !== 'kml') return { fault: 'unknown-format' };
  try {
    return { features: new KML({ extractStyles: false, showPointNames: false }).readFeatures(document) };
  } catch (error) {
    return { fault: 'not-xml', detail: placeOf(error) };
  }
}

function geofencesOf(features: readonly Feature[], fileName: string): ReadGeofenceFile {
  const parts = features.flatMap((feature) => {
    const all = partsOf(feature.getGeometry());
    return all.map((part, at) => ({ feature, part, ordinal: all.length > 1 ? at + 1 : 0 }));
  });
  if (parts.length === 0) return { faults: [{ fault: 'empty' }] };
  if (parts.length > mostShapes) return { faults: [{ fault: 'too-many', detail: String(mostShapes) }] };
  const geofences: FileGeofence[] = [];
  const faults: FoundFault[] = [];
  for (const [index, { feature, part, ordinal }] of parts.entries()) {
    const own = String(feature.get('name') ?? '').trim();
    const base = own || (parts.length > 1 ? `${fileName} ${index + 1}` : fileName);
    const name = own && ordinal > 0 ? `${own} (${ordinal})` : base;
    const reading = readShape(feature, part, name);
    if (isRefused(reading)) faults.push(foundFault(reading, { number: index + 1, name: name.slice(0, 60) }));
    else geofences.push(reading.geofence);
  }
  return faults.length > 0 ? { faults } : { geofences };
}

/** Where a browser met the fault, line and column; its words are English, whatever the person reads. */
function placeOf(error: unknown): string {
  const labels = error instanceof Error ? error.message : String(error);
  const [, line, column] = /line (\d+)(?: at)? column (\d+)/.exec(labels) ?? [];
  return line && column ? `${line}:${column}` : '–';
}
