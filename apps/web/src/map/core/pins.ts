/** Elements of the page that is at places of the map and move with it. */
import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { mercatorX, mercatorY } from '../mercator.ts';

export interface Pin {
  /** What is put into it is on the place with the middle of its lower edge. */
  readonly element: HTMLElement;
  remove(): void;
}

/** A click or the wheel on what is pinned is not one on the map. */
export function pinAt(map: OlMap, { latitude, longitude }: Place): Pin {
  const element = document.createElement('div');
  const overlay = new Overlay({
    element,
    position: [mercatorX(longitude), mercatorY(latitude)],
    positioning: 'bottom-center',
  });
  map.addOverlay(overlay);
  return {
    element,
    remove: () => void map.removeOverlay(overlay),
  };
}
