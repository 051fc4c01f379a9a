/** The map of a report, drawn as vectors: ground, graticule, towns, scale bar, and the places of the case. */
import type { Place } from '@atalaia/domain/geo/geometry';
import { fonts, printable } from '../../../platform/pdf/pdf-fonts.ts';
import type { BaseMap, Line } from './base-map.ts';
import type { MapFrame } from './map-frame.ts';

type Pen = PDFKit.PDFDocument;

export interface MarkedPlace extends Place {
  /** What is in the marker and beside it. */
  readonly letter: string;
  readonly label: string;
  readonly colour: string;
}

export interface MapSize {
  readonly width: number;
  readonly height: number;
}

const colours = {
  water: '#dbe7ee',
  land: '#f6f4ee',
  border: '#8d8a83',
  stateBorder: '#bbb7ad',
  street: '#d9d3c4',
  graticule: '#c3d0d8',
  town: '#4b4a46',
  frame: '#8d8a83',
};

/** Draws with the left upper corner at the pen's origin, and nothing outside the frame. */
export function drawMap(pen: Pen, { width, height }: MapSize, frame: MapFrame, baseMap: BaseMap): void {
  pen.rect(0, 0, width, height).clip();
  pen.rect(0, 0, width, height).fill(colours.water);
  for (const rings of [baseMap.land, baseMap.states]) {
    for (const ring of rings) trace(pen, frame, clipRing(ring, frame), true);
    pen.fillColor(colours.land).fill('even-odd');
  }
  drawGraticule(pen, { width, height }, frame);
  drawLines(pen, frame, baseMap.streets, colours.street, 0.8);
  drawLines(pen, frame, baseMap.stateBorders, colours.stateBorder, 0.6);
  drawLines(pen, frame, baseMap.borders, colours.border, 1);
  drawTowns(pen, frame, baseMap);
}

function trace(pen: Pen, frame: MapFrame, line: Line, isRing: boolean): void {
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = frame.place(line[at] ?? 0, line[at + 1] ?? 0);
    if (at === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
  if (isRing && line.length > 0) pen.closePath();
}

function drawLines(pen: Pen, frame: MapFrame, lines: readonly Line[], colour: string, width: number): void {
  for (const line of lines) for (const piece of clipLine(line, frame)) trace(pen, frame, piece, false);
  pen.lineWidth(width).strokeColor(colour).stroke();
}

/** The way of the vehicle, under the marks of its places; a light rim keeps it visible on any ground. */
export function drawTrail(pen: Pen, frame: MapFrame, trail: Line, colour: string): void {
  if (trail.length < 4) return;
  pen.lineJoin('round').lineCap('round');
  for (const [rim, width] of [
    ['#ffffff', 3.4],
    [colour, 1.8],
  ] as const) {
    trace(pen, frame, trail, false);
    pen.lineWidth(width).strokeColor(rim).stroke();
  }
}

/** Degrees between two lines, so that some five cross the map. */
const steps = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 45];

function drawGraticule(pen: Pen, { width, height }: MapSize, frame: MapFrame): void {
  const across = frame.east - frame.west;
  const step = steps.find((degrees) => across / degrees <= 6) ?? 90;
  const decimals = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  pen.font(fonts.regular).fontSize(6);
  for (let line = Math.ceil(frame.west / step) * step; line <= frame.east; line += step) {
    const [x] = frame.place(line, 0);
    pen.moveTo(x, 0).lineTo(x, height).lineWidth(0.4).strokeColor(colours.graticule).stroke();
    pen.fillColor(colours.border).text(`${line.toFixed(decimals)}°`, x + 2, 3, { lineBreak: false });
  }
  for (let line = Math.ceil(frame.south / step) * step; line <= frame.north; line += step) {
    const [, y] = frame.place(0, line);
    pen.moveTo(0, y).lineTo(width, y).lineWidth(0.4).strokeColor(colours.graticule).stroke();
    pen.fillColor(colours.border).text(`${line.toFixed(decimals)}°`, 3, y - 8, { lineBreak: false });
  }
}

/** Large ones first; a name that would be on another is left out. */
function drawTowns(pen: Pen, frame: MapFrame, { towns }: BaseMap): void {
  const taken: { x: number; y: number; width: number }[] = [];
  pen.font(fonts.regular).fontSize(7);
  for (const { name, latitude, longitude } of towns) {
    const isIn =
      longitude > frame.west && longitude < frame.east && latitude > frame.south && latitude < frame.north;
    if (!isIn) continue;
    const [x, y] = frame.place(longitude, latitude);
    const width = pen.widthOfString(printable(name)) + 6;
    const isFree = taken.every(
      (other) => Math.abs(other.y - y) > 9 || x > other.x + other.width || other.x > x + width,
    );
    if (!isFree) continue;
    taken.push({ x, y, width });
    pen.circle(x, y, 1.6).fill(colours.town);
    pen.fillColor(colours.town).text(printable(name), x + 4, y - 3, { lineBreak: false });
  }
}

