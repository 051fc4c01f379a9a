import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus, BusTopic, BusTopics } from '../../platform/bus/bus.ts';
import { changesKeptMs, isChangeTopic, type PublishedChanges } from './change-log.ts';

/** Brings what other processes changed to this one's bus. */
export interface ChangeReader {
  /** From here on nothing is missed; what is read from the database later holds it already. Rejects when the database does not answer. */
  start(): Promise<void>;
  /** What this process knows of rights, sessions and rules is at most so old, `patienceMs` by default. */
  isCurrent(withinMs?: number): boolean;
  /** The oldest transaction that was open at the last look. */
  oldestOpen(): string;
  stop(): Promise<void>;
}

export interface ChangeReaderParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly published: PublishedChanges;
  /** Changes were not read for longer than they are kept: this process must begin anew. */
  onExpired(): void;
  readonly everyMs?: number;
  readonly patienceMs?: number;
}

const defaultEveryMs = 250;
const defaultPatienceMs = 3_000;

/**
 * Commits overtake each other, so a reader goes by the transaction: `since` is the oldest one that was still open at the
 * last look. One that is open for long is read when it commits, however late; what was read twice meanwhile is dropped.
 */
const text = `
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since, c.id::float8 AS id, c.tx::text AS tx,
    c.topic, c.message, extract(epoch FROM now())::float8 * 1000 AS "nowMs"
  FROM (SELECT) AS always LEFT JOIN changes AS c ON c.tx >= $1::xid8 ORDER BY c.id`;

const nowText = `
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS since, extract(epoch FROM now())::float8 * 1000 AS "nowMs"`;

interface Look {
  readonly since: string;
  /** By the database's clock. */
  readonly nowMs: number;
}

interface Row extends Look {
  readonly id: number | null;
  readonly tx: string;
  readonly topic: string;
  readonly message: BusTopics[BusTopic];
}

export function createChangeReader(parts: ChangeReaderParts): ChangeReader {
  const { pool, bus, log, everyMs = defaultEveryMs, patienceMs = defaultPatienceMs } = parts;
  let since = '0';
  /** Of transactions since then, those that were read: their numbers by transaction. */
  const seen = new Map<number, bigint>();
  let readMs = Number.NEGATIVE_INFINITY;
  /** When that was by the database's clock. */
  let lookMs = 0;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;

  const isCurrent = (withinMs = patienceMs) => performance.now() - readMs <= withinMs;

  const publish = ({ topic, message }: Row) => {
    if (isChangeTopic(topic)) bus.publish(topic, message as never);
    else log.warn({ topic }, 'a change of a kind that this release does not know');
  };

  const lose = () => {
    if (isLost) return;
    isLost = true;
    log.warn('changes could not be read: what this process knows of rights may be outdated');
    bus.publish('changesUnread', {});
  };

  const ask = async (from: string): Promise<readonly Row[]> =>
    (await pool.query<Row>({ name: 'changes', text, values: [from] })).rows;

  /** All changes where the database began anew: transactions of before would hide those that have their numbers again. */
  const changesSince = async (from: string): Promise<readonly Row[]> => {
    const rows = await ask(from);
    if (BigInt(rows[0]?.since ?? from) >= BigInt(from)) return rows;
    log.warn(
      'the database went back to an earlier transaction (a failover or a restore): all changes count again',
    );
    seen.clear();
    lose();
    return ask('0');
  };

  const read = async () => {
    const queriedMs = performance.now();
    const rows = await changesSince(since);
    const [{ since: oldest = since, nowMs = lookMs } = {}] = rows;
    // a process that slept with its machine counted no time of its own
    const unreadMs = Math.max(nowMs - lookMs, Number.isFinite(readMs) ? queriedMs - readMs : 0);
    if (unreadMs > changesKeptMs / 2) return parts.onExpired();
    if (unreadMs > patienceMs) lose();
    since = oldest;
    lookMs = nowMs;
    for (const row of rows) {
      if (row.id === null) continue;
      const isPublished = parts.published.delete(row.id);
      if (seen.has(row.id)) continue;
      seen.set(row.id, BigInt(row.tx));
      if (!isPublished) publish(row);
    }
    for (const [id, tx] of seen) if (tx < BigInt(since)) seen.delete(id);
    readMs = queriedMs;
    if (isLost) log.info('changes are read again');
    isLost = false;
  };

  const look = () => {
    if (!isCurrent()) lose();
    reading ??= read()
      .catch((error: unknown) => {
        if (isCurrent()) return;
        log.warn({ err: error }, 'changes could not be read');
      })
      .finally(() => {
        reading = undefined;
      });
  };

  return {
    async start() {
      const queriedMs = performance.now();
      const { rows } = await pool.query<Look>(nowText);
      since = rows[0]?.since ?? since;
      lookMs = rows[0]?.nowMs ?? lookMs;
      readMs = queriedMs;
      timer = setInterval(look, everyMs);
      timer.unref();
    },
    isCurrent,
    oldestOpen: () => since,
    async stop() {
      clearInterval(timer);
      await reading;
    },
  };
}
