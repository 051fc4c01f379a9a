/**
 * Trackers that knocked with an id nobody registered (ING-04). However many ids a stranger makes up, the list takes a
 * bounded number of new ones at a time and holds a bounded number in all: the least insistent go first.
 */
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { cleanText } from '../steps/clean.ts';
import { type Note, storeNotes } from './unknown-trackers-queries.ts';

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
