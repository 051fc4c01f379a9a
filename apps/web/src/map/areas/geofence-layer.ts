import Layer from 'ol/layer/Layer.js';
import type { FrameState } from 'ol/Map.js';
import type Source from 'ol/source/Source.js';
import { layerOrder } from '../core/layer-order.ts';
import { penOf } from '../devices/canvas-pen.ts';
import { type AreaColours, areaColours, corridorWidth } from './area-style.ts';
import { type GeofenceShape, placeOfName } from './geofence-shape.ts';

export interface GeofencePalette {
  /** `#rrggbb` of a geofence without a colour of its own. */
  readonly brand: string;
  /** `#rrggbb` of the land that is below. */
  readonly land: string;
  readonly name: string;
  /** Round a name. */
  readonly halo: string;
}

export interface GeofenceLayer {
  readonly layer: Layer<Source>;
  setShapes(shapes: readonly GeofenceShape[]): void;
  setPalette(palette: GeofencePalette): void;
}

/** What a picture shows: so many pixels from a corner on, of so many metres of EPSG:3857 each. */
export interface PictureView {
  readonly west: number;
  readonly north: number;
  readonly resolution: number;
  readonly width: number;
  readonly height: number;
}

/** On each side of the screen, of its width and height: so far a drag shows what was drawn before it. */
const marginShare = 0.3;

/**
 * Geofences as one picture, drawn when the view comes to rest and moved with the map until then: thousands of them cost a
 * drag nothing. It is drawn by hand: the library's features, with all that draws them, would be a tenth of what the map
 * loads.
 */
export function createGeofenceLayer(first: GeofencePalette, opacity = 1): GeofenceLayer {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = `position:absolute;left:0;top:0;transform-origin:0 0;pointer-events:none;opacity:${opacity}`;
  let palette = first;
  let shapes: readonly GeofenceShape[] = [];
  let drawn: { readonly view: PictureView; readonly pixelRatio: number } | null = null;

  /** Called by the map, in its own animation frames. */
  function render(frame: FrameState): HTMLElement {
    const screen = screenOf(frame);
    const { pixelRatio, viewHints } = frame;
    const isResting = viewHints.every((count) => count === 0);
    if (!drawn || (isResting && !(drawn.pixelRatio === pixelRatio && shows(drawn.view, screen)))) {
      drawn = { view: withMargins(screen), pixelRatio };
      drawShapes(canvas, { shapes, palette, ...drawn });
    }
    canvas.style.transform = placedOn(screen, drawn.view, pixelRatio);
    return canvas;
  }

  const layer = new Layer({ render, zIndex: layerOrder.geofences });
  const drawAnew = () => {
    drawn = null;
    layer.changed();
  };
  // a name that was drawn before its font had come stays in another one
  void document.fonts?.load(nameFont).then(drawAnew, () => undefined);
  return {
    layer,
    setShapes(next) {
      shapes = next;
      drawAnew();
    },
    setPalette(next) {
      palette = next;
      drawAnew();
    },
  };
}

function screenOf({ size: [width = 0, height = 0], viewState: { center, resolution } }: FrameState) {
  const [x = 0, y = 0] = center;
  const west = x - (width / 2) * resolution;
  return { west, north: y + (height / 2) * resolution, resolution, width, height };
}

/** In whole pixels, so that a picture that was just drawn is as sharp as the map. */
export function withMargins({ west, north, resolution, width, height }: PictureView): PictureView {
  const across = Math.ceil(width * marginShare);
  const down = Math.ceil(height * marginShare);
  return {
    west: west - across * resolution,
    north: north + down * resolution,
    resolution,
    width: width + 2 * across,
    height: height + 2 * down,
  };
}

/** Whether all of a screen is on a picture, as near as that was drawn. */
export function shows(picture: PictureView, screen: PictureView): boolean {
  const { resolution } = picture;
  const left = (screen.west - picture.west) / resolution;
  const top = (picture.north - screen.north) / resolution;
  return (
    screen.resolution === resolution &&
    Math.min(left, top) >= 0 &&
    left + screen.width <= picture.width &&
    top + screen.height <= picture.height
  );
}

/** The CSS transform that puts a picture where it belongs. */
export function placedOn(screen: PictureView, picture: PictureView, pixelRatio: number): string {
  const scale = picture.resolution / screen.resolution;
  const whole = (pixels: number) => (scale === 1 ? Math.round(pixels * pixelRatio) / pixelRatio : pixels);
  const left = whole((picture.west - screen.west) / screen.resolution);
  const top = whole((screen.north - picture.north) / screen.resolution);
  return `translate(${left}px, ${top}px) scale(${scale})`;
}

