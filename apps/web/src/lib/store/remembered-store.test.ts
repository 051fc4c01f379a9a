import { expect, test, vi } from 'vitest';
import { createMemoryStorage } from '../storage/browser-storage.ts';
import { createRememberedStore } from './remembered-store.ts';

const initial = { folded: false, tab: 'events' };
const create = (storage = createMemoryStorage()) => createRememberedStore('view', initial, storage);

test('what a person set is there after a reload', () => {
  const storage = createMemoryStorage();
  const store = create(storage);
  store.set({ ...store.get(), folded: true });
  expect(create(storage).get()).toEqual({ folded: true, tab: 'events' });
});

test('a text of an earlier version is read, and a field that it lacks has its first value', () => {
  const storage = createMemoryStorage();
  storage.setItem('view', '{"state":{"tab":"sinisters"},"version":0}');
  expect(create(storage).get()).toEqual({ folded: false, tab: 'sinisters' });
});

test('a text that cannot be read counts as none', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const text of ['{', 'null', '{"state":"x"}', '7']) {
    const storage = createMemoryStorage();
    storage.setItem('view', text);
    expect(create(storage).get()).toEqual(initial);
  }
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
