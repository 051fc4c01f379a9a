/** Elements of the page that is at places of the map and move with it. */
import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import type { Obstacle } from '../base-map/label-layout.ts';
import { mercatorX, mercatorY } from '../mercator.ts';

export interface Pin {
  /** What is put into it is on the place with the middle of its lower edge. */
  readonly element: HTMLElement;
  remove(): void;
}

/** A click or the wheel on what is pinned is not one on the map. `onSize`: it takes other room than before. */
export function pinAt(map: OlMap, { latitude, longitude }: Place, onSize: () => void): Pin {
  const element = document.createElement('div');
  const overlay = new Overlay({
    element,
    position: [mercatorX(longitude), mercatorY(latitude)],
    positioning: 'bottom-center',
  });
  map.addOverlay(overlay);
  const sizes = new ResizeObserver(onSize);
  sizes.observe(element);
  return {
    element,
    remove() {
      sizes.disconnect();
      map.removeOverlay(overlay);
      onSize();
    },
  };
}

/** What is pinned, as names keep clear of it; nothing while it is empty. */
export function pinObstacles(
  map: Pick<OlMap, 'getOverlays' | 'getPixelFromCoordinate'>,
): readonly Obstacle[] {
  return map
    .getOverlays()
    .getArray()
    .flatMap((overlay) => {
      const place = overlay.getPosition();
      const [x, y] = (place && map.getPixelFromCoordinate(place)) ?? [];
      // the map's own element around it holds its margins too
      const { offsetWidth = 0, offsetHeight = 0 } = overlay.getElement()?.parentElement ?? {};
      if (x === undefined || y === undefined || offsetHeight === 0) return [];
      return [{ x, y: y - offsetHeight / 2, radius: offsetWidth / 2, halfHeight: offsetHeight / 2 }];
    });
}
