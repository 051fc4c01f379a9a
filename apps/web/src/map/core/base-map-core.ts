/** The map with what is under everything: the shipped land and a base map. The live map and the drawing use it. */

import ImageTile from 'ol/ImageTile.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import XYZ from 'ol/source/XYZ.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import { createXYZ } from 'ol/tilegrid.js';
import View from 'ol/View.js';
import { createStore, onPart, type Store } from '../../lib/store/store.ts';
import { type BaseMapClient, createBaseMapClient } from '../base-map/base-map-client.ts';
import type { BaseMapColours } from '../base-map/base-map-style.ts';
import type { Obstacle } from '../base-map/label-layout.ts';
import { createMapNames } from '../base-map/map-names.ts';
import { tileEdge } from '../base-map/tile-frame.ts';
import type { BaseMapOffer } from '../base-maps.ts';
import { createCanvasOverlay } from '../canvas-overlay/canvas-overlay.ts';
import type { MapCore, MapStart, MapTheme } from '../map-api.ts';
import { firstMapState, type MapState } from '../map-state.ts';
import { groundResolution, mercatorX, mercatorY } from '../mercator.ts';
import type { MapViewport } from '../worker/map-frame.ts';
import type { ViewExtent } from '../worker/view-frame.ts';
import { type BaseMapSwitch, createBaseMapSwitch } from './base-map-switch.ts';
import { layerOrder } from './layer-order.ts';
import { type MapColours, mapColours } from './map-colours.ts';
import { maxZoom, startView } from './map-start.ts';

interface BaseMapLayer {
  readonly layer: TileLayer<XYZ>;
  /** Draws all again in other colours. */
  setColours(colours: BaseMapColours): void;
}

/** Tiles of 512 pixels: the grid's level z has the resolution of the view's zoom z + 1. */
const zoomOfLevel0 = 1;

/** The shipped map as a layer of pictures (MAP-14): land, borders, Brazilian states and names, under everything else. */
function createBaseMapLayer(client: BaseMapClient, first: BaseMapColours, maxZoom: number): BaseMapLayer {
  const pixelRatio = Math.min(2, Math.max(1, window.devicePixelRatio));
  const tileGrid = createXYZ({ tileSize: tileEdge, maxZoom: maxZoom - zoomOfLevel0 });

  async function draw(tile: Tile, colours: BaseMapColours): Promise<void> {
    const [level = 0, column = 0, row = 0] = tile.getTileCoord();
    try {
      const image = await client.tile({ zoom: level + zoomOfLevel0, column, row, pixelRatio, colours });
      // one that was let go meanwhile takes nothing any more
      if (!(tile instanceof ImageTile) || tile.getState() !== TileState.LOADING) return;
      // The renderer draws whatever a canvas can draw; the type says only what loads by itself.
      tile.setImage(image as unknown as HTMLCanvasElement);
    } catch {
      if (tile.getState() === TileState.LOADING) tile.setState(TileState.ERROR);
    }
  }

  /** A source that loads nothing: the address of a tile is only its name. */
  function sourceIn(colours: BaseMapColours): XYZ {
    return new XYZ({
      tileGrid,
      tilePixelRatio: pixelRatio,
      tileUrlFunction: (coordinate) => coordinate.join('/'),
      tileLoadFunction: (tile) => void draw(tile, colours),
      wrapX: true,
      transition: 0,
    });
  }

  const layer = new TileLayer({ source: sourceIn(first), preload: 1, className: 'map-base' });
  return { layer, setColours: (colours) => layer.setSource(sourceIn(colours)) };
}

/** The worker's frames reach a quarter beyond the view: a new one is requested when half of that is used up. */
const shareOfView = 1 / 8;

