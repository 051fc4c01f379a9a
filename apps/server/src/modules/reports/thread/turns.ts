/** Waits for one's turn and returns how to end it. Throws when the signal comes first. */
export type TakeTurn = (signal: AbortSignal) => Promise<() => void>;

/** So many at once; the others wait in the order in which they came. */
export function createTurns(atOnce: number): TakeTurn {
  let taken = 0;
  const waiting: (() => void)[] = [];

  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  return async (signal) => {
    signal.throwIfAborted();
    if (taken < atOnce) taken += 1;
    else {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    // whoever gave up while waiting hands his turn on
    if (signal.aborted) end();
    signal.throwIfAborted();
    return end;
  };
}
