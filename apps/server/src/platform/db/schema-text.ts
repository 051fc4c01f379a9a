import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrateUnlocked, openEmbedded } from './database.ts';
import { throwAwaySettings } from './embedded/cluster.ts';
import { removeWithCluster } from './embedded/placement.ts';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Filled by the database when an insert leaves it out. */
  readonly filled: boolean;
  /** An insert may not even name it. */
  readonly always: boolean;
}

/** What the pool's value parsers make of each type (see `value-parsers.ts`). */
const typescriptTypes: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  xid8: 'string',
  date: 'string',
  timestamptz: 'Timestamp',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
};

/**
 * The row types of a migrated database as the text of `schema.ts`.
 * Throws on a column of a type that has no TypeScript one here yet.
 */
export async function schemaText(pool: Pool): Promise<string> {
  const { rows } = await pool.query<Column>(`
    SELECT c.relname AS "table", a.attname AS name, t.typname AS type, NOT a.attnotnull AS nullable,
           a.atthasdef OR a.attidentity <> '' AS filled, a.attidentity = 'a' OR a.attgenerated <> '' AS always
      FROM pg_class c
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT LIKE 'kysely%'
     ORDER BY c.relname, a.attnum`);
  const tables = Map.groupBy(rows, (row) => row.table);
  return [
    '/** Row types of every table, written from the migrations by `npm run -w @atalaia/server schema`. */',
    '// over 400 lines: generated, one table after the other, and read by no one from top to bottom',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    '/** ISO 8601 in UTC with milliseconds; a query may also give a Date. */',
    'export type Timestamp = ColumnType<string, string | Date, string | Date>;',
    'export type GeneratedTimestamp = ColumnType<string, string | Date | undefined, string | Date>;',
    ...[...tables].flatMap(([table, columns]) => [
      '',
      `export interface ${typeName(table)} {`,
      ...columns.map((column) => `  ${column.name}: ${columnType(column)};`),
      '}',
    ]),
    '',
    'export interface Schema {',
    ...[...tables.keys()].map((table) => `  ${table}: ${typeName(table)};`),
    '}',
    '',
  ].join('\n');
}

/** `user_devices` → `UserDevicesTable` */
function typeName(table: string): string {
  const words = table.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Table`;
}

function columnType({ table, name, type, nullable, filled, always }: Column): string {
  const found = type.startsWith('_') ? typescriptTypes[type.slice(1)] : typescriptTypes[type];
  if (!found)
    throw new Error(`${table}.${name} is of type ${type}, for which schema-text.ts has no TypeScript type`);
  const single = type.startsWith('_') ? `${found}[]` : found;
  const value = nullable && single !== 'unknown' ? `${single} | null` : single;
  if (always) return `GeneratedAlways<${value}>`;
  // a column type within another is taken for a value
  if (filled && value === 'Timestamp') return 'GeneratedTimestamp';
  return filled ? `Generated<${value}>` : value;
}

/** A table, function or view, in the order in which they came to be. */
interface Made {
  readonly key: string;
  readonly text: string;
}

/** What each installation has of its own, as each makes it anew. */
const ownValues: Readonly<Record<string, string>> = {
  'installation.id': 'DEFAULT',
  'kysely_migration.timestamp': `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  'procedure_versions.saved_at': 'DEFAULT',
  'travel_hours_until.hour': `date_trunc('hour', now(), 'UTC')`,
};

const head = [
  '-- What an empty database gets in place of the migrations one by one: what they make of it, tables, rows and their own',
  '-- list. Written from them by `npm run -w @atalaia/server schema`; a test compares both.',
];

/**
 * The text of `first-tables.sql`: what makes an empty database one like that of `pool`, which every migration was run on. It
 * says what our migrations use; first-tables.test.ts compares all that PostgreSQL knows of both. Indexes and references come in
 * the order of the migrations, by which PostgreSQL tells which of several was broken.
 */
export async function firstTablesText(pool: Pool): Promise<string> {
  const statements = [
    ...(await textsOf(pool, sequences)),
    ...inOrder(await madeOf(pool), (await pool.query<{ user: string; used: string }>(uses)).rows),
    ...(await textsOf(pool, storage)),
    ...(await rowsOf(pool)),
    ...(await textsOf(pool, counters)),
    ...(await textsOf(pool, indexes)),
    ...(await textsOf(pool, triggers)),
  ];
  return [...head, ...statements.map((statement) => `${statement};`), ''].join('\n');
}

const textsOf = async (pool: Pool, query: string): Promise<readonly string[]> =>
  (await pool.query<{ text: string }>(query)).rows.map(({ text }) => text);

const ours = `'public'::regnamespace`;

