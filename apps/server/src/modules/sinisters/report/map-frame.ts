/** The part of the earth that a report's map shows, and where on the page each place of it lies. */
import type { Place } from '@atalaia/domain/geo/geometry';

export interface MapFrame {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Metres on the ground across the whole width, in the middle. */
  readonly widthMetres: number;
  /** Points of the page, from the map's left upper corner. */
  place(longitude: number, latitude: number): readonly [x: number, y: number];
}

const metresPerDegree = 111_195;
/** Less would show nothing: the shipped map knows towns, not houses. */
const leastWidthMetres = 30_000;
/** Beyond, Mercator has no end. */
const farthestLatitude = 80;

/** Frames all places with room round them, in a map of so many points; undefined when there is no place. */
export function frameOf(places: readonly Place[], width: number, height: number): MapFrame | undefined {
  if (places.length === 0) return undefined;
  const latitudes = places.map(({ latitude }) =>
    Math.max(-farthestLatitude, Math.min(farthestLatitude, latitude)),
  );
  const longitudes = places.map(({ longitude }) => longitude);
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  const [longitude, latitude] = [middle(longitudes), middle(latitudes)];
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const acrossMetres = span(longitudes) * metresPerDegree * shrink * 1.6;
  const upMetres = span(latitudes) * metresPerDegree * 1.6;
  const widthMetres = Math.max(leastWidthMetres, acrossMetres, (upMetres * width) / height);
  const degreesAcross = widthMetres / (metresPerDegree * shrink);
  const pointsPerDegree = width / degreesAcross;
  const middleY = mercator(latitude);
  const reach = height / 2 / pointsPerDegree;
  return {
    west: longitude - degreesAcross / 2,
    east: longitude + degreesAcross / 2,
    south: latitudeAt(middleY - reach),
    north: latitudeAt(middleY + reach),
    widthMetres,
    place: (atLongitude, atLatitude) => [
      width / 2 + (atLongitude - longitude) * pointsPerDegree,
      height / 2 - (mercator(atLatitude) - middleY) * pointsPerDegree,
    ],
  };
}

/** Mercator's height in degrees of longitude at the equator. */
function mercator(latitude: number): number {
  const bounded = Math.max(-85, Math.min(85, latitude));
  return (Math.asinh(Math.tan((bounded * Math.PI) / 180)) * 180) / Math.PI;
}

function latitudeAt(height: number): number {
  return (Math.atan(Math.sinh((height * Math.PI) / 180)) * 180) / Math.PI;
}
