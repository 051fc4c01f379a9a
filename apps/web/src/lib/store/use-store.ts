import { useSyncExternalStore } from 'react';
import type { ReadableStore } from './store.ts';

/**
 * The part of a store that a component shows. `select` must give the same value (`Object.is`) for the same state: a
 * field of it, or a primitive, never an object made on the way.
 */
export function useStore<T, Part>(store: ReadableStore<T>, select: (value: T) => Part): Part {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
