import type { Place } from '@atalaia/domain/geometry';
import { mercatorX, mercatorY } from '../mercator.ts';
import type { SheetScreen } from '../sheet/sheet.ts';

export interface EndsDrawing {
  readonly opening: Place | null;
  readonly last: Place | null;
  readonly colour: string;
  /** Round each mark, so that it is seen on any map. */
  readonly casing: string;
}

/** Pixels: the opening is a disc, the last position a ring round the vehicle's own marker. */
const discRadius = 7;
const ringRadius = 21;

export function drawEnds(
  pen: CanvasRenderingContext2D,
  { toPixel }: SheetScreen,
  { opening, last, colour, casing }: EndsDrawing,
): void {
  const circle = ({ latitude, longitude }: Place, radius: number) => {
    const [x, y] = toPixel(mercatorX(longitude), mercatorY(latitude));
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
  };
  if (last) {
    circle(last, ringRadius);
    pen.strokeStyle = casing;
    pen.lineWidth = 6;
    pen.stroke();
    pen.strokeStyle = colour;
    pen.lineWidth = 3;
    pen.stroke();
  }
  if (opening) {
    circle(opening, discRadius);
    pen.fillStyle = colour;
    pen.strokeStyle = casing;
    pen.lineWidth = 3;
    pen.fill();
    pen.stroke();
  }
}
