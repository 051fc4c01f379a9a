/** The devices' pictures: each is drawn once while it is in use and copied from then on, which costs a canvas next to nothing. */

import { categories } from '@atalaia/domain/catalog/categories';
import { mdiAlarmLight } from '@mdi/js';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { createPictures, penOf } from './canvas-pen.ts';
import {
  alarmRadius,
  clusterRadius,
  clusterText,
  clusterTier,
  type DevicePalette,
  headingStepDegrees,
  markerRadius,
  selectedRadius,
} from './device-style.ts';

/** What is inside a marker's disc. All are drawn around the middle of the disc, in white on the colour of the state. */

type Pen = CanvasRenderingContext2D;

/** Edge of the icons' own drawings. */
const iconEdge = 24;

/** The navigation arrow of the design, pointing north before it is turned. */
function drawArrow(pen: Pen, heading: number, scale: number, colour: string): void {
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

function drawExclamation(pen: Pen, colour: string): void {
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
function drawCategory(pen: Pen, category: number, radius: number, colour: string): void {
  const scale = (radius * 1.3) / iconEdge;
  pen.scale(scale, scale);
  pen.translate(-iconEdge / 2, -iconEdge / 2);
  pen.fillStyle = colour;
  pen.fill(new Path2D(categoryIcon(categories[category])));
}

/** A beak outside the disc, where the picture inside leaves no room for the arrow. Drawn before the disc. */
function drawBeak(pen: Pen, heading: number, radius: number, colour: string, rim: string): void {
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

export interface Sprite {
  readonly image: HTMLCanvasElement;
  /** Half of its edges in pixels of the map: it is put with its middle on the place. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

export interface MarkerLook {
  /** Index into `deviceColours`. */
  readonly colour: number;
  /** From `headingStep`; −1 for no arrow. */
  readonly heading: number;
  readonly alarm: boolean;
  readonly selected: boolean;
  /** Index into `categories` whose picture is in the disc; −1 for none, from afar. */
  readonly category: number;
}

export interface Sprites {
  marker(look: MarkerLook): Sprite;
  cluster(size: number): Sprite;
  /** Lies over a marker's upper right. */
  siren(): Sprite;
  /** Rings round a selected or an alarming marker. */
  halo(kind: 'selected' | 'alarm', colour: number): Sprite;
}

const font = '"Inter Variable", Inter, system-ui, sans-serif';

export function createSprites(palette: DevicePalette, pixelRatio: number): Sprites {
  const pictureOf = createPictures<Sprite>();

  const sprite = (key: string, radius: number, draw: (pen: Pen) => void): Sprite =>
    pictureOf(key, () => {
      const half = Math.ceil(radius) + 2;
      const image = document.createElement('canvas');
      image.width = image.height = Math.ceil(half * 2 * pixelRatio);
      const pen = penOf(image);
      pen.scale(pixelRatio, pixelRatio);
      pen.translate(half, half);
      draw(pen);
      return { image, halfWidth: half, halfHeight: half };
    });

  function disc(pen: Pen, radius: number, colour: string, rim: number): void {
    pen.shadowColor = 'rgb(16 24 40 / 0.28)';
    pen.shadowBlur = 3 * pixelRatio;
    pen.shadowOffsetY = pixelRatio;
    circle(pen, radius + rim / 2, palette.rim);
    pen.shadowColor = 'transparent';
    circle(pen, radius - rim / 2, colour);
  }

  return {
    marker({ colour, heading, alarm, selected, category }) {
      const radius = selected ? selectedRadius : alarm ? alarmRadius : markerRadius;
      const key = `marker ${colour} ${heading} ${alarm} ${selected} ${category}`;
      return sprite(key, radius + (category < 0 ? 3 : 10), (pen) => {
        const fill = palette.states[colour] ?? palette.alarm;
        if (category >= 0 && heading >= 0) drawBeak(pen, heading, radius, fill, palette.rim);
        disc(pen, radius, fill, selected ? 2.5 : 2);
        if (category >= 0) drawCategory(pen, category, radius, palette.rim);
        else if (alarm) drawExclamation(pen, palette.rim);
        else if (heading < 0) circle(pen, radius * 0.28, palette.rim);
        else drawArrow(pen, heading, radius / 14, palette.rim);
      });
    },
    cluster(size) {
      const radius = clusterRadius(size);
      const tier = clusterTier(size);
      const colours = {
        small: palette.clusterSmall,
        middle: palette.clusterMiddle,
        large: palette.clusterLarge,
      };
      return sprite(`cluster ${tier} ${radius} ${clusterText(size)}`, radius + 3, (pen) => {
        disc(pen, radius, colours[tier], 2);
        pen.fillStyle = '#ffffff';
        pen.font = `650 13px ${font}`;
        pen.textAlign = 'center';
        pen.textBaseline = 'alphabetic';
        pen.fillText(clusterText(size), 0, 4.7);
      });
    },
    siren() {
      return sprite('siren', 9, (pen) => {
        disc(pen, 8, palette.alarm, 1.5);
        pen.scale(0.46, 0.46);
        pen.translate(-12, -12.5);
        pen.fillStyle = palette.rim;
        pen.fill(new Path2D(mdiAlarmLight));
      });
    },
    halo(kind, colour) {
      const radius = kind === 'selected' ? 30 : 26;
      return sprite(`halo ${kind} ${colour}`, radius, (pen) => {
        pen.globalAlpha = kind === 'selected' ? 0.2 : 0.22;
        circle(pen, radius, palette.states[colour] ?? palette.alarm);
      });
    },
  };
}

function circle(pen: Pen, radius: number, colour: string): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = colour;
  pen.fill();
}
