/** Geofences and places of interest on the map. What draws them is loaded when there is something to draw. */
import type { Geofence } from '@atalaia/contract/rules/geofence';
import type { Place } from '@atalaia/domain/geo/geometry';
import type OlMap from 'ol/Map.js';
import type { GeofenceLayer, GeofencePalette } from './geofence-layer.ts';
import { type GeofenceShape, geofenceAt, readGeofences } from './geofence-shape.ts';
import type { PoiLayer } from './poi-layer.ts';

/** `failed`: nobody answered at the address, or the answer is no layer of places. */
export type PoiState = 'none' | 'loading' | 'shown' | 'failed';

export interface AreasParts {
  readonly map: OlMap;
  readonly palette: GeofencePalette;
  readonly onPoi: (state: PoiState) => void;
}

export interface Areas {
  /** Gives how many were left out because their area cannot be read. */
  setGeofences(geofences: readonly Geofence[]): number;
  setGeofencesVisible(on: boolean): void;
  geofenceAt(place: Place): number | null;
  shapes(): readonly GeofenceShape[];
  setPoi(url: string | null): void;
  setPalette(palette: GeofencePalette): void;
  end(): void;
}

/** A file of places larger than this is none. */
const longestPoiText = 20_000_000;

export function createAreas({ map, palette: firstPalette, onPoi }: AreasParts): Areas {
  let palette = firstPalette;
  let visible = true;
  let shapes: readonly GeofenceShape[] = [];
  let geofences: GeofenceLayer | null = null;
  let places: PoiLayer | null = null;
  let poiUrl: string | null = null;
  let reading: AbortController | null = null;
  let ended = false;

  async function showGeofences(): Promise<void> {
    if (!geofences) {
      if (shapes.length === 0) return;
      const { createGeofenceLayer } = await import('./geofence-layer.ts');
      if (ended) return;
      if (!geofences) {
        geofences = createGeofenceLayer(palette);
        map.addLayer(geofences.layer);
      }
    }
    geofences.layer.setVisible(visible);
    geofences.setShapes(shapes);
  }

  async function showPoi(url: string, signal: AbortSignal): Promise<void> {
    onPoi('loading');
    try {
      const [{ createPoiLayer }, text] = await Promise.all([import('./poi-layer.ts'), load(url, signal)]);
      if (signal.aborted) return;
      if (!places) {
        places = createPoiLayer(palette);
        map.addLayer(places.layer);
      }
      places.setContent(text);
      places.layer.setVisible(true);
      onPoi('shown');
    } catch (reason) {
      if (signal.aborted) return;
      console.warn('The layer of places is not shown', reason);
      onPoi('failed');
    }
  }

  return {
    setGeofences(next) {
      const read = readGeofences(next);
      shapes = read.shapes;
      showGeofences().catch((reason: unknown) => console.error('The geofences are not drawn', reason));
      return read.skippedCount;
    },
    setGeofencesVisible(on) {
      visible = on;
      geofences?.layer.setVisible(on);
    },
    geofenceAt: (place) => (visible ? (geofenceAt(shapes, place)?.geofenceId ?? null) : null),
    shapes: () => shapes,
    setPoi(url) {
      if (url === poiUrl) return;
      poiUrl = url;
      reading?.abort();
      reading = null;
      places?.layer.setVisible(false);
      if (!url) return onPoi('none');
      reading = new AbortController();
      void showPoi(url, reading.signal);
    },
    setPalette(next) {
      palette = next;
      geofences?.setPalette(next);
      places?.setPalette(next);
    },
    end() {
      ended = true;
      reading?.abort();
    },
  };
}

async function load(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, credentials: 'omit' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const text = await response.text();
  if (text.length > longestPoiText) throw new Error(`${url} is too long`);
  return text;
}
