/**
 * The text of a geofence's area, as the field's common API writes it: latitude before longitude, unlike plain WKT.
 *
 *     POLYGON ((-3.73 -38.52, -3.74 -38.52, -3.74 -38.53, -3.73 -38.52))
 *     CIRCLE (-3.73 -38.52, 20)          radius in metres
 *     LINESTRING (-3.73 -38.52, -3.74 -38.53)
 */
import { earthRadiusMetres, isPlace, type Place } from './geometry.ts';

export interface PolygonArea {
  readonly kind: 'polygon';
  /** At least three corners; the first is not repeated at the end. */
  readonly corners: readonly Place[];
}

export interface CircleArea {
  readonly kind: 'circle';
  readonly centre: Place;
  readonly radiusMetres: number;
}

export interface LineArea {
  readonly kind: 'line';
  /** At least two points. */
  readonly points: readonly Place[];
}

export type GeofenceArea = PolygonArea | CircleArea | LineArea;

export type AreaError =
  | 'unknown-shape'
  | 'has-hole'
  | 'bad-number'
  | 'off-earth'
  | 'too-few-points'
  | 'repeated-points'
  | 'bad-radius';

/** Half of the way around the earth: a larger circle holds every place. */
export const longestRadiusMetres = Math.PI * earthRadiusMetres;

export type ParsedArea =
  | { readonly area: GeofenceArea; readonly error?: undefined }
  | {
      readonly error: AreaError;
      /** The place that is to blame, from 1; absent where none is. */
      readonly place?: number;
      readonly area?: undefined;
    };

/**
 * Reads an area's text; blanks and the case of the word are free. A polygon has one ring, closed or not.
 * Bad text gives `error`, never a throw: `unknown-shape` (another word or brackets), `has-hole` (a polygon of several
 * rings), `bad-number`, `off-earth` (a coordinate out of range), `too-few-points`, `repeated-points` (fewer than three
 * different ones in a polygon, or two in a line), `bad-radius` (not above 0, or beyond `longestRadiusMetres`).
 */
export function parseArea(text: string): ParsedArea {
  const polygon = /^\s*POLYGON\s*\(\s*\(([^()]*)\)\s*\)\s*$/i.exec(text);
  if (polygon) return fromPlaces(polygon[1] ?? '', (places) => polygonOf(places));
  if (/^\s*POLYGON\s*\(\s*\([^()]*\)\s*,/i.test(text)) return { error: 'has-hole' };
  const line = /^\s*LINESTRING\s*\(([^()]*)\)\s*$/i.exec(text);
  if (line) return fromPlaces(line[1] ?? '', (places) => lineOf(places));
  const circle = /^\s*CIRCLE\s*\(([^(),]*),([^(),]*)\)\s*$/i.exec(text);
  if (circle) return fromPlaces(circle[1] ?? '', (places) => circleOf(places, circle[2] ?? ''));
  return { error: 'unknown-shape' };
}

/** Writes an area as text that `parseArea` reads back equal; a polygon's ring is closed. */
export function printArea(area: GeofenceArea): string {
  switch (area.kind) {
    case 'polygon':
      return `POLYGON ((${printPlaces([...area.corners, ...area.corners.slice(0, 1)])}))`;
    case 'circle':
      return `CIRCLE (${printPlaces([area.centre])}, ${plain(area.radiusMetres)})`;
    case 'line':
      return `LINESTRING (${printPlaces(area.points)})`;
  }
}

function polygonOf(places: readonly Place[]): ParsedArea {
  const first = places[0];
  const last = places[places.length - 1];
  const closed =
    places.length > 1 && first?.latitude === last?.latitude && first?.longitude === last?.longitude;
  const corners = closed ? places.slice(0, -1) : places;
  return faultOf(corners, 3) ?? { area: { kind: 'polygon', corners } };
}

function lineOf(points: readonly Place[]): ParsedArea {
  return faultOf(points, 2) ?? { area: { kind: 'line', points } };
}

/** Too few points, or too few different ones: then the first that repeats another is to blame. */
function faultOf(places: readonly Place[], least: number): ParsedArea | undefined {
  if (places.length < least) return { error: 'too-few-points' };
  const different = new Set<string>();
  let repeated = 0;
  for (const [index, { latitude, longitude }] of places.entries()) {
    const before = different.size;
    different.add(`${latitude + 0} ${longitude + 0}`);
    if (different.size === least) return undefined;
    if (different.size === before) repeated ||= index + 1;
  }
  return { error: 'repeated-points', place: repeated };
}

function circleOf([centre]: readonly Place[], radiusText: string): ParsedArea {
  const radiusMetres = numberOf(radiusText.trim());
  if (radiusMetres === undefined) return { error: 'bad-number' };
  if (!centre) return { error: 'too-few-points' };
  const isRadius = radiusMetres > 0 && radiusMetres <= longestRadiusMetres;
  return isRadius ? { area: { kind: 'circle', centre, radiusMetres } } : { error: 'bad-radius' };
}

function fromPlaces(text: string, build: (places: readonly Place[]) => ParsedArea): ParsedArea {
  const places: Place[] = [];
  for (const pair of text.split(',')) {
    const [latitude, longitude, ...rest] = pair.trim().split(/\s+/).map(numberOf);
    if (latitude === undefined || longitude === undefined || rest.length > 0)
      return { error: 'bad-number', place: places.length + 1 };
    const place = { latitude, longitude };
    if (!isPlace(place)) return { error: 'off-earth', place: places.length + 1 };
    places.push(place);
  }
  return build(places);
}

function numberOf(text: string): number | undefined {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function printPlaces(places: readonly Place[]): string {
  return places.map((place) => `${plain(place.latitude)} ${plain(place.longitude)}`).join(', ');
}

/** A number without an exponent where it is tiny, which other readers of this text do not take, and without −0. */
function plain(value: number): string {
  const text = String(value + 0);
  return text.includes('e-') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}
