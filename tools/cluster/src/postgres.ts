/** The PostgreSQL that npm brings, as a plain server behind TCP with a password: an external database to the processes. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreeAddress } from '@atalaia/fixtures/free-ports';
import { clusterFolder, killPostgres, postgresPid } from '@atalaia/fixtures/postgres-process';
import { openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { durableSettings, superuser } from '@atalaia/server/src/platform/db/embedded/cluster.ts';
import { postgresProcessesIn } from '@atalaia/server/src/platform/db/embedded/processes.ts';
import { pino } from 'pino';

export interface ClusterDatabase {
  /** Of the primary. */
  readonly url: string;
  /** Of a replica, where there is one. */
  readonly readUrl?: string;
  /** SIGKILL to the primary, all of it; what comes in its place comes by itself. */
  killPrimary(): Promise<void>;
  /** All processes of the primary. */
  primaryPids(): Promise<readonly number[]>;
  end(): Promise<void>;
}

const port = 5432;

export async function startPostgres(folder: string): Promise<ClusterDatabase> {
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  const host = await findFreeAddress(port);
  const accessFile = join(dataDir, 'pg_hba.conf');
  // its socket is in a folder that only its owner can enter
  writeFileSync(accessFile, 'local all all trust\nhost all all 127.0.0.0/8 scram-sha-256\n');
  const database = await openEmbedded(dataDir, 1, pino({ level: 'fatal' }), {
    ...durableSettings,
    ...{ listen_addresses: host, max_connections: 300, hba_file: accessFile },
  });
  const password = randomBytes(16).toString('hex');
  await database.pool.query(`ALTER ROLE ${superuser} PASSWORD '${password}'`);
  return {
    url: `postgresql://${superuser}:${password}@${host}:${port}/atalaia?sslmode=disable`,
    async killPrimary() {
      const pid = postgresPid(dataDir);
      if (pid === undefined) throw new Error('no PostgreSQL is at work');
      process.kill(pid, 'SIGKILL');
    },
    primaryPids: async () => postgresProcessesIn(clusterFolder(dataDir)),
    async end() {
      await database.stop();
      killPostgres(dataDir);
    },
  };
}
