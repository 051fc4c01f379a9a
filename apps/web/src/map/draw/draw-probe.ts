/** What a test may read of the map an area is drawn on, at `window.__atalaiaDrawing`. It changes nothing. */
import { type GeofenceArea, printArea } from '@atalaia/domain/geo/geofence-area';
import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import type { ProbePoint } from '../core/map-probe.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';

export interface DrawProbe {
  readonly zoom: () => number;
  /** Where a place lies, in pixels of the map's element from its upper left; null before it is drawn. */
  readonly pixelOf: (place: Place) => ProbePoint | null;
  readonly placeAt: (point: ProbePoint) => Place | null;
  /** The text of the area that is shown; empty for none. */
  readonly area: () => string;
  /** Whether the view rests. */
  readonly isStill: () => boolean;
}

declare global {
  interface Window {
    __atalaiaDrawing?: DrawProbe;
  }
}

export function createDrawProbe(map: OlMap, area: () => GeofenceArea | null): { end(): void } {
  const view = map.getView();
  const probe: DrawProbe = {
    zoom: () => view.getZoom() ?? Number.NaN,
    pixelOf({ latitude, longitude }) {
      const [x, y] = map.getPixelFromCoordinate([mercatorX(longitude), mercatorY(latitude)]) ?? [];
      return x === undefined || y === undefined ? null : { x, y };
    },
    placeAt({ x, y }) {
      const [east, north] = map.getCoordinateFromPixel([x, y]) ?? [];
      if (east === undefined || north === undefined) return null;
      return { latitude: latitudeOf(north), longitude: longitudeOf(east) };
    },
    area() {
      const shown = area();
      return shown ? printArea(shown) : '';
    },
    isStill: () => !view.getAnimating() && !view.getInteracting(),
  };
  window.__atalaiaDrawing = probe;
  return {
    end() {
      if (window.__atalaiaDrawing === probe) delete window.__atalaiaDrawing;
    },
  };
}
