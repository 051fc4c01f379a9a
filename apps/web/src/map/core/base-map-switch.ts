/** Which base map is under everything, and what is shown while its service is away. */
import type OlMap from 'ol/Map.js';
import type { BaseMapColours } from '../base-map/base-map-style.ts';
import { type BaseMap, type BaseMapOffer, baseMapAttribution, baseMapFrom } from '../base-maps.ts';
import type { MapState } from '../map-state.ts';
import { createRasterLayer, type ServiceLayer } from '../raster/raster-layer.ts';
import type { ServiceState } from '../raster/service-health.ts';
import { layerOrder } from './layer-order.ts';

export interface BaseMapSwitchParts {
  readonly map: OlMap;
  readonly offer: BaseMapOffer;
  /** The base map to begin with; what is not offered yet is shown once it is. */
  readonly chosen: string | undefined;
  readonly colours: BaseMapColours;
  readonly change: (part: Partial<MapState>) => void;
}

export interface BaseMapSwitch {
  choose(name: BaseMap): void;
  setOffer(offer: BaseMapOffer): void;
  /** Maps that are drawn here take the theme's colours. */
  setColours(colours: BaseMapColours): void;
  /** What was requested last, whether it is offered or not. */
  chosen(): string | undefined;
  end(): void;
}

export function createBaseMapSwitch(parts: BaseMapSwitchParts): BaseMapSwitch {
  const { map, change } = parts;
  let { offer, chosen } = parts;
  let { colours } = parts;
  let layer: ServiceLayer | null = null;
  /** The source shown: the same name may get another with the settings. */
  let shown: string | null = null;

  function show(): void {
    const name = baseMapFrom(chosen, offer);
    const source = offer.sources[name];
    const key = JSON.stringify([name, source]);
    change({ offered: offer.names, titles: offer.titles });
    if (key === shown) return;
    shown = key;
    take();
    change({ baseMap: name, background: 'land', isBaseMapAway: false, attribution: baseMapAttribution });
    if (!source) return;
    // requests of the map before may still end
    const common = {
      zIndex: layerOrder.baseMap,
      onHealth: (state: ServiceState, attribution: string) => shown === key && onHealth(state, attribution),
    };
    if (source.kind !== 'vector') {
      put(createRasterLayer({ source, ...common }));
      return;
    }
    // what draws lines and areas is fetched by who shows such a map
    import('../vector/vector-layer.ts').then(
      ({ createVectorLayer }) => shown === key && put(createVectorLayer({ source, colours, ...common })),
      (reason: unknown) => {
        console.error('What draws the map could not be fetched', reason);
        if (shown === key) onHealth('down');
      },
    );
  }

  function onHealth(state: ServiceState, attribution = ''): void {
    const isUp = state === 'up';
    change({
      background: isUp ? 'tiles' : 'land',
      attribution: isUp && attribution !== '' ? attribution : baseMapAttribution,
      // one that is tried again is away until it answers
      ...(state !== 'untried' && { isBaseMapAway: state === 'down' }),
    });
  }

  function put(made: ServiceLayer): void {
    layer = made;
    map.addLayer(made.layer);
  }

  function take(): void {
    if (layer) map.removeLayer(layer.layer);
    layer?.end();
    layer = null;
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
    setColours(next) {
      colours = next;
      layer?.setColours(next);
    },
    chosen: () => chosen,
    end() {
      shown = null;
      take();
    },
  };
}
