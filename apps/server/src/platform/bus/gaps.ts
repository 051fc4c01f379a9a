/**
 * Whether all that other processes published was heard: each numbers its messages by topic, and says each second how far
 * it is. What was missed is not asked of them: it is read from the database.
 */

/** Without a beat for so long, ms, what a living process publishes may be lost. */
const missingAfterMs = 2_200;

interface Publisher {
  readonly numbers: Map<string, number>;
  /** Of its last beat or message; undefined while nothing was heard. */
  heardMs: number | undefined;
  readonly knownSinceMs: number;
}

export interface Gaps {
  /** A message; false when one before it is missing. */
  heard(epoch: number, topic: string, number: number): boolean;
  /** How far a process is; false when something of it is missing. */
  beat(epoch: number, numbers: Readonly<Record<string, number>>): boolean;
  /** Which of these living processes are not heard. Of others nothing is kept. */
  missing(living: readonly number[]): readonly number[];
}

/** `topics`: those that are listened to. */
export function createGaps(topics: readonly string[], nowMs: () => number = () => performance.now()): Gaps {
  const publishers = new Map<number, Publisher>();
  const publisherOf = (epoch: number): Publisher => {
    const known = publishers.get(epoch);
    if (known) return known;
    const made = { numbers: new Map(), heardMs: undefined, knownSinceMs: nowMs() };
    publishers.set(epoch, made);
    return made;
  };
  return {
    heard(epoch, topic, number) {
      const publisher = publisherOf(epoch);
      const before = publisher.numbers.get(topic) ?? 0;
      publisher.heardMs = nowMs();
      publisher.numbers.set(topic, Math.max(before, number));
      return number <= before + 1;
    },
    beat(epoch, numbers) {
      const publisher = publisherOf(epoch);
      publisher.heardMs = nowMs();
      const behind = topics.filter((topic) => (publisher.numbers.get(topic) ?? 0) < (numbers[topic] ?? 0));
      for (const topic of behind) publisher.numbers.set(topic, numbers[topic] ?? 0);
      return behind.length === 0;
    },
    missing(living) {
      for (const epoch of publishers.keys()) {
        const { heardMs = Number.NEGATIVE_INFINITY } = publisherOf(epoch);
        // its row may lag behind its beats
        if (!living.includes(epoch) && nowMs() - heardMs > missingAfterMs) publishers.delete(epoch);
      }
      return living.filter((epoch) => {
        const { heardMs, knownSinceMs } = publisherOf(epoch);
        return nowMs() - (heardMs ?? knownSinceMs) > missingAfterMs;
      });
    },
  };
}
