/** One tile of the shipped map on a canvas. */
import { latitudeOf, longitudeOf, mercatorX, mercatorY, resolutionOf, worldHalfMetres } from '../mercator.ts';
import { type Box, clipLine, clipRing, touches } from './clip.ts';
import { graticuleStep, linesBetween } from './graticule.ts';
import type { GroundData } from './ground-data.ts';
import type { GroundColours } from './ground-style.ts';
import type { Shape } from './topology.ts';

export interface TileRequest {
  /** Zoom of the view whose pixels the tile has; the tile spans 512 of them. */
  readonly zoom: number;
  /** Tiles from the west and from the north. */
  readonly column: number;
  readonly row: number;
}

/** Edge of a tile in pixels of the view. */
export const tileEdge = 512;

/** A tile's way of drawing: where its pixels lie on the earth. */
export interface TileFrame extends TileRequest {
  readonly box: Box;
  readonly resolution: number;
}

export function frameOf({ zoom, column, row }: TileRequest): TileFrame {
  const resolution = resolutionOf(zoom);
  const edge = tileEdge * resolution;
  const west = -worldHalfMetres + column * edge;
  const north = worldHalfMetres - row * edge;
  const box = { west, south: north - edge, east: west + edge, north };
  return { zoom, column, row, box, resolution };
}

type Pen = OffscreenCanvasRenderingContext2D;

export function drawTile(pen: Pen, frame: TileFrame, data: GroundData, colours: GroundColours): void {
  pen.fillStyle = colours.water;
  pen.fillRect(0, 0, tileEdge, tileEdge);
  drawShallows(pen, frame, data, colours);
  fillShapes(pen, frame, data.land, colours.land);
  fillShapes(pen, frame, data.brazil, colours.brazil);
  drawGraticule(pen, frame, colours);
  drawLines(pen, frame, data.stateBorders, {
    colour: colours.stateBorder,
    width: frame.zoom < 6 ? 0.8 : 1.2,
  });
  drawLines(pen, frame, data.borders, { colour: colours.border, width: frame.zoom < 6 ? 1 : 1.6 });
}

/** A soft rim of lighter water along the coast, under the land. */
function drawShallows(pen: Pen, frame: TileFrame, data: GroundData, colours: GroundColours): void {
  if (frame.zoom > 9) return;
  const reach = frame.zoom < 5 ? 5 : 9;
  pen.lineJoin = 'round';
  for (const [width, alpha] of [
    [reach * 2, 0.35],
    [reach, 0.6],
  ] as const) {
    pen.globalAlpha = alpha;
    drawLines(pen, frame, data.land, { colour: colours.shallows, width });
  }
  pen.globalAlpha = 1;
  drawLines(pen, frame, data.land, { colour: colours.coast, width: 1.4 });
}

function fillShapes(pen: Pen, frame: TileFrame, shapes: readonly Shape[], colour: string): void {
  pen.beginPath();
  for (const shape of shapes) {
    if (touches(shape, frame.box)) trace(pen, frame, clipRing(shape.line, grown(frame, 2)), true);
  }
  pen.fillStyle = colour;
  // The shipped polygons have their holes as further rings.
  pen.fill('evenodd');
}

interface Stroke {
  readonly colour: string;
  readonly width: number;
}

function drawLines(pen: Pen, frame: TileFrame, shapes: readonly Shape[], { colour, width }: Stroke): void {
  const box = grown(frame, width + 2);
  pen.beginPath();
  for (const shape of shapes) {
    if (!touches(shape, box)) continue;
    for (const piece of clipLine(shape.line, box)) trace(pen, frame, piece, false);
  }
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

function trace(pen: Pen, { box, resolution }: TileFrame, line: ArrayLike<number>, closed: boolean): void {
  for (let at = 0; at < line.length; at += 2) {
    const x = ((line[at] ?? 0) - box.west) / resolution;
    const y = (box.north - (line[at + 1] ?? 0)) / resolution;
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  if (closed && line.length > 0) pen.closePath();
}

function drawGraticule(pen: Pen, { box, resolution, zoom }: TileFrame, colours: GroundColours): void {
  const step = graticuleStep(zoom);
  pen.beginPath();
  for (const longitude of linesBetween(longitudeOf(box.west), longitudeOf(box.east), step)) {
    const x = Math.round((mercatorX(longitude) - box.west) / resolution) + 0.5;
    pen.moveTo(x, 0);
    pen.lineTo(x, tileEdge);
  }
  for (const latitude of linesBetween(latitudeOf(box.south), latitudeOf(box.north), step)) {
    const y = Math.round((box.north - mercatorY(latitude)) / resolution) + 0.5;
    pen.moveTo(0, y);
    pen.lineTo(tileEdge, y);
  }
  pen.strokeStyle = colours.grid;
  pen.lineWidth = 1;
  pen.stroke();
}

/** The tile's box with some pixels more on every side. */
function grown({ box, resolution }: TileFrame, pixels: number): Box {
  const by = pixels * resolution;
  return { west: box.west - by, south: box.south - by, east: box.east + by, north: box.north + by };
}
