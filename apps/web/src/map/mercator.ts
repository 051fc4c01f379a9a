/** Web Mercator (EPSG:3857), the projection the map and its worker count in: metres from 0° 0°, on the equator's scale. */

/** Half of the world's edge, metres. */
export const worldHalfMetres = Math.PI * 6_378_137;

/** The square world ends here. */
export const maxLatitude = 85.051_128_779_806_59;

/** Metres per pixel at zoom 0, where the world is one tile of 256 pixels. */
const resolutionAtZoom0 = (2 * worldHalfMetres) / 256;

export function mercatorX(longitude: number): number {
  return (longitude / 180) * worldHalfMetres;
}

/** Latitudes beyond the square world are drawn on its edge. */
export function mercatorY(latitude: number): number {
  const clamped = Math.max(-maxLatitude, Math.min(maxLatitude, latitude));
  const angle = (clamped * Math.PI) / 180;
  return (Math.asinh(Math.tan(angle)) / Math.PI) * worldHalfMetres;
}

export function longitudeOf(x: number): number {
  return (x / worldHalfMetres) * 180;
}

export function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh((y / worldHalfMetres) * Math.PI)) * 180) / Math.PI;
}

/** Metres per pixel at a zoom of the view. */
export function resolutionOf(zoom: number): number {
  return resolutionAtZoom0 / 2 ** zoom;
}

/** Metres on the ground per pixel at the middle of an extent: Mercator stretches by 1 / cos(latitude). */
export function groundResolution({
  extent,
  zoom,
}: {
  readonly extent: readonly [west: number, south: number, east: number, north: number];
  readonly zoom: number;
}): number {
  const latitude = latitudeOf((extent[1] + extent[3]) / 2);
  return resolutionOf(zoom) * Math.cos((latitude * Math.PI) / 180);
}
