import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { migrate, migrateUnlocked } from './database.ts';
import { migrations } from './migrations.ts';
import { firstTablesText } from './schema-text.ts';
import { createTestDatabase } from './test-database.ts';

const log = pino({ level: 'silent' });
const empty = `DROP SCHEMA public CASCADE; CREATE SCHEMA public`;
const byMigrations = await createTestDatabase();
const byFile = await createTestDatabase();
afterAll(() => Promise.all([byMigrations.drop(), byFile.drop()]));
await Promise.all([byMigrations.pool.query(empty), byFile.pool.query(empty)]);
await migrateUnlocked(byMigrations.kysely, log);

test('[OPS-01] first-tables.sql is what the migrations make: npm run -w @atalaia/server schema', async () => {
  const written = readFileSync(join(import.meta.dirname, 'first-tables.sql'), 'utf8');
  expect(await firstTablesText(byMigrations.pool)).toBe(written);
});

const here = `'public'::regnamespace`;
/** Numbers that PostgreSQL puts into names. */
const named = (text: string) =>
  `regexp_replace(${text}, '(pg_toast_|RI_ConstraintTrigger_[ac]_)\\d+', '\\1', 'g')`;
const relation = named('c.oid::regclass::text');

/** Each a query of one column, of which every row is to be the same. */
const facts: Readonly<Record<string, string>> = {
  relations: `
    SELECT row(${relation}, c.relkind, c.relpersistence, c.relispartition, c.reloptions, c.relacl, c.relowner::regrole,
        c.relam, c.reltablespace, c.relreplident, c.relrowsecurity, c.relforcerowsecurity, c.relhastriggers, c.relchecks,
        c.relnatts, pg_get_partkeydef(c.oid), CASE c.relkind WHEN 'v' THEN pg_get_viewdef(c.oid) END,
        obj_description(c.oid, 'pg_class'))
      FROM pg_class AS c WHERE c.relnamespace IN (${here}, 'pg_toast'::regnamespace) AND c.oid >= 16384`,
  columns: `
    SELECT row(${relation}, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
        a.attgenerated, pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, a.attstorage, a.attcompression,
        a.attstattarget, a.attoptions, a.attacl, a.attislocal, a.attinhcount, a.attisdropped,
        col_description(c.oid, a.attnum))
      FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
      LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE c.relnamespace = ${here} AND a.attnum > 0`,
  constraints: `
    SELECT row(c.oid::regclass, k.conname, k.contype, pg_get_constraintdef(k.oid), k.condeferrable, k.condeferred,
        k.convalidated, k.connoinherit, k.conislocal, k.coninhcount, k.conindid::regclass,
        obj_description(k.oid, 'pg_constraint'))
      FROM pg_constraint AS k LEFT JOIN pg_class AS c ON c.oid = k.conrelid WHERE k.connamespace = ${here}`,
  'order of references': `
    SELECT row(k.confrelid::regclass, array_agg(k.conname ORDER BY k.oid))
      FROM pg_constraint AS k WHERE k.connamespace = ${here} AND k.contype = 'f' GROUP BY k.confrelid
    UNION ALL
    SELECT row(k.conrelid::regclass, array_agg(k.conname ORDER BY k.oid))
      FROM pg_constraint AS k WHERE k.connamespace = ${here} AND k.contype = 'f' GROUP BY k.conrelid`,
  indexes: `
    SELECT row(pg_get_indexdef(c.oid), i.indisunique, i.indisprimary, i.indisvalid, i.indisready, i.indislive, i.indimmediate,
        i.indisclustered, i.indisreplident, i.indisexclusion, i.indnullsnotdistinct, i.indnkeyatts, i.indoption,
        i.indcollation, obj_description(c.oid, 'pg_class'))
      FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.relnamespace = ${here}`,
  'order of indexes': `
    SELECT row(i.indrelid::regclass, array_agg(c.relname ORDER BY c.oid))
      FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE c.relnamespace = ${here} GROUP BY i.indrelid`,
  triggers: `
    SELECT row(c.oid::regclass, CASE WHEN t.tgisinternal THEN t.tgfoid::regproc::text ELSE pg_get_triggerdef(t.oid) END,
        t.tgtype, t.tgenabled, t.tgdeferrable, t.tginitdeferred, obj_description(t.oid, 'pg_trigger'))
      FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid WHERE c.relnamespace = ${here}`,
  functions: `
    SELECT row(pg_get_functiondef(p.oid), p.prokind, p.proacl, p.proowner::regrole, p.procost, p.prorows, p.proleakproof,
        p.proparallel, p.provolatile, obj_description(p.oid, 'pg_proc'))
      FROM pg_proc AS p WHERE p.pronamespace = ${here}`,
  types: `
    SELECT row(format_type(t.oid, NULL), t.typtype, t.typacl, t.typowner::regrole, pg_get_expr(t.typdefaultbin, 0),
        (SELECT array_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum AS e WHERE e.enumtypid = t.oid))
      FROM pg_type AS t WHERE t.typnamespace = ${here}`,
  sequences: `
    SELECT row(s.*, pg_get_serial_sequence(quote_ident(o.relname), a.attname), d.deptype)
      FROM pg_sequences AS s JOIN pg_class AS c ON c.relname = s.sequencename AND c.relnamespace = ${here}
      LEFT JOIN pg_depend AS d ON d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0
      LEFT JOIN pg_class AS o ON o.oid = d.refobjid
      LEFT JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid`,
  'what needs what': `
    SELECT row(${named('pg_describe_object(classid, objid, objsubid)')},
        ${named('pg_describe_object(refclassid, refobjid, refobjsubid)')}, deptype)
      FROM pg_depend WHERE objid >= 16384`,
  'the rest': `
    SELECT row('statistics', pg_get_statisticsobjdef(oid), stxstattarget) FROM pg_statistic_ext
    UNION ALL SELECT row('policy', polname, pg_get_expr(polqual, polrelid)) FROM pg_policy
    UNION ALL SELECT row('rule', ev_class::regclass::text, rulename) FROM pg_rewrite WHERE oid >= 16384
    UNION ALL SELECT row('event trigger', evtname, evtenabled) FROM pg_event_trigger
    UNION ALL SELECT row('extension', extname, extversion) FROM pg_extension
    UNION ALL SELECT row('collation', collname, collprovider) FROM pg_collation WHERE oid >= 16384
    UNION ALL SELECT row('operator', oid::regoperator::text, NULL) FROM pg_operator WHERE oid >= 16384
    UNION ALL SELECT row('cast', castsource::regtype::text, casttarget) FROM pg_cast WHERE oid >= 16384
    UNION ALL SELECT row('text search', cfgname, NULL) FROM pg_ts_config WHERE oid >= 16384
    UNION ALL SELECT row('schema', nspname, nspacl) FROM pg_namespace WHERE nspname !~ '^pg_'
    UNION ALL SELECT row('default rights', defaclobjtype, defaclacl) FROM pg_default_acl
    UNION ALL SELECT row('publication', pubname, NULL) FROM pg_publication
    UNION ALL SELECT row('setting', setrole, setconfig) FROM pg_db_role_setting AS s
      JOIN pg_database AS b ON b.oid = s.setdatabase AND b.datname = current_database()`,
};

