import { type LocalTime, localTimeAt } from '@atalaia/domain/time/zoned-time';
import { createNumberBlocks } from '@atalaia/server/src/ingest/writer/number-blocks.ts';
import type pg from 'pg';
import { type HistoryTable, type Period, SourceRefused } from '../source/source.ts';
import type { HistoryParts } from './piece.ts';
import { storeEvents } from './store-events.ts';
import { placeDevices, storePositions } from './store-positions.ts';

/** ms since 1970; a period that has no end yet ends far ahead. */
export interface HistoryPeriod {
  readonly fromMs: number;
  readonly toMs: number | undefined;
}

const farAhead = '9999-01-01 00:00:00';
const steps = [
  {
    table: 'tc_positions',
    word: 'positions',
    sequence: 'position_ids',
    store: storePositions,
    settle: placeDevices,
    // what was stored and not noted is stored again after a kill, which is once: a position has its digest
    piecesAtOnce: 40,
  },
  {
    table: 'tc_events',
    word: 'events',
    sequence: 'event_ids',
    store: storeEvents,
    settle: async () => undefined,
    piecesAtOnce: 1,
  },
] as const;

/**
 * Brings positions and events of a period, a piece a transaction, and notes how far it came: after a kill it goes on there. Periods
 * of one source must not overlap, so that nothing is passed over; throws `SourceRefused` where they do.
 */
export async function importHistory(parts: HistoryParts, { fromMs, toMs }: HistoryPeriod): Promise<void> {
  const { source, client, zone, say } = parts;
  const period: Period = {
    from: localText(fromMs, zone),
    to: toMs === undefined ? farAhead : localText(toMs, zone),
  };
  for (const { table, word, sequence, store, settle, piecesAtOnce } of steps) {
    const numbers = createNumberBlocks(sequence);
    const piece = { ...parts, numbers, newest: new Map() };
    let last = await lastOf(client, source.name, table, period);
    let pieces = 0;
    let count = 0;
    const startMs = performance.now();
    const note = async () => {
      await settle(piece);
      await noteLast(client, source.name, table, period, last);
    };
    for await (const rows of readAhead(source.history(table, last, period))) {
      const fresh = rows.filter((row) => parts.known.find('device', row.deviceid) !== undefined);
      parts.report.count(word, 'refused', rows.length - fresh.length);
      await numbers.reserve(client, fresh.length);
      await inTransaction(client, async () => {
        await store(piece, fresh);
        last = Number(rows.at(-1)?.id);
        pieces += 1;
        if (pieces % piecesAtOnce === 0) await note();
      });
      count += rows.length;
      const perSecond = Math.round(count / ((performance.now() - startMs) / 1000));
      say(`${count.toLocaleString('en')} ${word}, ${perSecond.toLocaleString('en')}/s`);
    }
    if (pieces > 0) await inTransaction(client, note);
  }
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('BEGIN');
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The next piece is read there while the one before is stored here. */
async function* readAhead<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (let piece = await next; !piece.done; piece = await next) {
      next = iterator.next();
      // what fails is heard when its turn comes, or not at all when storing failed first
      next.catch(() => undefined);
      yield piece.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

/** How far a period came: the highest id of the source. */
async function lastOf(
  client: pg.Client,
  source: string,
  table: HistoryTable,
  period: Period,
): Promise<number> {
  const { rows } = await client.query<{ source_key: string; object_id: string }>(
    'SELECT source_key, object_id FROM imported_objects WHERE source = $1 AND kind = $2',
    [source, table],
  );
  const key = keyOf(period);
  for (const { source_key } of rows) {
    const [from = '', to = ''] = source_key.split('/');
    if (source_key !== key && period.from < to && from < period.to) {
      throw new SourceRefused(
        `the period from ${from} to ${to === farAhead ? 'now' : to} came before: give the same --from and --to, or a period that ends there`,
      );
    }
  }
  return Number(rows.find(({ source_key }) => source_key === key)?.object_id ?? 0);
}

async function noteLast(
  client: pg.Client,
  source: string,
  table: HistoryTable,
  period: Period,
  last: number,
) {
  await client.query(
    `INSERT INTO imported_objects (source, kind, source_key, object_id) VALUES ($1, $2, $3, $4)
     ON CONFLICT (source, kind, source_key) DO UPDATE SET object_id = excluded.object_id`,
    [source, table, keyOf(period), last],
  );
}

const keyOf = ({ from, to }: Period) => `${from}/${to}`;

function localText(ms: number, zone: string): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const { year, month, day, hour, minute, second }: LocalTime = localTimeAt(ms, zone);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`;
}
