import { defaultMapStart } from '@atalaia/domain/catalog/settings';
import { isPlace } from '@atalaia/domain/geo/geometry';
import type { MapStart } from '../map-api.ts';

/** Nobody looks closer than this (MAP-07), and a selected device is shown at it (MAP-15). */
export const maxZoom = 18;

/** Without street tiles a place is looked at from here: its towns and roads are seen, at 18 there is one colour. */
export const landZoom = 11;

/** The view that the map opens with: what is set, else Brazil (MAP-08). */
export function startView({ latitude, longitude, zoom }: MapStart): Required<{
  latitude: number;
  longitude: number;
  zoom: number;
}> {
  const place = {
    latitude: latitude ?? defaultMapStart.latitude,
    longitude: longitude ?? defaultMapStart.longitude,
  };
  return {
    ...defaultMapStart,
    ...(isPlace(place) && place),
    zoom: Math.min(maxZoom, Math.max(0, Math.round(zoom ?? defaultMapStart.zoom))),
  };
}
