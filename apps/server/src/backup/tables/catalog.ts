/** What a database holds, by PostgreSQL's own catalog: there is no list of tables to keep up to date. */
import pg, { type ClientBase } from 'pg';

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

export interface Table extends TableName {
  /** A partitioned table holds no rows of its own. */
  readonly isPartitioned: boolean;
  /** Of a partition: the table it is part of, and `FOR VALUES …`. */
  readonly partition: { readonly of: TableName; readonly bound: string } | null;
  /** Columns that are stored and not computed, each as ADD COLUMN takes it. */
  readonly columns: readonly { readonly name: string; readonly definition: string }[];
  /** Makes it where no migration does: table, constraints, indexes. */
  readonly create: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
}

export interface ForeignKey {
  readonly name: string;
  readonly definition: string;
}

export interface Sequence extends TableName {
  /** The column that it numbers, where it belongs to one. */
  readonly owner: (TableName & { readonly column: string; readonly isIdentity: boolean }) | null;
  readonly create: string;
}

/** Of the system, of extensions, and of single sessions. */
const foreign = `
  n.nspname IN ('pg_catalog', 'information_schema') OR n.nspname ~ '^pg_(toast|temp)' OR c.relpersistence = 't'
  OR EXISTS (SELECT FROM pg_depend AS e
    WHERE e.classid = 'pg_class'::regclass AND e.objid = c.oid AND e.deptype = 'e')`;

/** How a sequence `s` counts. */
const countingOf = `
  format('INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s', s.seqincrement, s.seqmin, s.seqmax,
    s.seqstart, s.seqcache, CASE WHEN s.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END)`;

/**
 * Columns of a table `c` as its definition names them, in order. A transaction's number (xid8) says nothing on another
 * server: the one that restores gives its own.
 */
const columnsOf = (which: string) => `
  SELECT a.attnum, a.attname AS name, a.attgenerated <> '' AS computed,
    quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attcollation <> t.typcollation
           THEN ' COLLATE ' || a.attcollation::regcollation::text ELSE '' END
      || CASE
           WHEN a.attidentity <> '' THEN ' GENERATED ' || CASE a.attidentity WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END
             || ' AS IDENTITY (' || (SELECT ${countingOf} FROM pg_sequence AS s JOIN pg_depend AS i
               ON i.objid = s.seqrelid AND i.classid = 'pg_class'::regclass AND i.deptype = 'i'
               WHERE i.refobjid = a.attrelid AND i.refobjsubid = a.attnum) || ')'
           WHEN a.attgenerated = 's' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') STORED'
           WHEN a.attgenerated = 'v' THEN ' GENERATED ALWAYS AS (' || pg_get_expr(d.adbin, d.adrelid) || ') VIRTUAL'
           WHEN d.adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid)
           ELSE '' END
      || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END AS definition
  FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ${which}`;

/** Every table, a partitioned one before its partitions. */
export async function listTables(client: ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT n.nspname AS schema, c.relname AS name, c.relkind = 'p' AS "isPartitioned",
      CASE WHEN c.relispartition THEN json_build_object(
        'of', json_build_object('schema', pn.nspname, 'name', p.relname),
        'bound', pg_get_expr(c.relpartbound, c.oid)) END AS partition,
      (SELECT coalesce(json_agg(json_build_object('name', k.name, 'definition', k.definition) ORDER BY k.attnum), '[]')
        FROM (${columnsOf("AND a.attgenerated = '' AND a.atttypid <> 'xid8'::regtype")}) AS k) AS columns,
      (SELECT json_agg(statement ORDER BY place, statement) FROM (
        SELECT 0 AS place, format('CREATE %s TABLE %s (%s) %s',
          CASE WHEN c.relpersistence = 'u' THEN 'UNLOGGED' ELSE '' END, c.oid::regclass,
          (SELECT string_agg(k.definition, ', ' ORDER BY k.attnum) FROM (${columnsOf('')}) AS k),
          CASE WHEN c.relkind = 'p' THEN 'PARTITION BY ' || pg_get_partkeydef(c.oid) ELSE '' END) AS statement
        UNION ALL SELECT 1, format('ALTER TABLE %s ADD CONSTRAINT %I %s', c.oid::regclass, k.conname,
          pg_get_constraintdef(k.oid))
        FROM pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'c', 'x')
        UNION ALL SELECT 2, replace(pg_get_indexdef(x.indexrelid), ' ON ONLY ', ' ON ')
        FROM pg_index AS x WHERE x.indrelid = c.oid
          AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = x.indexrelid AND k.conrelid = c.oid)
      ) AS statements) AS create,
      (SELECT coalesce(json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid))
          ORDER BY k.conname), '[]')
        FROM pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0) AS "foreignKeys"
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    LEFT JOIN pg_inherits AS i ON i.inhrelid = c.oid AND c.relispartition
    LEFT JOIN pg_class AS p ON p.oid = i.inhparent
    LEFT JOIN pg_namespace AS pn ON pn.oid = p.relnamespace
    WHERE c.relkind IN ('r', 'p') AND NOT (${foreign})
    ORDER BY (SELECT count(*) FROM pg_partition_ancestors(c.oid)), n.nspname, c.relname`);
  return rows;
}

export async function listSequences(client: ClientBase): Promise<readonly Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    SELECT n.nspname AS schema, c.relname AS name,
      CASE WHEN o.oid IS NOT NULL THEN json_build_object('schema', no.nspname, 'name', o.relname,
        'column', a.attname, 'isIdentity', d.deptype = 'i') END AS owner,
      format('CREATE SEQUENCE %s AS %s ', c.oid::regclass, format_type(s.seqtypid, NULL)) || ${countingOf} AS create
    FROM pg_sequence AS s JOIN pg_class AS c ON c.oid = s.seqrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
    LEFT JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid
      AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0 AND d.deptype IN ('a', 'i')
    LEFT JOIN pg_class AS o ON o.oid = d.refobjid LEFT JOIN pg_namespace AS no ON no.oid = o.relnamespace
    LEFT JOIN pg_attribute AS a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
    WHERE NOT (${foreign})
    ORDER BY n.nspname, c.relname`);
  return rows;
}

/** As a statement names it. */
export const nameOf = ({ schema, name }: TableName) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** As a person names it. */
export const wordOf = ({ schema, name }: TableName) => (schema === 'public' ? name : `${schema}.${name}`);

interface WithColumns {
  readonly columns: readonly { readonly name: string }[];
}

export const columnNames = ({ columns }: WithColumns): string =>
  columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');

/** The columns of a COPY, in order; what is computed is left out. */
export const copyColumns = (table: WithColumns): string =>
  table.columns.length === 0 ? '' : ` (${columnNames(table)})`;
