import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { OrderGivenUp } from '../../errors/job-errors.ts';
import { createOrderThread } from './order-thread.ts';

const moduleUrl = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** Answers with the last message beside orders; refuses, falls, or waits for good when it is ordered to. */
const program = `
import { parentPort } from 'node:worker_threads';
import { AppError } from ${moduleUrl('../../errors/app-error.ts')};
import { followOrders } from ${moduleUrl('./order-thread.ts')};
let received = Promise.withResolvers();
const closed = new Set();
parentPort.on('message', ({ text }) => text && received.resolve(text));
followOrders((order, signal) => {
  signal.addEventListener('abort', () => closed.add(order));
  return async (question) => {
    if (order === 'refuse') throw new AppError('report-too-large', 'too large', { rows: 7 });
    if (order === 'fall') process.exit(1);
    if (order === 'wait') await new Promise(() => undefined);
    return question === 'closed' ? [...closed] : question + ' ' + (await received.promise);
  };
});`;

let starts = 0;
const thread = createOrderThread<string, string, unknown>({
  program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
  name: 'a test',
  onStart(send) {
    starts += 1;
    send({ text: `start ${starts}` });
  },
  log: pino({ level: 'silent' }),
});
afterAll(thread.stop);
const never = new AbortController().signal;

test('orders are followed by one thread, which is told at its start what it needs beside them', async () => {
  const [one, other] = [thread.open('one', never), thread.open('other', never)];
  expect(await Promise.all([one.ask('a'), other.ask('b')])).toEqual(['a start 1', 'b start 1']);
  expect(await one.ask('c')).toBe('c start 1');
  one.close();
  other.close();
});

test('a refusal of the thread arrives as the refusal it is', async () => {
  const order = thread.open('refuse', never);
  const refusal = await order.ask('a').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: 'report-too-large', message: 'too large', details: { rows: 7 } });
  order.close();
});

test('whoever gives an order up waits no longer, and the thread is told', async () => {
  const watching = thread.open('watch', never);
  expect(await watching.ask('closed')).not.toContain('wait');
  const giving = new AbortController();
  const order = thread.open('wait', giving.signal);
  const answer = order.ask('a');
  giving.abort();
  await expect(answer).rejects.toBeInstanceOf(OrderGivenUp);
  await expect(order.ask('b')).rejects.toBeInstanceOf(OrderGivenUp);
  await expect.poll(() => watching.ask('closed')).toContain('wait');
  watching.close();
});

test('an order that the thread falls over is given up, and the next one starts it anew', async () => {
  const before = starts;
  await expect(thread.open('fall', never).ask('a')).rejects.toBeInstanceOf(OrderGivenUp);
  await expect.poll(() => thread.open('one', never).ask('a')).toBe(`a start ${before + 1}`);
});
