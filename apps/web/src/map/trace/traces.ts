/** The trails on the map: whose are drawn, in which colours, from what the live feed sent. */
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { OverlayPart } from '../canvas-overlay/canvas-overlay.ts';
import type { MapFrame } from '../worker/map-frame.ts';
import { drawTrace } from './draw-trace.ts';
import { createTraceMemory, type TracedPosition, type TracePoints } from './trace-memory.ts';

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
