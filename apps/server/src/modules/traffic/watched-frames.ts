/**
 * Frames as they come, for who watches at any process: while somebody does, his process says so each second, and each process
 * publishes what its trackers send and are sent.
 */
import type { Traffic } from '../../ingest/traffic/traffic.ts';
import type { Bus, NotedFrame } from '../../platform/bus/bus.ts';

export interface WatchedFrames {
  /** Hears frames of every process; returns how to stop. */
  watch(listener: (frame: NotedFrame) => void): () => void;
}

const sayEveryMs = 1_000;
/** Three of its words are missing. */
const wantedForMs = 3_500;
const gatherMs = 100;
/** Of one gathering; of more the newest. */
const mostFrames = 2_000;

export function createWatchedFrames({
  bus,
  traffic,
  nowMs = () => performance.now(),
}: {
  readonly bus: Bus;
  readonly traffic: Pick<Traffic, 'watch'>;
  readonly nowMs?: () => number;
}): WatchedFrames {
  const listeners = new Set<(frame: NotedFrame) => void>();
  let gathered: NotedFrame[] = [];
  let saying: NodeJS.Timeout | undefined;
  let wantedUntilMs = 0;
  let stopNoting: (() => void) | undefined;

  const publish = () => {
    const frames = gathered.slice(-mostFrames);
    gathered = [];
    bus.publish('frames', frames);
  };
  const note: Parameters<Traffic['watch']>[0] = (key, direction, atMs, { protocol, address }, bytes) => {
    if (nowMs() > wantedUntilMs) {
      stopNoting?.();
      stopNoting = undefined;
      return;
    }
    const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
    gathered.push({ key, direction, atMs, protocol, address, hex });
    if (gathered.length === 1) setTimeout(publish, gatherMs).unref();
  };
  bus.subscribe('framesWanted', () => {
    wantedUntilMs = nowMs() + wantedForMs;
    stopNoting ??= traffic.watch(note);
  });
  bus.subscribe('frames', (frames) => {
    for (const frame of frames) for (const listener of listeners) listener(frame);
  });

  const say = () => bus.publish('framesWanted', {});
  return {
    watch(listener) {
      listeners.add(listener);
      say();
      saying ??= setInterval(say, sayEveryMs).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(saying);
        saying = undefined;
      };
    },
  };
}
