/**
 * Devices whose place on the screen shows which tick of the recording is drawn: each tick moves them one pixel east, and
 * after `columns` ticks they begin again. Each drives in a strip of its own, so that no cluster takes it in.
 */
export interface View {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

export interface Sentinel {
  readonly deviceId: number;
  /** The view it is watched in. */
  readonly view: View;
  readonly latitude: number;
  /** Of the first column. */
  readonly longitude: number;
  /** From an update's writing until it is on the screen, at most. */
  readonly mostUpdateMs: { readonly p50: number; readonly p99: number };
}

export const columns = 128;

const country: View = { name: 'the whole country', latitude: -14, longitude: -44, zoom: 4 };
const city: View = { name: 'a city', latitude: -23.55, longitude: -46.63, zoom: 11 };

export const sentinels: readonly Sentinel[] = [
  // the Atlantic
  { deviceId: 1, view: country, latitude: -26, longitude: -38, mostUpdateMs: { p50: 35, p99: 55 } },
  // south of the middle of São Paulo
  { deviceId: 2, view: city, latitude: -23.62, longitude: -46.68, mostUpdateMs: { p50: 50, p99: 90 } },
];

/** Web Mercator: 256 pixels around the world at zoom 0. */
export const degreesPerPixel = (zoom: number): number => 360 / (256 * 2 ** zoom);

export function sentinelPlace(
  { view, latitude, longitude }: Sentinel,
  tick: number,
): { latitude: number; longitude: number } {
  return { latitude, longitude: longitude + (tick % columns) * degreesPerPixel(view.zoom) };
}

/** Half a strip's height and what is left free at its ends: markers nearer than a cluster's cell are drawn as one. */
const freePixels = 60;

export function isInEmptyStrip(place: { readonly latitude: number; readonly longitude: number }): boolean {
  return sentinels.some(({ view, latitude, longitude }) => {
    const free = freePixels * degreesPerPixel(view.zoom);
    const east = longitude + columns * degreesPerPixel(view.zoom) + free;
    return (
      Math.abs(place.latitude - latitude) < free &&
      place.longitude > longitude - free &&
      place.longitude < east
    );
  });
}
