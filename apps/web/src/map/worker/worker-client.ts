import type { Answers, FromWorker, Question, ToWorker } from './worker-messages.ts';

type Frame = Extract<FromWorker, { kind: 'frame' }>;

export interface WorkerClientParts {
  readonly onFrame: (message: Frame) => void;
  readonly onDamaged: (reason: string) => void;
  /** Its file did not come, or did not run: it will never answer. */
  readonly onLost: (reason: Error) => void;
}

export interface WorkerClient {
  post(message: Exclude<ToWorker, { readonly kind: 'ask' }>, transfer?: Transferable[]): void;
  /** Rejects where the worker is lost. */
  ask<Kind extends Question['kind']>(question: Extract<Question, { kind: Kind }>): Promise<Answers[Kind]>;
  end(): void;
}

interface Waiting {
  resolve(answer: Answers[Question['kind']]): void;
  reject(reason: Error): void;
}

/** The map's worker as seen from the main thread. */
export function createWorkerClient({ onFrame, onDamaged, onLost }: WorkerClientParts): WorkerClient {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module', name: 'map' });
  const waiting = new Map<number, Waiting>();
  let lastRequest = 0;
  let hasAnswered = false;
  let lost: Error | null = null;

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    hasAnswered = true;
    if (data.kind === 'frame') onFrame(data);
    else if (data.kind === 'damaged') onDamaged(data.reason);
    else settle(data.request, data.answer);
  };
  worker.onerror = ({ message }) => {
    if (hasAnswered) onDamaged(message);
    else lose(new Error(message || 'The file of the worker did not come'));
  };

  function lose(reason: Error): void {
    lost = reason;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
    onLost(reason);
  }

  function settle(request: number, answer: Answers[Question['kind']]): void {
    waiting.get(request)?.resolve(answer);
    waiting.delete(request);
  }

  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    ask<Kind extends Question['kind']>(question: Extract<Question, { kind: Kind }>) {
      if (lost) return Promise.reject(lost);
      const request = ++lastRequest;
      return new Promise<Answers[Kind]>((resolve, reject) => {
        // the worker answers each question with what belongs to its kind
        waiting.set(request, { resolve: (answer) => resolve(answer as Answers[Kind]), reject });
        worker.postMessage({ kind: 'ask', request, question } satisfies ToWorker);
      });
    },
    end: () => worker.terminate(),
  };
}
