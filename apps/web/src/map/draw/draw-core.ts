/** A map of one area that is drawn or changed, among the other geofences. */

import type { Geofence } from '@atalaia/contract/rules/geofence';
import { type GeofenceArea, printArea } from '@atalaia/domain/geo/geofence-area';
import type { Place } from '@atalaia/domain/geo/geometry';
import Collection from 'ol/Collection.js';
import { createEmpty, type Extent, extend, intersects } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import type OlMap from 'ol/Map.js';
import { createStore, type ReadableStore } from '../../lib/store/store.ts';
import { areaOutline } from '../areas/area-outline.ts';
import { createGeofenceLayer } from '../areas/geofence-layer.ts';
import { type GeofenceShape, readGeofences } from '../areas/geofence-shape.ts';
import type { BaseMapOffer } from '../base-maps.ts';
import { createBaseMapCore } from '../core/base-map-core.ts';
import type { ProbePoint } from '../core/map-probe.ts';
import { createViewMotion } from '../core/view-motion.ts';
import type { MapStart, MapTheme, PlainMap } from '../map-api.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';
import type { AreaKind, AreaProgress } from './area-pen.ts';
import { createAreaSketch } from './area-sketch.ts';
import type { SketchLook } from './sketch-style.ts';

export interface DrawCoreParts {
  readonly theme: MapTheme;
  readonly baseMaps: BaseMapOffer;
  readonly baseMap: string | undefined;
  readonly start: MapStart;
  /** The person drew an area or changed it. It is shown as it is until another one is. */
  readonly onArea: (area: GeofenceArea) => void;
}

export interface DrawCore extends PlainMap {
  /** What is under way. */
  readonly progress: ReadableStore<AreaProgress>;
  setBaseMapOffer(offer: BaseMapOffer): void;
  setTheme(theme: MapTheme): void;
  /** The area that can be changed; null for none. */
  setArea(area: GeofenceArea | null): void;
  setChangeable(on: boolean): void;
  setLook(look: SketchLook): void;
  /** Geofences that are beside it, faintly; corners stick to them. */
  setOthers(geofences: readonly Geofence[]): void;
  /** Takes the pen for an area of a kind, or puts it away. */
  draw(kind: AreaKind | null): void;
  /** Takes the last point back; false when nothing is being drawn. */
  undo(): boolean;
  /** Ends what is being drawn; false when that is no area yet. */
  finish(): boolean;
  centreOn(place: Place, zoom: number): void;
  /** Shows an area whole, or all others where it is null. */
  fit(area: GeofenceArea | null): void;
  destroy(): void;
}

const faint = 0.5;
/** Corners stick to as many at most: thousands in view are a city seen from far, where nobody draws. */
const mostSticky = 200;
const fitPadding = [48, 72, 48, 48];
const closestFit = 17;

