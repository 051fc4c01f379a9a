import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { protocols } from '@atalaia/protocols/registry';
import { expect, test } from 'vitest';
import { protocolPages } from './pages.ts';

const folder = join(import.meta.dirname, '../../../docs/protocols');

test('the pages of protocols stand as they are made: npm run -s docs:protocols writes them anew', () => {
  const pages = protocolPages();
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages)
    expect([name, readFileSync(join(folder, name), 'utf8')]).toEqual([name, text]);
});

test('[ING-01] every protocol has its page, with its port, what it reads and what it can be told', () => {
  const pages = protocolPages();
  for (const { name, port, commands } of protocols) {
    const page = pages.get(`${name}.md`) ?? '';
    expect(page).toContain(`Port ${port}`);
    for (const type of commands?.types ?? []) expect(page).toContain(`\`${type}\``);
    expect(page).toMatch(/Messages: .*position/);
  }
});
