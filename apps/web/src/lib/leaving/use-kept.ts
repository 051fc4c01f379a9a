import { useCallback } from 'react';
import { useUserId } from '../session/session-context.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';

/** By whom and about what. */
const allKept = createStore<ReadonlyMap<string, unknown>>(new Map());

/**
 * What is half-written about something: it outlives the part of the screen that shows it, as long as the page lives.
 * Undefined keeps nothing more.
 */
export function useKept<Value>(about: string) {
  const key = `${useUserId()} ${about}`;
  const kept = useStore(allKept, (all) => all.get(key)) as Value | undefined;
  const keep = useCallback(
    (value: Value | undefined) => {
      if (value === undefined && !allKept.get().has(key)) return;
      const next = new Map(allKept.get());
      if (value === undefined) next.delete(key);
      else next.set(key, value);
      allKept.set(next);
    },
    [key],
  );
  return [kept, keep] as const;
}
