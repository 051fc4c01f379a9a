import { startChild } from '../process/child.ts';
import type { FakeMessage, FakePlan } from './fake-plan.ts';

export interface FakeServer {
  readonly origin: string;
  /** Paths of the files requested since the last call. */
  takeServed(): readonly string[];
  /** When each tick was written to the viewer that leaves next, ms since 1970. */
  nextPlayed(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** Starts `stand-in.ts` in a process of its own; resolves when it listens. */
export async function startFakeServer(plan: FakePlan): Promise<FakeServer> {
  const listening = Promise.withResolvers<string>();
  let served: string[] = [];
  let played = Promise.withResolvers<readonly number[]>();
  const child = startChild<FakePlan, null, FakeMessage>(
    new URL('./fake-plan.ts', import.meta.url),
    plan,
    (message) => {
      if (message.kind === 'listening') listening.resolve(message.origin);
      else if (message.kind === 'served') served.push(message.path);
      else {
        played.resolve(message.sentAtMs);
        played = Promise.withResolvers();
      }
    },
  );
  child.output.catch(listening.reject);
  return {
    origin: await listening.promise,
    takeServed() {
      const taken = served;
      served = [];
      return taken;
    },
    nextPlayed: () => played.promise,
    async stop() {
      child.stop();
      await child.output;
    },
  };
}
