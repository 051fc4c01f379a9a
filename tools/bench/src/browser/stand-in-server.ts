import { startChild } from '../process/child.ts';
import type { StandInNews, StandInPlan } from './stand-in.ts';

export interface StandInServer {
  readonly origin: string;
  /** Paths of the files asked for since the last call. */
  takeServed(): readonly string[];
  /** When each tick was written to the viewer that leaves next, ms since 1970. */
  nextPlayed(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

/** Starts `stand-in.ts` in a process of its own; resolves when it listens. */
export async function startStandIn(plan: StandInPlan): Promise<StandInServer> {
  const listening = Promise.withResolvers<string>();
  let served: string[] = [];
  let played = Promise.withResolvers<readonly number[]>();
  const child = startChild<StandInPlan, null, StandInNews>(
    new URL('./stand-in.ts', import.meta.url),
    plan,
    (news) => {
      if (news.kind === 'listening') listening.resolve(news.origin);
      else if (news.kind === 'served') served.push(news.path);
      else {
        played.resolve(news.sentAtMs);
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
