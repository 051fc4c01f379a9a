// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapCoreParts } from './map-api.ts';
import { createMapCore } from './map-core.ts';
import type { MapFrame } from './worker/map-frame.ts';
import { createWorkerClient } from './worker/worker-client.ts';

/** Stands for whatever draws: everything that is read of it, or that it gives, is itself. */
const { anything, redrawNames } = vi.hoisted(() => {
  const anything: object = new Proxy(() => undefined, {
    get: (_, name) => (name === 'then' ? undefined : anything),
    apply: () => anything,
  });
  return { anything, redrawNames: vi.fn() };
});
vi.mock('./core/base-map-core.ts', async () => {
  const { createStore } = await import('../lib/store/store.ts');
  const { firstMapState } = await import('./map-state.ts');
  return {
    createBaseMapCore: () => {
      const state = createStore(firstMapState);
      const of = { map: anything, change: () => undefined, colours: () => anything, end: () => undefined };
      return { ...of, state, baseMap: anything, redrawNames };
    },
  };
});
vi.mock('./core/device-selection.ts', () => ({ createDeviceSelection: () => anything }));
vi.mock('./core/map-probe.ts', () => ({ createMapProbe: () => anything }));
vi.mock('./core/overlays.ts', () => ({ createOverlays: () => anything }));
vi.mock('./core/pins.ts', () => ({ pinAt: () => anything, pinObstacles: () => [] }));
vi.mock('./core/pointer.ts', () => ({ createPointerPlace: () => anything }));
vi.mock('./devices/device-layer.ts', () => ({ createDeviceLayer: () => anything }));
vi.mock('./sinister/show-sinister.ts', () => ({ createShowSinister: () => anything }));
vi.mock('./worker/worker-client.ts', () => ({ createWorkerClient: vi.fn(() => anything) }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[MAP-14] the names of the map keep clear of the vehicles of a new frame, at once after a change of the view, and no more after its end', () => {
  const core = createMapCore({ feed: anything } as unknown as MapCoreParts);
  const worker = vi.mocked(createWorkerClient).mock.lastCall?.[0];
  const frame = { loaded: false, deviceCount: 0, colourCounts: [0, 0, 0, 0, 0] } as unknown as MapFrame;
  const come = (isHurried: boolean) => worker?.onFrame({ kind: 'frame', frame, arrivals: [], isHurried });
  come(false);
  expect(redrawNames).toHaveBeenCalledTimes(1);
  come(true);
  expect(redrawNames).toHaveBeenCalledTimes(2);
  come(false);
  expect(redrawNames).toHaveBeenCalledTimes(2);
  core.destroy();
  vi.advanceTimersByTime(5_000);
  expect(redrawNames).toHaveBeenCalledTimes(2);
});
