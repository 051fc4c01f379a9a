import type { Logger } from 'pino';
import type { TownsData } from '../../../platform/geocoding/towns.ts';
import { createOrderThread } from '../../../platform/threads/order-thread.ts';
import type { ReportRequest } from '../rows/report-request.ts';
import type {
  ReportAnswer,
  ReportOrder,
  ReportQuestion,
  ReportThreadData,
  ReportTowns,
} from './report-orders.ts';

/** The thread that makes reports, with connections of its own. */
export interface ReportThread {
  /**
   * The report as bytes, in pieces; the next one is made when it is requested. Ending the iteration or the signal gives
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
  /** The towns in shared memory: ends of trips and stops that have no address yet get that of the nearest one. */
  readonly towns: () => Promise<TownsData>;
  readonly log: Pick<Logger, 'error'>;
}

export function createReportThread({ program, towns, log, ...data }: ReportThreadParts): ReportThread {
  async function sendTowns(send: (message: ReportTowns) => void): Promise<void> {
    const found = await towns().catch((err) => {
      log.error({ err }, 'the towns could not be read: places of reports go without an address');
      return null;
    });
    send({ towns: found });
  }

  const thread = createOrderThread<ReportOrder, ReportQuestion, ReportAnswer>({
    program,
    name: 'reports',
    data: data satisfies ReportThreadData,
    onStart: (send) => void sendTowns(send),
    log,
  });

  return {
    async *make(request, signal) {
      const order = thread.open({ kind: 'make', request }, signal);
      try {
        for (;;) {
          const bytes = await order.ask('next');
          if (!bytes) return;
          yield bytes;
        }
      } finally {
        order.close();
      }
    },
    async count(signal) {
      const order = thread.open({ kind: 'count' }, signal);
      try {
        await order.ask('next');
      } finally {
        order.close();
      }
    },
    stop: thread.stop,
  };
}