interface Drawing {
  readonly shapes: readonly GeofenceShape[];
  readonly palette: GeofencePalette;
  readonly view: PictureView;
  readonly pixelRatio: number;
}

function drawShapes(canvas: HTMLCanvasElement, { shapes, palette, view, pixelRatio }: Drawing): void {
  canvas.width = Math.round(view.width * pixelRatio);
  canvas.height = Math.round(view.height * pixelRatio);
  canvas.style.width = `${view.width}px`;
  canvas.style.height = `${view.height}px`;
  const pen = penOf(canvas);
  pen.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  const inView = shapes.filter((shape) => touches(shape, view));
  const coloursOf = createColours(palette);
  for (const shape of inView) {
    const { stroke, fill } = coloursOf(shape.colour ?? palette.brand);
    trace(pen, shape, view);
    if (shape.area.kind === 'line') {
      pen.strokeStyle = fill;
      pen.lineWidth = corridorWidth(shape, view.resolution);
      pen.stroke();
    } else {
      pen.fillStyle = fill;
      pen.fill();
    }
    pen.strokeStyle = stroke;
    pen.lineWidth = 2;
    pen.stroke();
  }
  const names = createNames(pen, palette, view);
  for (const shape of inView) names.write(shape);
}

/** Thousands of geofences have a handful of colours. */
function createColours({ land }: GeofencePalette): (colour: string) => AreaColours {
  const made = new Map<string, AreaColours>();
  return (colour) => {
    const known = made.get(colour) ?? areaColours(colour, land);
    made.set(colour, known);
    return known;
  };
}

function touches(shape: GeofenceShape, { west, north, resolution, width, height }: PictureView): boolean {
  const [left, bottom, right, top] = shape.extent;
  const around = (shape.area.kind === 'line' ? corridorWidth(shape, resolution) : 4) * resolution;
  return (
    left - around <= west + width * resolution &&
    right + around >= west &&
    top + around >= north - height * resolution &&
    bottom - around <= north
  );
}

/** Corners nearer than this to the one before are not seen, pixels. */
const leastStep = 0.7;

function trace(pen: CanvasRenderingContext2D, { outline, area }: GeofenceShape, view: PictureView): void {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  pen.beginPath();
  for (const [at, [x, y]] of outline.entries()) {
    const left = (x - view.west) / view.resolution;
    const top = (view.north - y) / view.resolution;
    const isNear = Math.abs(left - lastX) < leastStep && Math.abs(top - lastY) < leastStep;
    if (isNear && at < outline.length - 1) continue;
    pen.lineTo(left, top);
    [lastX, lastY] = [left, top];
  }
  if (area.kind !== 'line') pen.closePath();
}

/** A name is written in an area at least this wide, pixels. */
const leastNamedPixels = 56;
const nameFont = '600 12px "Inter Variable", Inter, system-ui, sans-serif';
const nameHeight = 16;
const longestName = 40;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Writes names, each where its area is and none over another. */
function createNames(
  pen: CanvasRenderingContext2D,
  { name: colour, halo }: GeofencePalette,
  view: PictureView,
): { write(shape: GeofenceShape): void } {
  const taken: Box[] = [];
  pen.font = nameFont;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillStyle = colour;
  pen.strokeStyle = halo;
  pen.lineWidth = 3;

  return {
    write(shape) {
      const [west, south, east, north] = shape.extent;
      if (Math.max(east - west, (north - south) / 2) / view.resolution < leastNamedPixels) return;
      const text = shape.name.length > longestName ? `${shape.name.slice(0, longestName - 1)}…` : shape.name;
      const width = pen.measureText(text).width;
      const place = placeOfName(shape, width * view.resolution);
      if (!place) return;
      const x = (place.x - view.west) / view.resolution;
      const y = (view.north - place.y) / view.resolution;
      const [cos, sin] = [Math.abs(Math.cos(place.turn)), Math.abs(Math.sin(place.turn))];
      const box = {
        x,
        y,
        halfWidth: (width * cos + nameHeight * sin) / 2,
        halfHeight: (width * sin + nameHeight * cos) / 2,
      };
      if (taken.some((other) => meet(box, other))) return;
      taken.push(box);
      pen.save();
      pen.translate(x, y);
      pen.rotate(place.turn);
      pen.strokeText(text, 0, 0);
      pen.fillText(text, 0, 0);
      pen.restore();
    },
  };
}

function meet(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) < one.halfWidth + other.halfWidth &&
    Math.abs(one.y - other.y) < one.halfHeight + other.halfHeight
  );
}
