import { Worker } from 'node:worker_threads';
import { AppError } from '../../../errors/app-error.ts';
import { createLimiter } from '../../../platform/limiter/limiter.ts';
import type { SinisterReportData } from './report-data.ts';

const atOnce = 2;
const mostWaiting = 20;
const longestMs = 60_000;
const program = new URL('../../../workers/sinister-pdf.ts', import.meta.url);

/** Reads what a report is made of, then has it made. */
export type MakeReport = (read: () => Promise<SinisterReportData>) => Promise<Buffer>;

/**
 * Makes reports in threads of their own, two at a time, so that neither a long case nor a large image holds up the event
 * loop that talks to trackers. What a report is made of is read when its turn comes: who waits holds no images. Throws
 * `too-many-requests` when too many wait.
 */
export function createReportThreads(): MakeReport {
  const limiter = createLimiter(atOnce, {
    most: mostWaiting,
    refusal: () => new AppError('too-many-requests', 'too many reports are being made'),
  });
  return (read) => limiter.run(async () => inThread(await read()));
}

function inThread(data: SinisterReportData): Promise<Buffer> {
  const worker = new Worker(program, { workerData: data });
  const timer = setTimeout(() => worker.terminate(), longestMs);
  return new Promise<Buffer>((resolve, reject) => {
    worker.on('message', (bytes: Uint8Array) =>
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`the thread of a report ended with ${code} and without a report`)),
    );
  }).finally(() => clearTimeout(timer));
}
