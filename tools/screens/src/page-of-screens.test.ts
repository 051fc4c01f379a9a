import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pageOfScreens } from './page-of-screens.ts';
import { screens } from './screens.ts';

const docs = join(import.meta.dirname, '../../../docs');

test('[SHELL-02] the page of screens names every screen and the ten commonest acts as they are counted', () => {
  expect(readFileSync(join(docs, 'screens.md'), 'utf8')).toBe(pageOfScreens(screens));
});

test('every screen has its picture', () => {
  const missing = screens.filter(({ name }) => !existsSync(join(docs, 'pictures', `${name}.png`)));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
