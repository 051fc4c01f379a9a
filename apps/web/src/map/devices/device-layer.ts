import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type Source from 'ol/source/Source.js';
import { apply } from 'ol/transform.js';
import { circleOutline } from '../areas/area-outline.ts';
import type { Obstacle } from '../base-map/label-layout.ts';
import type { OverlayPart } from '../canvas-overlay/canvas-overlay.ts';
import { latitudeOf, longitudeOf } from '../mercator.ts';
import type { MapFrame } from '../worker/map-frame.ts';
import { devicePicture, itemRadius } from './device-picture.ts';
import type { DevicePalette } from './device-style.ts';
import { itemAt, type Pixel } from './hit-test.ts';
import { createLabelPills, type LabelPills } from './label-pills.ts';
import { createPictureTiles } from './picture-tiles.ts';
import { createSprites, type Sprites } from './sprites.ts';

export interface DeviceLayer {
  readonly layer: Layer<Source>;
  /** Draws a new frame in the next animation frame. */
  show(frame: MapFrame): void;
  /** The frame drawn now; null before the first. */
  frame(): MapFrame | null;
  setSelected(deviceId: number | null): void;
  setAlarms(on: boolean): void;
  setPalette(palette: DevicePalette): void;
  /** Entry of the frame under a pixel; −1 when there is none. */
  entryAt(pixel: Pixel): number;
  /** Where an EPSG:3857 place is drawn. */
  pixelOf(x: number, y: number): Pixel;
  /** Markers and clusters as they are drawn, pixels. */
  obstacles(): readonly Obstacle[];
  itemsInView(): { readonly markerIds: readonly number[]; readonly clusterCount: number };
}

export interface DeviceLayerParts {
  readonly palette: DevicePalette;
  /** A frame is on the canvas; it is on the screen after the animation frame that this is called in. */
  readonly onDrawn: () => void;
}

/**
 * The devices, drawn straight from the worker's columns. No feature is made for any of them: 100,000 cost what the few
 * hundred pictures in the view cost, and each is a copy of a drawing made before. While only devices move, the layer draws
 * by itself: the map below is not drawn again, which would cost more than all the markers.
 */
export function createDeviceLayer({ palette: firstPalette, onDrawn }: DeviceLayerParts): DeviceLayer {
  const tiles = createPictureTiles();
  let palette = firstPalette;
  let pictures: {
    readonly pixelRatio: number;
    readonly sprites: Sprites;
    readonly pills: LabelPills;
  } | null = null;
  let current: MapFrame | null = null;
  let selectedId: number | null = null;
  let alarms = true;
  let transform = [1, 0, 0, 1, 0, 0];
  let screen = { width: 0, height: 0, pixelRatio: 1 };
  let requested: number | null = null;

  function picturesFor(pixelRatio: number): NonNullable<typeof pictures> {
    if (pictures?.pixelRatio !== pixelRatio) {
      const sprites = createSprites(palette, pixelRatio);
      pictures = { pixelRatio, sprites, pills: createLabelPills(palette, pixelRatio) };
    }
    return pictures;
  }

  function pixelOf(x: number, y: number): Pixel {
    const [left, top] = apply(transform, [x, y]);
    return [left ?? 0, top ?? 0];
  }

  function draw(): void {
    if (!current) return;
    const { width, height } = screen;
    const { sprites, pills } = picturesFor(screen.pixelRatio);
    const toPixel = pixelOf;
    const drawing = { frame: current, selectedId, alarms, sprites, pills, toPixel, width, height };
    tiles.show(devicePicture(drawing), screen);
    onDrawn();
  }

  /** Called by the map, in its own animation frames. */
  function render({ size, pixelRatio, coordinateToPixelTransform }: FrameState): HTMLElement {
    const [width = 0, height = 0] = size;
    screen = { width, height, pixelRatio };
    transform = coordinateToPixelTransform;
    // What was requested since is drawn now.
    if (requested !== null) cancelAnimationFrame(requested);
    requested = null;
    draw();
    return tiles.element;
  }

  function askToDraw(): void {
    requested ??= requestAnimationFrame(() => {
      requested = null;
      draw();
    });
  }

  const layer = new Layer({ render });

  return {
    layer,
    show(frame) {
      current = frame;
      askToDraw();
    },
    frame: () => current,
    setSelected(deviceId) {
      selectedId = deviceId;
      askToDraw();
    },
    setAlarms(on) {
      alarms = on;
      askToDraw();
    },
    setPalette(next) {
      palette = next;
      pictures = null;
      askToDraw();
    },
    entryAt(pixel) {
      const frame = current;
      if (!frame || !layer.getVisible()) return -1;
      return itemAt({
        items: frame.items,
        pixel,
        toPixel: pixelOf,
        radiusOf: (entry) => itemRadius(frame, entry, selectedId),
      });
    },
    pixelOf,
    obstacles() {
      const frame = current;
      if (!frame || !layer.getVisible()) return [];
      const { items } = frame;
      return Array.from({ length: items.count }, (_, entry) => {
        const [x, y] = pixelOf(items.xs[entry] ?? 0, items.ys[entry] ?? 0);
        return { x, y, radius: itemRadius(frame, entry, selectedId) };
      });
    },
    itemsInView: () =>
      itemsWithin(layer.getVisible() ? current?.items : undefined, { ...screen, toPixel: pixelOf }),
  };
}

