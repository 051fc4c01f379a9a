import type OlMap from 'ol/Map.js';
import type { Overlays } from '../core/overlays.ts';
import type { ViewMotion } from '../core/view-motion.ts';
import type { MapState } from '../map-state.ts';
import type { SinisterPicture } from './sinister-trail.ts';
import { type Extent, viewOfPlaces } from './sinister-view.ts';

interface ShowSinisterParts {
  readonly map: OlMap;
  readonly overlays: Overlays;
  readonly motion: ViewMotion;
  readonly state: () => MapState;
  readonly change: (part: Partial<MapState>) => void;
}

/**
 * Shows a sinister on the map, or none. A sinister that was not there before is brought into view, unless somebody follows a
 * vehicle.
 */
export function createShowSinister({ map, overlays, motion, state, change }: ShowSinisterParts) {
  let looked: number | undefined;
  return (picture: SinisterPicture | null): void => {
    overlays.sinister.set(picture);
    overlays.redraw();
    const shown = overlays.sinister.shown();
    change({ shownSinister: shown });
    if (!picture || !shown) {
      looked = undefined;
      return;
    }
    if (looked === picture.sinisterId || state().follow) return;
    const [width = 0, height = 0] = map.getSize() ?? [];
    const places = [shown.opening, shown.last].filter((place) => place !== null);
    if (width === 0 || places.length === 0) return;
    looked = picture.sinisterId;
    const viewExtent = map.getView().calculateExtent([width, height]) as unknown as Extent;
    const view = viewOfPlaces(places, viewExtent, { width, height });
    if (view) motion.centreOn(view.x, view.y, view.zoom);
  };
}
