/** Does the work once that of the same before has ended, however it did; throws the reason of a signal that ends meanwhile. */
export type InTurn = <Result>(
  what: string,
  gone: AbortSignal,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Long readings that are not worth doing twice at the same time. */
export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (what, gone, work) => {
    const before = last.get(what);
    const mine = (async () => {
      await before?.catch(() => undefined);
      gone.throwIfAborted();
      return work();
    })();
    last.set(what, mine);
    try {
      return await mine;
    } finally {
      if (last.get(what) === mine) last.delete(what);
    }
  };
}
