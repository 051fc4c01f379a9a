import {
  MessageChannel,
  type MessagePort,
  parentPort,
  type ResourceLimits,
  type Transferable,
  Worker,
} from 'node:worker_threads';
import type { ErrorCode } from '@atalaia/contract/errors';
import type { Logger } from 'pino';
import { AppError, type ErrorDetails } from '../../errors/app-error.ts';
import { passingCode } from '../../errors/database-errors.ts';
import { OrderGivenUp } from '../../errors/job-errors.ts';

/** What a thread is given: an order, and the port on which it is asked about it. */
export interface ThreadOrder<Order> {
  readonly order: Order;
  readonly port: MessagePort;
}

/** An answer, or why there is none. */
export type ThreadAnswer<Answer> =
  | { readonly answer: Answer; readonly failure?: never }
  | { readonly failure: ThreadFailure; readonly answer?: never };

export interface ThreadFailure {
  readonly message: string;
  /** Of a refusal, which the caller receives. */
  readonly code?: ErrorCode;
  readonly details?: ErrorDetails;
}

/**
 * A thread of the server's own that follows orders, each in a conversation over a port, so that long work never holds up
 * the event loop that talks to trackers. It is started when the first order comes, and again after it failed.
 */
export interface OrderThread<Order, Question, Answer> {
  /** Gives an order. Ending the signal gives it up. */
  open(order: Order, signal: AbortSignal, transfer?: readonly Transferable[]): Conversation<Question, Answer>;
  stop(): Promise<void>;
}

export interface Conversation<Question, Answer> {
  /** One question at a time. Throws what the thread answers with, and `OrderGivenUp`. */
  ask(question: Question): Promise<Answer>;
  /** Ends the order on both sides. */
  close(): void;
}

export interface OrderThreadParts {
  /** The module that runs in the thread. */
  readonly program: URL;
  /** What it is called in the log. */
  readonly name: string;
  readonly data?: unknown;
  readonly limits?: ResourceLimits;
  /** Each time it was started: what it needs to know beside its orders can be sent, now or later. */
  readonly onStart?: (send: (message: object) => void) => void;
  readonly log: Pick<Logger, 'error'>;
}

export function createOrderThread<Order, Question, Answer>(
  parts: OrderThreadParts,
): OrderThread<Order, Question, Answer> {
  const { program, name, data, limits, onStart, log } = parts;
  let worker: Worker | undefined;

  function running(): Worker {
    if (worker) return worker;
    const started = new Worker(program, { workerData: data, ...(limits && { resourceLimits: limits }) });
    // the server's life does not hang on it
    started.unref();
    started.on('error', (err) => log.error({ err, thread: name }, 'a thread failed'));
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    worker = started;
    onStart?.((message) => started.postMessage(message));
    return started;
  }

  return {
    open(order, signal, transfer = []) {
      signal.throwIfAborted();
      const { port1: port, port2 } = new MessageChannel();
      const giveUp = () => port.close();
      signal.addEventListener('abort', giveUp, { once: true });
      const ask = questionsOver<Question, Answer>(port, name);
      running().postMessage({ order, port: port2 }, [port2, ...transfer]);
      return {
        ask,
        close() {
          signal.removeEventListener('abort', giveUp);
          port.close();
        },
      };
    },
    async stop() {
      await worker?.terminate();
    },
  };
}

function questionsOver<Question, Answer>(port: MessagePort, name: string) {
  const givenUp = () => new OrderGivenUp(`an order of the thread ${name} was given up`);
  let closed = false;
  let waiting: PromiseWithResolvers<Answer> | undefined;
  port.on('message', ({ failure, answer }: ThreadAnswer<Answer>) => {
    if (!failure) return waiting?.resolve(answer);
    const { code, message, details } = failure;
    waiting?.reject(code ? new AppError(code, message, details) : new Error(message));
  });
  port.once('close', () => {
    closed = true;
    waiting?.reject(givenUp());
  });
  return (question: Question): Promise<Answer> => {
    if (closed) return Promise.reject(givenUp());
    waiting = Promise.withResolvers<Answer>();
    port.postMessage(question);
    return waiting.promise;
  };
}

/** Answers the questions about one order, in the order in which they come. */
type OrderWork<Question, Answer> = (question: Question) => Promise<Answer>;

/**
 * In the thread: begins the work of each order that comes, and answers what is asked about it. The signal ends when the
 * order is given up or done with. Messages beside orders are for others.
 */
export function followOrders<Order, Question, Answer>(
  begin: (order: Order, closed: AbortSignal) => OrderWork<Question, Answer>,
): void {
  parentPort?.on('message', ({ order, port }: Partial<ThreadOrder<Order>>) => {
    if (!order || !port) return;
    const closing = new AbortController();
    port.once('close', () => closing.abort());
    const work = begin(order, closing.signal);
    port.on('message', async (question: Question) => send(port, await answerOf(work, question)));
  });
}

async function answerOf<Question, Answer>(
  work: OrderWork<Question, Answer>,
  question: Question,
): Promise<ThreadAnswer<Answer>> {
  try {
    return { answer: await work(question) };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** Bytes are handed over, not copied. */
function send<Answer>(port: MessagePort, message: ThreadAnswer<Answer>): void {
  const { answer } = message;
  const isWhole = answer instanceof Uint8Array && answer.byteLength === answer.buffer.byteLength;
  port.postMessage(message, isWhole ? [answer.buffer as ArrayBuffer] : []);
}

function failureOf(error: unknown): ThreadFailure {
  const message = error instanceof Error ? error.message : String(error);
  const code = passingCode(error);
  if (code) return { message, code };
  if (!(error instanceof AppError)) return { message };
  return { message, code: error.code, ...(error.details ? { details: error.details } : {}) };
}
