/** A value that lives outside React and notifies its listeners when it is replaced by another. */
export interface Store<T> {
  get(): T;
  /** Replaces the value; the same value (`Object.is`) notifies nobody. */
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export type ReadableStore<T> = Pick<Store<T>, 'get' | 'subscribe'>;

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Calls a listener whenever a part of a store is another (`Object.is`) than before; returns the way to stop. */
export function onPart<T, Part>(
  store: ReadableStore<T>,
  select: (value: T) => Part,
  listener: (part: Part) => void,
): () => void {
  let before = select(store.get());
  return store.subscribe(() => {
    const now = select(store.get());
    if (Object.is(now, before)) return;
    before = now;
    listener(now);
  });
}
