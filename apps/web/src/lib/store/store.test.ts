import { expect, test } from 'vitest';
import { createStore, onPart } from './store.ts';

test('[MAP-02] who listens to a part of a store hears of no other, and of it when it is another than before', () => {
  const store = createStore({ background: 'land', count: 0 });
  const heard: string[] = [];
  const stop = onPart(
    store,
    ({ background }) => background,
    (background) => heard.push(background),
  );
  store.set({ background: 'land', count: 1 });
  store.set({ background: 'tiles', count: 1 });
  store.set({ background: 'tiles', count: 2 });
  store.set({ background: 'land', count: 2 });
  expect(heard).toEqual(['tiles', 'land']);
  stop();
  store.set({ background: 'tiles', count: 2 });
  expect(heard).toEqual(['tiles', 'land']);
});
