import { browserStorage, type TextStorage } from '../storage/browser-storage.ts';
import { createStore, type Store } from './store.ts';

/**
 * A store that the browser remembers under a name. A text that cannot be read counts as none, and a field that the text
 * lacks has its first value.
 */
export function createRememberedStore<T extends object>(
  name: string,
  initial: T,
  storage: TextStorage = browserStorage(() => localStorage),
): Store<T> {
  const store = createStore<T>({ ...initial, ...rememberedOf(name, storage) });
  // In this form since the first version: browsers have texts of it.
  store.subscribe(() => storage.setItem(name, JSON.stringify({ state: store.get(), version: 0 })));
  return store;
}

function rememberedOf(name: string, storage: TextStorage): object {
  const text = storage.getItem(name);
  if (text === null) return {};
  try {
    const { state } = JSON.parse(text) as { state?: unknown };
    return typeof state === 'object' && state !== null ? state : {};
  } catch (error) {
    console.warn(`What the browser remembers as ${name} cannot be read`, error);
    return {};
  }
}