/** The items of a frame whose middle is on a screen of so many pixels. */
function itemsWithin(
  items: MapFrame['items'] | undefined,
  screen: {
    readonly width: number;
    readonly height: number;
    readonly toPixel: (x: number, y: number) => Pixel;
  },
) {
  const markerIds: number[] = [];
  let clusterCount = 0;
  for (let entry = 0; entry < (items?.count ?? 0); entry++) {
    const [x, y] = screen.toPixel(items?.xs[entry] ?? 0, items?.ys[entry] ?? 0);
    if (x < 0 || y < 0 || x > screen.width || y > screen.height) continue;
    if (items?.sizes[entry] === 1) markerIds.push(items.deviceIds[entry] ?? 0);
    else clusterCount++;
  }
  return { markerIds, clusterCount };
}

/** How far the selected device may be from where it is drawn: a circle in true metres on the ground. */
export interface AccuracyCircle extends OverlayPart {
  /** Radius of uncertainty of a device's last position; null or 0 when its tracker gives none. */
  set(deviceId: number, radiusMetres: number | null): void;
  /** Where the selected device is now. */
  show(selected: MapFrame['selected']): void;
  setColour(colour: string): void;
}

/** A tracker that is off by more than this knows nothing: a country-wide disc would only hide the map. */
const largestRadiusMetres = 50_000;

export function createAccuracyCircle(firstColour: string): AccuracyCircle {
  let colour = firstColour;
  let accuracy: { readonly deviceId: number; readonly radiusMetres: number } | null = null;
  let selected: MapFrame['selected'] = null;

  function shown() {
    if (!accuracy || selected?.deviceId !== accuracy.deviceId) return null;
    return { ...selected, radiusMetres: accuracy.radiusMetres };
  }

  return {
    set(deviceId, radiusMetres) {
      const known = radiusMetres !== null && radiusMetres > 0 && radiusMetres <= largestRadiusMetres;
      accuracy = known ? { deviceId, radiusMetres } : null;
    },
    show(next) {
      selected = next;
    },
    setColour(next) {
      colour = next;
    },
    isEmpty: () => shown() === null,
    draw(pen, { toPixel }) {
      const circle = shown();
      if (!circle) return;
      const centre = { latitude: latitudeOf(circle.y), longitude: longitudeOf(circle.x) };
      pen.beginPath();
      for (const [x, y] of circleOutline(centre, circle.radiusMetres)) pen.lineTo(...toPixel(x, y));
      pen.closePath();
      pen.fillStyle = colour;
      pen.globalAlpha = 0.14;
      pen.fill();
      pen.globalAlpha = 0.7;
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      pen.stroke();
    },
  };
}

/** Lines from a spot to the vehicles that are laid out round it. */
export interface SpreadLegs extends OverlayPart {
  show(frame: MapFrame): void;
  setColours(colours: LegColours): void;
}

interface LegColours {
  readonly brand: string;
  readonly casing: string;
}

export function createSpreadLegs(first: LegColours): SpreadLegs {
  let colours = first;
  let shown: MapFrame | null = null;
  return {
    show(frame) {
      shown = frame.spread ? frame : null;
    },
    setColours(next) {
      colours = next;
    },
    isEmpty: () => shown === null,
    draw(pen, { toPixel }) {
      if (!shown?.spread) return;
      const { items, spread } = shown;
      const spot = toPixel(spread.x, spread.y);
      pen.beginPath();
      for (let entry = items.count - spread.count; entry < items.count; entry++) {
        pen.moveTo(...spot);
        pen.lineTo(...toPixel(items.xs[entry] ?? 0, items.ys[entry] ?? 0));
      }
      for (const [colour, width] of [
        [colours.casing, 4],
        [colours.brand, 1.5],
      ] as const) {
        pen.strokeStyle = colour;
        pen.lineWidth = width;
        pen.stroke();
      }
    },
  };
}
