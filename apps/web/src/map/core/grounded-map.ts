/** The map with what lies under everything: the shipped land and a base map. The live map and the drawing stand on it. */
import type OlMap from 'ol/Map.js';
import { createStore, type Store } from '../../lib/store/store.ts';
import type { BaseMapOffer } from '../base-maps.ts';
import { createGroundClient } from '../ground/ground-client.ts';
import { createGroundLayer } from '../ground/ground-layer.ts';
import type { MapCore, MapStart, MapTheme } from '../map-api.ts';
import { firstMapState, type MapState } from '../map-state.ts';
import { groundResolution } from '../mercator.ts';
import type { MapViewport } from '../worker/map-frame.ts';
import { type BaseMapSwitch, createBaseMapSwitch } from './base-map-switch.ts';
import { type MapColours, mapColours } from './map-colours.ts';
import { maxZoom } from './map-start.ts';
import { createOlMap, type OlMapWish } from './ol-map.ts';
import { watchViewport } from './viewport-watch.ts';

export interface GroundedMapParts extends OlMapWish {
  readonly start: MapStart;
  readonly theme: MapTheme;
  readonly baseMaps: BaseMapOffer;
  /** The base map to begin with. */
  readonly baseMap: string | undefined;
  /** What is in sight changed. */
  readonly onViewport?: (viewport: MapViewport) => void;
}

export interface GroundedMap extends Pick<MapCore, 'attach' | 'detach'> {
  readonly map: OlMap;
  readonly state: Store<MapState>;
  readonly change: (part: Partial<MapState>) => void;
  readonly baseMap: BaseMapSwitch;
  colours(): MapColours;
  /** Gives the colours where they are others than before. */
  setTheme(theme: MapTheme): MapColours | null;
  end(): void;
}

/** Throws where the browser has no worker or no canvas. */
export function createGroundedMap(parts: GroundedMapParts): GroundedMap {
  requireCanvas();
  const { start, theme, baseMaps, onViewport } = parts;
  let colours = mapColours(theme);
  let ended = false;
  const map = createOlMap(start, parts);
  const ground = createGroundClient();
  const groundLayer = createGroundLayer(ground, colours.ground, maxZoom);
  const state = createStore<MapState>({
    ...firstMapState,
    zoom: map.getView().getZoom() ?? 0,
    offered: baseMaps.names,
  });
  const change = (part: Partial<MapState>): void => state.set({ ...state.get(), ...part });

  watchViewport(map, (viewport) => {
    onViewport?.(viewport);
    const metresPerPixel = groundResolution(viewport);
    const now = state.get();
    if (viewport.zoom !== now.zoom || metresPerPixel !== now.metresPerPixel) {
      change({ zoom: viewport.zoom, metresPerPixel });
    }
  });
  map.addLayer(groundLayer.layer);
  const baseMap = createBaseMapSwitch({ map, offer: baseMaps, wanted: parts.baseMap, change });

  return {
    map,
    state,
    change,
    baseMap,
    attach: (element) => map.setTarget(element),
    detach() {
      if (!ended) map.setTarget(undefined);
    },
    colours: () => colours,
    setTheme(theme) {
      const fresh = mapColours(theme);
      if (JSON.stringify(fresh) === JSON.stringify(colours)) return null;
      colours = fresh;
      groundLayer.setColours(fresh.ground);
      return fresh;
    },
    end() {
      ended = true;
      ground.end();
      baseMap.end();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** Said at once: drawing would fail frame by frame, where no boundary catches it. */
function requireCanvas(): void {
  if (!document.createElement('canvas').getContext('2d')) throw new Error('The browser draws no canvas');
}
