import { Worker } from 'node:worker_threads';
import type { DocumentQueue, Requester } from '../db/leases/document-queue.ts';

const longestMs = 60_000;
/** Images are made smaller before they are drawn: what a document needs does not grow with them. */
const mostHeapMb = 256;

/** Reads what a document is made of, then has it made. */
export type MakePdf<Data> = (requester: Requester, read: () => Promise<Data>) => Promise<Buffer>;

/**
 * Makes documents in threads of their own, from one queue for all processes, so that neither a long one nor a large image
 * holds up the event loop that talks to trackers. `program` is handed what a document is made of and posts its bytes. What a
 * document is made of is read when its turn comes: who waits holds no images. Throws `too-many-requests` when too many wait.
 */
export function createPdfThreads<Data>(program: URL, documentQueue: DocumentQueue): MakePdf<Data> {
  return (requester, read) => documentQueue.run(requester, async () => inThread(program, await read()));
}

function inThread(program: URL, data: unknown): Promise<Buffer> {
  const worker = new Worker(program, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: mostHeapMb },
  });
  const timer = setTimeout(() => worker.terminate(), longestMs);
  return new Promise<Buffer>((resolve, reject) => {
    worker.on('message', (bytes: Uint8Array) =>
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    worker.on('error', reject);
    worker.on('exit', (code) =>
      reject(new Error(`the thread of a document ended with ${code} and without one`)),
    );
  }).finally(() => clearTimeout(timer));
}
