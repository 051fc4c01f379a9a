import { largestOccurrenceImageBytes } from '@atalaia/contract/sinisters/occurrence';
import { type Insertable, type Kysely, sql } from 'kysely';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { OccurrencesTable, Schema } from '../../platform/db/schema.ts';
import { type StorableImage, storableImage } from '../../platform/images/storable-image.ts';

export type AttachedImage = StorableImage;

const path = 'attributes.file';

const dataUrl = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)?(?:;[a-z0-9=-]+)*;base64,/i;

/**
 * The image of a data URL, judged by its bytes. PNG and JPEG alone: the report prints every image of a case (SIN-13), and
 * a PDF holds these two. One with a longer edge than 2,560 pixels is made smaller. Throws a 400 for what is no data URL or a damaged image, `unsupported-media-type` and `body-too-large`.
 */
export async function readAttachedImage(file: string): Promise<AttachedImage> {
  const head = dataUrl.exec(file);
  const base64 = file.slice(head?.[0].length ?? 0);
  if (!head) {
    throw fieldRefusal('invalid-input', { path, message: 'must be a data URL in base64' });
  }
  const bytes = Buffer.from(base64, 'base64');
  return storableImage(bytes, path, largestOccurrenceImageBytes);
}

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

export async function countImages(db: Kysely<Schema>, sinisterId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM occurrences AS o JOIN occurrence_images AS i ON i.occurrence_id = o.id
    WHERE o.sinister_id = ${sinisterId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The occurrences of a sinister that have an image, in order. */
export async function occurrencesWithImages(
  db: Kysely<Schema>,
  sinisterId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT o.id FROM occurrences AS o JOIN occurrence_images AS i ON i.occurrence_id = o.id
    WHERE o.sinister_id = ${sinisterId} ORDER BY o.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The image of one occurrence of a sinister. */
export async function findImages(
  db: Kysely<Schema>,
  sinisterId: number,
  occurrenceId: number,
): Promise<StoredImage[]> {
  const { rows } = await sql<StoredImage>`
    SELECT i.occurrence_id AS "occurrenceId", i.type, i.bytes
    FROM occurrences AS o JOIN occurrence_images AS i ON i.occurrence_id = o.id
    WHERE o.sinister_id = ${sinisterId} AND o.id = ${occurrenceId}`.execute(db);
  return rows;
}
