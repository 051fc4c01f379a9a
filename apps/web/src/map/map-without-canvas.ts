/** What replaces the map where the browser cannot make one: selection and lists work, nothing is drawn (ERR-03). */
import { createStore } from '../lib/store/store.ts';
import type { LiveFeed } from '../live/live-feed.ts';
import { bindFeed } from './core/feed-binding.ts';
import type { MapCore } from './map-api.ts';
import { firstMapState, type MapState } from './map-state.ts';
import { noMeasure } from './measure/measure-state.ts';
import type { MapEngine } from './worker/map-engine.ts';
import type { ToWorker } from './worker/worker-messages.ts';

export function createMapWithoutCanvas(feed: LiveFeed): MapCore {
  const fleet = createFleetList(feed);
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
    keepView: () => undrawn,
    setCovered: undrawn,
    pin: () => ({ element: document.createElement('div'), remove: undrawn }),
    attach: undrawn,
    detach: undrawn,
    setFollow: undrawn,
    setLabels: undrawn,
    setShownColours: (shownColours) => state.set({ ...state.get(), shownColours }),
    setDevicesVisible: undrawn,
    setAlarmsVisible: undrawn,
    setBaseMap: undrawn,
    setBaseMapOffer: undrawn,
    setGeofences: undrawn,
    setGeofencesVisible: undrawn,
    setTrace: undrawn,
    setSinister: undrawn,
    setReach: undrawn,
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
    giveWay: () => {},
    vehiclesInView: async () => ({ vehicles: [], markerCount: 0, clusterCount: 0 }),
    onFrame: fleet.onChange,
    destroy: fleet.end,
  };
}

/** The devices' lists where the browser makes no worker: the worker's own engine on the page's thread, fetched only then. */
interface FleetList extends Pick<MapCore, 'lookup' | 'search' | 'listFleet' | 'fleetFigures'> {
  /** Called when anything changed. */
  onChange(listener: () => void): () => void;
  end(): void;
}

function createFleetList(feed: LiveFeed): FleetList {
  const engine = import('./worker/map-engine.ts').then(({ createMapEngine }) => createMapEngine());
  const listeners = new Set<() => void>();

  async function take(message: ToWorker): Promise<void> {
    apply(await engine, message);
    for (const listener of [...listeners]) listener();
  }

  const post = (message: ToWorker): void => {
    take(message).catch((error: unknown) => console.error('The devices could not be listed', error));
  };
  const stop = bindFeed(feed, { post }, () => {});

  return {
    lookup: async (deviceIds) => (await engine).lookup(deviceIds),
    search: async (text, limit) => (await engine).search(text, limit),
    listFleet: async (filter) => (await engine).listFleet(filter, Date.now()),
    fleetFigures: async () => (await engine).countFleet(Date.now()),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      stop();
      listeners.clear();
    },
  };
}

function apply(engine: MapEngine, message: ToWorker): void {
  switch (message.kind) {
    case 'snapshot': {
      const reason = engine.loadSnapshot(message.bytes);
      if (reason !== null) console.error('The live snapshot could not be read', reason);
      return;
    }
    case 'positions':
      engine.applyPositions(message.batch);
      return;
    case 'devices':
      engine.applyDevices(message.changes);
      return;
    case 'sirens':
      engine.applySirens(message.changes);
      return;
    case 'removed':
      engine.removeDevices(message.deviceIds);
      return;
  }
}
