import type { Pool } from 'pg';

/** What is known of a tracker that is not registered. */
export interface Note {
  readonly uniqueId: string;
  readonly protocol: string;
  readonly address: string;
  readonly seenMs: number;
  attempts: number;
}

/** Rows of the list; the least insistent trackers go first. */
export const mostListed = 5_000;

const upsert = `
  INSERT INTO unknown_trackers AS listed (unique_id, protocol, address, attempts, first_seen, last_seen)
  SELECT unique_id, protocol, address, attempts, seen, seen
  FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::timestamptz[])
    AS noted (unique_id, protocol, address, attempts, seen)
  WHERE NOT EXISTS (SELECT FROM devices WHERE devices.unique_id = noted.unique_id)
  ORDER BY unique_id
  ON CONFLICT (unique_id) DO UPDATE SET
    protocol = excluded.protocol, address = excluded.address, last_seen = excluded.last_seen,
    attempts = listed.attempts + excluded.attempts`;

const forgetLeast = `
  DELETE FROM unknown_trackers WHERE unique_id IN (
    SELECT unique_id FROM unknown_trackers ORDER BY attempts > 1 DESC, last_seen DESC OFFSET ${mostListed})`;

/** Adds a tracker to the list or updates its row, and drops what exceeds the bound. */
export async function storeNotes(pool: Pool, notes: readonly Note[]): Promise<void> {
  await pool.query(upsert, [
    notes.map((note) => note.uniqueId),
    notes.map((note) => note.protocol),
    notes.map((note) => note.address),
    notes.map((note) => note.attempts),
    notes.map((note) => new Date(note.seenMs)),
  ]);
  await pool.query(forgetLeast);
}
