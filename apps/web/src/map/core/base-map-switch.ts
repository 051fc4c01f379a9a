/** Which base map is under everything, and what is shown while its service is away. */
import type OlMap from 'ol/Map.js';
import { type BaseMap, type BaseMapOffer, baseMapAttribution, baseMapFrom } from '../base-maps.ts';
import type { MapState } from '../map-state.ts';
import { createRasterLayer, type RasterLayer } from '../raster/raster-layer.ts';
import { layerOrder } from './layer-order.ts';

export interface BaseMapSwitchParts {
  readonly map: OlMap;
  readonly offer: BaseMapOffer;
  /** The base map to begin with; what is not offered yet is shown once it is. */
  readonly chosen: string | undefined;
  readonly change: (part: Partial<MapState>) => void;
}

export interface BaseMapSwitch {
  choose(name: BaseMap): void;
  setOffer(offer: BaseMapOffer): void;
  /** What was requested last, whether it is offered or not. */
  chosen(): string | undefined;
  end(): void;
}

export function createBaseMapSwitch(parts: BaseMapSwitchParts): BaseMapSwitch {
  const { map, change } = parts;
  let { offer, chosen } = parts;
  let raster: RasterLayer | null = null;
  /** The source shown: the same name may get another with the settings. */
  let shown: string | null = null;

  function show(): void {
    const name = baseMapFrom(chosen, offer);
    const source = offer.sources[name];
    const key = JSON.stringify([name, source]);
    change({ offered: offer.names });
    if (key === shown) return;
    shown = key;
    take();
    change({ baseMap: name, background: 'land', attribution: baseMapAttribution });
    if (!source) return;
    raster = createRasterLayer({
      source,
      zIndex: layerOrder.baseMap,
      onShown: (attribution) =>
        change({
          background: attribution === null ? 'land' : 'tiles',
          attribution: attribution ?? baseMapAttribution,
        }),
    });
    map.addLayer(raster.layer);
  }

  function take(): void {
    if (raster) map.removeLayer(raster.layer);
    raster?.end();
    raster = null;
  }

  show();
  return {
    choose(name) {
      chosen = name;
      show();
    },
    setOffer(next) {
      offer = next;
      show();
    },
    chosen: () => chosen,
    end: take,
  };
}
