import { type LocalTime, localTimeAt } from '@atalaia/domain/time/zoned-time';
import { createNumberBlocks } from '@atalaia/server/src/ingest/writer/number-blocks.ts';
import type pg from 'pg';
import { type HistoryTable, type Period, SourceRefused, type SourceRow } from '../source/source.ts';
import type { HistoryParts, PieceParts } from './piece.ts';
import { prepareEvents } from './store-events.ts';
import { placeDevices, preparePositions } from './store-positions.ts';

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
    prepare: preparePositions,
    settle: placeDevices,
    // what was stored and not noted is stored again after a kill, which is once: a position has its digest
    piecesAtOnce: 40,
  },
  {
    table: 'tc_events',
    word: 'events',
    sequence: 'event_ids',
    prepare: prepareEvents,
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
  for (const { table, word, sequence, prepare, settle, piecesAtOnce } of steps) {
    const numbers = createNumberBlocks(sequence);
    const piece: PieceParts = { ...parts, numbers, newest: new Map() };
    let last = await lastOf(client, source.name, table, period);
    let pieces = 0;
    let count = 0;
    const startMs = performance.now();
    const note = async () => {
      await settle(piece);
      await noteLast(client, source.name, table, period, last);
    };
    const prepared = (rows: readonly SourceRow[]) => {
      const fresh = rows.filter((row) => parts.known.find('device', row.deviceid) !== undefined);
      parts.report.count(word, 'refused', rows.length - fresh.length);
      return { last: Number(rows.at(-1)?.id), count: rows.length, ...prepare(piece, fresh) };
    };
    for await (const rows of readAhead(source.history(table, last, period), prepared)) {
      await numbers.reserve(client, rows.ready);
      pieces += 1;
      const isNoted = pieces % piecesAtOnce === 0;
      // a commit that waits for the disk carries those before it, so only the one that notes them need wait
      await inTransaction(client, isNoted ? 'BEGIN' : beginWithoutWaiting, async () => {
        await rows.store();
        last = rows.last;
        if (isNoted) await note();
      });
      count += rows.count;
      const perSecond = Math.round(count / ((performance.now() - startMs) / 1000));
      say(`${count.toLocaleString('en')} ${word}, ${perSecond.toLocaleString('en')}/s`);
    }
    if (pieces > 0) await inTransaction(client, 'BEGIN', note);
  }
}

const beginWithoutWaiting = 'BEGIN; SET LOCAL synchronous_commit = off';

async function inTransaction(client: pg.Client, begin: string, work: () => Promise<void>): Promise<void> {
  await client.query(begin);
  try {
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** The next piece is read there and prepared while the one before is stored here. */
async function* readAhead<Piece>(
  pieces: AsyncIterable<readonly SourceRow[]>,
  prepare: (rows: readonly SourceRow[]) => Piece,
): AsyncGenerator<Piece> {
  const iterator = pieces[Symbol.asyncIterator]();
  const read = () =>
    iterator.next().then(({ done, value }) => (done ? undefined : { piece: prepare(value) }));
  let next = read();
  try {
    for (let found = await next; found; found = await next) {
      next = read();
      // what fails is heard when its turn comes, or not at all when storing failed first
      next.catch(() => undefined);
      yield found.piece;
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
