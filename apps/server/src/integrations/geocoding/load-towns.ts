import { Worker } from 'node:worker_threads';
import type { TownsData } from './towns.ts';

/** The towns, read in a thread that ends afterwards. Rejects when the data cannot be read. */
export function loadTowns(): Promise<TownsData> {
  const worker = new Worker(new URL('./towns-worker.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that reads the towns ended with ${code}`)));
  });
}
