/** One piece of work at a time, whose turns go round among those who ask: who asks for much waits for himself. */

/** Whose work it is. */
export interface Turn {
  /** Before the others, as long as these get a turn now and then. */
  readonly isFirst: boolean;
  /** Turns go round among keys. */
  readonly key: string;
}

export interface FairLimiter {
  /** Throws the bound's refusal where too many wait, at once or when a newcomer takes the place of the one who waits with most. */
  run<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result>;
}

export interface FairBounds {
  /** So many of one key wait at most. */
  readonly mostOfOne: number;
  /** So many wait at most, of those who come first and of the others each. */
  readonly most: number;
  readonly refusal: () => Error;
}

/** After so many turns of those who come first, one of the others has his. */
const firstInARow = 8;

interface Waiting {
  start(): Promise<void>;
  refuse(): void;
}

export function createFairLimiter(bounds: FairBounds): FairLimiter {
  const lanes = { first: createLane(bounds), others: createLane(bounds) };
  let isBusy = false;
  let inARow = 0;

  function next(): Waiting | undefined {
    const isOthersTurn = inARow >= firstInARow && lanes.others.size() > 0;
    const first = isOthersTurn ? undefined : lanes.first.take();
    inARow = first ? inARow + 1 : 0;
    return first ?? lanes.others.take();
  }

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let one = next(); one; one = next()) await one.start();
    isBusy = false;
  }

  return {
    run<Result>({ isFirst, key }: Turn, job: () => Promise<Result>) {
      const done = Promise.withResolvers<Result>();
      const waiting: Waiting = {
        start: () => Promise.resolve().then(job).then(done.resolve, done.reject),
        refuse: () => done.reject(bounds.refusal()),
      };
      if (lanes[isFirst ? 'first' : 'others'].add(key, waiting)) void work();
      else waiting.refuse();
      return done.promise;
    },
  };
}

/** Those who wait, by key; keys in the order of their turns. */
function createLane({ most, mostOfOne }: FairBounds) {
  const byKey = new Map<string, Waiting[]>();
  let size = 0;

  /** Of the key with most the one who came last leaves; false where nobody has more than one. */
  function makeRoom(): boolean {
    let longest: Waiting[] = [];
    for (const queue of byKey.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length < 2) return false;
    longest.pop()?.refuse();
    size -= 1;
    return true;
  }

  return {
    size: () => size,
    add(key: string, waiting: Waiting): boolean {
      const queue = byKey.get(key);
      if (queue && (queue.length >= mostOfOne || size >= most)) return false;
      if (size >= most && !makeRoom()) return false;
      if (queue) queue.push(waiting);
      else byKey.set(key, [waiting]);
      size += 1;
      return true;
    },
    take(): Waiting | undefined {
      for (const [key, queue] of byKey) {
        const one = queue.shift();
        byKey.delete(key);
        if (queue.length > 0) byKey.set(key, queue);
        size -= 1;
        return one;
      }
      return undefined;
    },
  };
}
