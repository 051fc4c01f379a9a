/** The one device a person looks at closely: loaded when it is chosen, then kept up to date by the live feed. */
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { ApiError } from '../lib/api/api-error.ts';
import { createStore, type ReadableStore } from '../lib/store/store.ts';
import { isNewer, type LiveFeed } from './live-feed.ts';

export interface WatchedState {
  readonly deviceId: number | null;
  readonly device: Device | undefined;
  /** Its last position; undefined when it never had one, or none was loaded yet. */
  readonly position: Position | undefined;
  readonly phase: 'none' | 'loading' | 'failed' | 'ready';
  readonly error: unknown;
}

export interface WatchedDevice extends ReadableStore<WatchedState> {
  /** Null looks away. */
  watch(deviceId: number | null): void;
  /** Loads again, keeping what is shown. */
  reload(): void;
}

export interface WatchedDeviceParts {
  readonly feed: Pick<LiveFeed, 'onPositions' | 'onDevices' | 'onRemoved'>;
  readonly loadDevice: (deviceId: number, signal: AbortSignal) => Promise<Device>;
  readonly loadPosition: (positionId: number, signal: AbortSignal) => Promise<Position | undefined>;
}

const noDevice: WatchedState = {
  deviceId: null,
  device: undefined,
  position: undefined,
  phase: 'none',
  error: undefined,
};

export function createWatchedDevice({ feed, loadDevice, loadPosition }: WatchedDeviceParts): WatchedDevice {
  const store = createStore<WatchedState>(noDevice);
  let loading: AbortController | undefined;

  const change = (part: Partial<WatchedState>) => store.set({ ...store.get(), ...part });

  feed.onPositions((positions) => {
    const { deviceId, position: shown } = store.get();
    if (deviceId === null) return;
    const mine = positions.find((position) => position.deviceId === deviceId);
    if (mine && isNewer(mine, shown)) change({ position: mine });
  });
  feed.onDevices((devices) => {
    const mine = devices.find(({ id }) => id === store.get().deviceId);
    if (mine) change({ device: mine });
  });
  feed.onRemoved((deviceIds) => {
    const { deviceId } = store.get();
    if (deviceId === null || !deviceIds.includes(deviceId)) return;
    loading?.abort();
    store.set({ ...noDevice, deviceId, phase: 'failed', error: new ApiError('not-found', 404) });
  });

  async function load(deviceId: number): Promise<void> {
    loading?.abort();
    const mine = new AbortController();
    loading = mine;
    try {
      const device = await loadDevice(deviceId, mine.signal);
      if (mine.signal.aborted) return;
      change({ device });
      const position = device.positionId > 0 ? await loadPosition(device.positionId, mine.signal) : undefined;
      if (mine.signal.aborted) return;
      const shown = store.get().position;
      change({ phase: 'ready', position: position && isNewer(position, shown) ? position : shown });
    } catch (error) {
      if (!mine.signal.aborted) change({ phase: 'failed', error });
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    watch(deviceId) {
      if (deviceId === store.get().deviceId) return;
      loading?.abort();
      if (deviceId === null) return store.set(noDevice);
      store.set({ ...noDevice, deviceId, phase: 'loading' });
      void load(deviceId);
    },
    reload() {
      const { deviceId, phase } = store.get();
      if (deviceId === null) return;
      if (phase === 'failed') change({ phase: 'loading', error: undefined });
      void load(deviceId);
    },
  };
}
