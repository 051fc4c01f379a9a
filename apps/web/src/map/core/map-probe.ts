/**
 * What a test or a bench may read of the map at `window.__atalaiaMap`: a canvas has no elements to look at. It changes
 * nothing, and shows nothing that the person signed in does not see.
 */
import { type DeviceColour, deviceColours } from '@atalaia/domain/devices/device-status';
import type OlMap from 'ol/Map.js';
import type { DeviceLayer } from '../devices/device-layer.ts';
import type { MapState } from '../map-state.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';
import type { ReportLayer } from '../report/report-layer.ts';
import type { UpdateClock } from './update-clock.ts';

/** Pixels of the map's own element, from its upper left. */
export interface ProbePoint {
  readonly x: number;
  readonly y: number;
}

export interface ProbeMarker extends ProbePoint {
  readonly deviceId: number;
  readonly colour: DeviceColour;
  readonly course: number | null;
  readonly siren: boolean;
}

export interface ProbeCluster extends ProbePoint {
  readonly size: number;
}

export interface MapProbe {
  readonly state: () => MapState;
  readonly zoom: () => number;
  readonly centre: () => { readonly latitude: number; readonly longitude: number };
  /** Frames of the devices that reached the screen. */
  readonly frameCount: () => number;
  /** When the last of them did, on the page's clock, ms; NaN before the first. */
  readonly lastPaintMs: () => number;
  readonly markers: () => readonly ProbeMarker[];
  readonly clusters: () => readonly ProbeCluster[];
  readonly pixelOf: (deviceId: number) => ProbePoint | null;
  /** What of a report was drawn last. */
  readonly report: ReportLayer['shown'];
  /** From the live feed to the screen, ms, one entry a position in the view, the newest last. */
  readonly latenciesMs: () => readonly number[];
  readonly forgetLatencies: () => void;
}

declare global {
  interface Window {
    __atalaiaMap?: MapProbe;
  }
}

export interface ProbeParts {
  readonly map: OlMap;
  readonly devices: DeviceLayer;
  readonly clock: UpdateClock;
  readonly report: ReportLayer;
  readonly state: () => MapState;
  readonly frameCount: () => number;
  readonly lastPaintMs: () => number;
}

export function createMapProbe({
  map,
  devices,
  clock,
  report,
  state,
  frameCount,
  lastPaintMs,
}: ProbeParts): MapProbe {
  const view = map.getView();

  function markers(): ProbeMarker[] {
    return itemsOf((items, entry, point) =>
      items.sizes[entry] === 1
        ? {
            deviceId: items.deviceIds[entry] ?? 0,
            colour: deviceColours[items.colours[entry] ?? 0] ?? 'unknown',
            course: Number.isNaN(items.courses[entry]) ? null : (items.courses[entry] ?? null),
            siren: items.sirens[entry] === 1,
            ...point,
          }
        : null,
    );
  }

  type Items = NonNullable<ReturnType<DeviceLayer['frame']>>['items'];

  function itemsOf<Item>(read: (items: Items, entry: number, point: ProbePoint) => Item | null): Item[] {
    const items = devices.frame()?.items;
    if (!items || !state().devices) return [];
    return Array.from({ length: items.count }, (_, entry) => {
      const [x, y] = devices.pixelOf(items.xs[entry] ?? 0, items.ys[entry] ?? 0);
      return read(items, entry, { x, y });
    }).filter((item) => item !== null);
  }

  return {
    state,
    zoom: () => view.getZoom() ?? Number.NaN,
    centre() {
      const [x = 0, y = 0] = view.getCenter() ?? [];
      return { latitude: latitudeOf(y), longitude: longitudeOf(x) };
    },
    frameCount,
    lastPaintMs,
    markers,
    clusters: () =>
      itemsOf((items, entry, point) => {
        const size = items.sizes[entry] ?? 1;
        return size > 1 ? { size, ...point } : null;
      }),
    pixelOf(deviceId) {
      const found = markers().find((marker) => marker.deviceId === deviceId);
      return found ? { x: found.x, y: found.y } : null;
    },
    report: report.shown,
    latenciesMs: clock.latenciesMs,
    forgetLatencies: clock.forget,
  };
}
