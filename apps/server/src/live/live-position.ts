/** How far a connection has received: what a client repeats as `since` when it connects again (WS-02). */
export interface LivePosition {
  /** Whatever older transactions stored was sent, or was there before the connection; undefined while nobody knows. */
  current(): string | undefined;
}

/**
 * What a transaction stored is published a moment after its commit, by the one who made it; at the latest when the answer of an
 * unsure commit is found, for which a writer waits 45 s. So the look that counts is one from before. It costs only that a
 * client gets some events twice, which it knows by their numbers.
 */
const publishedWithinMs = 60_000;
const lookEveryMs = 10_000;

interface Look {
  readonly oldest: string;
  readonly atMs: number;
}

/** `oldest`: the oldest transaction that was open at the last look, which changes by the rows of `changes`. */
export function createLivePosition(
  oldest: () => string | undefined,
  now: () => number = () => performance.now(),
): LivePosition {
  /** The oldest first; the first one counts. */
  let looks: Look[] = [];

  const look = (atMs: number) => {
    const found = oldest();
    if (found === undefined) return;
    const last = looks.at(-1);
    // a database that began anew knows nothing of the looks before
    if (last && BigInt(found) < BigInt(last.oldest)) looks = [];
    else if (last && atMs - last.atMs < lookEveryMs) return;
    looks.push({ oldest: found, atMs });
  };

  return {
    current() {
      const nowMs = now();
      look(nowMs);
      while (looks[1] && looks[1].atMs <= nowMs - publishedWithinMs) looks.shift();
      return looks[0]?.oldest;
    },
  };
}
