/** The worker's own thread: messages in, frames out. All it decides stands in `map-engine` and `frame-pacer`. */
import type { MapDevice } from '../map-api.ts';
import { createFramePacer } from './frame-pacer.ts';
import { createMapEngine } from './map-engine.ts';
import { itemBuffers } from './view-frame.ts';
import type { BatchArrival, FromWorker, ToWorker } from './worker-messages.ts';

const engine = createMapEngine();
const pacer = createFramePacer();
let arrivals: BatchArrival[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'lookup') answer(data.request, engine.lookup(data.deviceIds));
  else if (data.kind === 'search') answer(data.request, engine.search(data.text, data.limit));
  else receive(data);
  plan();
};

function receive(message: Exclude<ToWorker, { readonly request: number }>): void {
  switch (message.kind) {
    case 'snapshot': {
      const reason = engine.loadSnapshot(message.bytes);
      if (reason !== null) send({ kind: 'damaged', reason });
      pacer.hurry();
      break;
    }
    case 'positions':
      arrivals.push({ arrivedMs: message.arrivedMs, seenCount: engine.applyPositions(message.batch) });
      break;
    case 'devices':
      engine.applyDevices(message.changes);
      break;
    case 'sirens':
      engine.raiseSirens(message.deviceIds);
      break;
    case 'viewport':
      engine.setViewport(message.viewport);
      pacer.hurry();
      break;
    case 'select':
      engine.select(message.deviceId);
      pacer.hurry();
      break;
    case 'labels':
      engine.setLabels(message.on);
      pacer.hurry();
      break;
    case 'painted':
      pacer.painted();
      break;
  }
}

/** Messages that wait in the queue are taken first: a timer, even of 0 ms, comes after them. */
function plan(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  const waitMs = pacer.waitMs(performance.now(), engine.staleness());
  if (waitMs !== null) timer = setTimeout(build, waitMs);
}

function build(): void {
  timer = null;
  const startedMs = performance.now();
  const frame = engine.buildFrame();
  pacer.built(startedMs, performance.now());
  send({ kind: 'frame', frame, arrivals }, itemBuffers(frame.items));
  arrivals = [];
}

function answer(request: number, devices: readonly MapDevice[]): void {
  send({ kind: 'devices', request, devices });
}

function send(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
