/** The tables of a database that a backup is restored into. */
import pg, { type ClientBase } from 'pg';
import { BackupRefused } from '../../errors/backup-errors.ts';
import type { BackedUpSequence, BackedUpTable } from '../manifest.ts';
import {
  columnNames,
  listSequences,
  listTables,
  nameOf,
  type Table,
  type TableName,
  wordOf,
} from './catalog.ts';

/**
 * Makes what the migrations did not: partitions, apart from their tables until their rows are in; and tables, columns
 * and sequences that somebody added by hand.
 */
export async function createMissing(
  client: ClientBase,
  tables: readonly BackedUpTable[],
  sequences: readonly BackedUpSequence[],
): Promise<void> {
  const present = new Map((await listTables(client)).map((table) => [nameOf(table), table]));
  const presentSequences = new Set((await listSequences(client)).map(nameOf));
  for (const schema of new Set(tables.map((table) => table.schema))) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
  }
  const added = sequences.filter(
    (sequence) => !sequence.owner?.isIdentity && !presentSequences.has(nameOf(sequence)),
  );
  for (const sequence of added) await make(client, sequence, [sequence.create]);
  for (const table of tables) {
    const standing = present.get(nameOf(table));
    if (standing) await addColumns(client, table, standing);
    else await make(client, table, statementsFor(table, tables));
  }
  for (const sequence of added) {
    if (!sequence.owner) continue;
    const column = `${nameOf(sequence.owner)}.${pg.escapeIdentifier(sequence.owner.column)}`;
    await client.query(`ALTER SEQUENCE ${nameOf(sequence)} OWNED BY ${column}`);
  }
}

function statementsFor(table: BackedUpTable, tables: readonly BackedUpTable[]): readonly string[] {
  if (!table.partition) return table.create;
  // Its indexes are made once its rows are in, when it is attached.
  const of = nameOf(table.partition.of);
  const whole = tables.find((one) => nameOf(one) === of);
  const [definition = '', ...others] = table.create;
  // a month of positions has an order of its own, in which its rows take less room
  if (whole && columnNames(whole) !== columnNames(table))
    return [definition, ...others.filter((statement) => / ADD CONSTRAINT \S+ CHECK /.test(statement))];
  const like = `(LIKE ${of} INCLUDING ALL EXCLUDING INDEXES EXCLUDING STATISTICS)`;
  const key = definition.match(/PARTITION BY .*$/s)?.[0] ?? '';
  return [`CREATE TABLE ${nameOf(table)} ${like} ${table.isPartitioned ? key : ''}`];
}

async function addColumns(client: ClientBase, table: BackedUpTable, standing: Table): Promise<void> {
  const missing = table.columns.filter(
    ({ name }) => !standing.columns.some((column) => column.name === name),
  );
  const additions = missing.map(({ definition }) => `ALTER TABLE ${nameOf(table)} ADD COLUMN ${definition}`);
  if (additions.length > 0) await make(client, table, additions);
}

async function make(client: ClientBase, named: TableName, statements: readonly string[]): Promise<void> {
  try {
    for (const statement of statements) await sendOne(client, statement);
  } catch (error) {
    const name = wordOf(named);
    throw new BackupRefused(
      `${name}, which no migration makes, cannot be made here (${error instanceof Error ? error.message : String(error)}). ` +
        `Nothing was restored. With --leave-out=${name} everything else is`,
    );
  }
}

/** Words of a manifest: by the extended protocol the server refuses a second statement in one text. */
async function sendOne(client: ClientBase, text: string): Promise<void> {
  const statement: pg.QueryConfig & { readonly queryMode: 'extended' } = { text, queryMode: 'extended' };
  await client.query(statement);
}

/** Puts each partition into its table; the server compares every row with the bounds and makes the indexes. */
export async function attachPartitions(client: ClientBase, tables: readonly BackedUpTable[]): Promise<void> {
  const standing = new Set(
    (await listTables(client)).filter(({ partition }) => partition !== null).map(nameOf),
  );
  for (const table of tables.toReversed()) {
    if (!table.partition || standing.has(nameOf(table))) continue;
    const { of, bound } = table.partition;
    await sendOne(client, `ALTER TABLE ${nameOf(of)} ATTACH PARTITION ${nameOf(table)} ${bound}`);
  }
}

/**
 * Takes the foreign keys off, so that rows may come in any order, also of tables that refer to each other or to
 * themselves. What is returned puts them back, and with them those that somebody added by hand; the server then
 * compares every row.
 */
export async function takeOffForeignKeys(
  client: ClientBase,
  backedUp: readonly BackedUpTable[],
): Promise<() => Promise<void>> {
  const keys = new Map<string, { readonly add: string; readonly drop: string | undefined }>();
  const note = (table: Pick<Table, 'foreignKeys'> & TableName, exists: boolean) => {
    for (const { name, definition } of table.foreignKeys) {
      const alter = `ALTER TABLE ${nameOf(table)}`;
      const constraint = pg.escapeIdentifier(name);
      const key = `${nameOf(table)} ${name}`;
      if (keys.has(key)) continue;
      keys.set(key, {
        add: `${alter} ADD CONSTRAINT ${constraint} ${definition}`,
        drop: exists ? `${alter} DROP CONSTRAINT ${constraint}` : undefined,
      });
    }
  };
  for (const table of await listTables(client)) note(table, true);
  for (const table of backedUp) note(table, false);
  const all = [...keys.values()];
  for (const { drop } of all) if (drop) await client.query(drop);
  return async () => {
    for (const { add } of all) await sendOne(client, add);
  };
}

/** Rows come as they were: what a trigger would do was done when they were first written. */
export async function disableTriggers(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ table: string }>(`
    SELECT DISTINCT tgrelid::regclass::text AS "table" FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0`);
  const alter = async (what: string) => {
    for (const { table } of rows) await client.query(`ALTER TABLE ${table} ${what} TRIGGER USER`);
  };
  await alter('DISABLE');
  return () => alter('ENABLE');
}
