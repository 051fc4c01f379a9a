/** The one map of the page, outside React: what it shows, who moves it, and the worker that knows the devices. */
import { deviceColours } from '@atalaia/domain/catalog/device-colour';
import { createAfterPaint } from './core/after-paint.ts';
import { createBaseMapCore } from './core/base-map-core.ts';
import { bindFeed } from './core/feed-binding.ts';
import { freeMiddle } from './core/free-middle.ts';
import { layerOrder } from './core/layer-order.ts';
import { createMapProbe } from './core/map-probe.ts';
import { maxZoom } from './core/map-start.ts';
import { createOverlays } from './core/overlays.ts';
import { pinAt } from './core/pins.ts';
import { listenToPointer } from './core/pointer.ts';
import { createPointerPlace } from './core/pointer-place.ts';
import { nextSelection, type SelectionEvent } from './core/selection.ts';
import { createSwitches, restoreChoices } from './core/switches.ts';
import { createThrottle } from './core/throttle.ts';
import { createUpdateClock } from './core/update-clock.ts';
import { createViewMotion } from './core/view-motion.ts';
import { createDeviceLayer } from './devices/device-layer.ts';
import type { MapCore, MapCoreParts } from './map-api.ts';
import type { MapChoices } from './map-choices.ts';
import type { ColourCounts } from './map-state.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts';
import { createReportMap } from './report/report-map.ts';
import { createShowSinister } from './sinister/show-sinister.ts';
import type { MapFrame } from './worker/map-frame.ts';
import { createWorkerClient } from './worker/worker-client.ts';

/** The legend's numbers change at most four times a second, ms. */
const countsEveryMs = 250;

