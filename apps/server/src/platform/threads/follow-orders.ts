import { type MessagePort, parentPort } from 'node:worker_threads';
import { AppError } from '../../errors/app-error.ts';
import { passingCode } from '../../errors/database-errors.ts';
import type { ThreadAnswer, ThreadFailure, ThreadOrder } from './order-thread.ts';

/** Answers the questions about one order, in the order in which they come. */
export type OrderWork<Question, Answer> = (question: Question) => Promise<Answer>;

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
