/** Geofences out of a GeoJSON or KML file: all of them, or none and what is wrong. */
import type Feature from 'ol/Feature.js';
import GeoJSON from 'ol/format/GeoJSON.js';
import KML from 'ol/format/KML.js';
import {
  type FileGeofence,
  type FoundFault,
  mostBytes,
  mostShapes,
  type ReadGeofenceFile,
} from './geofence-file.ts';
import { foundFault, isRefused, partsOf, readShape } from './shape-of-feature.ts';

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
