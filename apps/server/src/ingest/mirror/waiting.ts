/** What waits to be forwarded: bounded in bytes for each queue and for all of a process, and in age. */

/** One message for another server. */
export interface Waiting {
  readonly deviceIds: readonly number[];
  readonly bytes: Uint8Array;
  /** When it was taken, ms since 1970 UTC. */
  readonly atMs: number;
  /** The tracker's sign-in: a connection that is opened for it begins with it. */
  readonly isSignIn?: boolean;
}

/** Memory that all queues of a process share. */
export interface Memory {
  used: number;
  readonly mostBytes: number;
}

export interface WaitingQueue {
  /** Drops the oldest that are not on their way until the new one has room; where there is none, the new one. */
  push(one: Waiting): void;
  /** The `at`th from the oldest. */
  peek(at?: number): Waiting | undefined;
  /** Removes the oldest: it is sent, or given up. */
  shift(): Waiting | undefined;
  /** So many of the oldest are on their way, and are not dropped for others. */
  underWay: number;
  /** Drops those that waited for longer, unless they are on their way. */
  expire(beforeMs: number): void;
  dropAll(reason: string): void;
  readonly length: number;
}

export interface WaitingParts {
  readonly memory: Memory;
  /** Of this queue. */
  readonly mostBytes: number;
  dropped(one: Waiting, reason: string): void;
}

/** What an entry costs beside its bytes. */
const overheadBytes = 200;
const costOf = ({ bytes }: Waiting) => bytes.length + overheadBytes;

export function createWaitingQueue({ memory, mostBytes, dropped }: WaitingParts): WaitingQueue {
  const queue: Waiting[] = [];
  let used = 0;
  const count = (change: number) => {
    used += change;
    memory.used += change;
  };
  const remove = (at: number) => {
    const [one] = queue.splice(at, 1);
    if (one) count(-costOf(one));
    return one;
  };
  const drop = (at: number, reason: string) => {
    const one = remove(at);
    if (one) dropped(one, reason);
  };
  const waiting: WaitingQueue = {
    underWay: 0,
    push(one) {
      const cost = costOf(one);
      const hasRoom = () => used + cost <= mostBytes && memory.used + cost <= memory.mostBytes;
      while (!hasRoom() && queue.length > waiting.underWay) drop(waiting.underWay, 'queue-full');
      if (!hasRoom()) return dropped(one, 'queue-full');
      queue.push(one);
      count(cost);
    },
    peek: (at = 0) => queue[at],
    shift() {
      waiting.underWay = Math.max(0, waiting.underWay - 1);
      return remove(0);
    },
    expire(beforeMs) {
      for (
        let oldest = queue[waiting.underWay];
        oldest && oldest.atMs < beforeMs;
        oldest = queue[waiting.underWay]
      )
        drop(waiting.underWay, 'too-old');
    },
    dropAll(reason) {
      waiting.underWay = 0;
      while (queue.length > 0) drop(0, reason);
    },
    get length() {
      return queue.length;
    },
  };
  return waiting;
}

const firstWaitMs = 1_000;
const longestWaitMs = 300_000;

/** When an attempt after so many failures in a row may follow: 1 s, 2 s, 4 s… 5 min, of which half is by chance. */
export function nextAttemptMs(nowMs: number, failures: number, chance: () => number = Math.random): number {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 20));
  return nowMs + Math.round(waitMs * (0.5 + chance() / 2));
}
