import type { ClientBase } from 'pg';
import type { BackedUpSequence } from '../manifest.ts';
import { nameOf } from './catalog.ts';

/**
 * Sets each sequence to where it was when the backup ended, which is beyond every number in it, blocks that a running
 * server had taken ahead included; and beyond the highest number of its column, should somebody have written one by hand.
 */
export async function restoreSequences(
  client: ClientBase,
  sequences: readonly BackedUpSequence[],
): Promise<void> {
  for (const sequence of sequences) {
    const name = await targetName(client, sequence);
    if (name === undefined) continue;
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [
      name,
      sequence.lastValue,
      sequence.isCalled,
    ]);
  }
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    SELECT DISTINCT s.oid::regclass::text AS sequence, t.oid::regclass::text AS "table", quote_ident(a.attname) AS "column"
    FROM pg_class AS s
    JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = s.oid AND d.classid = 'pg_attrdef'::regclass
      OR d.classid = 'pg_class'::regclass AND d.objid = s.oid AND d.deptype = 'i'
    LEFT JOIN pg_attrdef AS f ON d.classid = 'pg_attrdef'::regclass AND f.oid = d.objid
    JOIN pg_class AS t ON t.oid = coalesce(f.adrelid, d.refobjid)
    JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = coalesce(f.adnum, d.refobjsubid)
    WHERE s.relkind = 'S' AND NOT t.relispartition`);
  for (const { sequence, table, column } of rows) {
    await client.query(
      `SELECT setval($1::regclass, highest) FROM (SELECT max(${column})::bigint AS highest FROM ${table}) AS held,
         (SELECT CASE WHEN is_called THEN last_value + seqincrement ELSE last_value END AS next, seqincrement
          FROM ${sequence}, pg_sequence WHERE seqrelid = $1::regclass) AS counter
       WHERE seqincrement > 0 AND highest >= next`,
      [sequence],
    );
  }
}

/** The sequence of an identity column may bear another name here. */
async function targetName(client: ClientBase, sequence: BackedUpSequence): Promise<string | undefined> {
  const { owner } = sequence;
  if (!owner?.isIdentity) {
    const { rows } = await client.query<{ name: string | null }>('SELECT to_regclass($1)::text AS name', [
      nameOf(sequence),
    ]);
    return rows[0]?.name ?? undefined;
  }
  const { rows: tables } = await client.query<{ present: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS present',
    [nameOf(owner)],
  );
  if (!tables[0]?.present) return undefined;
  const { rows } = await client.query<{ name: string | null }>(
    'SELECT pg_get_serial_sequence($1, $2) AS name',
    [nameOf(owner), owner.column],
  );
  return rows[0]?.name ?? undefined;
}
