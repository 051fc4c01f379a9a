import { expect, test } from 'vitest';
import { mapActionOf, mapShortcuts } from './map-shortcuts.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false };

test('[MAP-04] every switch of the map has a key, and no key has two', () => {
  const keys = mapShortcuts.flatMap((shortcut) => shortcut.keys);
  expect(new Set(keys).size).toBe(keys.length);
  const phrases = mapShortcuts.map(({ phrase }) => phrase);
  for (const name of ['devices', 'geofences', 'alarms', 'labels', 'traces', 'follow', 'measure'])
    expect(phrases).toContain(`mapTool.${name}`);
});

test('a key acts in either case, and never together with Ctrl, Alt or the system key', () => {
  expect(mapActionOf({ ...plain, key: 'l' })).toBe(mapActionOf({ ...plain, key: 'L' }));
  expect(mapActionOf({ ...plain, key: 'l' })).not.toBeNull();
  for (const held of ['ctrlKey', 'altKey', 'metaKey'])
    expect(mapActionOf({ ...plain, key: 'l', [held]: true })).toBeNull();
  expect(mapActionOf({ ...plain, key: 'Tab' })).toBeNull();
});
