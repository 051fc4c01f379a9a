import type { OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import { arrowsAlong } from '../trace/arrows-along.ts';
import type { LineLevel, LineOnMap } from './line-levels.ts';

type Pen = CanvasRenderingContext2D;

export interface LineLook {
  readonly colour: string;
  readonly casing: string;
  readonly width: number;
}

/** Arrows of a way stand farther apart than those of a trail: it is longer. */
const arrowSpacingPixels = 60;
/** A line of more places on the screen is a net: arrows say nothing in it, and a rim would double what it costs. */
const mostPointsOfRoute = 3000;

/** Draws the visible part of a line; returns how many of its places were drawn. */
export function drawLine(
  pen: Pen,
  screen: OverlayScreen,
  line: LineOnMap,
  level: LineLevel,
  look: LineLook,
): number {
  const parts = partsInView(screen, line, level);
  const count = parts.reduce((sum, part) => sum + part.length / 2, 0);
  if (count === 0) return 0;
  pen.lineJoin = 'bevel';
  pen.lineCap = 'round';
  pen.beginPath();
  for (const part of parts) {
    pen.moveTo(part[0] ?? 0, part[1] ?? 0);
    for (let at = 2; at < part.length; at += 2) pen.lineTo(part[at] ?? 0, part[at + 1] ?? 0);
  }
  const isRoute = count <= mostPointsOfRoute;
  if (isRoute) {
    pen.strokeStyle = look.casing;
    pen.lineWidth = look.width + 2.5;
    pen.stroke();
  }
  pen.strokeStyle = look.colour;
  pen.lineWidth = look.width;
  pen.stroke();
  if (isRoute) for (const part of parts) drawArrows(pen, screen, part, look);
  return count;
}

/** Pixels of the pieces that touch the screen, x and y in turn. */
function partsInView(
  { width, height, resolution, toPixel }: OverlayScreen,
  { xs, ys }: LineOnMap,
  { indices, isStart }: LineLevel,
): number[][] {
  // the map is never turned: one place shows where all others lie
  const [left, top] = toPixel(0, 0);
  const sideOf = (x: number, y: number) => (x < 0 ? 1 : x > width ? 2 : 0) | (y < 0 ? 4 : y > height ? 8 : 0);
  const parts: number[][] = [];
  let part: number[] | null = null;
  let [lastX, lastY, lastSide] = [0, 0, 0];
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at] ?? 0;
    const x = left + (xs[index] ?? 0) / resolution;
    const y = top - (ys[index] ?? 0) / resolution;
    const side = sideOf(x, y);
    if (isStart[at] || (side & lastSide) !== 0) part = null;
    else if (part) part.push(x, y);
    else {
      part = [lastX, lastY, x, y];
      parts.push(part);
    }
    [lastX, lastY, lastSide] = [x, y, side];
  }
  return parts;
}

function drawArrows(pen: Pen, screen: OverlayScreen, pixels: readonly number[], look: LineLook): void {
  for (const { x, y, angle } of arrowsAlong(pixels, screen, arrowSpacingPixels)) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    pen.beginPath();
    pen.moveTo(5, 0);
    pen.lineTo(-4, -4.5);
    pen.lineTo(-2, 0);
    pen.lineTo(-4, 4.5);
    pen.closePath();
    pen.strokeStyle = look.casing;
    pen.lineWidth = 2.5;
    pen.stroke();
    pen.fillStyle = look.colour;
    pen.fill();
    pen.restore();
  }
}