/** What each installation has of its own. */
const own = [
  'installation.id',
  'kysely_migration.timestamp',
  'procedure_versions.saved_at',
  'travel_hours_until.hour',
];

async function rowsOf(pool: Pool): Promise<Record<string, readonly string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = ${here} AND relkind IN ('r', 'p') ORDER BY relname`,
  );
  const found: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const hidden = own
      .filter((column) => column.startsWith(`${name}.`))
      .map((column) => column.split('.')[1]);
    found[name] = await textsOf(pool, `SELECT to_jsonb(t) - '{${hidden}}'::text[] FROM "${name}" AS t`);
  }
  return found;
}

/** Rows that are compared as wholes are a chain of `OR`, which is read back without the brackets that it is shown with. */
function withoutBrackets(text: string): string {
  const one = String.raw`\(old\.\w+ IS DISTINCT FROM new\.\w+\)`;
  const shorter = text.replaceAll(new RegExp(`\\((${one}(?: OR ${one})+)\\) OR `, 'g'), '$1 OR ');
  return shorter === text ? text : withoutBrackets(shorter);
}

async function textsOf(pool: Pool, query: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT one.fact::text AS text FROM (${query}) AS one (fact)`,
  );
  return rows.map(({ text }) => withoutBrackets(text)).sort();
}

test('[OPS-01] an empty database gets by one file what the migrations make one by one: all that PostgreSQL knows of it, and every row', async () => {
  const asked = vi.spyOn(Migrator.prototype, 'migrateToLatest');
  await migrate(byFile, log);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
  await migrate(byMigrations, log);
  for (const [what, query] of Object.entries(facts)) {
    const [made, wanted] = await Promise.all([
      textsOf(byFile.pool, query),
      textsOf(byMigrations.pool, query),
    ]);
    expect(made, what).toEqual(wanted);
  }
  const rows = await rowsOf(byFile.pool);
  expect(rows).toEqual(await rowsOf(byMigrations.pool));
  expect(rows.kysely_migration).toHaveLength(Object.keys(migrations).length);
});

test('[OPS-01] an empty database has an id, moments and hours of its own', async () => {
  const read = async ({ pool }: { readonly pool: Pool }) => {
    const { rows } = await pool.query(`
      SELECT installation.id, hour = date_trunc('hour', hour, 'UTC') AND hour > now() - interval '2 hours' AND hour <= now() AS "isHour",
             (SELECT max(timestamp) FROM kysely_migration) AS moment FROM installation, travel_hours_until`);
    return rows[0];
  };
  const [made, wanted] = await Promise.all([read(byFile), read(byMigrations)]);
  expect(made.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(made.id).not.toBe(wanted.id);
  expect([made.isHour, wanted.isHour]).toEqual([true, true]);
  expect(new Date(made.moment).toISOString()).toBe(made.moment);
  expect(Math.abs(Date.parse(made.moment) - Date.parse(wanted.moment))).toBeLessThan(3_600_000);
});
