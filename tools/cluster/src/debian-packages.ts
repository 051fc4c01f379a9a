/** The programs of Debian that the cluster is made of: looked for, and installed where that was asked for. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';

/** A program, and the package that brings it. */
export const usualPrograms = { 'nats-server': 'nats-server', haproxy: 'haproxy' } as const;
export const availablePrograms = {
  ...usualPrograms,
  patroni: 'patroni',
  etcd: 'etcd-server',
  postgres: 'postgresql',
} as const;

/** What the tests need beside. */
export const testPrograms = {
  pgbouncer: 'pgbouncer',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
  'prometheus-blackbox-exporter': 'prometheus-blackbox-exporter',
  openssl: 'openssl',
} as const;

type Programs = Readonly<Record<string, string>>;

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin', '/usr/local/sbin'];

/** Debian keeps PostgreSQL's programs out of the PATH, a folder a major version. */
export function postgresFolder(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home) : [];
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0];
  return newest === undefined ? undefined : join(home, newest, 'bin');
}

export function findProgram(program: string): string | undefined {
  const places = program === 'postgres' ? [postgresFolder() ?? ''] : folders;
  return places.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Names of packages, sorted, whose programs are not here. */
export const missingPackages = (programs: Programs): readonly string[] =>
  Object.entries(programs)
    .filter(([program]) => !findProgram(program))
    .map(([, name]) => name)
    .filter((name, index, names) => names.indexOf(name) === index)
    .toSorted();

/** Installs what is missing when `isAgreed`, or a person says so; else throws with a sentence that names it. */
export async function requirePrograms(programs: Programs, isAgreed: boolean): Promise<void> {
  const missing = missingPackages(programs);
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const sentence = `the cluster needs ${missing.join(', ')} of Debian: apt-get install ${names}`;
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!mayInstall || !(isAgreed || (await isWanted(names)))) throw new Error(sentence);
  // nothing of it is started here but by the cluster
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const run = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] }).status === 0;
  const isInstalled =
    run('-qq', 'update') && run('-qq', 'install', '--yes', '--no-install-recommends', ...missing);
  const left = missingPackages(programs);
  if (!isInstalled || left.length > 0)
    throw new Error(`${sentence} (apt-get did not install ${left.join(', ') || names})`);
}

async function isWanted(names: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await line.question(`apt-get install ${names}? [y/N] `);
  line.close();
  return /^(?:y|yes|s|sim)$/i.test(answer.trim());
}

/** `--yes`, or root in continuous integration, where nobody can be asked. */
export const isAgreedBy = (args: readonly string[]): boolean =>
  args.includes('--yes') || (process.env.CI === 'true' && process.getuid?.() === 0);
