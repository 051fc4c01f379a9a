/** Measuring on the map: clicks and keys in, a line and its length out. */
import type { Place } from '@atalaia/domain/geo/geometry';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import type OlMap from 'ol/Map.js';
import { createStore, type ReadableStore } from '../../lib/store/store.ts';
import type { OverlayPart, OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '../mercator.ts';
import { type MeasureEvent, type MeasureState, nextMeasure, noMeasure } from './measure-state.ts';

/** One click as far as it may be half of a double one. */
interface TimedClick {
  /** Pixels of the map. */
  readonly x: number;
  readonly y: number;
  readonly atMs: number;
}

/** As systems have it: two clicks no farther apart than these are one double click. */
const longestPauseMs = 400;
const farthestPixels = 8;

/**
 * Whether a click is the second of a double click. The map's own judgement looks at the time alone, and takes two quick
 * points of a line for one.
 */
export function isSecondClick(first: TimedClick | null, second: TimedClick): boolean {
  if (!first || second.atMs - first.atMs > longestPauseMs) return false;
  return Math.hypot(second.x - first.x, second.y - first.y) <= farthestPixels;
}

export interface MeasureTool extends OverlayPart {
  readonly state: ReadableStore<MeasureState>;
  take(event: MeasureEvent): void;
  /** A key pressed on the map; true when it was for the measuring. */
  takeKey(key: string): boolean;
  isOn(): boolean;
  setColours(colours: MeasureColours): void;
}

export interface MeasureParts {
  readonly map: OlMap;
  readonly colours: MeasureColours;
  /** There is something else to draw. */
  readonly onChange: () => void;
}

export function createMeasureTool({ map, colours: firstColours, onChange }: MeasureParts): MeasureTool {
  const store = createStore<MeasureState>(noMeasure);
  let colours = firstColours;
  let next: Place | null = null;
  let lastClick: TimedClick | null = null;

  function take(event: MeasureEvent): void {
    store.set(nextMeasure(store.get(), event));
    const on = isOn();
    if (!on || event.kind === 'set') next = null;
    // what was clicked before a point was taken back is not clicked twice
    if (event.kind !== 'point') lastClick = null;
    // A double click ends the line: it must not look closer as well.
    for (const interaction of map.getInteractions().getArray())
      if (interaction instanceof DoubleClickZoom) interaction.setActive(!on);
    const viewport = map.getViewport();
    if (viewport) viewport.style.cursor = on ? 'crosshair' : '';
    onChange();
  }

  function isOn(): boolean {
    return store.get().phase !== 'off';
  }

  function placeOf(coordinate: readonly number[] | undefined): Place {
    return { latitude: latitudeOf(coordinate?.[1] ?? 0), longitude: longitudeOf(coordinate?.[0] ?? 0) };
  }

  map.on('click', ({ coordinate, pixel: [x = 0, y = 0] }) => {
    if (!isOn()) return;
    const click = { x, y, atMs: performance.now() };
    const isSecond = isSecondClick(lastClick, click);
    // A third click begins the next line.
    lastClick = isSecond ? null : click;
    if (isSecond) take({ kind: 'finish' });
    else take({ kind: 'point', place: placeOf(coordinate), byKeys: false });
  });
  map.on('pointermove', ({ coordinate, dragging }) => {
    if (dragging || store.get().phase !== 'drawing') return;
    next = placeOf(coordinate);
    onChange();
  });

  return {
    state: store,
    take,
    isOn,
    isEmpty: () => !isOn(),
    draw: (pen, screen) => drawMeasure(pen, screen, { state: store.get(), next, colours }),
    takeKey(key) {
      if (!isOn()) return false;
      switch (key) {
        case 'Enter':
          take({ kind: 'point', place: placeOf(map.getView().getCenter()), byKeys: true });
          return true;
        case 'Backspace':
          take({ kind: 'undo' });
          return true;
        case 'Escape':
          take({ kind: 'escape' });
          return true;
        default:
          return false;
      }
    },
    setColours(next) {
      colours = next;
    },
  };
}

interface MeasureColours {
  readonly line: string;
  readonly casing: string;
}

type Pen = CanvasRenderingContext2D;

interface MeasureDrawing {
  readonly state: MeasureState;
  /** Where the pointer is: the next point, while there is one to come. */
  readonly next: Place | null;
  readonly colours: MeasureColours;
}

/** The measured line with its points, the piece to come dashed, and a cross in the middle for anybody who measures by keys. */
function drawMeasure(pen: Pen, screen: OverlayScreen, { state, next, colours }: MeasureDrawing): void {
  const pixels = state.points.map((place) => pixelOf(place, screen));
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  strokeTwice(pen, colours, 3, () => trace(pen, pixels));
  const last = pixels.at(-1);
  if (state.phase === 'drawing' && last && next) {
    pen.setLineDash([2, 8]);
    strokeTwice(pen, colours, 3, () => trace(pen, [last, pixelOf(next, screen)]));
    pen.setLineDash([]);
  }
  for (const [x, y] of pixels) dot(pen, x, y, colours);
  if (state.phase === 'drawing' && state.byKeys) cross(pen, screen.width / 2, screen.height / 2, colours);
}

function pixelOf({ latitude, longitude }: Place, { toPixel }: OverlayScreen): readonly [number, number] {
  return toPixel(mercatorX(longitude), mercatorY(latitude));
}

function trace(pen: Pen, pixels: readonly (readonly [x: number, y: number])[]): void {
  pen.beginPath();
  for (const [x, y] of pixels) pen.lineTo(x, y);
}

function strokeTwice(pen: Pen, { line, casing }: MeasureColours, width: number, path: () => void): void {
  path();
  pen.strokeStyle = casing;
  pen.lineWidth = width + 3;
  pen.stroke();
  pen.strokeStyle = line;
  pen.lineWidth = width;
  pen.stroke();
}

function dot(pen: Pen, x: number, y: number, { line, casing }: MeasureColours): void {
  pen.beginPath();
  pen.arc(x, y, 5, 0, 2 * Math.PI);
  pen.fillStyle = casing;
  pen.fill();
  pen.strokeStyle = line;
  pen.lineWidth = 2.5;
  pen.stroke();
}

function cross(pen: Pen, x: number, y: number, colours: MeasureColours): void {
  strokeTwice(pen, colours, 1.5, () => {
    pen.beginPath();
    pen.moveTo(x - 12, y);
    pen.lineTo(x + 12, y);
    pen.moveTo(x, y - 12);
    pen.lineTo(x, y + 12);
  });
}
