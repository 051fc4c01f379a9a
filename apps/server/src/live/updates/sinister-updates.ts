/**
 * Sinisters to everybody who sees their device (SIN-14), one after the other as they changed. What the centre alone does in one goes to
 * people of the centre alone: a message would tell a client that somebody works (DESK-12).
 */
import type { Bus, LiveFragment } from '../../platform/bus/bus.ts';
import { retryWhileAway } from '../../platform/db/connection/retry-while-away.ts';
import type { LiveUpdates } from '../outbox.ts';

export interface SinisterUpdatesParts {
  readonly bus: Pick<Bus, 'subscribe'>;
  /** Which of these people are of the centre now. */
  readonly centreUsers: (userIds: readonly number[]) => Promise<readonly number[]>;
  readonly userIds: () => readonly number[];
  /** As far as he sees their devices. */
  readonly publishTo: (userId: number, updates: LiveUpdates) => void;
  readonly onError: (error: unknown) => void;
}

/** Returns how to stop. */
export function publishSinisterUpdates(parts: SinisterUpdatesParts): () => void {
  const stopping = new AbortController();
  let waiting: LiveFragment[] = [];
  let sending = false;

  const send = async () => {
    while (waiting.length > 0 && !stopping.signal.aborted) {
      const asks = waiting.some(({ centreOnly }) => centreOnly) && parts.userIds().length > 0;
      const people: ReadonlySet<number> = new Set(asks ? await parts.centreUsers(parts.userIds()) : []);
      // what came meanwhile is of the same people
      const fragments = waiting;
      waiting = [];
      for (const userId of parts.userIds()) {
        const sinisters = fragments.filter(({ centreOnly }) => !centreOnly || people.has(userId));
        if (sinisters.length > 0) parts.publishTo(userId, { sinisters });
      }
    }
    sending = false;
  };
  const unsubscribe = parts.bus.subscribe('sinisters', (sinisters) => {
    waiting.push(...sinisters);
    if (sending) return;
    sending = true;
    retryWhileAway(send, { signal: stopping.signal }).catch((error: unknown) => {
      sending = false;
      parts.onError(error);
    });
  });
  return () => {
    stopping.abort();
    unsubscribe();
  };
}
