/** Geofences as a file that other programs read, and that this one reads back equal. */
import type { Geofence } from '@atalaia/contract/rules/geofence';
import { type GeofenceArea, parseArea } from '@atalaia/domain/geo/geofence-area';
import type { Place } from '@atalaia/domain/geo/geometry';
import Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import KML from 'ol/format/KML.js';
import type Geometry from 'ol/geom/Geometry.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { fileProperties } from './geofence-file.ts';

export type FileFormat = 'geojson' | 'kml';

export const mediaTypes: Readonly<Record<FileFormat, string>> = Object.freeze({
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
});

type Written = Pick<Geofence, 'name' | 'description' | 'area' | 'attributes'>;

/** A circle, which neither format has, is its centre with the property `radius`, metres. Unreadable areas are left out. */
export function writeGeofenceFile(geofences: readonly Written[], format: FileFormat): string {
  const features = geofences.map(featureOf).filter((feature) => feature !== undefined);
  if (format === 'geojson') return `${new GeoJSON().writeFeatures(features, { decimals: 12 })}\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new KML().writeFeatures(features, { decimals: 12 })}\n`;
}

function featureOf({ name, description, area: text, attributes }: Written): Feature | undefined {
  const { area } = parseArea(text);
  if (!area) return undefined;
  const { color, speedLimit, polylineDistance } = attributes;
  return new Feature({
    geometry: geometryOf(area),
    name,
    ...(description && { description }),
    ...(area.kind === 'circle' && { [fileProperties.radius]: area.radiusMetres }),
    ...(color && { [fileProperties.colour]: color }),
    ...(speedLimit !== undefined && { [fileProperties.speedLimitKnots]: speedLimit }),
    ...(polylineDistance !== undefined && { [fileProperties.polylineDistance]: polylineDistance }),
  });
}

function geometryOf(area: GeofenceArea): Geometry {
  switch (area.kind) {
    case 'circle':
      return new Point(coordinateOf(area.centre));
    case 'line':
      return new LineString(area.points.map(coordinateOf));
    case 'polygon':
      return new Polygon([[...area.corners, ...area.corners.slice(0, 1)].map(coordinateOf)]);
  }
}

/** Files say longitude first. */
function coordinateOf({ latitude, longitude }: Place): number[] {
  return [longitude, latitude];
}
