import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const page = readFileSync(`${root}docs/security.md`, 'utf8');
const lines = page
  .split('\n')
  .flatMap((line) => {
    const [, section = '', , proof = ''] = /^\|([^|]+)\|([^|]+)\|([^|]+)\|$/.exec(line) ?? [];
    return [{ section: section.trim(), proof: proof.trim() }];
  })
  .filter(({ section }) => /^V\d/.test(section));

/** A test and, where the page says them, words of one of its titles. */
const namedIn = (proof: string) =>
  [...proof.matchAll(/`([^`]+\.(?:test|spec)\.ts)`(?: \(([^)]+)\))?/g)].map(([, path = '', words]) => ({
    path: [`${root}apps/server/src/${path}`, `${root}${path}`].find(existsSync),
    name: path,
    words,
  }));

test('[SEC-01] docs/security.md has a proof or a reason on each line, and each test it names is there under its words', () => {
  expect(lines.length).toBeGreaterThan(40);
  for (const { section, proof } of lines) expect(proof, section).not.toBe('');
  const named = lines.flatMap(({ proof }) => namedIn(proof));
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ path }) => !path).map(({ name }) => name)).toEqual([]);
  for (const { path = '', name, words } of named) {
    const titles = [...readFileSync(path, 'utf8').matchAll(/^ *(?:test|describe)(?:\.\w+)?\(.*/gm)].join(
      '\n',
    );
    if (words) expect(titles, `${name} (${words})`).toContain(words);
  }
});
