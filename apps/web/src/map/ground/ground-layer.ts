import TileLayer from 'ol/layer/Tile.js';
import ImageTile from 'ol/source/ImageTile.js';
import { createXYZ } from 'ol/tilegrid.js';
import type { GroundClient } from './ground-client.ts';
import type { GroundColours } from './ground-style.ts';
import { tileEdge } from './tile-frame.ts';

export interface GroundLayer {
  readonly layer: TileLayer<ImageTile>;
  /** Draws all anew in other colours. */
  setColours(colours: GroundColours): void;
}

/** Tiles of 512 pixels: the grid's level z has the resolution of the view's zoom z + 1. */
const zoomOfLevel0 = 1;

/** The shipped map as a layer of pictures (MAP-14): land, borders, Brazilian states and names, under everything else. */
export function createGroundLayer(client: GroundClient, first: GroundColours, maxZoom: number): GroundLayer {
  const pixelRatio = Math.min(2, Math.max(1, window.devicePixelRatio));
  const tileGrid = createXYZ({ tileSize: tileEdge, maxZoom: maxZoom - zoomOfLevel0 });

  function sourceIn(colours: GroundColours): ImageTile {
    return new ImageTile({
      tileGrid,
      tileSize: tileEdge * pixelRatio,
      loader: (level, column, row) =>
        client.tile({ zoom: level + zoomOfLevel0, column, row, pixelRatio, colours }),
      wrapX: true,
      transition: 0,
    });
  }

  const layer = new TileLayer({ source: sourceIn(first), preload: 1, className: 'map-ground' });
  return { layer, setColours: (colours) => layer.setSource(sourceIn(colours)) };
}
