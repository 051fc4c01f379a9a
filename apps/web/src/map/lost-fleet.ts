/** The devices' lists where the browser makes no worker: the worker's own engine on the page's thread, fetched only then. */
import type { LiveFeed } from '../live/live-feed.ts';
import { bindFeed } from './core/feed-binding.ts';
import type { MapCore } from './map-api.ts';
import type { MapEngine } from './worker/map-engine.ts';
import type { ToWorker } from './worker/worker-messages.ts';

export interface LostFleet extends Pick<MapCore, 'lookup' | 'search' | 'listFleet' | 'fleetFigures'> {
  /** Called when anything changed. */
  onChange(listener: () => void): () => void;
  end(): void;
}

export function createLostFleet(feed: LiveFeed): LostFleet {
  const engine = import('./worker/map-engine.ts').then(({ createMapEngine }) => createMapEngine());
  const listeners = new Set<() => void>();

  async function take(message: ToWorker): Promise<void> {
    apply(await engine, message);
    for (const listener of [...listeners]) listener();
  }

  const post = (message: ToWorker): void => {
    take(message).catch((error: unknown) => console.error('The devices could not be listed', error));
  };
  const stop = bindFeed(feed, { post }, () => {});

  return {
    lookup: async (deviceIds) => (await engine).lookup(deviceIds),
    search: async (text, limit) => (await engine).search(text, limit),
    listFleet: async (filter) => (await engine).listFleet(filter, Date.now()),
    fleetFigures: async () => (await engine).countFleet(Date.now()),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end() {
      stop();
      listeners.clear();
    },
  };
}

function apply(engine: MapEngine, message: ToWorker): void {
  switch (message.kind) {
    case 'snapshot': {
      const reason = engine.loadSnapshot(message.bytes);
      if (reason !== null) console.error('The live snapshot could not be read', reason);
      return;
    }
    case 'positions':
      engine.applyPositions(message.batch);
      return;
    case 'devices':
      engine.applyDevices(message.changes);
      return;
    case 'sirens':
      engine.applySirens(message.changes);
      return;
    case 'removed':
      engine.removeDevices(message.deviceIds);
      return;
  }
}