/** Throws where the browser has no worker or no canvas. */
export function createDrawCore(parts: DrawCoreParts): DrawCore {
  const mapBase = createBaseMapCore({ ...parts, amongOthers: true });
  const { map, state, baseMap } = mapBase;
  const { geofences: palette } = mapBase.colours();
  const others = createGeofenceLayer(palette, faint);
  const sticky = new Collection<Feature>();
  const progress = createStore<AreaProgress>(undefined);
  const motion = createViewMotion({ map, onDragged: () => {}, onZoomedByHand: () => {} });
  let area: GeofenceArea | null = null;
  let shapes: readonly GeofenceShape[] = [];
  map.addLayer(others.layer);
  const sketch = createAreaSketch({
    map,
    palette,
    snapTo: sticky,
    onArea: parts.onArea,
    onProgress: progress.set,
  });

  map.on('moveend', stickToWhatIsInView);

  function stickToWhatIsInView(): void {
    const view = map.getView().calculateExtent();
    const inView = shapes.filter(({ extent }) => intersects([...extent], view));
    sticky.clear();
    if (inView.length <= mostSticky) sticky.extend(inView.map(featureOf));
  }

  function fit(extent: Extent): void {
    const [width = 0, height = 0] = map.getSize() ?? [];
    if (width === 0 || height === 0) {
      map.once('change:size', () => fit(extent));
      return;
    }
    map.getView().fit(extent, { padding: fitPadding, maxZoom: closestFit });
  }

  const core: DrawCore = {
    state,
    progress,
    attach: mapBase.attach,
    detach: mapBase.detach,
    setBaseMap: baseMap.choose,
    setBaseMapOffer: baseMap.setOffer,
    zoomBy: (levels) => motion.zoomBy(levels),
    takeKey(key) {
      if (key === 'Escape') return sketch.abort();
      if (key === 'Enter') return sketch.finish();
      return key === 'Backspace' && sketch.undo();
    },
    setTheme(theme) {
      const next = mapBase.setTheme(theme);
      if (!next) return;
      others.setPalette(next.geofences);
      sketch.setPalette(next.geofences);
    },
    setArea(next) {
      area = next;
      sketch.show(next);
    },
    setChangeable: sketch.setChangeable,
    setLook: sketch.setLook,
    setOthers(geofences) {
      ({ shapes } = readGeofences(geofences));
      others.setShapes(shapes);
      stickToWhatIsInView();
    },
    draw: sketch.draw,
    undo: sketch.undo,
    finish: sketch.finish,
    centreOn({ latitude, longitude }, zoom) {
      motion.centreOn(mercatorX(longitude), mercatorY(latitude), zoom);
    },
    fit(area) {
      if (area) fit(extentOf(area));
      else if (shapes.length > 0)
        fit(shapes.reduce((all, { extent }) => extend(all, [...extent]), createEmpty()));
    },
    destroy() {
      mapBase.end();
      probe.end();
    },
  };
  const probe = createDrawProbe(map, () => area);
  return core;
}

function featureOf({ area, outline }: GeofenceShape): Feature {
  const points = [...outline];
  return new Feature(area.kind === 'line' ? new LineString(points) : new Polygon([points]));
}

function extentOf(area: GeofenceArea): Extent {
  const outline = areaOutline(area);
  const across = outline.map(([x]) => x);
  const up = outline.map(([, y]) => y);
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)];
}

/** What a test may read of the map an area is drawn on, at `window.__atalaiaDrawing`. It changes nothing. */
interface DrawProbe {
  readonly zoom: () => number;
  /** Where a place lies, in pixels of the map's element from its upper left; null before it is drawn. */
  readonly pixelOf: (place: Place) => ProbePoint | null;
  readonly placeAt: (point: ProbePoint) => Place | null;
  /** The text of the area that is shown; empty for none. */
  readonly area: () => string;
  /** Whether the view rests. */
  readonly isStill: () => boolean;
}

declare global {
  interface Window {
    __atalaiaDrawing?: DrawProbe;
  }
}

function createDrawProbe(map: OlMap, area: () => GeofenceArea | null): { end(): void } {
  const view = map.getView();
  const probe: DrawProbe = {
    zoom: () => view.getZoom() ?? Number.NaN,
    pixelOf({ latitude, longitude }) {
      const [x, y] = map.getPixelFromCoordinate([mercatorX(longitude), mercatorY(latitude)]) ?? [];
      return x === undefined || y === undefined ? null : { x, y };
    },
    placeAt({ x, y }) {
      const [east, north] = map.getCoordinateFromPixel([x, y]) ?? [];
      if (east === undefined || north === undefined) return null;
      return { latitude: latitudeOf(north), longitude: longitudeOf(east) };
    },
    area() {
      const shown = area();
      return shown ? printArea(shown) : '';
    },
    isStill: () => !view.getAnimating() && !view.getInteracting(),
  };
  window.__atalaiaDrawing = probe;
  return {
    end() {
      if (window.__atalaiaDrawing === probe) delete window.__atalaiaDrawing;
    },
  };
}
