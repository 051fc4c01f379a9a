import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { passwordAttribute } from '../../visibility/device-password.ts';

export interface Speakers {
  /** He may read what trackers say that nobody registered. */
  readonly seesStrangers: boolean;
  readonly devices: ReadonlyMap<
    number,
    {
      readonly uniqueId: string;
      /** The password that he must not read. */
      readonly hidden: string | undefined;
    }
  >;
}

/** Whose frames these are, as this person may read them now; whether he sees the devices is asked before. */
export async function readSpeakers(
  db: Kysely<Schema>,
  userId: number,
  deviceIds: readonly number[],
): Promise<Speakers> {
  const { rows } = await sql<{
    id: number | null;
    uniqueId: string;
    administrator: boolean;
    hidden: string | null;
  }>`
    SELECT d.id, d.unique_id AS "uniqueId", u.administrator,
      CASE WHEN NOT u.administrator AND (u.readonly OR u.device_readonly)
        THEN d.attributes ->> ${sql.lit(passwordAttribute)} END AS hidden
    FROM users AS u LEFT JOIN devices AS d ON d.id = ANY(${deviceIds}::integer[]) WHERE u.id = ${userId}`.execute(
    db,
  );
  return {
    seesStrangers: rows[0]?.administrator ?? false,
    devices: new Map(
      rows.flatMap(({ id, uniqueId, hidden }) =>
        id === null ? [] : [[id, { uniqueId, hidden: hidden || undefined }]],
      ),
    ),
  };
}
