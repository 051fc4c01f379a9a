import type { Fleet } from '../../lib/fleet/fleet-list.ts';
import type { MapCore } from '../../map/map-api.ts';

/** Lists and figures need not be truer than this, ms. */
const refreshMs = 2000;

/** The fleet as lists and figures, from the one place of the browser that knows every device: the map's worker. */
export function fleetOf(core: MapCore): Fleet {
  return {
    list: core.listFleet,
    figures: core.fleetFigures,
    onChange(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = core.onFrame(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, refreshMs);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  };
}
