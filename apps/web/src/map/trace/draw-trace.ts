import type { OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import { arrowsAlong } from './arrows-along.ts';
import type { TracePoints } from './trace-memory.ts';

type Pen = CanvasRenderingContext2D;

export interface TraceDrawing {
  readonly points: TracePoints;
  readonly colour: string;
  /** Round the line, so that it is seen on any map. */
  readonly casing: string;
  /** Of the one device that somebody looks at, thicker. */
  readonly strong: boolean;
}

/** A trail with its arrows, from the oldest place to the vehicle. */
export function drawTrace(pen: Pen, screen: OverlayScreen, trace: TraceDrawing): void {
  const pixels = pixelsOf(trace.points, screen);
  if (pixels.length < 4) return;
  const width = trace.strong ? 4 : 3;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  line(pen, pixels);
  pen.strokeStyle = trace.casing;
  pen.lineWidth = width + 2.5;
  pen.stroke();
  pen.strokeStyle = trace.colour;
  pen.lineWidth = width;
  pen.stroke();
  for (const { x, y, angle } of arrowsAlong(pixels, screen)) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    arrow(pen, trace);
    pen.restore();
  }
}

/** On the screen; places that fall on the pixel of the one before are left out. */
function pixelsOf(points: TracePoints, { toPixel }: OverlayScreen): number[] {
  const pixels: number[] = [];
  for (let entry = 0; entry + 1 < points.length; entry += 2) {
    const [x, y] = toPixel(points[entry] ?? 0, points[entry + 1] ?? 0);
    const near = Math.abs((pixels.at(-2) ?? Infinity) - x) + Math.abs((pixels.at(-1) ?? Infinity) - y) < 1;
    if (!near) pixels.push(x, y);
  }
  return pixels;
}

function line(pen: Pen, pixels: readonly number[]): void {
  pen.beginPath();
  pen.moveTo(pixels[0] ?? 0, pixels[1] ?? 0);
  for (let entry = 2; entry < pixels.length; entry += 2)
    pen.lineTo(pixels[entry] ?? 0, pixels[entry + 1] ?? 0);
}

/** A head of the line's colour with a light rim, pointing due east before it is turned. */
function arrow(pen: Pen, { colour, casing }: TraceDrawing): void {
  pen.beginPath();
  pen.moveTo(5, 0);
  pen.lineTo(-4, -4.5);
  pen.lineTo(-2, 0);
  pen.lineTo(-4, 4.5);
  pen.closePath();
  pen.strokeStyle = casing;
  pen.lineWidth = 2.5;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
}
