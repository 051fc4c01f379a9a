import TileLayer from 'ol/layer/Tile.js';
import XYZ from 'ol/source/XYZ.js';
import type { BaseMap, TileSource } from '../base-maps.ts';
import classes from './raster.module.css';
import { nextTileHealth, type TileHealth, untriedTiles } from './tile-health.ts';

export interface RasterLayer {
  readonly layer: TileLayer<XYZ>;
  end(): void;
}

export interface RasterParts {
  readonly baseMap: BaseMap;
  readonly source: TileSource;
  /** True while tiles of the service are on the map, false while only the shipped land is (MAP-14). */
  readonly onShown: (shown: boolean) => void;
}

/** A tile service over the shipped land. While it cannot be reached it is invisible and says nothing. */
export function createRasterLayer({ baseMap, source, onShown }: RasterParts): RasterLayer {
  const tiles = new XYZ({ url: source.url, maxZoom: source.maxZoom ?? 18, transition: 120 });
  const layer = new TileLayer({
    source: tiles,
    className: `${classes.raster} ${baseMap === 'satellite' ? classes.photo : classes.drawing}`,
  });
  let health: TileHealth = untriedTiles;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function become(next: TileHealth): void {
    const before = health;
    health = next;
    if (next.service === before.service) return;
    layer.setVisible(next.service !== 'down');
    onShown(next.service === 'up');
    if (next.service === 'down') timer = setTimeout(tryAgain, next.restMs);
  }

  function tryAgain(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (health.service !== 'down') return;
    // Failed tiles are remembered as failed; a refresh forgets them.
    tiles.refresh();
    become(nextTileHealth(health, 'triedAgain'));
  }

  tiles.on('tileloadend', () => become(nextTileHealth(health, 'loaded')));
  tiles.on('tileloaderror', () => become(nextTileHealth(health, 'failed')));
  window.addEventListener('online', tryAgain);

  return {
    layer,
    end() {
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener('online', tryAgain);
      tiles.clear();
    },
  };
}
