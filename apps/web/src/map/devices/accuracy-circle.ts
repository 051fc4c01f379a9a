/** How far the selected device may be from where it is drawn: a circle in true metres on the ground. */
import { circleOutline } from '../areas/area-outline.ts';
import type { OverlayPart } from '../canvas-overlay/canvas-overlay.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';
import type { MapFrame } from '../worker/map-frame.ts';

export interface AccuracyCircle extends OverlayPart {
  /** Radius of uncertainty of a device's last position; null or 0 when its tracker gives none. */
  set(deviceId: number, radiusMetres: number | null): void;
  /** Where the selected device is now. */
  show(selected: MapFrame['selected']): void;
  setColour(colour: string): void;
}

/** A tracker that is off by more than this knows nothing: a country-wide disc would only hide the map. */
const largestRadiusMetres = 50_000;

export function createAccuracyCircle(firstColour: string): AccuracyCircle {
  let colour = firstColour;
  let accuracy: { readonly deviceId: number; readonly radiusMetres: number } | null = null;
  let selected: MapFrame['selected'] = null;

  function shown() {
    if (!accuracy || selected?.deviceId !== accuracy.deviceId) return null;
    return { ...selected, radiusMetres: accuracy.radiusMetres };
  }

  return {
    set(deviceId, radiusMetres) {
      const known = radiusMetres !== null && radiusMetres > 0 && radiusMetres <= largestRadiusMetres;
      accuracy = known ? { deviceId, radiusMetres } : null;
    },
    show(next) {
      selected = next;
    },
    setColour(next) {
      colour = next;
    },
    isEmpty: () => shown() === null,
    draw(pen, { toPixel }) {
      const circle = shown();
      if (!circle) return;
      const centre = { latitude: latitudeOf(circle.y), longitude: longitudeOf(circle.x) };
      pen.beginPath();
      for (const [x, y] of circleOutline(centre, circle.radiusMetres)) pen.lineTo(...toPixel(x, y));
      pen.closePath();
      pen.fillStyle = colour;
      pen.globalAlpha = 0.14;
      pen.fill();
      pen.globalAlpha = 0.7;
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      pen.stroke();
    },
  };
}
