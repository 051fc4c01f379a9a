import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '../lib/store/use-store.ts';
import type { MapCore } from './map-api.ts';
import type { MapState } from './map-state.ts';

/** A part of the map's state; `select` must give the same value for the same state, as `useStore` says. */
export function useMapState<Part>(core: Pick<MapCore, 'state'>, select: (state: MapState) => Part): Part {
  return useStore(core.state, select);
}

/**
 * A map made once for a component, and ended with it; null until then. It is not made while the component is drawn: a
 * drawing may be given up and started again, and the workers of the map that nobody got would continue behind it.
 */
export function useCore<Core extends { destroy(): void }>(make: () => Core): Core | null {
  const [core, setCore] = useState<Core | null>(null);
  const latest = useRef(make);
  latest.current = make;
  useLayoutEffect(() => {
    const made = latest.current();
    setCore(made);
    return () => made.destroy();
  }, []);
  return core;
}
