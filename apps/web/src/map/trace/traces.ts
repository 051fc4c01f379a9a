/** The trails on the map: whose are drawn, in which colours, from what the live feed sent. */
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { OverlayPart, OverlayScreen } from '../canvas-overlay/canvas-overlay.ts';
import type { MapFrame } from '../worker/map-frame.ts';
import { arrowsAlong } from './arrows-along.ts';
import { createTraceMemory, type TracedPosition, type TracePoints } from './trace-memory.ts';

type Pen = CanvasRenderingContext2D;

interface TraceDrawing {
  readonly points: TracePoints;
  readonly colour: string;
  /** Round the line, so that it is seen on any map. */
  readonly casing: string;
  /** Of the one device that somebody looks at, thicker. */
  readonly strong: boolean;
}

/** A trail with its arrows, from the oldest place to the vehicle. */
function drawTrace(pen: Pen, screen: OverlayScreen, trace: TraceDrawing): void {
  const pixels = pixelsOf(trace.points, screen);
  if (pixels.length < 4) return;
  const width = trace.strong ? 4 : 3;
  pen.lineJoin = 'round';
  pen.lineCap = 'round';
  line(pen, pixels);
  pen.strokeStyle = trace.casing;
  pen.lineWidth = width + 2.5;
  pen.stroke();
  pen.strokeStyle = trace.colour;
  pen.lineWidth = width;
  pen.stroke();
  for (const { x, y, angle } of arrowsAlong(pixels, screen)) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    arrow(pen, trace);
    pen.restore();
  }
}

/** On the screen; places that fall on the pixel of the one before are left out. */
function pixelsOf(points: TracePoints, { toPixel }: OverlayScreen): number[] {
  const pixels: number[] = [];
  for (let entry = 0; entry + 1 < points.length; entry += 2) {
    const [x, y] = toPixel(points[entry] ?? 0, points[entry + 1] ?? 0);
    const near = Math.abs((pixels.at(-2) ?? Infinity) - x) + Math.abs((pixels.at(-1) ?? Infinity) - y) < 1;
    if (!near) pixels.push(x, y);
  }
  return pixels;
}

function line(pen: Pen, pixels: readonly number[]): void {
  pen.beginPath();
  pen.moveTo(pixels[0] ?? 0, pixels[1] ?? 0);
  for (let entry = 2; entry < pixels.length; entry += 2)
    pen.lineTo(pixels[entry] ?? 0, pixels[entry + 1] ?? 0);
}

/** A head of the line's colour with a light rim, pointing due east before it is turned. */
function arrow(pen: Pen, { colour, casing }: TraceDrawing): void {
  pen.beginPath();
  pen.moveTo(5, 0);
  pen.lineTo(-4, -4.5);
  pen.lineTo(-2, 0);
  pen.lineTo(-4, 4.5);
  pen.closePath();
  pen.strokeStyle = casing;
  pen.lineWidth = 2.5;
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
}

export interface TraceColours {
  /** In the order of `deviceColours`. */
  readonly states: readonly string[];
  readonly casing: string;
}

export interface Traces extends OverlayPart {
  setDevice(deviceId: number, positions: readonly TracedPosition[] | null): void;
  setAll(on: boolean): void;
  setOwnLimit(deviceId: number, limit: unknown): void;
  /** The devices drawn now: with all traces on, the trails of single markers in the view are shown. */
  show(frame: MapFrame): void;
  takePositions(positions: readonly Position[]): boolean;
  /** Devices that changed: each may have a limit of its own. */
  takeDevices(devices: readonly Pick<Device, 'id' | 'attributes'>[]): void;
  setColours(colours: TraceColours): void;
  switchedOn(): readonly number[];
  pointsOf(deviceId: number): TracePoints;
}

export function createTraces(first: TraceColours): Traces {
  const memory = createTraceMemory();
  /** Colour of each device as last drawn: a trail keeps it while its vehicle is within a cluster. */
  const lastColours = new Map<number, number>();
  let colours = first;
  let frame: MapFrame | null = null;

  function begin(): void {
    if (!memory.all() || !frame) return;
    for (const { deviceId, x, y } of singleMarkers(frame)) memory.begin(deviceId, x, y);
  }

  return {
    isEmpty: () => !memory.all() && memory.switchedOn().length === 0,
    draw(pen, screen) {
      const strong = new Set(memory.switchedOn());
      const shown = new Set(strong);
      for (const { deviceId, colour } of frame ? singleMarkers(frame) : []) {
        if (strong.has(deviceId)) lastColours.set(deviceId, colour);
        else if (memory.all()) {
          shown.add(deviceId);
          lastColours.set(deviceId, colour);
        }
      }
      for (const deviceId of lastColours.keys()) if (!shown.has(deviceId)) lastColours.delete(deviceId);
      for (const deviceId of shown) {
        const colour = colours.states[lastColours.get(deviceId) ?? 0] ?? '';
        const points = memory.pointsOf(deviceId);
        drawTrace(pen, screen, { points, colour, casing: colours.casing, strong: strong.has(deviceId) });
      }
    },
    setDevice(deviceId, positions) {
      memory.setDevice(deviceId, positions);
    },
    setOwnLimit: memory.setOwnLimit,
    setAll(on) {
      memory.setAll(on);
      begin();
    },
    show(next) {
      frame = next;
      begin();
    },
    takePositions: memory.add,
    takeDevices(devices) {
      for (const { id, attributes } of devices) memory.setOwnLimit(id, attributes.traceLimit);
    },
    setColours(next) {
      colours = next;
    },
    switchedOn: memory.switchedOn,
    pointsOf: memory.pointsOf,
  };
}

function singleMarkers({ items }: MapFrame) {
  const markers: { deviceId: number; x: number; y: number; colour: number }[] = [];
  for (let entry = 0; entry < items.count; entry++) {
    if (items.sizes[entry] !== 1) continue;
    const [x = 0, y = 0] = [items.xs[entry], items.ys[entry]];
    markers.push({ deviceId: items.deviceIds[entry] ?? 0, x, y, colour: items.colours[entry] ?? 0 });
  }
  return markers;
}
