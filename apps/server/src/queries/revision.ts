/**
 * Two people who edit the same row: the second gets an error, and sees what the first wrote.
 *
 * The revision of a row is PostgreSQL's `xmin`, the number of the transaction that wrote it last. It changes with
 * every write of the row, by whatever way, so that no way can forget to count it up; it needs no column in thirteen
 * tables and no trigger. What is stored elsewhere does not change it: a device's positions and status are rows of
 * `device_state`, links are rows of their own, and locking a row for a foreign key touches `xmax` only. A restored backup
 * numbers anew, and then an editor gets one error too many, never one too few.
 */
import { type Kysely, sql } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Schema } from '../platform/db/schema.ts';

/** A row as the contract's JSON, with its revision (see `revision.ts`). */
export interface VersionedJson {
  readonly json: string;
  readonly revision: string;
}

/** As in an `ETag`; '' for a row that was removed. */
export async function readRevision(db: Kysely<Schema>, table: string, id: number): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    SELECT xmin::text AS revision FROM ${sql.table(table)} WHERE id = ${id}`.execute(db);
  const [row] = rows;
  return row ? `"${row.revision}"` : '';
}

/**
 * A row's description with its revision. The revision is read first: should the row change between the two, its reader
 * has an old one, and gets an error when he saves. After a write it is requested within the same transaction.
 */
export async function atRevision(
  db: Kysely<Schema>,
  table: string,
  id: number,
  describe: () => Promise<string>,
): Promise<VersionedJson> {
  const revision = await readRevision(db, table, id);
  return { json: await describe(), revision };
}

/**
 * Throws `edited-meanwhile`, with the row as it is now and its revision, unless the row is still what the caller says
 * he edits: `If-Match`, absent or `*` for whatever it is. Asked while the row is locked.
 */
export async function requireRevision(
  within: Kysely<Schema>,
  table: string,
  id: number,
  ifMatch: string | undefined,
  describe: () => Promise<string>,
): Promise<void> {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const { revision, json } = await atRevision(within, table, id, describe);
  if (namesRevision(ifMatch, revision)) return;
  throw editConflict(JSON.parse(json), revision);
}

/** Whether a list of tags holds this one. Proxies that compress make a tag weak (`W/"…"`): it is the same one to us. */
function namesRevision(ifMatch: string, revision: string): boolean {
  const tags: readonly string[] = ifMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(revision);
}

function editConflict(current: unknown, revision: string): AppError {
  return new AppError('edited-meanwhile', 'somebody else changed it meanwhile', { current, revision });
}
