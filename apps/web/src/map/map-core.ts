/** The one map of the page, outside React: what it shows, who moves it, and the worker that knows the devices. */
import { onPart, type ReadableStore } from '../lib/store/store.ts';
import { createBaseMapCore } from './core/base-map-core.ts';
import { createDeviceFrames, createWithFrames } from './core/device-frames.ts';
import { createDeviceSelection } from './core/device-selection.ts';
import { bindFeed } from './core/feed-binding.ts';
import { freeMiddle } from './core/free-middle.ts';
import { layerOrder } from './core/layer-order.ts';
import { createMapProbe } from './core/map-probe.ts';
import { landZoom, maxZoom } from './core/map-start.ts';
import { createOverlays } from './core/overlays.ts';
import { pinAt, pinObstacles } from './core/pins.ts';
import { createPointerPlace } from './core/pointer.ts';
import { createSwitches, restoreChoices, writeChoices } from './core/switches.ts';
import type { ViewMotion } from './core/view-motion.ts';
import { createDeviceLayer, type DeviceLayer } from './devices/device-layer.ts';
import type { MapCore, MapCoreParts } from './map-api.ts';
import type { MapState } from './map-state.ts';
import { mercatorX, mercatorY } from './mercator.ts';
import { createShowSinister } from './sinister/show-sinister.ts';
import type { WorkerClient } from './worker/worker-client.ts';

/** Names give way to vehicles that came to them, but do not dance, ms. */
const namesEveryMs = 500;

/** Throws where the browser has no worker or no canvas: see `createMapWithoutCanvas`. */
export function createMapCore(parts: MapCoreParts): MapCore {
  const { feed, choices } = parts;
  const stored = choices?.read() ?? {};
  const mapBase = createBaseMapCore({
    ...parts,
    baseMap: stored.baseMap ?? parts.baseMap,
    onViewport: (viewport) => worker.post({ kind: 'viewport', viewport }),
    obstacles: () => [...devices.obstacles(), ...pinObstacles(map)],
  });
  const { map, state, change, baseMap } = mapBase;
  const colours = mapBase.colours();
  const devices = createDeviceLayer({ palette: colours.devices, onDrawn: () => frames.drawn() });
  const overlays = createOverlays({
    map,
    feed,
    colours,
    onPoi: (poi) => change({ poi }),
    onShownSinister: (shownSinister) => change({ shownSinister }),
  });
  const drawn = { map, devices, overlays, state: state.get, change };
  const frames = createDeviceFrames({ ...drawn, onFrame: (frame) => selection.centreFollowed(frame) });
  const { worker } = frames;
  const selection = createDeviceSelection({ ...parts, ...drawn, frames });
  const { motion, report, release } = selection;

  devices.layer.setZIndex(layerOrder.devices);
  map.addLayer(devices.layer);
  const switches = createSwitches({ overlays, devices, worker, change });
  restoreChoices(switches, stored);
  const stopWriting = writeChoices(state, baseMap.chosen, choices);
  const stopFeed = bindFeed(feed, worker, () => {
    if (state.get().load === 'failed') change({ load: 'loading' });
  });
  const names = createWithFrames(namesEveryMs, mapBase.redrawNames);
  frames.onFrame(names.frame);
  const probe = createMapProbe({
    map,
    devices,
    clock: frames.clock,
    report: overlays.report,
    state: state.get,
    frameCount: frames.paintedCount,
    lastPaintMs: frames.lastPaintMs,
  });
  if (!parts.amongOthers) window.__atalaiaMap = probe;

  return {
    state,
    attach: mapBase.attach,
    detach: mapBase.detach,
    select: selection.select,
    deselect: release,
    showPlace: createShowPlace(state, motion, release),
    keepView() {
      const view = map.getView();
      const former = {
        centre: view.getCenter(),
        zoom: view.getZoom(),
        selected: state.get().selectedDeviceId,
      };
      const goBack = () => {
        const { centre, zoom } = former;
        if (!centre || zoom === undefined) return;
        view.cancelAnimations();
        view.setCenter(centre);
        view.setZoom(zoom);
        motion.letGo();
      };
      return () => {
        if (former.selected === null) release();
        else void selection.select(former.selected).then(goBack, goBack);
        goBack();
      };
    },
    setCovered(covered) {
      const [width = 0, height = 0] = map.getSize() ?? [];
      motion.setMiddle(...freeMiddle({ width, height }, covered));
    },
    pin: (place) => pinAt(map, place, mapBase.redrawNames),
    setFollow: selection.setFollow,
    report,
    ...switches,
    ...fleetQueries(worker, devices),
    setSinister: createShowSinister({ map, overlays, motion, state: state.get, change }),
    setReach(reach) {
      overlays.reach.set(reach);
      overlays.redraw();
    },
    setBaseMap: baseMap.choose,
    setBaseMapOffer: baseMap.setOffer,
    pointer: createPointerPlace(map),
    setTheme(theme) {
      const next = mapBase.setTheme(theme);
      if (!next) return;
      devices.setPalette(next.devices);
      overlays.setColours(next);
    },
    zoomBy: (levels) => motion.zoomBy(levels),
    onFrame: frames.onFrame,
    destroy() {
      stopFeed();
      stopWriting();
      names.end();
      overlays.end();
      worker.end();
      mapBase.end();
      if (window.__atalaiaMap === probe) delete window.__atalaiaMap;
    },
  };
}

function createShowPlace(
  state: ReadableStore<MapState>,
  motion: ViewMotion,
  release: () => void,
): MapCore['showPlace'] {
  let shown: readonly [x: number, y: number] | null = null;
  const look = () =>
    shown && motion.centreOn(...shown, state.get().background === 'tiles' ? maxZoom : landZoom);
  // the first tiles come after the page was opened
  onPart(
    state,
    ({ background }) => background,
    () => {
      if (shown && motion.holds(...shown)) look();
    },
  );
  return ({ latitude, longitude }) => {
    release();
    shown = [mercatorX(longitude), mercatorY(latitude)];
    look();
  };
}

/** What the page asks the worker about devices. */
function fleetQueries(
  worker: WorkerClient,
  devices: DeviceLayer,
): Pick<MapCore, 'lookup' | 'search' | 'listFleet' | 'fleetFigures' | 'giveWay' | 'vehiclesInView'> {
  return {
    lookup: (deviceIds) => worker.ask({ kind: 'lookup', deviceIds }),
    search: (text, limit) => worker.ask({ kind: 'search', text, limit }),
    listFleet: (filter) => worker.ask({ kind: 'fleet', filter }),
    giveWay: () => worker.post({ kind: 'giveWay' }),
    fleetFigures: () => worker.ask({ kind: 'figures' }),
    async vehiclesInView(limit) {
      const shown = devices.itemsInView();
      const ids = shown.markerIds.toSorted((a, b) => a - b).slice(0, limit);
      const vehicles = await worker.ask({ kind: 'lookup', deviceIds: ids });
      return { vehicles, markerCount: shown.markerIds.length, clusterCount: shown.clusterCount };
    },
  };
}
