/** What stands for the map where the browser cannot make one: who selects goes on, nothing is drawn (ERR-03). */
import { createStore } from '../lib/store/store.ts';
import type { MapCore } from './map-api.ts';
import { firstMapState, type MapState } from './map-state.ts';
import { noMeasure } from './measure/measure-state.ts';

/** `reason` is why there is no map; whoever asks it for devices gets it. */
export function createLostMap(reason: unknown): MapCore {
  const state = createStore<MapState>({ ...firstMapState, load: 'lost' });
  const choose = (selectedDeviceId: number | null) => state.set({ ...state.get(), selectedDeviceId });
  const undrawn = () => {};
  const unknown = () => Promise.reject(reason);
  return {
    state,
    // Whether there is such a device, its panel asks the server.
    async select(deviceId) {
      choose(deviceId);
      return 'selected';
    },
    deselect: () => choose(null),
    showPlace: () => choose(null),
    pin: () => ({ element: document.createElement('div'), remove: undrawn }),
    attach: undrawn,
    detach: undrawn,
    setFollow: undrawn,
    setLabels: undrawn,
    setDevicesVisible: undrawn,
    setAlarmsVisible: undrawn,
    setBaseMap: undrawn,
    setBaseMapOffer: undrawn,
    setGeofences: undrawn,
    setGeofencesVisible: undrawn,
    setTrace: undrawn,
    setTraces: undrawn,
    setAccuracy: undrawn,
    setPoiLayer: undrawn,
    measured: createStore(noMeasure),
    measure: undrawn,
    takeKey: () => false,
    pointer: createStore(null),
    setTheme: undrawn,
    zoomBy: undrawn,
    lookup: unknown,
    search: unknown,
    listFleet: unknown,
    fleetFigures: unknown,
    vehiclesInView: unknown,
    onFrame: () => undrawn,
    destroy: undrawn,
  };
}
