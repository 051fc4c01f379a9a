import type { BackupsState } from '@atalaia/contract/server/storage';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime, isoTimeOf } from '../../queries/sql-fragments.ts';

export interface StoredBackups
  extends Pick<BackupsState, 'last' | 'failure' | 'positionsSince' | 'isRunning'> {
  readonly now: string;
  /** Of the server's settings. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A backup that was begun so long ago and has not ended was killed. */
const runningHours = 24;

export async function readBackups(db: Kysely<Schema>): Promise<StoredBackups> {
  const { rows } = await sql<StoredBackups>`
    WITH last AS (
      SELECT * FROM backup_runs WHERE taken_at IS NOT NULL ORDER BY taken_at DESC LIMIT 1
    ), newest AS (
      SELECT * FROM backup_runs WHERE ended_at IS NOT NULL ORDER BY started_at DESC LIMIT 1
    )
    SELECT ${isoTimeOf(sql`now()`)} AS now, (SELECT attributes FROM server_settings) AS attributes,
      (SELECT json_build_object('takenAt', ${isoTime('taken_at')}, 'endedAt', ${isoTime('ended_at')}, 'byClock', by_clock,
        'rows', rows, 'bytes', bytes, 'newBytes', new_bytes) FROM last) AS last,
      (SELECT greatest(0, n.last_value - last.last_position)::float8 FROM last, position_ids AS n) AS "positionsSince",
      (SELECT json_build_object('at', ${isoTime('ended_at')}, 'reason', error) FROM newest WHERE error IS NOT NULL) AS failure,
      EXISTS (SELECT FROM backup_runs WHERE ended_at IS NULL AND started_at > now() - ${runningHours} * interval '1 hour') AS "isRunning"`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('the database said nothing of its backups');
  return found;
}

export interface ClockRuns {
  readonly nowMs: number;
  /** Of the newest whole one that the clock made in this place. */
  readonly takenMs: number | null;
  /** Of the newest that failed since. */
  readonly failedMs: number | null;
}

export async function readClockRuns(db: Kysely<Schema>, place: string): Promise<ClockRuns> {
  const ms = (time: string) => sql.raw(`floor(extract(epoch FROM ${time}) * 1000)::float8`);
  const { rows } = await sql<ClockRuns>`
    SELECT ${ms('now()')} AS "nowMs",
      ${ms('max(taken_at)')} AS "takenMs",
      ${ms('max(ended_at) FILTER (WHERE error IS NOT NULL)')} AS "failedMs"
    FROM backup_runs WHERE by_clock AND place = ${place}`.execute(db);
  return rows[0] ?? { nowMs: Date.now(), takenMs: null, failedMs: null };
}

/** What a killed backup of the clock left; none is at work while the lease is held. */
export async function endCutOffRuns(db: Kysely<Schema>, place: string): Promise<void> {
  await sql`
    UPDATE backup_runs SET ended_at = now(), error = 'it was cut off'
    WHERE by_clock AND place = ${place} AND ended_at IS NULL`.execute(db);
}

/** Folders of backups that the clock made in a place, the newest first; one that was cut off may have none. */
export async function readClockFolders(db: Kysely<Schema>, place: string): Promise<readonly string[]> {
  const { rows } = await sql<{ folder: string }>`
    SELECT folder FROM backup_runs WHERE by_clock AND place = ${place} AND folder IS NOT NULL
    ORDER BY coalesce(taken_at, started_at) DESC`.execute(db);
  return rows.map(({ folder }) => folder);
}
