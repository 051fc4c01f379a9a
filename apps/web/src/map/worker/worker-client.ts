import type { MapDevice } from '../map-api.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

type Frame = Extract<FromWorker, { kind: 'frame' }>;
type Question =
  | { readonly kind: 'lookup'; readonly deviceIds: readonly number[] }
  | { readonly kind: 'search'; readonly text: string; readonly limit: number };

export interface WorkerClientParts {
  readonly onFrame: (message: Frame) => void;
  readonly onDamaged: (reason: string) => void;
}

export interface WorkerClient {
  tell(message: Exclude<ToWorker, Question>, transfer?: Transferable[]): void;
  ask(question: Question): Promise<readonly MapDevice[]>;
  end(): void;
}

/** The map's worker as seen from the main thread. */
export function createWorkerClient({ onFrame, onDamaged }: WorkerClientParts): WorkerClient {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module', name: 'map' });
  const waiting = new Map<number, (devices: readonly MapDevice[]) => void>();
  let lastRequest = 0;

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'frame') onFrame(data);
    else if (data.kind === 'damaged') onDamaged(data.reason);
    else settle(data.request, data.devices);
  };
  worker.onerror = (event) => onDamaged(event.message);

  function settle(request: number, devices: readonly MapDevice[]): void {
    waiting.get(request)?.(devices);
    waiting.delete(request);
  }

  return {
    tell: (message, transfer = []) => worker.postMessage(message, transfer),
    ask(question) {
      const request = ++lastRequest;
      return new Promise((resolve) => {
        waiting.set(request, resolve);
        worker.postMessage({ ...question, request });
      });
    },
    end: () => worker.terminate(),
  };
}
