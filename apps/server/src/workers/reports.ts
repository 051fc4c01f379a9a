/** The thread of the reports: wires its own parts, as `main.ts` does for the server's, and follows orders. */
import { parentPort, workerData } from 'node:worker_threads';
import { eventColumns } from '../modules/events/events-presenter.ts';
import { positionColumns } from '../modules/positions/positions-queries.ts';
import { createHoursCounter } from '../modules/reports/hours/count-hours-queries.ts';
import type { AddressOf } from '../modules/reports/rows/trip-and-stop-rows.ts';
import { reportBytes } from '../modules/reports/thread/report-maker.ts';
import type {
  ReportAnswer,
  ReportOrder,
  ReportQuestion,
  ReportThreadData,
  ReportTowns,
} from '../modules/reports/thread/report-orders.ts';
import { createKysely, createPool } from '../platform/db/pool.ts';
import { townsByCell, townsOf } from '../platform/geocoding/towns.ts';
import { createLimiter } from '../platform/limiter/limiter.ts';
import { createLog } from '../platform/log.ts';
import { followOrders } from '../platform/threads/order-thread.ts';

const { connectionString, replicaConnectionString, logLevel, limits } = workerData as ReportThreadData;
const log = createLog(logLevel);

/** Reports made at once; the others wait. Each takes two connections at most, and counting one. */
const reportsAtOnce = 3;
/** A client waits two minutes for a report (REP-08). */
const statementTimeoutMs = 115_000;

const reading = createPool({ connectionString, connections: 2 * reportsAtOnce + 1, log, statementTimeoutMs });
const cancels = createPool({ connectionString, connections: 1, log });
const replica = replicaConnectionString === undefined ? undefined : replicaPools(replicaConnectionString);
const kysely = createKysely(reading);
const presenters = {
  positionColumns,
  eventColumns,
  compile: (query: typeof positionColumns) => query.compile(kysely),
};
const addressOf = Promise.withResolvers<AddressOf>();
const maker = {
  pools: { reading, cancels },
  replica,
  presenters,
  limits,
  readAddressOf: () => addressOf.promise,
};
const counter = createHoursCounter(reading);
const limiter = createLimiter(reportsAtOnce);

parentPort?.on('message', ({ towns }: Partial<ReportTowns>) => {
  if (towns !== undefined) addressOf.resolve(towns ? townsByCell(townsOf(towns)).nearest : () => null);
});

followOrders<ReportOrder, ReportQuestion, ReportAnswer>((order, closed) => {
  if (order.kind === 'count') {
    return async () => {
      await counter.count(closed);
      return undefined;
    };
  }
  const pieces = inTurn(() => reportBytes(maker, order.request, closed), closed);
  // one that nobody asks about any more would hold its place among those made at once for good
  closed.addEventListener('abort', () => void pieces.return(undefined).catch(() => undefined), {
    once: true,
  });
  return async () => {
    const { done, value } = await pieces.next();
    return done ? undefined : value;
  };
});

function replicaPools(address: string) {
  const parts = { connectionString: address, log, isReplica: true };
  return {
    reading: createPool({ ...parts, connections: 2 * reportsAtOnce, statementTimeoutMs }),
    cancels: createPool({ ...parts, connections: 1 }),
  };
}

async function* inTurn<Piece>(work: () => AsyncGenerator<Piece>, signal: AbortSignal): AsyncGenerator<Piece> {
  const end = await limiter.enter(signal);
  try {
    yield* work();
  } finally {
    end();
  }
}
