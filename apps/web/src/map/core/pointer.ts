import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import { createStore, type ReadableStore } from '../../lib/store/store.ts';
import type { DeviceLayer } from '../devices/device-layer.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';

export interface ClickedItem {
  readonly deviceId: number;
  /** Devices in it: 1 is a marker. */
  readonly size: number;
  /** EPSG:3857 metres. */
  readonly x: number;
  readonly y: number;
}

export interface PointerParts {
  readonly map: OlMap;
  readonly devices: DeviceLayer;
  /** Clicks are for something else now: a distance is measured. */
  readonly isBusy: () => boolean;
  readonly onItem: (item: ClickedItem) => void;
  /** Whether there is a mark of a report at a pixel: it is clicked before what is below it. */
  readonly markAt: (x: number, y: number) => number | null;
  readonly onMark: (row: number) => void;
  /** A click on the map where neither is, EPSG:3857 metres. */
  readonly onEmpty: (x: number, y: number) => void;
}

/**
 * Clicks and the cursor. A marker answers at once; the empty map waits until the click is no double click, so that zooming
 * in by two clicks does not let the selection go.
 */
export function listenToPointer(parts: PointerParts): void {
  const { map, devices, isBusy, onItem, onEmpty } = parts;
  function itemAt(pixel: readonly number[]): ClickedItem | null {
    const frame = devices.frame();
    const entry = devices.entryAt([...placeOf(pixel)]);
    if (!frame || entry < 0) return null;
    const { deviceIds, sizes, xs, ys } = frame.items;
    return {
      deviceId: deviceIds[entry] ?? 0,
      size: sizes[entry] ?? 1,
      x: xs[entry] ?? 0,
      y: ys[entry] ?? 0,
    };
  }

  // Judged when it is clicked: a quarter of a second later the map may have moved to what was selected.
  let wasEmpty = false;
  map.on('click', ({ pixel }) => {
    wasEmpty = false;
    if (isBusy()) return;
    const mark = parts.markAt(...placeOf(pixel));
    if (mark !== null) return parts.onMark(mark);
    const item = itemAt(pixel);
    wasEmpty = item === null;
    if (item) onItem(item);
  });
  map.on('singleclick', ({ coordinate: [x = 0, y = 0] }) => {
    if (wasEmpty) onEmpty(x, y);
  });
  map.on('pointermove', ({ pixel, dragging }) => {
    const viewport = map.getViewport();
    if (dragging || !viewport || isBusy()) return;
    const isOverSomething = parts.markAt(...placeOf(pixel)) !== null || itemAt(pixel) !== null;
    viewport.style.cursor = isOverSomething ? 'pointer' : '';
  });
}

const placeOf = ([x = 0, y = 0]: readonly number[]) => [x, y] as const;

/** The place under the pointer, null while it is elsewhere; reported at most once an animation frame. */
export function createPointerPlace(map: OlMap): ReadableStore<Place | null> {
  const store = createStore<Place | null>(null);
  let last: Place | null = null;
  let isRequested = false;

  function publish(place: Place | null): void {
    last = place;
    if (isRequested) return;
    isRequested = true;
    requestAnimationFrame(() => {
      isRequested = false;
      store.set(last);
    });
  }

  map.on('pointermove', ({ coordinate: [x = 0, y = 0], originalEvent }) => {
    // A finger covers the place that it points at, and leaves it at once.
    if (originalEvent instanceof PointerEvent && originalEvent.pointerType === 'touch') return;
    publish({ latitude: latitudeOf(y), longitude: longitudeOf(x) });
  });
  map.getViewport()?.addEventListener('pointerleave', () => publish(null));
  return store;
}
