import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import { createStore, type ReadableStore } from '../../lib/store/store.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';

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
