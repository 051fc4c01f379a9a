import type { BlockPolicyInput } from '@atalaia/contract/block/block-policy';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { givenColumns } from '../../../queries/columns.ts';

/** As JSON with commas between, in their order; '' for none. */
export async function describePolicies(db: Kysely<Schema>, id?: number): Promise<string> {
  const { rows } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(shown)::text, ',' ORDER BY shown.id), '') AS json FROM (
      SELECT p.id, p.key, p.name, p.enabled, p.categories, p.group_ids AS "groupIds", p.never, p.moment,
        p.max_speed_kph AS "maxSpeedKph", p.max_fix_age_seconds AS "maxFixAgeSeconds", p.second_person AS "secondPerson",
        p.alone_allowed AS "aloneAllowed", p.theft_lifts_second AS "theftLiftsSecond",
        p.forbidden_geofence_ids AS "forbiddenGeofenceIds", p.version
      FROM block_policies AS p WHERE ${id === undefined ? sql`true` : sql`p.id = ${id}`}
    ) AS shown`.execute(db);
  return rows[0]?.json ?? '';
}

function columnsOf(input: BlockPolicyInput) {
  return givenColumns({
    name: input.name,
    enabled: input.enabled,
    categories: input.categories,
    group_ids: input.groupIds,
    never: input.never,
    moment: input.moment,
    max_speed_kph: input.maxSpeedKph,
    max_fix_age_seconds: input.maxFixAgeSeconds,
    second_person: input.secondPerson,
    alone_allowed: input.aloneAllowed,
    theft_lifts_second: input.theftLiftsSecond,
    forbidden_geofence_ids: input.forbiddenGeofenceIds,
  });
}

export const lockPolicy = (db: Kysely<Schema>, id: number) =>
  db.selectFrom('block_policies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertPolicy(db: Kysely<Schema>, input: BlockPolicyInput): Promise<number> {
  const { name, ...given } = columnsOf(input);
  const values = { ...given, name: input.name };
  const row = await db.insertInto('block_policies').values(values).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** One that ships and is renamed has its own name from then on. */
export async function updatePolicy(db: Kysely<Schema>, id: number, input: BlockPolicyInput): Promise<void> {
  await db
    .updateTable('block_policies')
    .set({
      ...columnsOf(input),
      key: sql<string | null>`CASE WHEN name = ${input.name} THEN key END`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute();
}

export async function removePolicy(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('block_policies').where('id', '=', id).execute();
}
