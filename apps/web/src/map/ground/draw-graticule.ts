import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';
import { graticuleStep, gridName, linesBetween } from './graticule.ts';
import type { GroundColours } from './ground-style.ts';
import { type TileFrame, tileEdge } from './tile-frame.ts';

type Pen = OffscreenCanvasRenderingContext2D;

/** Below this the towns fill the map and the lines need no names. */
const namedFromZoom = 11;

export function drawGraticule(pen: Pen, { box, resolution, zoom }: TileFrame, colours: GroundColours): void {
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
