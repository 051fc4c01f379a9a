import type { Place } from '@atalaia/domain/geo/geometry';
import type { OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import { mercatorX, mercatorY } from '../mercator.ts';
import type { MeasureState } from './measure-state.ts';

export interface MeasureColours {
  readonly line: string;
  readonly casing: string;
}

type Pen = CanvasRenderingContext2D;

export interface MeasureDrawing {
  readonly state: MeasureState;
  /** Where the pointer is: the next point, while there is one to come. */
  readonly next: Place | null;
  readonly colours: MeasureColours;
}

/** The measured line with its points, the piece to come dashed, and a cross in the middle for who measures by keys. */
export function drawMeasure(pen: Pen, screen: OverlayScreen, { state, next, colours }: MeasureDrawing): void {
  const pixels = state.points.map((place) => pixelOf(place, screen));
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  strokeTwice(pen, colours, 3, () => trace(pen, pixels));
  const last = pixels.at(-1);
  if (state.phase === 'drawing' && last && next) {
    pen.setLineDash([2, 8]);
    strokeTwice(pen, colours, 3, () => trace(pen, [last, pixelOf(next, screen)]));
    pen.setLineDash([]);
  }
  for (const [x, y] of pixels) dot(pen, x, y, colours);
  if (state.phase === 'drawing' && state.byKeys) cross(pen, screen.width / 2, screen.height / 2, colours);
}

function pixelOf({ latitude, longitude }: Place, { toPixel }: OverlayScreen): readonly [number, number] {
  return toPixel(mercatorX(longitude), mercatorY(latitude));
}

function trace(pen: Pen, pixels: readonly (readonly [x: number, y: number])[]): void {
  pen.beginPath();
  for (const [x, y] of pixels) pen.lineTo(x, y);
}

function strokeTwice(pen: Pen, { line, casing }: MeasureColours, width: number, path: () => void): void {
  path();
  pen.strokeStyle = casing;
  pen.lineWidth = width + 3;
  pen.stroke();
  pen.strokeStyle = line;
  pen.lineWidth = width;
  pen.stroke();
}

function dot(pen: Pen, x: number, y: number, { line, casing }: MeasureColours): void {
  pen.beginPath();
  pen.arc(x, y, 5, 0, 2 * Math.PI);
  pen.fillStyle = casing;
  pen.fill();
  pen.strokeStyle = line;
  pen.lineWidth = 2.5;
  pen.stroke();
}

function cross(pen: Pen, x: number, y: number, colours: MeasureColours): void {
  strokeTwice(pen, colours, 1.5, () => {
    pen.beginPath();
    pen.moveTo(x - 12, y);
    pen.lineTo(x + 12, y);
    pen.moveTo(x, y - 12);
    pen.lineTo(x, y + 12);
  });
}
