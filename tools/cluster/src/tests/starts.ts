import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findFreePort } from '@atalaia/fixtures/free-ports';
import { expect, test } from 'vitest';
import { findProgram } from '../debian-packages.ts';
import { startPart } from '../part.ts';
import type { Scene } from '../testing/scene.ts';

const entry = join(import.meta.dirname, '../../../../apps/server/src/main.ts');

/** How a start ends that is refused: its exit code and what it says. */
async function refusal(env: Readonly<Record<string, string>>): Promise<readonly [unknown, string]> {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-refused-'));
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const cut = setTimeout(() => child.kill('SIGKILL'), 40_000);
  const said = text(child.stderr);
  const [code] = await once(child, 'exit');
  clearTimeout(cut);
  rmSync(folder, { recursive: true, force: true });
  return [code, await said];
}

export function saysWhatItDoes(scene: () => Scene): void {
  test('[SCALE-01] every process says at /metrics what it does, and only those of the web serve people', async () => {
    for (const { role, server } of scene().cluster.processes) {
      const metrics = await (await fetch(`${server.origin}/metrics`)).text();
      expect(metrics).toMatch(new RegExp(`atalaia_process_info\\{[^}]*roles="${role}"`));
      expect(metrics).toMatch(/^atalaia_nats_connected 1$/m);
      expect([role, (await fetch(`${server.origin}/health`)).status]).toEqual([role, 200]);
      expect([role, (await fetch(`${server.origin}/api/server`)).status]).toEqual([
        role,
        role === 'web' ? 200 : 404,
      ]);
    }
  });
}

export function startsAndRefuses(scene: () => Scene): void {
  test('[SCALE-01] what cannot work together ends its start with 2 and a sentence', async () => {
    const { cluster, pool } = scene();
    const { url } = cluster.database;
    const NATS_URL = cluster.nats.servers[0]?.url ?? '';
    const SECRET_KEY = '0'.repeat(64);
    const refused = await Promise.all([
      refusal({ ROLES: 'ingest', DATABASE_URL: url, SECRET_KEY }),
      refusal({ ROLES: 'web', DATABASE_URL: url, NATS_URL, SECRET_KEY }),
      refusal({ NATS_URL: 'nats://10.255.255.1:4222', DATABASE_URL: url, SECRET_KEY }),
      refusal({ ROLES: 'web,dispatch', DATABASE_URL: url, NATS_URL, SECRET_KEY }),
    ]);
    expect(refused.map(([code]) => code)).toEqual([2, 2, 2, 2]);
    expect(refused.map(([, said]) => said)).toEqual([
      expect.stringMatching(/NATS_URL must be set too/),
      expect.stringMatching(/SECRET_KEY/),
      expect.stringMatching(/without credentials/),
      expect.stringMatching(/ROLES=web,dispatch must be some of web, ingest, jobs/),
    ]);
    expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  });

  test('[SCALE-06] an address that leads to PgBouncer is refused', async () => {
    const { cluster } = scene();
    const { hostname, port, username, password } = new URL(cluster.database.url);
    const folder = mkdtempSync(join(tmpdir(), 'atalaia-pooler-'));
    const file = join(folder, 'pgbouncer.ini');
    const poolerPort = await findFreePort();
    writeFileSync(
      file,
      `[databases]\n* = host=${hostname} port=${port} user=${username} password=${password}\n[pgbouncer]\n` +
        `listen_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction\n` +
        'ignore_startup_parameters = extra_float_digits,options,statement_timeout,idle_in_transaction_session_timeout\n',
    );
    // it does not run as root
    const asUser =
      process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
    let isStarted = false;
    const pooler = await startPart({
      name: 'pgbouncer',
      command: [...asUser, findProgram('pgbouncer') ?? 'pgbouncer', file],
      async isReady() {
        const wasStarted = isStarted;
        isStarted = true;
        return wasStarted;
      },
    });
    try {
      const [code, said] = await refusal({
        DATABASE_URL: `postgresql://pooled@127.0.0.1:${poolerPort}/atalaia?sslmode=disable`,
        SECRET_KEY: '0'.repeat(64),
      });
      expect([code, said]).toEqual([
        2,
        expect.stringMatching(/^the address of DATABASE_URL leads to a connection pooler/),
      ]);
    } finally {
      await pooler.end();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('[SCALE-09] a process starts where a later release has been whose floor it reaches, and is refused where it does not', async () => {
    const { cluster, pool } = scene();
    const { rows } = await pool.query<{ floor: string }>('SELECT floor FROM installation');
    await pool.query(`INSERT INTO kysely_migration VALUES ('9999-later', now())`);
    try {
      const beside = await cluster.add('web-3', 'web');
      expect((await fetch(`${beside.server.origin}/api/server`)).status).toBe(200);
      await cluster.remove(beside);
      await pool.query(`UPDATE installation SET floor = '9999-later'`);
      const [code, said] = await refusal(cluster.envOf('web-4', 'web'));
      expect([code, said]).toEqual([2, expect.stringMatching(/9999-later.*start the later release/)]);
    } finally {
      await pool.query(`DELETE FROM kysely_migration WHERE name = '9999-later'`);
      await pool.query('UPDATE installation SET floor = $1', [rows[0]?.floor]);
    }
  });
}
