import type { LiveFeed } from '../../live/live-feed.ts';
import { deviceChangeOf } from '../worker/device-change.ts';
import { buffersOf, packPositions } from '../worker/position-batch.ts';
import type { WorkerClient } from '../worker/worker-client.ts';

/** Hands what the live feed says to the worker, packed so that nothing large is copied. Gives the way to stop. */
export function bindFeed(
  feed: LiveFeed,
  worker: Pick<WorkerClient, 'post'>,
  onReset: () => void,
): () => void {
  const stops = [
    feed.onReset((bytes) => {
      onReset();
      worker.post({ kind: 'snapshot', bytes }, [bytes]);
    }),
    feed.onRemoved((deviceIds) => worker.post({ kind: 'removed', deviceIds })),
    feed.onDevices((devices) => worker.post({ kind: 'devices', changes: devices.map(deviceChangeOf) })),
    feed.onPositions((positions) => {
      const batch = packPositions(positions);
      worker.post({ kind: 'positions', batch, arrivedMs: performance.now() }, buffersOf(batch));
    }),
    feed.onSirens((changes) => worker.post({ kind: 'sirens', changes })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
