import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { migrateUnlocked, openEmbedded } from './database.ts';
import { throwAwaySettings } from './embedded/cluster.ts';
import { removeWithCluster } from './embedded/placement.ts';
import { firstTablesText } from './first-tables-text.ts';

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
