// Natural Earth polygons that span the 180th meridian come stitched: their rings jump from +180 to −180,
// and a renderer joins the two by a line across the whole world. These functions cut them into a western
// and an eastern part. Coordinates are [longitude, latitude] in degrees.

export type LonLat = [number, number];
export type Ring = LonLat[];

/** Web Mercator ends here; beyond it a projected latitude runs to infinity. */
export const MAX_LATITUDE = 85.05;

/** Makes longitudes continuous, so that a ring across the antimeridian runs past ±180 instead of jumping. */
function unwrap(ring: Ring): Ring {
  let turn = 0;
  return ring.map(([lon, lat], index) => {
    const step = lon - (ring[index - 1]?.[0] ?? lon);
    if (step > 180) turn -= 360;
    if (step < -180) turn += 360;
    return [lon + turn, lat];
  });
}

/** Consecutive points as pairs. */
function edges(ring: Ring): [LonLat, LonLat][] {
  return ring.flatMap((b, index) => {
    const a = ring[index - 1];
    return a ? [[a, b] as [LonLat, LonLat]] : [];
  });
}

/** A ring round a pole does not close after unwrapping: it is led along the edge of the projection. */
function closeRoundPole(ring: Ring): Ring {
  const first = ring[0];
  const last = ring[ring.length - 1];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring;
  const edge = Math.sign(first[1]) * MAX_LATITUDE;
  return [...ring, [last[0], edge], [first[0], edge], first];
}

/** Sutherland–Hodgman against one meridian; `keep` is 1 for the east of it and −1 for the west. */
function clipAt(ring: Ring, meridian: number, keep: 1 | -1): Ring {
  const inside = ([lon]: LonLat) => (lon - meridian) * keep >= 0;
  const out: Ring = [];
  for (const [a, b] of edges(ring)) {
    if (inside(a)) out.push(a);
    if (inside(a) !== inside(b)) {
      out.push([meridian, a[1] + ((b[1] - a[1]) * (meridian - a[0])) / (b[0] - a[0])]);
    }
  }
  const first = out[0];
  return first ? [...out, first] : [];
}

function areaOf(ring: Ring): number {
  const twice = edges(ring).reduce((sum, [a, b]) => sum + a[0] * b[1] - b[0] * a[1], 0);
  return Math.abs(twice / 2);
}

/** A ring → the rings that it makes within [−180, 180]; slivers without area are dropped. */
function cutRing(ring: Ring): Ring[] {
  const clamped = ring.map(
    ([lon, lat]): LonLat => [lon, Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat))],
  );
  const whole = closeRoundPole(unwrap(clamped));
  return [-360, 0, 360]
    .map((world) =>
      clipAt(clipAt(whole, world - 180, 1), world + 180, -1).map(([lon, lat]): LonLat => [lon - world, lat]),
    )
    .filter((part) => areaOf(part) > 1e-9);
}

type Areas = { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };

/**
 * A GeoJSON Polygon or MultiPolygon → a MultiPolygon within ±180° and ±MAX_LATITUDE.
 * Throws on a crossing polygon with holes, which the source does not have.
 */
export function cutAtAntimeridian(geometry: Areas): { type: 'MultiPolygon'; coordinates: Ring[][] } {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const coordinates = polygons.flatMap((polygon) => {
    const [outer = [], ...holes] = polygon;
    if (!edges(outer).some(([a, b]) => Math.abs(b[0] - a[0]) > 180)) return [polygon];
    if (holes.length > 0) throw new Error('a polygon across the antimeridian must not have holes');
    return cutRing(outer).map((ring) => [ring]);
  });
  return { type: 'MultiPolygon', coordinates };
}
