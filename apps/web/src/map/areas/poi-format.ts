/** Formats a layer of places may come in (MAP-16). */
export type PoiFormat = 'kml' | 'geojson';

/** Told by the content, whatever the address or the server calls it; null for anything else. */
export function poiFormatOf(text: string): PoiFormat | null {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{'))
    return /"type"\s*:\s*"(Feature|FeatureCollection|\w*(Point|LineString|Polygon)|GeometryCollection)"/.test(
      start,
    )
      ? 'geojson'
      : null;
  return start.startsWith('<') && /<(?:\w+:)?kml[\s>]/i.test(start) ? 'kml' : null;
}
