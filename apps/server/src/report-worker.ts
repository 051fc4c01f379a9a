/** The thread of the reports: wires its own parts, as `main.ts` does for the server's, and follows orders. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from './app-error.ts';
import { createKysely, createPool } from './db/pool.ts';
import { townsOf } from './integrations/geocoding/towns.ts';
import { createLog } from './log.ts';
import { eventColumns } from './modules/events/events-presenter.ts';
import { positionColumns } from './modules/positions/positions-presenter.ts';
import { createHoursCounter } from './modules/reports/hours/count-hours.ts';
import type { AddressOf } from './modules/reports/rows/leg-rows.ts';
import { reportBytes } from './modules/reports/thread/report-maker.ts';
import type {
  ReportAnswer,
  ReportFailure,
  ReportOrder,
  ReportThreadData,
  ReportTowns,
} from './modules/reports/thread/report-orders.ts';
import { createTurns } from './modules/reports/thread/turns.ts';

const { connectionString, logLevel, limits } = workerData as ReportThreadData;
const log = createLog(logLevel);

/** Reports made at once; the others wait. Each takes two connections at most, and counting one. */
const reportsAtOnce = 3;
/** A client waits two minutes for a report (REP-08). */
const statementTimeoutMs = 115_000;

const reading = createPool({ connectionString, connections: 2 * reportsAtOnce + 1, log, statementTimeoutMs });
const cancels = createPool({ connectionString, connections: 1, log });
const kysely = createKysely(reading);
const presenters = {
  positionColumns,
  eventColumns,
  compile: (query: typeof positionColumns) => query.compile(kysely),
};
const addressOf = Promise.withResolvers<AddressOf>();
const maker = {
  pools: { reading, cancels },
  presenters,
  limits,
  readAddressOf: () => addressOf.promise,
};
const counter = createHoursCounter(reading);
const takeTurn = createTurns(reportsAtOnce);

parentPort?.on('message', (message: ReportOrder | ReportTowns) => {
  if ('towns' in message) addressOf.resolve(message.towns ? townsOf(message.towns).nearest : () => null);
  else follow(message);
});

function follow({ make, port }: ReportOrder): void {
  const givenUp = new AbortController();
  port.once('close', () => givenUp.abort());
  const { signal } = givenUp;
  const pieces = make ? inTurn(() => reportBytes(maker, make, signal), signal) : count(signal);
  port.on('message', async () => {
    const answer = await nextOf(pieces);
    port.postMessage(answer, answer.bytes ? [answer.bytes.buffer] : []);
  });
}

async function* inTurn<Piece>(work: () => AsyncGenerator<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  const end = await takeTurn(signal);
  try {
    yield* work();
  } finally {
    end();
  }
}

// biome-ignore lint/correctness/useYield: counting gives no piece, and its end is the answer
async function* count(signal: AbortSignal): AsyncGenerator<never> {
  await counter.count(signal);
}

async function nextOf(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<ReportAnswer> {
  try {
    const { done, value } = await pieces.next();
    return done ? {} : { bytes: value };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function failureOf(error: unknown): ReportFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof AppError)) return { message };
  return { message, code: error.code, ...(error.details ? { details: error.details } : {}) };
}
