import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vite.config.ts';

const source = join(import.meta.dirname, '../src');

test('no two CSS modules share a class on the page', () => {
  const { modules } = config.css ?? {};
  const name = modules ? modules.generateScopedName : undefined;
  if (typeof name !== 'function') throw new Error('the default names meet in five characters of a hash');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.module.css'))
    .map((path) => join(source, path));
  expect(files.length).toBeGreaterThan(100);
  const classes = files.map((file) => name('screen', file, readFileSync(file, 'utf8')));
  expect(new Set(classes).size).toBe(files.length);
  expect(classes[0]).toMatch(/^_screen_[\w-]{8}$/);
});
