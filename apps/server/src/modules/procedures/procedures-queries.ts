/** Procedures and their versions as rows; a version is only added. */
import type { Procedure, ProcedureStep, ProcedureUse } from '@atalaia/contract/desk/procedure';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { isoTime } from '../../queries/sql-fragments.ts';

/** Rules in force that name it. */
const rules = sql`(SELECT coalesce(json_agg(json_build_object('key', r.key, 'name', r.name) ORDER BY r.position, r.id), '[]')
  FROM alarm_rules AS r WHERE r.procedure_id = p.id AND r.retired_at IS NULL)`;
/** Reasons of calls that name it. */
const callReasons = sql`ARRAY(SELECT reason.key FROM desk_settings AS s,
  jsonb_each_text(coalesce(s.settings -> 'callProcedures', '{}')) AS reason WHERE reason.value = p.id::text ORDER BY 1)`;

const columns = sql`p.id, p.key, p.name, p.use, p.published_version AS "publishedVersion",
  p.latest_version AS "latestVersion", ${isoTime('p.archived_at')} AS "archivedAt", ${isoTime('v.saved_at')} AS "savedAt",
  v.saved_by_name AS "savedBy", jsonb_array_length(v.steps) AS "stepCount", ${rules} AS rules, ${callReasons} AS "callReasons"`;

const withLatest = sql`procedures AS p JOIN procedure_versions AS v ON v.procedure_id = p.id AND v.number = p.latest_version`;

async function jsonOf(db: Kysely<Schema>, rows: RawBuilder<unknown>): Promise<string> {
  const { rows: texts } = await sql<{ json: string }>`
    SELECT coalesce(string_agg(row_to_json(one)::text, ','), '') AS json FROM (${rows}) AS one`.execute(db);
  return texts[0]?.json ?? '';
}

/** The contract's Procedures, as JSON with commas between. */
export function describeProcedures(db: Kysely<Schema>, all: boolean): Promise<string> {
  return jsonOf(
    db,
    sql`SELECT ${columns} FROM ${withLatest} WHERE ${all} OR p.archived_at IS NULL
      ORDER BY p.archived_at NULLS FIRST, p.name COLLATE "pt-BR-x-icu", p.id`,
  );
}

/** The contract's ProcedureDetail as JSON; '' for none. */
export function describeProcedure(db: Kysely<Schema>, id: number): Promise<string> {
  return jsonOf(db, sql`SELECT ${columns}, v.steps FROM ${withLatest} WHERE p.id = ${id}`);
}

const versionColumns = sql`v.number, v.name, ${isoTime('v.saved_at')} AS "savedAt", v.saved_by_name AS "savedBy",
  v.number = p.published_version AS "isPublished", jsonb_array_length(v.steps) AS "stepCount"`;

/** The newest first, as JSON with commas between. */
export function describeVersions(db: Kysely<Schema>, id: number): Promise<string> {
  return jsonOf(
    db,
    sql`SELECT ${versionColumns} FROM procedure_versions AS v JOIN procedures AS p ON p.id = v.procedure_id
      WHERE p.id = ${id} ORDER BY v.number DESC LIMIT 1000`,
  );
}

/** With its steps; '' for none. */
export function describeVersion(db: Kysely<Schema>, id: number, number: number): Promise<string> {
  return jsonOf(
    db,
    sql`SELECT ${versionColumns}, v.steps FROM procedure_versions AS v JOIN procedures AS p ON p.id = v.procedure_id
      WHERE p.id = ${id} AND v.number = ${number}`,
  );
}

/** One that is not archived. */
export function lockProcedure(db: Kysely<Schema>, id: number) {
  return db
    .selectFrom('procedures')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Those of them that may be named: published, for this use, not archived. They stay so until the transaction ends. */
export async function lockNameable(
  db: Kysely<Schema>,
  ids: readonly number[],
  use: ProcedureUse,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM procedures WHERE id = ANY(${ids}::int[]) AND use = ${use} AND published_version > 0
      AND archived_at IS NULL ORDER BY id FOR SHARE`.execute(db);
  return rows.map(({ id }) => id);
}

export async function isVersion(db: Kysely<Schema>, id: number, number: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM procedure_versions WHERE procedure_id = ${id} AND number = ${number}`.execute(db);
  return rows.length > 0;
}

export interface NewVersion {
  readonly name: string;
  readonly steps: readonly ProcedureStep[];
  readonly savedBy: number;
  readonly savedByName: string;
}

export async function insertProcedure(
  db: Kysely<Schema>,
  use: ProcedureUse,
  version: NewVersion,
): Promise<number> {
  const { id } = await db
    .insertInto('procedures')
    .values({ name: version.name, use })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertVersion(db, id, 1, version);
  return id;
}

/** One that ships and is renamed has its own name from then on. */
export async function addVersion(
  db: Kysely<Schema>,
  id: number,
  number: number,
  version: NewVersion,
): Promise<void> {
  await insertVersion(db, id, number, version);
  await sql`
    UPDATE procedures SET latest_version = ${number}, name = ${version.name},
      key = CASE WHEN name = ${version.name} THEN key END WHERE id = ${id}`.execute(db);
}

async function insertVersion(
  db: Kysely<Schema>,
  id: number,
  number: number,
  { name, steps, savedBy, savedByName }: NewVersion,
): Promise<void> {
  await db
    .insertInto('procedure_versions')
    .values({
      procedure_id: id,
      number,
      name,
      steps: JSON.stringify(steps),
      saved_by: savedBy,
      saved_by_name: savedByName,
    })
    .execute();
}

export async function publishVersion(db: Kysely<Schema>, id: number, number: number): Promise<void> {
  await db.updateTable('procedures').set({ published_version: number }).where('id', '=', id).execute();
}

export async function archiveProcedure(db: Kysely<Schema>, id: number): Promise<void> {
  await db.updateTable('procedures').set({ archived_at: sql`now()` }).where('id', '=', id).execute();
}

type NamedBy = Pick<Procedure, 'rules' | 'callReasons'>;

/** Who names it: rules, and calls by their reasons. */
export async function namedBy(db: Kysely<Schema>, id: number): Promise<NamedBy> {
  const { rows } = await sql<NamedBy>`
    SELECT ${rules} AS rules, ${callReasons} AS "callReasons" FROM procedures AS p WHERE p.id = ${id}`.execute(
    db,
  );
  return rows[0] ?? { rules: [], callReasons: [] };
}
