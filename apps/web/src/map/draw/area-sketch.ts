/** The area in work: drawn by a pen while there is none, changed by its handles once there is one. */
import type { GeofenceArea } from '@atalaia/domain/geo/geofence-area';
import Collection from 'ol/Collection.js';
import type Feature from 'ol/Feature.js';
import Modify from 'ol/interaction/Modify.js';
import Snap from 'ol/interaction/Snap.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import type { GeofencePalette } from '../areas/geofence-layer.ts';
import { layerOrder } from '../core/layer-order.ts';
import { type AreaHandles, handlesOf } from './area-handles.ts';
import { type AreaKind, type AreaPen, type AreaProgress, createAreaPen } from './area-pen.ts';
import { type SketchLook, sketchStyles } from './sketch-style.ts';

export interface AreaSketchParts {
  readonly map: OlMap;
  readonly palette: GeofencePalette;
  /** What corners stick to. */
  readonly snapTo: Collection<Feature>;
  /** The area was drawn, or changed, by the person. */
  readonly onArea: (area: GeofenceArea) => void;
  readonly onProgress: (progress: AreaProgress) => void;
}

export interface AreaSketch {
  /** Shows an area and lets it be changed. Null shows none. */
  show(area: GeofenceArea | null): void;
  /** Takes the pen for a new one, or puts it away. */
  draw(kind: AreaKind | null): void;
  setLook(look: SketchLook): void;
  setPalette(palette: GeofencePalette): void;
  /** Whether the area may be changed. */
  setChangeable(on: boolean): void;
  /** Takes back the last point of what is being drawn; false when nothing is. */
  undo(): boolean;
  /** Ends what is being drawn; false when that is no area yet. */
  finish(): boolean;
  abort(): boolean;
}

const grabPixels = 12;
const snapPixels = 8;

export function createAreaSketch({ map, snapTo, onArea, onProgress, ...parts }: AreaSketchParts): AreaSketch {
  const source = new VectorSource({ wrapX: false });
  const layer = new VectorLayer({ source, zIndex: layerOrder.measure, className: 'map-sketch' });
  const features = new Collection<Feature>();
  const snap = new Snap({ features: snapTo, pixelTolerance: snapPixels });
  let palette = parts.palette;
  let look: SketchLook = { colour: null, halfWidthMetres: 0 };
  let styles = sketchStyles(look, palette);
  let shown: AreaHandles | null = null;
  let area: GeofenceArea | null = null;
  let pen: AreaPen | null = null;
  let penKind: AreaKind | null = null;
  let changeable = true;

  const modify = new Modify({
    features,
    pixelTolerance: grabPixels,
    style: () => styles.point,
  });
  map.addLayer(layer);
  map.addInteraction(modify);
  map.addInteraction(snap);
  restyle();

  modify.on('modifystart', () => {
    for (const handle of features.getArray()) handle.on('change', reportProgress);
  });
  modify.on('modifyend', () => {
    for (const handle of features.getArray()) handle.un('change', reportProgress);
    onProgress(undefined);
    const changed = shown?.read();
    // corners drawn onto one another leave no area: it springs back
    if (changed) onArea(changed);
    else show(area);
  });

  function reportProgress(): void {
    onProgress(shown?.read() ?? null);
  }

  function restyle(): void {
    styles = sketchStyles(look, palette);
    layer.setStyle((feature, resolution) => styles.shape(feature, resolution));
    if (penKind) draw(penKind);
  }

  function show(next: GeofenceArea | null): void {
    area = next;
    shown = next && handlesOf(next);
    source.clear(true);
    features.clear();
    source.addFeatures([...(shown?.features ?? [])]);
    if (changeable) features.extend([...(shown?.handles ?? [])]);
  }

  function draw(kind: AreaKind | null): void {
    if (pen) map.removeInteraction(pen.interaction);
    penKind = kind;
    pen = kind && createAreaPen({ kind, styles, onProgress, onDrawn: onArea });
    modify.setActive(pen === null);
    if (pen) map.addInteraction(pen.interaction);
    // what corners stick to must see the pointer before the pen does: the last one is asked first
    map.removeInteraction(snap);
    map.addInteraction(snap);
    const viewport = map.getViewport();
    if (viewport) viewport.style.cursor = pen ? 'crosshair' : '';
  }

  return {
    show,
    draw,
    setLook(next) {
      look = next;
      restyle();
    },
    setPalette(next) {
      palette = next;
      restyle();
    },
    setChangeable(on) {
      changeable = on;
      show(area);
    },
    undo: () => pen?.undo() ?? false,
    finish: () => pen?.finish() ?? false,
    abort: () => pen?.abort() ?? false,
  };
}