/** Throws where the browser has no worker or no canvas: see `createLostMap`. */
export function createMapCore(parts: MapCoreParts): MapCore {
  const { feed } = parts;
  const stored = parts.choices?.read() ?? {};
  const mapBase = createBaseMapCore({
    ...parts,
    baseMap: stored.baseMap ?? parts.baseMap,
    onViewport: (viewport) => worker.post({ kind: 'viewport', viewport }),
  });
  const { map, state, change, baseMap } = mapBase;
  const colours = mapBase.colours();
  const devices = createDeviceLayer({
    palette: colours.devices,
    onDrawn() {
      if (frameUnpainted) framePainted();
      frameUnpainted = false;
    },
  });
  const clock = createUpdateClock();
  const overlays = createOverlays({
    map,
    feed,
    colours,
    onPoi: (poi) => change({ poi }),
    onShownSinister: (shownSinister) => change({ shownSinister }),
  });
  const frameListeners = new Set<() => void>();
  const loaded = Promise.withResolvers<void>();
  let selectRequest = 0;
  let framesPainted = 0;
  let lastPaintMs = Number.NaN;
  let frameUnpainted = false;

  // The devices' frames: from the worker, onto the canvas, and back to the worker that the screen has it.

  const worker = createWorkerClient({
    onFrame({ frame, arrivals }) {
      clock.expect(arrivals);
      frameUnpainted = true;
      devices.show(frame);
      overlays.show(frame);
      takeFacts(frame);
      follow(frame);
      for (const listener of [...frameListeners]) listener();
    },
    onDamaged(reason) {
      console.error('The live snapshot could not be read', reason);
      change({ load: 'failed' });
    },
    onLost(reason) {
      console.error("The map's worker did not start", reason);
      change({ load: 'failed' });
    },
  });
  const framePainted = createAfterPaint(() => {
    lastPaintMs = performance.now();
    framesPainted++;
    clock.painted(lastPaintMs);
    worker.post({ kind: 'painted' });
  });

  const showCounts = createThrottle(countsEveryMs, ({ colourCounts, deviceCount }: MapFrame) => {
    const now = state.get();
    const counts = countsOf(colourCounts, now.counts);
    if (counts !== now.counts || deviceCount !== now.deviceCount) change({ counts, deviceCount });
  });

  function takeFacts(frame: MapFrame): void {
    showCounts(frame);
    if (!frame.loaded) return;
    loaded.resolve();
    if (state.get().load !== 'loading') return;
    const counts = countsOf(frame.colourCounts, state.get().counts);
    change({ load: 'ready', counts, deviceCount: frame.deviceCount });
  }

  // Selection and follow.

  const motion = createViewMotion({
    map,
    onDragged: () => take({ kind: 'dragged' }),
    onZoomedByHand: () => take({ kind: 'zoomedByHand' }),
  });

  function take(event: SelectionEvent): void {
    const before = state.get();
    const next = nextSelection(before, event);
    if (next === before) return;
    if (next.selectedDeviceId !== before.selectedDeviceId) {
      devices.setSelected(next.selectedDeviceId);
      worker.post({ kind: 'select', deviceId: next.selectedDeviceId });
    }
    change({ selectedDeviceId: next.selectedDeviceId, follow: next.follow });
  }

  function choose(deviceId: number, x: number, y: number): void {
    selectRequest++;
    take({ kind: 'chosen', deviceId });
    motion.centreOn(x, y, maxZoom);
  }

  function release(): void {
    selectRequest++;
    motion.letGo();
    take({ kind: 'released' });
  }

  function follow(frame: MapFrame | null): void {
    const { follow, selectedDeviceId } = state.get();
    const place = frame?.selected;
    if (follow && place && place.deviceId === selectedDeviceId) motion.centreOn(place.x, place.y);
  }

  const { report, pick } = createReportMap({ layer: overlays.report, redraw: overlays.redrawReport, motion });
  listenToPointer({
    map,
    devices,
    isBusy: overlays.measure.isOn,
    markAt: overlays.report.rowAt,
    onMark: pick,
    onItem({ deviceId, size, x, y }) {
      if (size > 1) {
        // A cluster cannot be selected (MAP-05); a click on it looks closer.
        motion.zoomBy(2, [x, y]);
        return;
      }
      choose(deviceId, x, y);
      parts.onPicked(deviceId);
    },
    onEmpty(x, y) {
      if (state.get().selectedDeviceId !== null) {
        release();
        parts.onPicked(null);
      }
      const geofenceId = overlays.areas.geofenceAt({ latitude: latitudeOf(y), longitude: longitudeOf(x) });
      if (geofenceId !== null) parts.onGeofencePicked?.(geofenceId);
    },
  });

  // What the map shows.

  devices.layer.setZIndex(layerOrder.devices);
  map.addLayer(devices.layer);

  const switches = createSwitches({ overlays, devices, worker, change });
  restoreChoices(switches, stored);
  const stopKeeping = saveChoices();

  /** Writes what was switched, once it differs from what was written. */
  function saveChoices(): () => void {
    let written = JSON.stringify(choicesNow());
    return state.subscribe(() => {
      const choices = choicesNow();
      const text = JSON.stringify(choices);
      if (text === written) return;
      written = text;
      parts.choices?.write(choices);
    });
  }

  function choicesNow(): MapChoices {
    const { devices, geofences, alarms, labels, traces } = state.get();
    return { baseMap: baseMap.wanted(), devices, geofences, alarms, labels, traces };
  }

  const stopFeed = bindFeed(feed, worker, () => {
    if (state.get().load === 'failed') change({ load: 'loading' });
  });

  const probe = createMapProbe({
    map,
    devices,
    clock,
    report: overlays.report,
    state: state.get,
    frameCount: () => framesPainted,
    lastPaintMs: () => lastPaintMs,
  });
  window.__atalaiaMap = probe;

  return {
    state,
    attach: mapBase.attach,
    detach: mapBase.detach,
    async select(deviceId) {
      const request = ++selectRequest;
      await loaded.promise;
      const [device] = await worker.ask({ kind: 'lookup', deviceIds: [deviceId] });
      if (request !== selectRequest) return 'replaced';
      if (!device) return 'unknown';
      if (device.latitude === null || device.longitude === null) {
        parts.onNeverPositioned(deviceId);
        return 'neverPositioned';
      }
      choose(deviceId, mercatorX(device.longitude), mercatorY(device.latitude));
      return 'selected';
    },
    deselect: release,
    showPlace({ latitude, longitude }) {
      release();
      motion.centreOn(mercatorX(longitude), mercatorY(latitude), maxZoom);
    },
    setCovered(parts) {
      const [width = 0, height = 0] = map.getSize() ?? [];
      motion.setMiddle(...freeMiddle({ width, height }, parts));
    },
    pin: (place) => pinAt(map, place),
    setFollow(on) {
      take({ kind: 'followSet', on });
      follow(devices.frame());
    },
    report,
    ...switches,
    setSinister: createShowSinister({ map, overlays, motion, state: state.get, change }),
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
    lookup: (deviceIds) => worker.ask({ kind: 'lookup', deviceIds }),
    search: (text, limit) => worker.ask({ kind: 'search', text, limit }),
    listFleet: (filter) => worker.ask({ kind: 'fleet', filter }),
    fleetFigures: () => worker.ask({ kind: 'figures' }),
    async vehiclesInView(limit) {
      const shown = devices.itemsInView();
      const ids = shown.markerIds.toSorted((a, b) => a - b).slice(0, limit);
      const vehicles = await worker.ask({ kind: 'lookup', deviceIds: ids });
      return { vehicles, markerCount: shown.markerIds.length, clusterCount: shown.clusterCount };
    },
    onFrame(listener) {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
    destroy() {
      stopFeed();
      stopKeeping();
      overlays.end();
      worker.end();
      mapBase.end();
      if (window.__atalaiaMap === probe) delete window.__atalaiaMap;
    },
  };
}

/** The counts by name; the same object while none changed, so that nothing that shows them draws again. */
function countsOf(colourCounts: readonly number[], before: ColourCounts): ColourCounts {
  const same = deviceColours.every((colour, entry) => before[colour] === colourCounts[entry]);
  if (same) return before;
  const [online = 0, ignition = 0, unknown = 0, alarm = 0, offline = 0] = colourCounts;
  return { online, ignition, unknown, alarm, offline };
}
