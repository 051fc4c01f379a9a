/** One tile of the shipped map on a canvas. */

import type { BaseMapData } from './base-map-data.ts';
import type { BaseMapColours } from './base-map-style.ts';
import { clipLine, clipRing, touches } from './clip.ts';
import { drawGraticule } from './draw-graticule.ts';
import { grown, type TileFrame, tileEdge } from './tile-frame.ts';
import type { FlatLine, Shape } from './topology.ts';
import { shapeOf } from './topology.ts';

const rounds = 2;

/** Each shape is smoothed once, when it is first looked at from near. */
const done = new WeakMap<Shape, Shape>();

/**
 * The shape with its corners cut, twice, by Chaikin's rule: seen from near, a coast of half a kilometre's detail reads as a
 * coast and not as a polygon. Ends of a line stay; a ring, whose last point is its first, is cut there too.
 */
export function smoothed(shape: Shape): Shape {
  const known = done.get(shape);
  if (known) return known;
  let line = shape.line;
  for (let round = 0; round < rounds; round++) line = cutCorners(line);
  const smooth = shapeOf(line);
  done.set(shape, smooth);
  return smooth;
}

function cutCorners(line: FlatLine): FlatLine {
  const closed = line[0] === line.at(-2) && line[1] === line.at(-1);
  const points: number[] = closed ? [] : [line[0] ?? 0, line[1] ?? 0];
  for (let at = 2; at < line.length; at += 2) {
    const fromX = line[at - 2] ?? 0;
    const fromY = line[at - 1] ?? 0;
    const toX = line[at] ?? 0;
    const toY = line[at + 1] ?? 0;
    points.push(fromX * 0.75 + toX * 0.25, fromY * 0.75 + toY * 0.25);
    points.push(fromX * 0.25 + toX * 0.75, fromY * 0.25 + toY * 0.75);
  }
  if (closed) points.push(points[0] ?? 0, points[1] ?? 0);
  else points.push(line.at(-2) ?? 0, line.at(-1) ?? 0);
  return Float64Array.from(points);
}

type Pen = OffscreenCanvasRenderingContext2D;

/** From this zoom on the corners of the shipped lines would show. */
const smoothFromZoom = 8;

export function drawTile(pen: Pen, frame: TileFrame, data: BaseMapData, colours: BaseMapColours): void {
  pen.fillStyle = colours.water;
  pen.fillRect(0, 0, tileEdge, tileEdge);
  drawShallows(pen, frame, data, colours);
  fillShapes(pen, frame, data.land, colours.land);
  fillShapes(pen, frame, data.brazil, colours.brazil);
  drawGraticule(pen, frame, colours);
  drawStreets(pen, frame, data, colours);
  drawLines(pen, frame, data.stateBorders, {
    colour: colours.stateBorder,
    width: frame.zoom < 6 ? 0.8 : 1.2,
  });
  drawLines(pen, frame, data.borders, { colour: colours.border, width: frame.zoom < 6 ? 1 : 1.6 });
}

/** A soft rim of lighter water along the coast, under the land. */
function drawShallows(pen: Pen, frame: TileFrame, data: BaseMapData, colours: BaseMapColours): void {
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
  const box = grown(frame, 2);
  pen.beginPath();
  for (const shape of shapes) {
    if (touches(shape, box)) trace(pen, frame, clipRing(simplified(shape, frame), box), true);
  }
  pen.fillStyle = colour;
  // The shipped polygons have their holes as further rings.
  pen.fill('evenodd');
}

/** Width of a street's surface by zoom, pixels; narrower ones are not drawn. */
function streetWidth(zoom: number): number {
  return zoom < 10 ? 0 : 1.3 * 1.4 ** (zoom - 10);
}

function drawStreets(pen: Pen, frame: TileFrame, data: BaseMapData, colours: BaseMapColours): void {
  const width = streetWidth(frame.zoom);
  if (width === 0) return;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  const edge = width + (frame.zoom < 13 ? 1.5 : 3);
  // A street is where it is: its corners are not rounded, or vehicles would drive beside it.
  const exact = true;
  drawLines(pen, frame, data.streets, { colour: colours.roadEdge, width: edge, exact });
  drawLines(pen, frame, data.streets, { colour: colours.road, width, exact });
  pen.lineCap = 'butt';
}

function simplified(shape: Shape, { zoom }: TileFrame): FlatLine {
  return (zoom < smoothFromZoom ? shape : smoothed(shape)).line;
}

interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly exact?: boolean;
}

function drawLines(pen: Pen, frame: TileFrame, shapes: readonly Shape[], stroke: Stroke): void {
  const { colour, width, exact } = stroke;
  const box = grown(frame, width + 2);
  pen.beginPath();
  for (const shape of shapes) {
    if (!touches(shape, box)) continue;
    const line = exact ? shape.line : simplified(shape, frame);
    for (const piece of clipLine(line, box)) trace(pen, frame, piece, false);
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
