import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { cleanText } from '../steps/clean.ts';

// Trackers that knocked with an id nobody registered (ING-04). However many ids a stranger makes up, the list takes a
// bounded number of new ones at a time and holds a bounded number in all: the least insistent go first.

export interface UnknownTrackers {
  note(uniqueId: string, protocol: string, address: string): void;
  /** Writes what was noted; never rejects. */
  flush(): Promise<void>;
}

/** Different ids noted between two writings; further ones are only counted. */
const mostNoted = 200;

export function createUnknownTrackers(pool: Pool, clock: Clock, log: Logger): UnknownTrackers {
  let notes = new Map<string, Note>();
  return {
    note(uniqueId, protocol, address) {
      const id = cleanText(uniqueId).slice(0, 128);
      const noted = notes.get(id);
      if (noted) noted.attempts += 1;
      else if (notes.size < mostNoted) {
        notes.set(id, { uniqueId: id, protocol, address, seenMs: clock.now(), attempts: 1 });
      }
    },
    async flush() {
      if (notes.size === 0) return;
      const noted = [...notes.values()];
      notes = new Map();
      try {
        await storeNotes(pool, noted);
      } catch (error) {
        // They knock again.
        log.warn({ err: error, count: noted.length }, 'unknown trackers could not be listed');
      }
    },
  };
}

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
