import type { Unsubscribe } from './live-feed.ts';

export interface Listeners<T> {
  add(listener: (value: T) => void): Unsubscribe;
  emit(value: T): void;
  readonly count: number;
  all(): readonly ((value: T) => void)[];
}

/** Who wants to be notified of one thing. One who fails is logged and keeps no other from being called. */
export function createListeners<T>(): Listeners<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(value) {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          console.error(error);
        }
      }
    },
    get count() {
      return listeners.size;
    },
    all: () => [...listeners],
  };
}
