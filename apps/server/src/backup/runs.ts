/** Backups as rows of the database that they are of: which ones there are, and what would be lost without another. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { ClientBase } from 'pg';
import { connect } from './connection.ts';
import { type Manifest, readManifest, rowsIn } from './manifest.ts';
import { finishedBackups } from './place.ts';
import type { EarlierBackup } from './position-pieces.ts';
import { incarnation, migrationsOf } from './snapshot.ts';

interface RunOrder {
  readonly connectionString: string;
  readonly place: string;
  readonly byClock?: boolean;
  readonly signal?: AbortSignal;
}

export interface RunDone {
  readonly folder: string;
  readonly manifest: Omit<Manifest, 'format'>;
  readonly bytes: number;
  readonly newBytes: number;
}

export interface Run {
  readonly id: string;
  /** Where it was not begun, the database cannot note it. */
  begin(client: ClientBase): Promise<void>;
  /** Before it gets its name: what is cut off right after it is known by its folder. */
  finishing(folder: string): Promise<void>;
  done(run: RunDone): Promise<void>;
  failed(reason: unknown): Promise<void>;
}

const keptRuns = 200;

export function beginRun({ connectionString, place, byClock = false, signal }: RunOrder): Run {
  const id = randomUUID();
  let begun = false;
  async function note(statement: string, values: readonly unknown[]): Promise<void> {
    if (!begun) return;
    const client = await connect(connectionString, signal);
    try {
      await client.query(`UPDATE backup_runs SET ${statement} WHERE id = $1`, [id, ...values]);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return {
    id,
    async begin(client) {
      await client.query(
        `DELETE FROM backup_runs WHERE started_at <
           (SELECT started_at FROM backup_runs ORDER BY started_at DESC OFFSET ${keptRuns} LIMIT 1)`,
      );
      await client.query(`DELETE FROM changed_hours WHERE at < now() - interval '90 days'`);
      await client.query('INSERT INTO backup_runs (id, place, by_clock) VALUES ($1, $2, $3)', [
        id,
        resolve(place),
        byClock,
      ]);
      begun = true;
    },
    finishing: (folder) => note('folder = $2', [folder]),
    async done({ folder, manifest, bytes, newBytes }) {
      const numbers = manifest.sequences.find(({ name }) => name === 'position_ids');
      await note(
        'ended_at = now(), taken_at = $2, folder = $3, rows = $4, bytes = $5, new_bytes = $6, last_position = $7',
        [manifest.takenAt, folder, rowsIn(manifest), bytes, newBytes, numbers?.lastValue ?? null],
      );
    },
    async failed(reason) {
      const text = reason instanceof Error ? reason.message : String(reason);
      // the database may be what it failed for
      await note(
        // nor does an answer that was lost say that its note was
        'ended_at = now(), error = CASE WHEN ended_at IS NULL THEN $2 ELSE error END',
        [text.slice(0, 500)],
      ).catch(() => undefined);
    },
  };
}

/** An older one may have been made before changes that are forgotten by now. */
const linkableDays = 60;

/** The newest backup in this place whose files may be gone on with: of this very database and of this release's tables. */
export async function earlierBackup(client: ClientBase, place: string): Promise<EarlierBackup | undefined> {
  const { rows } = await client.query<{ current: string }>(`SELECT ${incarnation} AS current`);
  const migrations = (await migrationsOf(client)).join();
  for (const folder of finishedBackups(place)) {
    const manifest = manifestOf(folder);
    if (!manifest?.stored || manifest.id === undefined) continue;
    if (manifest.incarnation !== rows[0]?.current || manifest.migrations.join() !== migrations) continue;
    const { rowCount } = await client.query(
      `SELECT FROM backup_runs WHERE id = $1 AND error IS NULL AND ended_at IS NOT NULL
         AND taken_at > now() - $2 * interval '1 day'`,
      [manifest.id, linkableDays],
    );
    if (rowCount) return { folder, manifest };
  }
  return undefined;
}

function manifestOf(folder: string): Manifest | undefined {
  try {
    return readManifest(folder);
  } catch {
    // damaged, or of another release: a restore says so
    return undefined;
  }
}
