/**
 * Builds the indexes of old partitions of `positions` anew. While a month is written its trackers come in turns, so that
 * each page of an index is split in halves and stays half empty; built anew it is full. Readers and writers wait for
 * nothing (`REINDEX CONCURRENTLY`).
 */
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';

export interface PackingParts {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Free on the disk of the database, bytes; undefined where another machine has it. */
  freeBytes(): Promise<number | undefined>;
  /** As much must stay free, bytes. */
  readonly wantedFreeBytes: number;
}

interface Index {
  readonly name: string;
  readonly bytes: number;
}

/** The comment of a partition that was packed: it survives a stop, and goes with the partition. */
const packed = 'packed';

/** What nobody but a stop or a failure in the middle leaves; a name is cut off by PostgreSQL, its end stays. */
const leftover = /_ccnew\d*$/;

/** Packs the partitions that ended by then, the oldest first, each once; returns how many. */
export async function packPartitions(
  parts: PackingParts,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (const name of await partitionsToPack(parts.pool, beforeMs)) {
    if (signal.aborted || !(await packPartition(parts, name, signal))) return count;
    count += 1;
  }
  return count;
}

async function partitionsToPack(pool: Pool, beforeMs: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string; until: string }>(
    `SELECT relname AS name, substring(pg_get_expr(relpartbound, oid) FROM 'TO \\(''([^'']+)''\\)') AS until
     FROM pg_class JOIN pg_inherits ON oid = inhrelid
     WHERE inhparent = 'positions'::regclass AND NOT inhdetachpending AND pg_relation_size(oid) > 0
       AND coalesce(obj_description(oid, 'pg_class'), '') <> $1
     ORDER BY relname`,
    [packed],
  );
  return rows.filter(({ until }) => Date.parse(until) <= beforeMs).map(({ name }) => name);
}

/** False when it was stopped, or has to wait for room. */
async function packPartition({ pool, log, ...room }: PackingParts, name: string, signal: AbortSignal) {
  const client = await pool.connect();
  let failure: Error | undefined;
  const cancel = () => {
    // the statement ends with an error, and with it this work
    const processId = (client as PoolClient & { readonly processID: number }).processID;
    pool.query('SELECT pg_cancel_backend($1)', [processId]).catch((err: unknown) => {
      log.warn({ err, partition: name }, 'the packing of old positions could not be stopped');
    });
  };
  signal.addEventListener('abort', cancel);
  try {
    // it takes as long as it takes, and leaves the other processors to trackers and people
    await client.query('SET statement_timeout = 0; SET max_parallel_maintenance_workers = 0');
    for (const index of await indexesOf(client, name)) {
      if (signal.aborted) return false;
      if (leftover.test(index.name)) {
        await client.query(`DROP INDEX CONCURRENTLY ${index.name}`);
        continue;
      }
      const free = await room.freeBytes();
      if (free !== undefined && free - index.bytes < room.wantedFreeBytes) {
        log.warn(
          { partition: name, bytes: index.bytes, free },
          'old positions are packed once there is room',
        );
        return false;
      }
      await client.query(`ALTER INDEX ${index.name} SET (fillfactor = 100)`);
      await client.query(`REINDEX INDEX CONCURRENTLY ${index.name}`);
    }
    await client.query(`COMMENT ON TABLE ${name} IS '${packed}'`);
    return true;
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    if (signal.aborted) return false;
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // its settings are not those of the others
    client.release(failure ?? true);
  }
}

async function indexesOf(client: PoolClient, partition: string): Promise<readonly Index[]> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT quote_ident(i.relname) AS name, pg_relation_size(i.oid) AS bytes
     FROM pg_index JOIN pg_class AS i ON i.oid = indexrelid JOIN pg_am AS method ON method.oid = i.relam
     WHERE indrelid = $1::regclass AND method.amname = 'btree' ORDER BY i.relname`,
    [partition],
  );
  return rows.map(({ name, bytes }) => ({ name, bytes: Number(bytes) }));
}
