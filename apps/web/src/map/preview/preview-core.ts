/** A map that shows what settings make of it: its base map, and the place and zoom that maps start at. */
import type { Place } from '@atalaia/domain/geo/geometry';
import type { BaseMap, BaseMapOffer } from '../base-maps.ts';
import { createBaseMapCore } from '../core/base-map-core.ts';
import { type Pin, pinAt } from '../core/pins.ts';
import { createViewMotion } from '../core/view-motion.ts';
import type { MapStart, MapTheme, PlainMap } from '../map-api.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';

export interface PreviewParts {
  readonly theme: MapTheme;
  readonly baseMaps: BaseMapOffer;
  readonly baseMap: string | undefined;
  readonly start: MapStart;
  /** A place was clicked. */
  readonly onPlace: (place: Place) => void;
  /** Class of what is at the place. */
  readonly markClass: string;
  /** Another base map was chosen on the map itself; it is shown once `showBaseMap` says so. */
  readonly onBaseMap: (name: BaseMap) => void;
}

export interface PreviewCore extends PlainMap {
  showBaseMap(name: string, offer: BaseMapOffer): void;
  setTheme(theme: MapTheme): void;
  /** Stands the mark at a place, or takes it away, and looks at it. */
  showStart(place: Place | null, zoom: number | undefined): void;
  /** What is in the middle now, and how near. */
  view(): Place & { readonly zoom: number };
  destroy(): void;
}

/** Throws where the browser has no worker or no canvas. */
export function createPreviewCore(parts: PreviewParts): PreviewCore {
  const mapBase = createBaseMapCore({ ...parts, amongOthers: true });
  const { map, state, baseMap } = mapBase;
  const motion = createViewMotion({ map, onDragged: () => {}, onZoomedByHand: () => {} });
  const mark = document.createElement('div');
  mark.className = parts.markClass;
  let pin: Pin | null = null;
  map.on('singleclick', ({ coordinate: [x = 0, y = 0] }) =>
    parts.onPlace({ latitude: latitudeOf(y), longitude: longitudeOf(x) }),
  );

  return {
    state,
    attach: mapBase.attach,
    detach: mapBase.detach,
    zoomBy: (levels) => motion.zoomBy(levels),
    takeKey: () => false,
    setBaseMap: parts.onBaseMap,
    showBaseMap(name, offer) {
      baseMap.setOffer(offer);
      baseMap.choose(name as BaseMap);
    },
    setTheme: (theme) => void mapBase.setTheme(theme),
    showStart(place, zoom) {
      pin?.remove();
      pin = null;
      if (!place) return;
      pin = pinAt(map, place, mapBase.redrawNames);
      pin.element.append(mark);
      motion.centreOn(mercatorX(place.longitude), mercatorY(place.latitude), zoom);
    },
    view() {
      const [x = 0, y = 0] = map.getView().getCenter() ?? [];
      const zoom = Math.round(map.getView().getZoom() ?? 0);
      return { latitude: latitudeOf(y), longitude: longitudeOf(x), zoom };
    },
    destroy: mapBase.end,
  };
}
