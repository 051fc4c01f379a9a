/** What the product needs of a browser's storage. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Storage that lives as long as the page: for browsers that refuse the real one, and for tests. */
export function createMemoryStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
}

/**
 * `window.localStorage` or `sessionStorage`. A browser that refuses it (blocked cookies, a full disk) gets storage that
 * lives as long as the page, so that a person can work and only has to sign in again after a reload.
 */
export function browserStorage(open: () => Storage): TextStorage {
  const fallback = createMemoryStorage();
  const attempt = <T>(use: (storage: TextStorage) => T): T => {
    try {
      return use(open());
    } catch (refusal) {
      console.warn('The browser refuses storage; it is kept for this page only.', refusal);
      return use(fallback);
    }
  };
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key)) ?? fallback.getItem(key),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value)),
    removeItem(key) {
      fallback.removeItem(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}
