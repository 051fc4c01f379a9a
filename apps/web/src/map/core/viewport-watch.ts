import type OlMap from 'ol/Map.js';
import type { MapViewport } from '../worker/map-frame.ts';
import type { ViewExtent } from '../worker/view-frame.ts';

/** The worker's frames reach a quarter beyond the view: a new one is asked for when half of that is used up. */
const shareOfView = 1 / 8;

/** Tells what the map shows, at once when it comes to rest, and on the way whenever the markers would run out. */
export function watchViewport(map: OlMap, tell: (viewport: MapViewport) => void): void {
  let told: MapViewport | null = null;

  function look(resting: boolean): void {
    const view = map.getView();
    const size = map.getSize();
    if (!size?.[0] || !size[1]) return;
    const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(size);
    const extent: ViewExtent = [west, south, east, north];
    const zoom = Math.round(view.getZoom() ?? 0);
    if (!resting && told && told.zoom === zoom && !isFarFrom(extent, told.extent)) return;
    told = { extent, zoom };
    tell(told);
  }

  map.on('moveend', () => look(true));
  map.on('postrender', () => look(false));
}

function isFarFrom(now: ViewExtent, before: ViewExtent): boolean {
  const across = (now[2] - now[0]) * shareOfView;
  const up = (now[3] - now[1]) * shareOfView;
  return (
    Math.abs(now[0] - before[0]) > across ||
    Math.abs(now[2] - before[2]) > across ||
    Math.abs(now[1] - before[1]) > up ||
    Math.abs(now[3] - before[3]) > up
  );
}
