import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type Source from 'ol/source/Source.js';
import { apply } from 'ol/transform.js';
import { penOf } from '../devices/canvas-pen.ts';

export interface OverlayScreen {
  /** Pixels of the map. */
  readonly width: number;
  readonly height: number;
  /** Metres of EPSG:3857 per pixel. */
  readonly resolution: number;
  /** Where an EPSG:3857 place is on the screen. */
  readonly toPixel: (x: number, y: number) => readonly [x: number, y: number];
}

export interface OverlayPart {
  /** Whether there is anything to draw; while no part has any, the sheet costs nothing. */
  isEmpty(): boolean;
  draw(pen: CanvasRenderingContext2D, screen: OverlayScreen): void;
}

export interface CanvasOverlay {
  readonly layer: Layer<Source>;
  /** Draws again in the next animation frame, without drawing the map below. */
  redraw(): void;
}

/** A canvas over the whole map for a few things drawn by hand, one part over the other. */
export function createCanvasOverlay(parts: readonly OverlayPart[], zIndex: number): CanvasOverlay {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
  let frame: FrameState | null = null;
  let requested: number | null = null;

  function draw(): void {
    const filled = parts.filter((part) => !part.isEmpty());
    canvas.hidden = filled.length === 0;
    if (!frame || filled.length === 0) return;
    const { size, pixelRatio, coordinateToPixelTransform: transform, viewState } = frame;
    const [width = 0, height = 0] = size;
    const across = Math.round(width * pixelRatio);
    const down = Math.round(height * pixelRatio);
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
    }
    const pen = penOf(canvas);
    pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const toPixel = (x: number, y: number): readonly [number, number] => {
      const [left = 0, top = 0] = apply(transform, [x, y]);
      return [left, top];
    };
    for (const part of filled) {
      pen.save();
      part.draw(pen, { width, height, resolution: viewState.resolution, toPixel });
      pen.restore();
    }
  }

  function render(next: FrameState): HTMLElement {
    frame = next;
    if (requested !== null) cancelAnimationFrame(requested);
    requested = null;
    draw();
    return canvas;
  }

  return {
    layer: new Layer({ render, zIndex }),
    redraw() {
      requested ??= requestAnimationFrame(() => {
        requested = null;
        draw();
      });
    },
  };
}
