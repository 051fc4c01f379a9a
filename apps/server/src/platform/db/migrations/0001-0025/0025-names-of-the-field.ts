import { type Kysely, sql } from 'kysely';

/**
 * Tables and columns get the words of the field (`docs/glossary.md`). These are the last renamings: from here on tables
 * and columns are only added. Of the rows only the keys in `device_state.memory` change.
 */
export const renames = true;

const tables = [
  ['fleet_control_things', 'fleet_control_records'],
  ['notices', 'notification_deliveries'],
  ['user_names', 'sign_in_names'],
] as const;

const columns = [
  ...[
    'calendars',
    'commands',
    'computed_attributes',
    'drivers',
    'geofences',
    'maintenances',
    'notifications',
  ].map((table) => [table, 'made_by', 'created_by'] as const),
  ['fleet_control_findings', 'said', 'provider_message'],
  ['odometer_repairs', 'told_mended', 'reported_mended'],
  ['odometer_repairs', 'told_undecided', 'reported_undecided'],
  ['payment_links', 'words', 'provider_message'],
  ['scheduled_report_runs', 'looked_until', 'checked_until'],
  ['travel_hours', 'untold_ms', 'silent_ms'],
  ['travel_hours', 'untold_moving_ms', 'silent_moving_ms'],
] as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of tables) {
    await sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(db);
    await renameConstraints(db, to, new RegExp(`^${from}_`), `${to}_`);
    await renameOwned(db, to, from);
  }
  for (const [table, from, to] of columns) {
    await sql`ALTER TABLE ${sql.table(table)} RENAME COLUMN ${sql.ref(from)} TO ${sql.ref(to)}`.execute(db);
    await renameConstraints(db, table, new RegExp(`_${from}_`), `_${to}_`);
  }
  await renameMemoryKeys(db);
}

/** `told` is `raised`, as a key and as the value of `tow`. The column is json, which has no operators. */
async function renameMemoryKeys(db: Kysely<unknown>): Promise<void> {
  await sql`
    UPDATE device_state SET memory = (memory::jsonb - 'told' || jsonb_build_object('raised', memory -> 'told')
      || CASE WHEN memory ->> 'tow' = 'told' THEN '{"tow": "raised"}' ELSE '{}' END::jsonb)::json
    WHERE memory -> 'told' IS NOT NULL`.execute(db);
}

/** Their indexes too. From PostgreSQL 18 on, NOT NULL is a constraint with a name. */
async function renameConstraints(
  db: Kysely<unknown>,
  table: string,
  old: RegExp,
  replacement: string,
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass`.execute(db);
  for (const { name } of rows.filter((row) => old.test(row.name))) {
    await sql`ALTER TABLE ${sql.table(table)} RENAME CONSTRAINT ${sql.ref(name)}
      TO ${sql.ref(name.replace(old, replacement))}`.execute(db);
  }
}

/** Indexes that are no constraint's, and the sequence of an identity column. */
async function renameOwned(db: Kysely<unknown>, table: string, from: string): Promise<void> {
  const { rows } = await sql<{ name: string; kind: string }>`
    SELECT c.relname AS name, CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'INDEX' END AS kind
    FROM pg_depend AS d JOIN pg_class AS c ON c.oid = d.objid AND c.relkind IN ('i', 'S')
    WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
      AND d.refobjid = ${table}::regclass AND starts_with(c.relname, ${`${from}_`})
    GROUP BY c.relname, c.relkind`.execute(db);
  for (const { name, kind } of rows) {
    await sql`ALTER ${sql.raw(kind)} ${sql.ref(name)} RENAME TO ${sql.ref(name.replace(from, table))}`.execute(
      db,
    );
  }
}
