import { useStore } from '../lib/store/use-store.ts';
import type { MapCore } from './map-api.ts';
import type { MapState } from './map-state.ts';

/** A part of the map's state; `select` must give the same value for the same state, as `useStore` says. */
export function useMapState<Part>(core: Pick<MapCore, 'state'>, select: (state: MapState) => Part): Part {
  return useStore(core.state, select);
}
