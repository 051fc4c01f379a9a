/** What is inside a marker's disc. All are drawn around the middle of the disc, in white on the colour of the state. */
import { categories } from '@atalaia/domain/catalog/categories';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { headingStepDegrees } from './device-style.ts';

type Pen = CanvasRenderingContext2D;

/** Edge of the icons' own drawings. */
const iconEdge = 24;

/** The navigation arrow of the design, pointing north before it is turned. */
export function drawArrow(pen: Pen, heading: number, scale: number, colour: string): void {
  turn(pen, heading);
  pen.scale(scale, scale);
  pen.beginPath();
  pen.moveTo(0, -7.5);
  pen.lineTo(5, 6);
  pen.lineTo(0, 3);
  pen.lineTo(-5, 6);
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
}

export function drawExclamation(pen: Pen, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(0, -7);
  pen.lineTo(0, 1);
  pen.moveTo(0, 6);
  pen.lineTo(0, 6.1);
  pen.stroke();
}

/** The picture of a kind of device: an index into `categories`; any other number is the default one (MAP-12). */
export function drawCategory(pen: Pen, category: number, radius: number, colour: string): void {
  const scale = (radius * 1.3) / iconEdge;
  pen.scale(scale, scale);
  pen.translate(-iconEdge / 2, -iconEdge / 2);
  pen.fillStyle = colour;
  pen.fill(new Path2D(categoryIcon(categories[category])));
}

/** A beak outside the disc, where the picture inside leaves no room for the arrow. Drawn before the disc. */
export function drawBeak(pen: Pen, heading: number, radius: number, colour: string, rim: string): void {
  pen.save();
  turn(pen, heading);
  pen.beginPath();
  pen.moveTo(0, -radius - 8);
  pen.lineTo(6.5, -radius + 2);
  pen.lineTo(-6.5, -radius + 2);
  pen.closePath();
  pen.lineJoin = 'round';
  pen.lineWidth = 3;
  pen.strokeStyle = rim;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
  pen.restore();
}

function turn(pen: Pen, heading: number): void {
  pen.rotate((heading * headingStepDegrees * Math.PI) / 180);
}
