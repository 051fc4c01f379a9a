import type { MarkKind } from './report-drawing.ts';
import type { ShownMark } from './shown-marks.ts';

type Pen = CanvasRenderingContext2D;

export interface MarkLook {
  readonly colour: string;
  readonly casing: string;
}

/** Marks by their forms alone, since colours mean states: a dot, an arrow that sets out, a target, a P, a lozenge. */
export function drawMark(pen: Pen, { kind, x, y }: ShownMark, { colour, casing }: MarkLook): void {
  pen.save();
  pen.translate(x, y);
  pen.lineJoin = 'round';
  if (kind === 'point') {
    disc(pen, 4.5, casing);
    disc(pen, 3, colour);
  } else if (kind === 'event') {
    lozenge(pen, 9.5, casing);
    lozenge(pen, 7, colour);
    disc(pen, 2.2, casing);
  } else {
    disc(pen, 11, casing);
    disc(pen, 9, colour);
    signs[kind](pen, casing);
  }
  pen.restore();
}

/** Round the active row's place, with the course where one is known. */
export function drawRing(
  pen: Pen,
  x: number,
  y: number,
  course: number | null,
  { colour, casing }: MarkLook,
): void {
  pen.save();
  pen.translate(x, y);
  for (const [stroke, width] of [
    [casing, 7],
    [colour, 3.5],
  ] as const) {
    pen.beginPath();
    pen.arc(0, 0, 15, 0, 2 * Math.PI);
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.stroke();
  }
  disc(pen, 6, casing);
  disc(pen, 4, colour);
  if (course !== null) {
    pen.rotate((course * Math.PI) / 180);
    triangle(pen, -25, 8, casing);
    triangle(pen, -23, 5.5, colour);
  }
  pen.restore();
}

const signs: Readonly<Record<Exclude<MarkKind, 'point' | 'event'>, (pen: Pen, colour: string) => void>> = {
  start(pen, colour) {
    pen.rotate(Math.PI / 2);
    triangle(pen, -5.5, 5, colour);
  },
  end(pen, colour) {
    pen.fillStyle = colour;
    pen.fillRect(-3.5, -3.5, 7, 7);
  },
  stop(pen, colour) {
    pen.fillStyle = colour;
    pen.font = '700 12px "Inter Variable", sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText('P', 0.5, 0.5);
  },
};

function disc(pen: Pen, radius: number, colour: string): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
}

function lozenge(pen: Pen, half: number, colour: string): void {
  pen.beginPath();
  pen.moveTo(0, -half);
  pen.lineTo(half, 0);
  pen.lineTo(0, half);
  pen.lineTo(-half, 0);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
}

/** Pointing up, its tip so far above the middle. */
function triangle(pen: Pen, tip: number, half: number, colour: string): void {
  pen.beginPath();
  pen.moveTo(0, tip);
  pen.lineTo(half, tip + half * 1.7);
  pen.lineTo(-half, tip + half * 1.7);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
}
