/** What replaces the map where the browser cannot make one: selection and lists work, nothing is drawn (ERR-03). */

import { createStore } from '../lib/store/store.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import { createLostFleet } from './lost-fleet.ts';
import type { MapCore } from './map-api.ts';
import { firstMapState, type MapState } from './map-state.ts';
import { noMeasure } from './measure/measure-state.ts';

export function createLostMap(feed: LiveFeed): MapCore {
  const fleet = createLostFleet(feed);
  const state = createStore<MapState>({ ...firstMapState, load: 'lost' });
  const choose = (selectedDeviceId: number | null) => state.set({ ...state.get(), selectedDeviceId });
  const undrawn = () => {};
  return {
    state,
    // Whether there is such a device, its panel asks the server.
    async select(deviceId) {
      choose(deviceId);
      return 'selected';
    },
    deselect: () => choose(null),
    showPlace: () => choose(null),
    setCovered: undrawn,
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
    setSinister: undrawn,
    setTraces: undrawn,
    setAccuracy: undrawn,
    setPoiLayer: undrawn,
    report: { show: undrawn, showRoute: undrawn, highlight: undrawn, fit: undrawn, onPick: () => undrawn },
    measured: createStore(noMeasure),
    measure: undrawn,
    takeKey: () => false,
    pointer: createStore(null),
    setTheme: undrawn,
    zoomBy: undrawn,
    lookup: fleet.lookup,
    search: fleet.search,
    listFleet: fleet.listFleet,
    fleetFigures: fleet.fleetFigures,
    vehiclesInView: async () => ({ vehicles: [], markerCount: 0, clusterCount: 0 }),
    onFrame: fleet.onChange,
    destroy: fleet.end,
  };
}
