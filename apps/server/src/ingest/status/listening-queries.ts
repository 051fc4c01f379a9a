/**
 * Which processes take messages, as rows: what was not seen for a while took none, and that time is a pause of ours, no
 * silence of trackers (DESK-10). A kill, a sleep, a database that is away all look alike: nobody wrote the row.
 */
import type { Pool } from 'pg';
import { unseenAfter } from '../../queries/sql-fragments.ts';

/** This process takes messages now. The first time, and after a gap, a pause of ours ends. */
export async function noteListening(pool: Pick<Pool, 'query'>, epoch: number): Promise<void> {
  await pool.query(
    `WITH before AS MATERIALIZED (
       SELECT seen_at FROM ingest_processes WHERE epoch = $1
     ), mine AS (
       INSERT INTO ingest_processes (epoch, seen_at) VALUES ($1, now())
       ON CONFLICT (epoch) DO UPDATE SET seen_at = now()
     )
     INSERT INTO ingest_pauses (began_at, ended_at)
     SELECT coalesce((SELECT seen_at FROM before), now()), now()
     WHERE NOT EXISTS (SELECT FROM before WHERE seen_at > now() - interval '${unseenAfter}')`,
    [epoch],
  );
}
