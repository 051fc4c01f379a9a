/** The selected device: chosen by a click or by id, centred, followed, released. */
import type OlMap from 'ol/Map.js';
import type { DeviceLayer } from '../devices/device-layer.ts';
import type { MapCoreParts, SelectOutcome } from '../map-api.ts';
import type { MapState } from '../map-state.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';
import type { ReportMap } from '../report/report-drawing.ts';
import type { ReportLayer } from '../report/report-layer.ts';
import type { MapFrame } from '../worker/map-frame.ts';
import type { DeviceFrames } from './device-frames.ts';
import { landZoom, maxZoom } from './map-start.ts';
import type { Overlays } from './overlays.ts';
import { listenToPointer } from './pointer.ts';
import { createViewMotion, type ViewMotion } from './view-motion.ts';

/** All of a report is shown no nearer than this, and the place of a row at it when the map is farther away. */
const nearestFitZoom = 16;

interface ReportMapParts {
  readonly layer: Pick<ReportLayer, 'show' | 'showRoute' | 'highlight' | 'extent'>;
  readonly redraw: () => void;
  readonly redrawRing: () => void;
  readonly motion: Pick<ViewMotion, 'fit' | 'isInView' | 'centreOn'>;
}

/** `pick` is for the pointer: a mark of this row was clicked. */
export function createReportMap({ layer, redraw, redrawRing, motion }: ReportMapParts): {
  readonly report: ReportMap;
  readonly pick: (row: number) => void;
} {
  const listeners = new Set<(row: number) => void>();
  return {
    pick(row) {
      for (const listener of [...listeners]) listener(row);
    },
    report: {
      show(drawing) {
        layer.show(drawing);
        redraw();
      },
      showRoute(way) {
        layer.showRoute(way);
        redraw();
      },
      highlight(place) {
        layer.highlight(place);
        redrawRing();
        if (!place) return;
        const [x, y] = [mercatorX(place.longitude), mercatorY(place.latitude)];
        if (!motion.isInView(x, y)) motion.centreOn(x, y);
      },
      fit() {
        const extent = layer.extent();
        if (extent) motion.fit(extent, nearestFitZoom);
      },
      onPick(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
}

export interface DeviceSelectionParts
  extends Pick<
    MapCoreParts,
    'selectZoom' | 'onNeverPositioned' | 'onNothingToFollow' | 'onPicked' | 'onGeofencePicked'
  > {
  readonly map: OlMap;
  readonly devices: DeviceLayer;
  readonly overlays: Overlays;
  readonly frames: Pick<DeviceFrames, 'worker' | 'loaded'>;
  readonly state: () => MapState;
  readonly change: (part: Partial<MapState>) => void;
}

export function createDeviceSelection(parts: DeviceSelectionParts) {
  const { map, devices, overlays, frames, state, change } = parts;
  const { worker, loaded } = frames;
  let selectRequest = 0;
  const motion = createViewMotion({
    map,
    onDragged: () => take({ kind: 'dragged' }),
    onZoomedByHand() {
      take({ kind: 'zoomedByHand' });
      putTogether();
    },
  });

  /** What was laid out round its spot is one cluster again. */
  function putTogether(): void {
    if (!devices.frame()?.spread) return;
    worker
      .ask({ kind: 'spread', deviceId: null })
      .catch((error: unknown) => console.error('The vehicles of a spot stay laid out', error));
  }

  function take(event: SelectionEvent): void {
    const before = state();
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
    const near = state().background === 'tiles' ? parts.selectZoom : parts.selectZoom && landZoom;
    motion.centreOn(x, y, near ?? maxZoom);
  }

  function release(): void {
    selectRequest++;
    motion.letGo();
    take({ kind: 'released' });
  }

  function centreFollowed(frame: MapFrame | null): void {
    const { follow, selectedDeviceId } = state();
    const place = frame?.selected;
    if (follow && place && place.deviceId === selectedDeviceId) motion.centreOn(place.x, place.y);
  }

  const { report: layer, redrawReport: redraw, redrawRing } = overlays;
  const { report, pick } = createReportMap({ layer, redraw, redrawRing, motion });
  listenToPointer({
    map,
    devices,
    isBusy: overlays.measure.isOn,
    markAt: overlays.report.rowAt,
    onMark: pick,
    onItem({ deviceId, size, x, y }) {
      if (size > 1) {
        // A cluster cannot be selected (MAP-05); a click on it looks closer, or lays out what is on one spot.
        const lookCloser = () => motion.zoomBy(2, [x, y]);
        worker.ask({ kind: 'spread', deviceId }).then((isSpread) => !isSpread && lookCloser(), lookCloser);
        return;
      }
      choose(deviceId, x, y);
      parts.onPicked(deviceId);
    },
    onEmpty(x, y) {
      putTogether();
      if (state().selectedDeviceId !== null) {
        release();
        parts.onPicked(null);
      }
      const geofenceId = overlays.areas.geofenceAt({ latitude: latitudeOf(y), longitude: longitudeOf(x) });
      if (geofenceId !== null) parts.onGeofencePicked?.(geofenceId);
    },
  });

  return {
    motion,
    report,
    release,
    centreFollowed,
    async select(deviceId: number): Promise<SelectOutcome> {
      const request = ++selectRequest;
      await loaded;
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
    setFollow(on: boolean) {
      if (on && state().selectedDeviceId === null) return parts.onNothingToFollow?.();
      take({ kind: 'followSet', on });
      centreFollowed(devices.frame());
    },
  };
}

/** What is selected and whether the map follows it: a small machine without a map (MAP-05, MAP-06). */

export interface Selection {
  readonly selectedDeviceId: number | null;
  readonly follow: boolean;
}

export type SelectionEvent =
  /** A single marker was clicked, or a device was chosen elsewhere. */
  | { readonly kind: 'chosen'; readonly deviceId: number }
  /** The empty map was clicked, or the panel closed. */
  | { readonly kind: 'released' }
  | { readonly kind: 'followSet'; readonly on: boolean }
  /** The map was moved by hand. */
  | { readonly kind: 'dragged' }
  /** Wheel, pinch, double click, key or zoom button. */
  | { readonly kind: 'zoomedByHand' };

/** The same object when the event changes nothing. */
export function nextSelection(now: Selection, event: SelectionEvent): Selection {
  switch (event.kind) {
    case 'chosen':
      return event.deviceId === now.selectedDeviceId ? now : { ...now, selectedDeviceId: event.deviceId };
    case 'released':
      return now.selectedDeviceId === null ? now : { ...now, selectedDeviceId: null };
    case 'followSet':
      return event.on === now.follow ? now : { ...now, follow: event.on };
    case 'dragged':
    case 'zoomedByHand':
      return now.follow ? { ...now, follow: false } : now;
  }
}