/** Tells what the map shows, at once when it comes to rest, and on the way whenever the markers would run out. */
function watchViewport(map: OlMap, onViewport: (viewport: MapViewport) => void): void {
  let lastViewport: MapViewport | null = null;

  function look(resting: boolean): void {
    const view = map.getView();
    const size = map.getSize();
    if (!size?.[0] || !size[1]) return;
    const [west = 0, south = 0, east = 0, north = 0] = view.calculateExtent(size);
    const extent: ViewExtent = [west, south, east, north];
    const zoom = Math.round(view.getZoom() ?? 0);
    if (!resting && lastViewport && lastViewport.zoom === zoom && !isFarFrom(extent, lastViewport.extent))
      return;
    lastViewport = { extent, zoom };
    onViewport(lastViewport);
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

export interface BaseMapCoreParts extends OlMapOptions {
  readonly start: MapStart;
  readonly theme: MapTheme;
  readonly baseMaps: BaseMapOffer;
  /** The base map to begin with. */
  readonly baseMap: string | undefined;
  /** What is on the map beside names, pixels of the screen: they keep clear of it. */
  readonly obstacles?: () => readonly Obstacle[];
  /** The viewport changed. */
  readonly onViewport?: (viewport: MapViewport) => void;
}

export interface BaseMapCore extends Pick<MapCore, 'attach' | 'detach'> {
  readonly map: OlMap;
  readonly state: Store<MapState>;
  readonly change: (part: Partial<MapState>) => void;
  readonly baseMap: BaseMapSwitch;
  colours(): MapColours;
  /** What is on the map has moved: the names look for their places again. */
  redrawNames(): void;
  /** Gives the colours where they are others than before. */
  setTheme(theme: MapTheme): MapColours | null;
  end(): void;
}

/** Throws where the browser has no worker or no canvas. */
export function createBaseMapCore(parts: BaseMapCoreParts): BaseMapCore {
  requireCanvas();
  const { start, theme, baseMaps, onViewport } = parts;
  let colours = mapColours(theme);
  let ended = false;
  const map = createOlMap(start, parts);
  const client = createBaseMapClient();
  const baseMapLayer = createBaseMapLayer(client, colours.baseMap, maxZoom);
  const state = createStore<MapState>({
    ...firstMapState,
    zoom: map.getView().getZoom() ?? 0,
    offered: baseMaps.names,
    titles: baseMaps.titles,
  });
  const change = (part: Partial<MapState>): void => state.set({ ...state.get(), ...part });

  watchViewport(map, (viewport) => {
    onViewport?.(viewport);
    const metresPerPixel = groundResolution(viewport);
    const now = state.get();
    if (viewport.zoom !== now.zoom || metresPerPixel !== now.metresPerPixel) {
      change({ zoom: viewport.zoom, metresPerPixel });
    }
  });
  map.addLayer(baseMapLayer.layer);
  const names = createMapNames({
    client,
    colours: colours.baseMap,
    obstacles: parts.obstacles ?? (() => []),
    onLoaded: () => overlay.redraw(),
  });
  const overlay = createCanvasOverlay([names], layerOrder.names);
  map.addLayer(overlay.layer);
  // the counts of the legend change four times a second, and leave the names where they are
  onPart(
    state,
    ({ background }) => background,
    (background) => {
      names.setShown(background === 'land');
      overlay.redraw();
    },
  );
  const baseMap = createBaseMapSwitch({
    ...{ map, change, offer: baseMaps, chosen: parts.baseMap },
    colours: colours.baseMap,
  });

  return {
    map,
    state,
    change,
    baseMap,
    attach: (element) => map.setTarget(element),
    detach() {
      if (!ended) map.setTarget(undefined);
    },
    colours: () => colours,
    redrawNames: overlay.redraw,
    setTheme(theme) {
      const next = mapColours(theme);
      if (JSON.stringify(next) === JSON.stringify(colours)) return null;
      colours = next;
      baseMapLayer.setColours(next.baseMap);
      baseMap.setColours(next.baseMap);
      names.setColours(next.baseMap);
      overlay.redraw();
      return next;
    },
    end() {
      ended = true;
      client.end();
      baseMap.end();
      map.setTarget(undefined);
      map.dispose();
    },
  };
}

/** Said at once: drawing would fail frame by frame, where no boundary catches it. */
function requireCanvas(): void {
  if (!document.createElement('canvas').getContext('2d')) throw new Error('The browser draws no canvas');
}

interface OlMapOptions {
  /**
   * The map is in something that scrolls: the wheel is the map's only while it has the focus. Else it is the map's
   * wherever the focus is.
   */
  readonly amongOthers?: boolean;
}

/** An OpenLayers map without layers or controls of its own. It rests on whole zooms, as clusters and tiles do. */
function createOlMap(start: MapStart, { amongOthers = false }: OlMapOptions = {}): OlMap {
  const { latitude, longitude, zoom } = startView(start);
  return new OlMap({
    layers: [],
    controls: [],
    interactions: defaultInteractions({
      onFocusOnly: false,
      mouseWheelZoom: false,
      altShiftDragRotate: false,
      pinchRotate: false,
    }).extend([new MouseWheelZoom({ onFocusOnly: amongOthers })]),
    moveTolerance: 2,
    view: new View({
      center: [mercatorX(longitude), mercatorY(latitude)],
      zoom,
      maxZoom,
      constrainResolution: true,
      enableRotation: false,
      // One world at most: a vehicle has one place on the screen.
      multiWorld: false,
    }),
  });
}
