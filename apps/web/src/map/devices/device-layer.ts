import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type Source from 'ol/source/Source.js';
import { apply } from 'ol/transform.js';
import type { MapFrame } from '../worker/map-frame.ts';
import type { DevicePalette } from './device-style.ts';
import { type DeviceDrawing, drawDevices, itemRadius } from './draw-devices.ts';
import { itemAt, type Pixel } from './hit-test.ts';
import { createLabelPills, type LabelPills } from './label-pills.ts';
import { createSprites, type Sprites } from './sprites.ts';

export interface DeviceLayer {
  readonly layer: Layer<Source>;
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
  itemsInView(): { readonly markerIds: readonly number[]; readonly clusterCount: number };
}

/**
 * The devices, drawn straight from the worker's columns. No feature is made for any of them: 100,000 cost what the few
 * hundred pictures in the view cost, and each is a copy of a drawing made before.
 */
export function createDeviceLayer(firstPalette: DevicePalette): DeviceLayer {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
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

  function render({ size, pixelRatio, coordinateToPixelTransform }: FrameState): HTMLElement {
    const [width = 0, height = 0] = size;
    const pixelWidth = Math.round(width * pixelRatio);
    const pixelHeight = Math.round(height * pixelRatio);
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
      canvas.width = pixelWidth;
      canvas.height = pixelHeight;
    }
    transform = coordinateToPixelTransform;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser draws no canvas');
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (current) {
      const { sprites, pills } = picturesFor(pixelRatio);
      const drawing: DeviceDrawing = {
        frame: current,
        selectedId,
        alarms,
        sprites,
        pills,
        toPixel: pixelOf,
        width,
        height,
      };
      drawDevices(pen, drawing);
    }
    return canvas;
  }

  const layer = new Layer({ render });

  return {
    layer,
    show(frame) {
      current = frame;
      layer.changed();
    },
    frame: () => current,
    setSelected(deviceId) {
      selectedId = deviceId;
      layer.changed();
    },
    setAlarms(on) {
      alarms = on;
      layer.changed();
    },
    setPalette(next) {
      palette = next;
      pictures = null;
      layer.changed();
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
    itemsInView() {
      const markerIds: number[] = [];
      let clusterCount = 0;
      const items = layer.getVisible() ? current?.items : undefined;
      for (let entry = 0; entry < (items?.count ?? 0); entry++) {
        const [x, y] = pixelOf(items?.xs[entry] ?? 0, items?.ys[entry] ?? 0);
        if (x < 0 || y < 0 || x > canvas.clientWidth || y > canvas.clientHeight) continue;
        if (items?.sizes[entry] === 1) markerIds.push(items.deviceIds[entry] ?? 0);
        else clusterCount++;
      }
      return { markerIds, clusterCount };
    },
  };
}
