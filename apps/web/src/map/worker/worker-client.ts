import type { Answers, FromWorker, Question, ToWorker } from './worker-messages.ts';

type Frame = Extract<FromWorker, { kind: 'frame' }>;

export interface WorkerClientParts {
  readonly onFrame: (message: Frame) => void;
  readonly onDamaged: (reason: string) => void;
}

export interface WorkerClient {
  tell(message: Exclude<ToWorker, { readonly kind: 'ask' }>, transfer?: Transferable[]): void;
  ask<Kind extends Question['kind']>(question: Extract<Question, { kind: Kind }>): Promise<Answers[Kind]>;
  end(): void;
}

/** The map's worker as seen from the main thread. */
export function createWorkerClient({ onFrame, onDamaged }: WorkerClientParts): WorkerClient {
  const worker = new Worker(new URL('./map-worker.ts', import.meta.url), { type: 'module', name: 'map' });
  const waiting = new Map<number, (answer: Answers[Question['kind']]) => void>();
  let lastRequest = 0;

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'frame') onFrame(data);
    else if (data.kind === 'damaged') onDamaged(data.reason);
    else settle(data.request, data.answer);
  };
  worker.onerror = (event) => onDamaged(event.message);

  function settle(request: number, answer: Answers[Question['kind']]): void {
    waiting.get(request)?.(answer);
    waiting.delete(request);
  }

  return {
    tell: (message, transfer = []) => worker.postMessage(message, transfer),
    ask<Kind extends Question['kind']>(question: Extract<Question, { kind: Kind }>) {
      const request = ++lastRequest;
      return new Promise<Answers[Kind]>((resolve) => {
        // the worker answers each question with what belongs to its kind
        waiting.set(request, (answer) => resolve(answer as Answers[Kind]));
        worker.postMessage({ kind: 'ask', request, question } satisfies ToWorker);
      });
    },
    end: () => worker.terminate(),
  };
}
