import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';
import type { BaseMapColours } from './base-map-style.ts';
import { type TileFrame, tileEdge } from './tile-frame.ts';

/** Lines of longitude and latitude, closer the nearer one looks: on bare land they show how far and how fast it moves. */

/** Steps in seconds of arc, each a round number of degrees, minutes or seconds. */
const stepsSeconds = [108_000, 36_000, 18_000, 7200, 3600, 1800, 600, 300, 120, 60, 30, 10, 5] as const;

/** Lines is at least this far apart on the equator, pixels. */
const leastGapPixels = 260;

/** Seconds of arc between two lines at a zoom. */
export function graticuleStep(zoom: number): number {
  const pixelsPerSecond = (256 * 2 ** zoom) / (360 * 3600);
  const step = stepsSeconds.findLast((seconds) => seconds * pixelsPerSecond >= leastGapPixels);
  return step ?? stepsSeconds[0];
}

/** Multiples of a step, in seconds, from the one at or before a place in degrees to the one at or after another. */
export function linesBetween(fromDegrees: number, toDegrees: number, stepSeconds: number): number[] {
  const first = Math.floor((fromDegrees * 3600) / stepSeconds);
  const last = Math.ceil((toDegrees * 3600) / stepSeconds);
  return Array.from({ length: last - first + 1 }, (_, line) => (first + line) * stepSeconds);
}

/** `22°54′30″S`; without minutes and seconds that the step never has. */
export function gridName(seconds: number, axis: 'latitude' | 'longitude', stepSeconds: number): string {
  const whole = Math.abs(seconds);
  const degrees = `${Math.floor(whole / 3600)}°`;
  const minutes = stepSeconds % 3600 === 0 ? '' : `${padded(Math.floor(whole / 60) % 60)}′`;
  const rest = stepSeconds % 60 === 0 ? '' : `${padded(whole % 60)}″`;
  const side = axis === 'latitude' ? (seconds < 0 ? 'S' : 'N') : seconds < 0 ? 'W' : 'E';
  return `${degrees}${minutes}${rest}${side}`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}

type Pen = OffscreenCanvasRenderingContext2D;

/** Below this the towns fill the map and the lines need no names. */
const namedFromZoom = 11;

export function drawGraticule(pen: Pen, { box, resolution, zoom }: TileFrame, colours: BaseMapColours): void {
  const step = graticuleStep(zoom);
  const longitudes = linesBetween(longitudeOf(box.west), longitudeOf(box.east), step);
  const latitudes = linesBetween(latitudeOf(box.south), latitudeOf(box.north), step);
  const xOf = (seconds: number): number =>
    Math.round((mercatorX(seconds / 3600) - box.west) / resolution) + 0.5;
  const yOf = (seconds: number): number =>
    Math.round((box.north - mercatorY(seconds / 3600)) / resolution) + 0.5;

  pen.beginPath();
  for (const longitude of longitudes) {
    pen.moveTo(xOf(longitude), 0);
    pen.lineTo(xOf(longitude), tileEdge);
  }
  for (const latitude of latitudes) {
    pen.moveTo(0, yOf(latitude));
    pen.lineTo(tileEdge, yOf(latitude));
  }
  pen.strokeStyle = colours.grid;
  pen.lineWidth = 1;
  pen.stroke();
  if (zoom < namedFromZoom) return;

  pen.font = '500 10px "Inter Variable", Inter, system-ui, sans-serif';
  pen.letterSpacing = '0px';
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = colours.gridName;
  for (const latitude of latitudes) {
    for (const longitude of longitudes) {
      const name = `${gridName(latitude, 'latitude', step)} ${gridName(longitude, 'longitude', step)}`;
      pen.fillText(name, xOf(longitude) + 4, yOf(latitude) - 4);
    }
  }
}
