import { expect, test } from 'vitest';
import { createMemoryStorage } from '../lib/storage/browser-storage.ts';
import { createChoiceStorage } from './map-choices.ts';

const ana = { userId: 7, settingsMap: 'osm' };

test('[MAP-04] what a person switches is remembered for him alone', () => {
  const storage = createMemoryStorage();
  const choices = { baseMap: 'satellite', devices: true, geofences: false, labels: true, traces: false };
  createChoiceStorage(storage, ana).write(choices);
  expect(createChoiceStorage(storage, ana).read()).toEqual(choices);
  expect(createChoiceStorage(storage, { ...ana, userId: 8 }).read()).toEqual({});
});

test('[MAP-03] a base map set anew in the settings wins over the one chosen before', () => {
  const storage = createMemoryStorage();
  createChoiceStorage(storage, ana).write({ baseMap: 'satellite', labels: true });
  expect(createChoiceStorage(storage, { ...ana, settingsMap: 'street' }).read()).toEqual({ labels: true });
  expect(createChoiceStorage(storage, ana).read().baseMap).toBe('satellite');
});

test('a broken or foreign text is no choice', () => {
  const storage = createMemoryStorage();
  for (const text of ['{', '[]', 'null', '{"settingsMap":"osm","choices":{"labels":"yes"}}']) {
    storage.setItem('atalaia.map.7', text);
    expect(createChoiceStorage(storage, ana).read()).toEqual({});
  }
});
