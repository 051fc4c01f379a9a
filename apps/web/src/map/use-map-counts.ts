import type { MapCore } from './map-api.ts';
import type { ColourCounts } from './map-state.ts';
import { useMapState } from './use-map-state.ts';

/** Devices of each colour of the legend, null until the first snapshot is drawn. */
export function useMapCounts(core: MapCore): ColourCounts | null {
  return useMapState(core, (state) => (state.load === 'loading' ? null : state.counts));
}