/** Markers with their letters and labels; the first is on top. One that hides another is led aside. */
export function drawPlaces(pen: Pen, frame: MapFrame, places: readonly MarkedPlace[]): void {
  const pins = places.map((place, index) => {
    const [x, y] = frame.place(place.longitude, place.latitude);
    return { place, x, y, lift: 16 + index * 22 };
  });
  for (const { place, x, y, lift } of pins.toReversed()) {
    pen
      .moveTo(x, y)
      .lineTo(x, y - lift)
      .lineWidth(1.2)
      .strokeColor(place.colour)
      .stroke();
    pen.circle(x, y, 2.5).fill(place.colour);
    pen
      .circle(x, y - lift, 8)
      .lineWidth(1)
      .fillAndStroke(place.colour, '#ffffff');
    pen.font(fonts.bold).fontSize(9).fillColor('#ffffff');
    pen.text(place.letter, x - 8, y - lift - 4, { width: 16, align: 'center', lineBreak: false });
    pen.fontSize(8).fillColor(place.colour);
    pen.text(printable(place.label), x + 11, y - lift - 4, { lineBreak: false });
  }
}

/** Lengths that a scale bar may have, metres. */
const lengths = [1, 2, 5]
  .flatMap((digit) => [3, 4, 5, 6].map((power) => digit * 10 ** power))
  .toSorted((a, b) => a - b);

/** A bar of a round length, at most a quarter of the map; `say` writes metres for the reader. */
export function drawScale(
  pen: Pen,
  { width, height }: MapSize,
  { widthMetres }: MapFrame,
  say: (metres: number) => string,
): void {
  const metres = lengths.findLast((length) => length <= widthMetres / 4) ?? 1000;
  const length = (metres / widthMetres) * width;
  const [x, y] = [width - length - 10, height - 12];
  pen
    .rect(x - 5, y - 12, length + 10, 20)
    .fillOpacity(0.8)
    .fill('#ffffff')
    .fillOpacity(1);
  pen
    .moveTo(x, y - 3)
    .lineTo(x, y)
    .lineTo(x + length, y)
    .lineTo(x + length, y - 3);
  pen.lineWidth(1).strokeColor(colours.town).stroke();
  pen.font(fonts.regular).fontSize(7).fillColor(colours.town);
  pen.text(printable(say(metres)), x, y - 10, { width: length, align: 'center', lineBreak: false });
}

// What of a line or ring of degrees is in a frame, so that a report of a city does not carry the coasts of the world.

interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The part of a closed ring inside a box, by Sutherland and Hodgman; empty when nothing is. */
function clipRing(ring: Line, box: Box): Line {
  const sides = [
    [0, box.west, 1],
    [0, box.east, -1],
    [1, box.south, 1],
    [1, box.north, -1],
  ] as const;
  return sides.reduce<Line>((part, [axis, edge, side]) => clipSide(part, axis, edge, side), ring);
}

/** Keeps what is on one side of a line: `axis` 0 cuts at a longitude, 1 at a latitude; `side` 1 keeps the greater. */
function clipSide(ring: Line, axis: 0 | 1, edge: number, side: 1 | -1): number[] {
  const retained: number[] = [];
  for (let at = 0; at < ring.length; at += 2) {
    const before = (at + ring.length - 2) % ring.length;
    const ahead = ((ring[at + axis] ?? 0) - edge) * side;
    const behind = ((ring[before + axis] ?? 0) - edge) * side;
    if (ahead >= 0 !== behind >= 0) {
      const share = behind / (behind - ahead);
      const between = (offset: number) => {
        const from = ring[before + offset] ?? 0;
        return from + ((ring[at + offset] ?? 0) - from) * share;
      };
      retained.push(axis === 0 ? edge : between(0), axis === 1 ? edge : between(1));
    }
    if (ahead >= 0) retained.push(ring[at] ?? 0, ring[at + 1] ?? 0);
  }
  return retained;
}

/** The pieces of a line that may show in a box: whole segments, none of which lies to one side of it altogether. */
function clipLine(line: Line, box: Box): Line[] {
  const pieces: number[][] = [];
  let piece: number[] | undefined;
  for (let at = 2; at < line.length; at += 2) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = line.slice(at - 2, at + 2);
    const isApart =
      Math.max(fromX, toX) < box.west ||
      Math.min(fromX, toX) > box.east ||
      Math.max(fromY, toY) < box.south ||
      Math.min(fromY, toY) > box.north;
    if (isApart) {
      piece = undefined;
      continue;
    }
    if (!piece) {
      piece = [fromX, fromY];
      pieces.push(piece);
    }
    piece.push(toX, toY);
  }
  return pieces;
}
