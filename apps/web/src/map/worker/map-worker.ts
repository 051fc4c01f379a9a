/** The worker's own thread: messages in, frames out. All it decides is in `map-engine` and `frame-pacer`. */
import { createFramePacer } from './frame-pacer.ts';
import { createMapEngine } from './map-engine.ts';
import { itemBuffers } from './view-frame.ts';
import type { Answers, BatchArrival, FromWorker, Question, ToWorker } from './worker-messages.ts';

const engine = createMapEngine();
const pacer = createFramePacer();
let arrivals: BatchArrival[] = [];
let timer: ReturnType<typeof setTimeout> | null = null;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'ask') send({ kind: 'answer', request: data.request, answer: answerTo(data.question) });
  else receive(data);
  // all devices are on the map before anything that was asked meanwhile is worked out, as the lists beside it
  if (data.kind === 'snapshot' && waitMs() === 0) build();
  plan();
};

function receive(message: Exclude<ToWorker, { readonly kind: 'ask' }>): void {
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
      engine.applySirens(message.changes);
      pacer.hurry();
      break;
    case 'removed':
      engine.removeDevices(message.deviceIds);
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
    case 'colours':
      engine.setColours(message.shown);
      pacer.hurry();
      break;
    case 'giveWay':
      pacer.giveWay(performance.now());
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
  const ms = waitMs();
  if (ms !== null) timer = setTimeout(build, ms);
}

const waitMs = () => pacer.waitMs(performance.now(), engine.staleness());

function build(): void {
  timer = null;
  const startedMs = performance.now();
  const frame = engine.buildFrame();
  const isHurried = pacer.isHurried();
  pacer.built(startedMs, performance.now());
  send({ kind: 'frame', frame, arrivals, isHurried }, itemBuffers(frame.items));
  arrivals = [];
}

function answerTo(question: Question): Answers[Question['kind']] {
  switch (question.kind) {
    case 'lookup':
      return engine.lookup(question.deviceIds);
    case 'search':
      return engine.search(question.text, question.limit);
    case 'fleet': {
      const listing = engine.listFleet(question.filter, Date.now());
      if (question.filter.isAwaited) pacer.giveWay(performance.now());
      return listing;
    }
    case 'figures':
      return engine.countFleet(Date.now());
    case 'spread':
      pacer.hurry();
      return engine.spread(question.deviceId);
  }
}

function send(message: FromWorker, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
