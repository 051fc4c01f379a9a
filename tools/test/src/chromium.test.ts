import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ensureChromium } from './chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-chromium-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('CHROMIUM_PATH goes before what is installed, and must be a program', async () => {
  expect(await ensureChromium({ CHROMIUM_PATH: process.execPath })).toEqual({ path: process.execPath });
  expect(await ensureChromium({ CHROMIUM_PATH: '/nowhere' })).toEqual({
    missing: 'CHROMIUM_PATH=/nowhere is no program',
  });
});

test('one in the PATH is found, and its shell where there is one, also where nothing can be installed', async () => {
  const paths = ['chromium', 'chromium-headless-shell'].map((name) => join(folder, name));
  const [path = '', shell = ''] = paths;
  for (const [program, expected] of [
    [path, { path, shell: undefined }],
    [shell, { path, shell }],
  ] as const) {
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    for (const env of [{}, { CI: 'true' }])
      expect(await ensureChromium({ PATH: `/nowhere:${folder}`, ...env })).toEqual(expected);
  }
});

test('without one and without a way to install it, the reason is said', async () => {
  expect(await ensureChromium({ PATH: '/nowhere' })).toEqual({
    missing: expect.stringMatching(/CHROMIUM_PATH/),
  });
});
