import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { AppError } from '../../../app-error.ts';
import type { TownsData } from '../../../integrations/geocoding/towns.ts';
import type { ReportRequest } from '../rows/report-request.ts';
import type { ReportAnswer, ReportOrder, ReportThreadData, ReportTowns } from './report-orders.ts';

/**
 * The thread that makes reports, with connections of its own, so that no report ever holds up the event loop that talks
 * to trackers. It is started when the first order comes, and again after it failed.
 */
export interface ReportThread {
  /**
   * The report as bytes, in pieces; the next one is made when it is asked for. Ending the iteration or the signal gives
   * it up and ends its query. Throws the refusals of `reportRows`.
   */
  make(request: ReportRequest, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Counts what hours are to be counted. */
  count(signal: AbortSignal): Promise<void>;
  stop(): Promise<void>;
}

export interface ReportThreadParts extends ReportThreadData {
  /** The module that runs in the thread. */
  readonly program: URL;
  /** The towns in shared memory: ends of trips and stops that have no address yet are told by the nearest one. */
  readonly towns: () => Promise<TownsData>;
  readonly log: Pick<Logger, 'error'>;
}

export function createReportThread({ program, towns, log, ...data }: ReportThreadParts): ReportThread {
  let worker: Worker | undefined;

  function running(): Worker {
    if (worker) return worker;
    const started = new Worker(program, { workerData: data });
    // the server's life does not hang on it
    started.unref();
    started.on('error', (err) => log.error({ err }, 'the thread of reports failed'));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    worker = started;
    void sendTowns(started);
    return started;
  }

  async function sendTowns(to: Worker): Promise<void> {
    const data = await towns().catch((err) => {
      log.error({ err }, 'the towns could not be read: places of reports go without an address');
      return null;
    });
    to.postMessage({ towns: data } satisfies ReportTowns);
  }

  async function* follow(
    order: Omit<ReportOrder, 'port'>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    signal.throwIfAborted();
    const { port1: port, port2 } = new MessageChannel();
    const giveUp = () => port.close();
    signal.addEventListener('abort', giveUp, { once: true });
    const answers = answersOf(port);
    try {
      running().postMessage({ ...order, port: port2 }, [port2]);
      for (;;) {
        const { bytes, failure } = await answers.next();
        if (failure) {
          throw failure.code
            ? new AppError(failure.code, failure.message, failure.details)
            : new Error(failure.message);
        }
        if (!bytes) return;
        yield bytes;
      }
    } finally {
      signal.removeEventListener('abort', giveUp);
      port.close();
    }
  }

  return {
    make: (request, signal) => follow({ make: request }, signal),
    async count(signal) {
      for await (const _piece of follow({ count: true }, signal));
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

/** Asks over the port, one question at a time; rejects once the port is closed. */
function answersOf(port: MessagePort) {
  let closed = false;
  let waiting: PromiseWithResolvers<ReportAnswer> | undefined;
  port.on('message', (answer: ReportAnswer) => waiting?.resolve(answer));
  port.once('close', () => {
    closed = true;
    waiting?.reject(new Error('the report was given up'));
  });
  return {
    next(): Promise<ReportAnswer> {
      if (closed) return Promise.reject(new Error('the report was given up'));
      waiting = Promise.withResolvers<ReportAnswer>();
      port.postMessage('next');
      return waiting.promise;
    },
  };
}