/** Those of a column come with it. */
const sequences = `
  SELECT format('CREATE SEQUENCE %I AS %s INCREMENT %s MINVALUE %s MAXVALUE %s START %s CACHE %s', c.relname,
           format_type(s.seqtypid, NULL), s.seqincrement, s.seqmin, s.seqmax, s.seqstart, s.seqcache) AS text
    FROM pg_sequence AS s JOIN pg_class AS c ON c.oid = s.seqrelid
   WHERE c.relnamespace = ${ours}
     AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0)
   ORDER BY c.oid`;

/** Constraints of a table that are its own index come with it, unless another index came before. */
const isInline = `(
  k.contype = 'c' OR k.contype IN ('p', 'u', 'x') AND NOT EXISTS (
    SELECT FROM pg_index AS i WHERE i.indrelid = k.conrelid AND i.indexrelid < k.conindid
       AND NOT EXISTS (SELECT FROM pg_constraint AS o WHERE o.conindid = i.indexrelid AND o.conrelid = k.conrelid)))`;

async function madeOf(pool: Pool): Promise<readonly Made[]> {
  const { rows } = await pool.query<Made>(`
    SELECT * FROM (
      SELECT c.oid, 'r' || c.oid AS key, format(E'CREATE %sTABLE %I (\\n  %s\\n)%s%s',
               CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' END, c.relname,
               concat_ws(E',\\n  ', columns.text, constraints.text),
               ' PARTITION BY ' || pg_get_partkeydef(c.oid), ' WITH (' || array_to_string(c.reloptions, ', ') || ')') AS text
        FROM pg_class AS c, LATERAL (
               SELECT string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
                        'COLLATE ' || quote_ident(l.collname),
                        CASE a.attidentity WHEN 'a' THEN 'GENERATED ALWAYS AS IDENTITY'
                          WHEN 'd' THEN 'GENERATED BY DEFAULT AS IDENTITY' END,
                        CASE a.attgenerated WHEN 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, c.oid) || ') STORED'
                          ELSE 'DEFAULT ' || pg_get_expr(d.adbin, c.oid) END,
                        'CONSTRAINT ' || quote_ident(n.conname), CASE WHEN a.attnotnull THEN 'NOT NULL' END),
                      E',\\n  ' ORDER BY a.attnum) AS text
                 FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
                 LEFT JOIN pg_collation AS l ON l.oid = a.attcollation AND a.attcollation <> t.typcollation
                 LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
                 LEFT JOIN pg_constraint AS n ON n.conrelid = c.oid AND n.contype = 'n' AND n.conkey = ARRAY[a.attnum]
                       AND n.conname <> format('%s_%s_not_null', c.relname, a.attname)
                WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
             ) AS columns, LATERAL (
               SELECT string_agg(format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid)), E',\\n  '
                        ORDER BY k.oid) AS text
                 FROM pg_constraint AS k WHERE k.conrelid = c.oid AND ${isInline}
             ) AS constraints
       WHERE c.relnamespace = ${ours} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      UNION ALL
      SELECT c.oid, 'r' || c.oid, format('CREATE VIEW %I AS%s', c.relname, rtrim(pg_get_viewdef(c.oid), ';'))
        FROM pg_class AS c WHERE c.relnamespace = ${ours} AND c.relkind = 'v'
      UNION ALL
      SELECT p.oid, 'f' || p.oid, replace(rtrim(pg_get_functiondef(p.oid), E'\\n'), 'CREATE OR REPLACE FUNCTION public.', 'CREATE FUNCTION ')
        FROM pg_proc AS p WHERE p.pronamespace = ${ours}
    ) AS made ORDER BY oid`);
  return rows;
}

/** Which table, function or view needs which to be there; references of tables are made when all are. */
const uses = `
  WITH parts AS (
    SELECT 'pg_class'::regclass AS class, oid, 'r' || oid AS key FROM pg_class WHERE relkind IN ('r', 'p', 'v')
    UNION ALL SELECT 'pg_proc'::regclass, oid, 'f' || oid FROM pg_proc
    UNION ALL SELECT 'pg_attrdef'::regclass, oid, 'r' || adrelid FROM pg_attrdef
    UNION ALL SELECT 'pg_rewrite'::regclass, oid, 'r' || ev_class FROM pg_rewrite
    UNION ALL SELECT 'pg_constraint'::regclass, oid, 'r' || conrelid FROM pg_constraint WHERE contype = 'c'
    UNION ALL SELECT 'pg_type'::regclass, oid, 'r' || typrelid FROM pg_type WHERE typrelid <> 0
  )
  SELECT DISTINCT a.key AS user, b.key AS used
    FROM pg_depend AS d
    JOIN parts AS a ON a.class = d.classid AND a.oid = d.objid
    JOIN parts AS b ON b.class = d.refclassid AND b.oid = d.refobjid
   WHERE a.key <> b.key`;

