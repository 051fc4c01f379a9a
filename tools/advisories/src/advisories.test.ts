import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type AdvisoryList, findingsOf, hitsIn, type LockFile } from './advisories.ts';

const root = join(import.meta.dirname, '../../..');
const list: AdvisoryList = JSON.parse(readFileSync(join(root, 'tools/advisories/advisories.json'), 'utf8'));
const lock: LockFile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'atalaia-advisories-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const idsIn = (packages: LockFile['packages']) =>
  hitsIn({ packages }, list).map(({ advisory }) => advisory.id);

test('[SEC-01] a version that an advisory names is found wherever it lies, and a mended one is not', () => {
  expect(idsIn({ 'node_modules/nodemailer': { version: '7.0.10' } })).toEqual([
    'GHSA-p6gq-j5cr-w38f',
    'GHSA-rcmh-qjqh-p98v',
  ]);
  expect(idsIn({ 'node_modules/nodemailer': { version: '9.0.1' } })).toEqual([]);
  expect(idsIn({ 'apps/web/node_modules/a/node_modules/debug': { version: '4.4.2' } })).toEqual([
    'GHSA-8mgj-vmr8-frr6',
  ]);
  expect(idsIn({ 'node_modules/own-name': { version: '0.34.5', name: 'sharp' } })).toEqual([
    'GHSA-f88m-g3jw-g9cj',
  ]);
  // before a version that is mended
  expect(idsIn({ 'node_modules/sharp': { version: '0.35.0-rc.1' } })).toEqual(['GHSA-f88m-g3jw-g9cj']);
  expect(idsIn({ 'node_modules/@fastify/multipart': { version: '9.0.2' } })).toEqual(['GHSA-27c6-mcxv-x3fh']);
  expect(
    idsIn({ 'node_modules/ws': { link: true, version: '1.0.0' }, 'apps/ws': { version: '8.0.0' } }),
  ).toEqual([]);
});

test('[SEC-01] every advisory of the list has a number of its own and a range that can be read', () => {
  expect(new Set(list.advisories.map(({ id, package: name }) => `${id} ${name}`)).size).toBe(
    list.advisories.length,
  );
  for (const { id } of list.advisories) expect(id).toMatch(/^GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}$/);
  const [one] = list.advisories;
  if (!one) throw new Error('the list is empty');
  const broken = { ...list, advisories: [{ ...one, vulnerable: 'below 8' }] };
  expect(() => hitsIn(lock, broken)).toThrow(`${one.id}: below 8 is no range of versions`);
});

test('[SEC-01] what npm audit says is taken, and where the registry has no such service that is no answer', () => {
  const vulnerabilities = { ws: { name: 'ws', severity: 'high', range: '8.0.0 - 8.17.0' } };
  expect(findingsOf(JSON.stringify({ vulnerabilities }))).toEqual(['ws 8.0.0 - 8.17.0: high']);
  expect(findingsOf(JSON.stringify({ vulnerabilities: {} }))).toEqual([]);
  for (const output of ['', 'npm ERR!', 'null', '7', '{"error":{"code":"ENOAUDIT"},"message":"405"}'])
    expect(findingsOf(output), output).toBeUndefined();
});

test('[SEC-01] the command ends with 1 for a lock file with a planted version, with 0 for ours, with 2 for none', () => {
  const run = (lockPath: string) =>
    spawnSync(process.execPath, ['tools/advisories/src/main.ts', '--offline', `--lock=${lockPath}`], {
      cwd: root,
      encoding: 'utf8',
    });
  const planted = join(folder, 'package-lock.json');
  const ws = { 'node_modules/a/node_modules/ws': { version: '8.16.0' } };
  writeFileSync(planted, JSON.stringify({ packages: { ...lock.packages, ...ws } }));
  const found = run(planted);
  expect(found.status).toBe(1);
  expect(found.stderr).toMatch(
    /^node_modules\/a\/node_modules\/ws 8\.16\.0: high, .* \(GHSA-3h5v-q93c-6h6q, /m,
  );
  const own = run(join(root, 'package-lock.json'));
  expect([own.status, own.stderr]).toEqual([0, '']);
  expect(run(join(folder, 'nothing.json')).status).toBe(2);
});
