import { useEffect, useState } from 'react';
import type { MapCore, VehiclesInView } from './map-api.ts';

/** A list that is read aloud or walked through by keys may not change faster, ms. */
const refreshMs = 2000;

const nothing: VehiclesInView = Object.freeze({ vehicles: [], markerCount: 0, clusterCount: 0 });

/** The single markers in the view, brought up to date every two seconds while the map draws new frames. */
export function useVehiclesInView(core: MapCore, limit: number): VehiclesInView {
  const [inView, setInView] = useState(nothing);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let ended = false;
    const refresh = (): void => {
      timer = null;
      void core.vehiclesInView(limit).then((next) => {
        if (!ended) setInView(next);
      });
    };
    const stop = core.onFrame(() => {
      timer ??= setTimeout(refresh, refreshMs);
    });
    refresh();
    return () => {
      ended = true;
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [core, limit]);
  return inView;
}
