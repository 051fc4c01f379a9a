/** The devices' pictures: each is drawn once and copied from then on, which costs a canvas next to nothing. */

import { mdiAlarmLight } from '@mdi/js';
import { penOf } from './canvas-pen.ts';
import {
  alarmRadius,
  clusterRadius,
  clusterText,
  clusterTier,
  type DevicePalette,
  markerRadius,
  selectedRadius,
} from './device-style.ts';
import { drawArrow, drawBeak, drawCategory, drawExclamation } from './marker-glyphs.ts';

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

type Pen = CanvasRenderingContext2D;

const font = '"Inter Variable", Inter, system-ui, sans-serif';

export function createSprites(palette: DevicePalette, pixelRatio: number): Sprites {
  const made = new Map<string, Sprite>();

  function sprite(key: string, radius: number, draw: (pen: Pen) => void): Sprite {
    const known = made.get(key);
    if (known) return known;
    const half = Math.ceil(radius) + 2;
    const image = document.createElement('canvas');
    image.width = image.height = Math.ceil(half * 2 * pixelRatio);
    const pen = penOf(image);
    pen.scale(pixelRatio, pixelRatio);
    pen.translate(half, half);
    draw(pen);
    const fresh = { image, halfWidth: half, halfHeight: half };
    made.set(key, fresh);
    return fresh;
  }

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
