/** The worker's frames of devices: shown on the canvas, counted for the legend, confirmed to the worker after the paint. */
import { deviceColours } from '@atalaia/domain/devices/device-status';
import type { DeviceLayer } from '../devices/device-layer.ts';
import type { ColourCounts, MapState } from '../map-state.ts';
import type { MapFrame } from '../worker/map-frame.ts';
import { createWorkerClient, type WorkerClient } from '../worker/worker-client.ts';
import type { Overlays } from './overlays.ts';
import { createUpdateClock, type UpdateClock } from './update-clock.ts';

/** The legend's numbers change at most four times a second, ms. */
const countsEveryMs = 250;

export interface DeviceFramesParts {
  readonly devices: Pick<DeviceLayer, 'show'>;
  readonly overlays: Pick<Overlays, 'show'>;
  readonly state: () => MapState;
  readonly change: (part: Partial<MapState>) => void;
  /** After the frame was handed to the layers. */
  readonly onFrame: (frame: MapFrame) => void;
}

export interface DeviceFrames {
  readonly worker: WorkerClient;
  readonly clock: UpdateClock;
  /** Resolves with the first frame after the snapshot. */
  readonly loaded: Promise<void>;
  /** The layer drew: if it was a new frame, it is on the screen after this animation frame. */
  drawn(): void;
  paintedCount(): number;
  /** `performance.now()` of the last paint; NaN before the first. */
  lastPaintMs(): number;
  /** `isHurried`: it is the first since the view itself changed. */
  onFrame(listener: (isHurried: boolean) => void): () => void;
}

export function createDeviceFrames(parts: DeviceFramesParts): DeviceFrames {
  const { devices, overlays, state, change } = parts;
  const clock = createUpdateClock();
  const listeners = new Set<(isHurried: boolean) => void>();
  const loaded = Promise.withResolvers<void>();
  let paintedCount = 0;
  let lastPaintMs = Number.NaN;
  let isUnpainted = false;

  const fail = (what: string) => (reason: unknown) => {
    console.error(what, reason);
    change({ load: 'failed' });
  };
  const worker = createWorkerClient({
    onFrame({ frame, arrivals, isHurried }) {
      clock.expect(arrivals);
      isUnpainted = true;
      devices.show(frame);
      overlays.show(frame);
      takeCounts(frame);
      parts.onFrame(frame);
      for (const listener of [...listeners]) listener(isHurried);
    },
    onDamaged: fail('The live snapshot could not be read'),
    onLost: fail("The map's worker did not start"),
  });
  const paint = createAfterPaint(() => {
    lastPaintMs = performance.now();
    paintedCount++;
    clock.painted(lastPaintMs);
    worker.post({ kind: 'painted' });
  });

  const showCounts = createThrottle(countsEveryMs, ({ colourCounts, deviceCount }: MapFrame) => {
    const now = state();
    const counts = countsOf(colourCounts, now.counts);
    if (counts !== now.counts || deviceCount !== now.deviceCount) change({ counts, deviceCount });
  });

  function takeCounts(frame: MapFrame): void {
    showCounts(frame);
    if (!frame.loaded) return;
    loaded.resolve();
    if (state().load !== 'loading') return;
    const counts = countsOf(frame.colourCounts, state().counts);
    change({ load: 'ready', counts, deviceCount: frame.deviceCount });
  }

  return {
    worker,
    clock,
    loaded: loaded.promise,
    drawn() {
      if (isUnpainted) paint();
      isUnpainted = false;
    },
    paintedCount: () => paintedCount,
    lastPaintMs: () => lastPaintMs,
    onFrame(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The counts by name; the same object while none changed, so that nothing that shows them renders again. */
function countsOf(colourCounts: readonly number[], before: ColourCounts): ColourCounts {
  const same = deviceColours.every((colour, entry) => before[colour] === colourCounts[entry]);
  if (same) return before;
  const [online = 0, ignition = 0, unknown = 0, alarm = 0, offline = 0] = colourCounts;
  return { online, ignition, unknown, alarm, offline };
}

/** Calls back once what was drawn in this animation frame is on the screen: a task comes after the frame's paint. */
function createAfterPaint(callback: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = callback;
  return () => port2.postMessage(null);
}

/**
 * Acts in the animation frame of a frame of devices, at most once an interval: drawn between two of them it would cost a
 * picture of the page of its own. With one that follows a change of the view it acts whatever the interval: on a quiet map
 * none comes after it. Where none follows for twice as long it acts without, so that the last is never lost.
 */
export function createWithFrames(
  intervalMs: number,
  act: () => void,
): { frame(isHurried: boolean): void; end(): void } {
  let actedMs = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const actNow = () => {
    actedMs = performance.now();
    act();
  };
  return {
    frame(isHurried) {
      clearTimeout(timer);
      if (isHurried || performance.now() - actedMs >= intervalMs) actNow();
      else timer = setTimeout(actNow, 2 * intervalMs);
    },
    end: () => clearTimeout(timer),
  };
}

/**
 * Passes values on, but not faster than one an interval, and never loses the last: numbers that change thirty times a second
 * cannot be read, and each change costs a picture of the page.
 */
export function createThrottle<Value>(
  intervalMs: number,
  pass: (value: Value) => void,
): (value: Value) => void {
  let waiting: { readonly value: Value } | null = null;
  let resting = false;

  function rest(): void {
    resting = true;
    setTimeout(() => {
      resting = false;
      const next = waiting;
      waiting = null;
      if (!next) return;
      pass(next.value);
      rest();
    }, intervalMs);
  }

  return (value) => {
    if (resting) {
      waiting = { value };
      return;
    }
    pass(value);
    rest();
  };
}
