import { type Insertable, type Kysely, sql } from 'kysely';
import type { OccurrencesTable, Schema } from '../../platform/db/schema.ts';
import type { AttachedImage } from './attached-image.ts';

export async function insertOccurrence(
  db: Kysely<Schema>,
  values: Insertable<OccurrencesTable>,
): Promise<number> {
  const { id } = await db.insertInto('occurrences').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertImage(
  db: Kysely<Schema>,
  occurrenceId: number,
  { type, bytes }: AttachedImage,
): Promise<void> {
  await db.insertInto('occurrence_images').values({ occurrence_id: occurrenceId, type, bytes }).execute();
}

export interface StoredImage {
  readonly occurrenceId: number;
  readonly type: string;
  readonly bytes: Buffer;
}

/** The images of a sinister, or that of one of its occurrences. */
export async function findImages(
  db: Kysely<Schema>,
  sinisterId: number,
  occurrenceId?: number,
): Promise<StoredImage[]> {
  const { rows } = await sql<StoredImage>`
    SELECT i.occurrence_id AS "occurrenceId", i.type, i.bytes
    FROM occurrences AS o JOIN occurrence_images AS i ON i.occurrence_id = o.id
    WHERE o.sinister_id = ${sinisterId} AND ${occurrenceId === undefined ? sql`true` : sql`o.id = ${occurrenceId}`}
    ORDER BY o.id`.execute(db);
  return rows;
}
