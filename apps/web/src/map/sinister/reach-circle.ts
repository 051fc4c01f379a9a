/** Where a stolen vehicle may be by now: a circle in true metres on the ground round its last fix. */
import type { Place } from '@atalaia/domain/geo/geometry';
import { circleOutline } from '../areas/area-outline.ts';
import type { OverlayPart } from '../canvas-overlay/canvas-overlay.ts';

export interface ReachOnMap extends Place {
  readonly radiusMetres: number;
}

export interface ReachCircle extends OverlayPart {
  set(reach: ReachOnMap | null): void;
  setColour(colour: string): void;
}

export function createReachCircle(first: string): ReachCircle {
  let colour = first;
  let shown: ReachOnMap | null = null;
  return {
    set(reach) {
      shown = reach;
    },
    setColour(next) {
      colour = next;
    },
    isEmpty: () => shown === null,
    draw(pen, { toPixel }) {
      if (!shown) return;
      pen.beginPath();
      for (const [x, y] of circleOutline(shown, shown.radiusMetres)) pen.lineTo(...toPixel(x, y));
      pen.closePath();
      pen.fillStyle = colour;
      pen.globalAlpha = 0.06;
      pen.fill();
      pen.globalAlpha = 0.8;
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      pen.setLineDash([8, 6]);
      pen.stroke();
    },
  };
}
