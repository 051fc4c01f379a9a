import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes('.test.'),
);

/** A class that is in no sheet is `undefined` on the page, and no compiler says so. */
test('every class that a component names is in its sheet', () => {
  const missing: string[] = [];
  let named = 0;
  for (const file of files) {
    const code = readFileSync(join(source, file), 'utf8');
    for (const [, sheetName, path] of code.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)) {
      const sheet = readFileSync(join(source, dirname(file), path ?? ''), 'utf8');
      const classes = new Set([...sheet.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name));
      for (const [, name = ''] of code.matchAll(new RegExp(`(?<!['./\\w-])${sheetName}\\.(\\w+)`, 'g'))) {
        named += 1;
        if (!classes.has(name)) missing.push(`${file}: ${name}`);
      }
    }
  }
  expect(missing).toEqual([]);
  expect(named).toBeGreaterThan(500);
});
