import type { Pool } from 'pg';

/** 8 MB of a table: a fraction of a second, and no lock but that of a reader. */
const blocksPerPiece = 1_000;

const undefinedTable = '42P01';

export interface FindParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly blocks?: number;
  /** Leaves the database to others for a while after a piece of work. */
  rest(): Promise<void>;
}

interface Progress {
  readonly partition: string;
  readonly block: number;
}

/**
 * Looks through all positions, as they lie, for devices with rows in doubt; continues where it was stopped. True once all
 * of them are looked through. Rows that come meanwhile were read by this release, and are right.
 */
export async function findDevices(parts: FindParts, signal: AbortSignal): Promise<boolean> {
  const { pool, blocks = blocksPerPiece, rest } = parts;
  for (;;) {
    const { rows } = await pool.query<Progress & { ended: boolean }>(
      'SELECT partition, block, ended_at IS NOT NULL AS ended FROM odometer_scan',
    );
    const [at] = rows;
    if (!at || at.ended) return true;
    if (signal.aborted) return false;
    const next = await pieceFrom(pool, at, blocks);
    if (!next) {
      await pool.query('UPDATE odometer_scan SET ended_at = now()');
      return true;
    }
    await lookThrough(pool, next, blocks);
    await rest();
  }
}

/** Where there is something to look at from here on. */
async function pieceFrom(pool: Pick<Pool, 'query'>, { partition, block }: Progress, blocks: number) {
  const { rows } = await pool.query<Progress>(
    `SELECT relname::text AS partition, CASE WHEN relname = $1 THEN $2::bigint ELSE 0 END AS block
     FROM pg_class JOIN pg_inherits ON oid = inhrelid
     WHERE inhparent = 'positions'::regclass AND relname >= $1
       AND pg_relation_size(oid) > CASE WHEN relname = $1 THEN $2::bigint ELSE 0 END * current_setting('block_size')::bigint
     ORDER BY relname LIMIT 1`,
    [partition, block],
  );
  return rows[0] && { ...rows[0], end: rows[0].block + blocks };
}

async function lookThrough(
  pool: Pick<Pool, 'query'>,
  { partition, block, end }: Progress & { readonly end: number },
  blocks: number,
): Promise<void> {
  const found = pool.query(
    `WITH found AS (
       INSERT INTO odometer_repairs AS known (device_id, first_time, last_time)
       SELECT device_id, min(fix_time), max(fix_time) FROM ${partition}
       WHERE ctid >= '(${block},0)'::tid AND ctid < '(${end},0)'::tid AND protocol = 'suntech' AND ${rereadOf('attributes')} IS NOT NULL
       GROUP BY device_id
       ON CONFLICT (device_id) DO UPDATE SET
         first_time = least(known.first_time, excluded.first_time), last_time = greatest(known.last_time, excluded.last_time)
     )
     UPDATE odometer_scan SET partition = $1, block = $2`,
    [partition, end],
  );
  await found.catch(async (error: unknown) => {
    // retention dropped it meanwhile
    if (!(error instanceof Error && 'code' in error && error.code === undefinedTable)) throw error;
    await pool.query('UPDATE odometer_scan SET partition = $1, block = $2', [partition, block + blocks]);
  });
}

/**
 * SQL: the odometer among these attributes of a suntech position read in the other base, when it is in doubt; null else.
 * `to_hex` gives back the digits that were read as hexadecimal; only eight of them, all decimal, can have been sent as a
 * decimal number.
 */
export function rereadOf(attributes: string): string {
  const metres = `(${attributes} ->> 'odometer')`;
  return `CASE WHEN ${metres} ~ '^[1-9][0-9]{8,9}$'
    THEN substring(to_hex(${metres}::bigint) FROM '^[1-9][0-9]{7}$')::bigint END`;
}

/** SQL: JSON with the odometer that was read anew in the place of the stored one, and nothing else changed. */
export function withReread(json: string, reread: string): string {
  return `regexp_replace(${json}::text, '("odometer"\\s*:\\s*)\\d+', '\\1' || (${reread}))::json`;
}