/** As they came to be, but each behind what it needs. */
function inOrder(
  made: readonly Made[],
  needs: readonly { readonly user: string; readonly used: string }[],
): readonly string[] {
  const neededBy = Map.groupBy(needs, ({ user }) => user);
  const byKey = new Map(made.map((one) => [one.key, one]));
  const texts = new Set<string>();
  const add = ({ key, text }: Made) => {
    if (!byKey.delete(key)) return;
    for (const { used } of neededBy.get(key) ?? []) {
      const needed = byKey.get(used);
      if (needed) add(needed);
    }
    texts.add(text);
  };
  for (const one of made) add(one);
  return [...texts];
}

/** Said in a statement of its own, which PostgreSQL 15 knows too. */
const storage = `
  SELECT format('ALTER TABLE %I ALTER %I SET STORAGE %s', c.relname, a.attname,
           CASE a.attstorage WHEN 'p' THEN 'PLAIN' WHEN 'e' THEN 'EXTERNAL' WHEN 'm' THEN 'MAIN' ELSE 'EXTENDED' END) AS text
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_type AS t ON t.oid = a.atttypid
   WHERE c.relnamespace = ${ours} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND a.attstorage <> t.typstorage
   ORDER BY c.oid, a.attnum`;

async function rowsOf(pool: Pool): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ table: string; columns: string[]; key: string | null }>(`
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns,
           (SELECT string_agg(quote_ident(k.attname), ', ' ORDER BY k.attnum) FROM pg_index AS i
              JOIN pg_attribute AS k ON k.attrelid = c.oid AND k.attnum = ANY (i.indkey)
             WHERE i.indrelid = c.oid AND i.indisprimary) AS key
      FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
     WHERE c.relnamespace = ${ours} AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.oid, c.relname ORDER BY c.oid`);
  const statements: string[] = [];
  for (const { table, columns, key } of tables) {
    const values = columns.map((column) => {
      const own = ownValues[`${table}.${column}`];
      return own === undefined ? `quote_nullable("${column}")` : `$own$${own}$own$`;
    });
    const { rows } = await pool.query<{ text: string }>(
      `SELECT concat('(', concat_ws(', ', ${values.join(', ')}), ')') AS text FROM "${table}" ORDER BY ${key ?? 1}`,
    );
    if (rows.length === 0) continue;
    const named = columns.map((column) => `"${column}"`).join(', ');
    statements.push(
      `INSERT INTO ${table} (${named}) OVERRIDING SYSTEM VALUE VALUES\n  ${rows.map(({ text }) => text).join(',\n  ')}`,
    );
  }
  return statements;
}

/** Of the rows that are there. */
const counters = `
  SELECT format('SELECT setval(%L, %s)', sequencename, last_value) AS text FROM pg_sequences
   WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY sequencename`;

/** Indexes, and constraints that did not come with their tables. */
const indexes = `
  SELECT text FROM (
    SELECT c.oid, regexp_replace(pg_get_indexdef(c.oid), ' ON (ONLY )?public\\.', ' ON ') AS text
      FROM pg_class AS c
     WHERE c.relnamespace = ${ours} AND c.relkind IN ('i', 'I') AND NOT c.relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
    UNION ALL
    SELECT coalesce(CASE k.contype WHEN 'f' THEN k.oid END, k.conindid),
           format('ALTER TABLE %I ADD CONSTRAINT %I %s', c.relname, k.conname, pg_get_constraintdef(k.oid))
      FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid
     WHERE k.connamespace = ${ours} AND k.contype NOT IN ('n', 't') AND NOT ${isInline}
  ) AS made ORDER BY oid`;

const triggers = `
  SELECT replace(pg_get_triggerdef(t.oid), ' ON public.', ' ON ') AS text FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
   WHERE c.relnamespace = ${ours} AND NOT t.tgisinternal ORDER BY t.oid`;

/** Writes both texts, from a database of its own that is thrown away. */
async function write(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-schema-'));
  const log = pino({ level: 'warn' });
  try {
    const database = await openEmbedded(folder, 2, log, throwAwaySettings);
    try {
      await migrateUnlocked(database.kysely, log);
      writeFileSync(join(import.meta.dirname, 'schema.ts'), await schemaText(database.pool));
      writeFileSync(join(import.meta.dirname, 'first-tables.sql'), await firstTablesText(database.pool));
    } finally {
      await database.stop();
    }
  } finally {
    removeWithCluster(folder);
  }
}

if (import.meta.main) await write();
