/**
 * Deletes what the server's settings keep no longer (OPS-04): whole partitions of positions, and rows of everything else
 * in pieces of their own transactions, oldest first, so that nobody waits for it.
 */
import { type DataClass, retentionFrom } from '@atalaia/contract/server/server-settings';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { openAlarmOf } from '../../queries/sql-fragments.ts';

export interface RetentionParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly log: Logger;
  /** Drops the partitions of positions that end by then; ingest's. Returns how many. */
  dropPartitionsBefore(beforeMs: number): Promise<number>;
  readonly nowMs?: () => number;
  /** Rows deleted in one transaction. */
  readonly rowsPerPiece?: number;
}

export interface Retention {
  /** Deletes all that is due. For `every`. */
  work(signal: AbortSignal): Promise<void>;
}

interface AgedRows {
  readonly of: DataClass;
  readonly table: string;
  /** When a row came to be: what its age is counted from. */
  readonly time: string;
  /** What the oldest rows are found by, over an index; without one they are found as they lie. */
  readonly order?: string;
  /** Rows that are never deleted by age. */
  readonly unless?: string;
}

/** Waiting alarms are kept: somebody must still see them (EVT-03). */
const agedRows: readonly AgedRows[] = [
  { of: 'positions', table: 'odd_positions', time: 'server_time', order: 'server_time' },
  { of: 'positions', table: 'refused_messages', time: 'server_time', order: 'server_time' },
  { of: 'travelHours', table: 'travel_hours', time: 'hour' },
  {
    of: 'events',
    table: 'events',
    time: 'server_time',
    order: 'server_time',
    unless: openAlarmOf('events'),
  },
  {
    of: 'commands',
    table: 'sent_commands',
    time: 'created_at',
    order: 'created_at',
    unless: `state IN ('queued', 'sent') AND expires_at > now()`,
  },
  {
    of: 'notices',
    table: 'notification_deliveries',
    time: 'created_at',
    order: 'created_at',
    unless: `state IN ('waiting', 'sending')`,
  },
  { of: 'audit', table: 'audit', time: 'at', order: 'at' },
];

const dayMs = 86_400_000;

/** Deletes the oldest rows before $1, so many at most. What its index does not hold it never walks over. */
function pieceOf({ table, time, order, unless }: AgedRows, rows: number): string {
  return `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM ${table} WHERE ${time} < $1 ${unless ? `AND NOT (${unless})` : ''}
    ${order ? `ORDER BY ${order}` : ''} LIMIT ${rows} FOR UPDATE SKIP LOCKED))`;
}

/** The statement that deletes old events. */
export function eventsPiece(rows: number): string {
  const aged = agedRows.find(({ table }) => table === 'events');
  if (!aged) throw new Error('events are not deleted by age');
  return pieceOf(aged, rows);
}

export function createRetention(parts: RetentionParts): Retention {
  const { pool, log, nowMs = () => Date.now(), rowsPerPiece = 2_000 } = parts;

  async function deleteAged(aged: AgedRows, beforeMs: number, signal: AbortSignal) {
    let deleted = 0;
    for (let piece = rowsPerPiece; piece === rowsPerPiece && !signal.aborted; ) {
      const { rowCount } = await pool.query(pieceOf(aged, rowsPerPiece), [new Date(beforeMs)]);
      piece = rowCount ?? 0;
      deleted += piece;
    }
    return deleted;
  }

  return {
    async work(signal) {
      const { rows } = await pool.query<{ attributes: Record<string, unknown> }>(
        'SELECT attributes FROM server_settings',
      );
      const days = retentionFrom(rows[0]?.attributes ?? {});
      const beforeMs = (kind: DataClass) => nowMs() - (days[kind] ?? 0) * dayMs;
      if (days.positions !== undefined) {
        const partitions = await parts.dropPartitionsBefore(beforeMs('positions'));
        if (partitions > 0) log.info({ partitions }, 'old positions were dropped');
      }
      for (const aged of agedRows) {
        if (days[aged.of] === undefined || signal.aborted) continue;
        const deleted = await deleteAged(aged, beforeMs(aged.of), signal);
        if (deleted > 0) log.info({ table: aged.table, deleted }, 'old rows were deleted');
      }
    },
  };
}
