/**
 * Positions are read by the time at which they were stored, in pieces of at most a day, each in a short transaction of
 * its own: one long snapshot would keep every old version of the rows that change all the time. `changed_hours` says what
 * was written to since a piece was read (migration 0055).
 */
import pg, { type ClientBase } from 'pg';
import { BackupRefused } from '../errors/backup-errors.ts';
import { nameOf, type Table } from './tables/catalog.ts';

/** Rows from a server time on (null: from the first) and before another, ISO 8601. */
export interface Span {
  readonly from: string | null;
  readonly to: string;
}

/** How many rows it had when they were counted. */
export type CountedSpan = Span & { readonly rows: number };

/** What a writer said: this hour, ISO 8601, was written to by this transaction. */
export interface ChangedHour {
  readonly hour: string;
  readonly tx: bigint;
}

/** What is younger is read in the snapshot, since it may still be written to: an address comes seconds later. */
const settledSeconds = 30;
const patienceMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Of a table, column or row that this database does not have; a role or a server that only reads. */
const withoutDays: ReadonlySet<string> = new Set(['42P01', '42501', '25006']);

/**
 * Moves the horizon to half a minute ago and waits for every transaction that may not have seen it; returns it. Undefined
 * where positions cannot be read by days.
 */
export async function moveHorizon(client: ClientBase, signal: AbortSignal): Promise<string | undefined> {
  const before = await noteHorizon(client);
  if (before === undefined) return undefined;
  const { rows } = await client.query<{ next: string }>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next',
  );
  const untilMs = performance.now() + patienceMs;
  while ((await oldestOpen(client)) < BigInt(rows[0]?.next ?? 0)) {
    signal.throwIfAborted();
    if (performance.now() > untilMs) {
      throw new BackupRefused(
        'a transaction of another program has been open for a minute: end it (pg_stat_activity shows it), then try again',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return before;
}

async function noteHorizon(client: ClientBase): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ before: string }>(
      `UPDATE stored_horizon SET stored_before =
         greatest(stored_before, date_bin('10 seconds', now() - $1 * interval '1 second', 'epoch'))
       RETURNING to_char(stored_before AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS before`,
      [settledSeconds],
    );
    return rows[0]?.before;
  } catch (error) {
    if (error instanceof pg.DatabaseError && withoutDays.has(error.code ?? '')) return undefined;
    throw error;
  }
}

/** Every transaction before this one has ended. */
export async function oldestOpen(client: ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ oldest: string }>(
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS oldest',
  );
  return BigInt(rows[0]?.oldest ?? 0);
}

export async function changedHours(client: ClientBase, since: bigint): Promise<readonly ChangedHour[]> {
  const { rows } = await client.query<{ hour: string; tx: string }>(
    `SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS hour, max(tx::text::numeric)::text AS tx
     FROM changed_hours WHERE tx >= $1::text::xid8 GROUP BY 1 ORDER BY 1`,
    [String(since)],
  );
  return rows.map(({ hour, tx }) => ({ hour, tx: BigInt(tx) }));
}

const startOf = ({ from }: Span) => (from === null ? Number.NEGATIVE_INFINITY : Date.parse(from));

export const touches = (span: Span, { hour }: ChangedHour): boolean =>
  Date.parse(hour) < Date.parse(span.to) && Date.parse(hour) + hourMs > startOf(span);

/** The parts of a changed hour before `before` that none of these covers. */
export function uncovered(spans: readonly Span[], { hour }: ChangedHour, before: string): readonly Span[] {
  const endMs = Math.min(Date.parse(hour) + hourMs, Date.parse(before));
  let atMs = Date.parse(hour);
  const open: Span[] = [];
  for (const span of spans.toSorted((one, other) => startOf(one) - startOf(other))) {
    const [fromMs, toMs] = [startOf(span), Date.parse(span.to)];
    if (toMs <= atMs) continue;
    if (fromMs >= endMs) break;
    if (fromMs > atMs) open.push(spanOf(atMs, fromMs));
    atMs = toMs;
  }
  if (atMs < endMs) open.push(spanOf(atMs, endMs));
  return open;
}

const spanOf = (fromMs: number | null, toMs: number): Span => ({
  from: fromMs === null ? null : new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

export const within = ({ from, to }: Span): string =>
  `server_time >= '${from ?? '-infinity'}' AND server_time < '${to}'`;

/** Spans from `since` (null: from the first row) to `before` that hold all rows of a partition, with so many each at most where they can be parted. */
export async function spansOf(
  client: ClientBase,
  table: Table,
  {
    since,
    before,
    rowsEach,
  }: { readonly since: string | null; readonly before: string; readonly rowsEach: number },
): Promise<readonly CountedSpan[]> {
  // what was stored last is found by its time too
  await client.query(
    `SELECT brin_summarize_new_values(x.indexrelid) FROM pg_index AS x JOIN pg_class AS c ON c.oid = x.indexrelid
     JOIN pg_am AS a ON a.oid = c.relam WHERE a.amname = 'brin' AND x.indrelid = $1::regclass`,
    [nameOf(table)],
  );
  const holds = async (span: Span) => {
    const { rows } = await client.query<{ holds: boolean }>(
      `SELECT EXISTS (SELECT FROM ONLY ${nameOf(table)} WHERE ${within(span)}) AS holds`,
    );
    return rows[0]?.holds === true;
  };
  const endMs = Date.parse(before);
  const found: CountedSpan[] = [];
  if (!(await holds({ from: since, to: before }))) return found;
  let atMs = since === null ? Math.min(firstDayOf(table), endMs) : Date.parse(since);
  if (since === null && (await holds(spanOf(null, atMs)))) found.push({ ...spanOf(null, atMs), rows: 0 });
  for (; atMs < endMs; ) {
    const monthMs = Math.min(atMs - (atMs % dayMs) + 32 * dayMs, endMs);
    if (!(await holds(spanOf(atMs, monthMs)))) {
      atMs = monthMs;
      continue;
    }
    for (; atMs < monthMs; ) {
      const day = spanOf(atMs, Math.min(atMs - (atMs % dayMs) + dayMs, endMs));
      const rows = await countRows(client, table, day);
      const parts = parted(day, Math.ceil(rows / rowsEach));
      if (rows > 0) found.push(...parts.map((part) => ({ ...part, rows: Math.ceil(rows / parts.length) })));
      atMs = Date.parse(day.to);
    }
  }
  return found;
}

export async function countRows(client: ClientBase, table: Table, span: Span): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM ONLY ${nameOf(table)} WHERE ${within(span)}`,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Spans of the same length that are this one together; one from the first row on stays whole. */
export function parted({ from, to }: Span, parts: number): readonly Span[] {
  if (from === null || parts < 2) return [{ from, to }];
  const [startMs, endMs] = [Date.parse(from), Date.parse(to)];
  const cut = (part: number) => Math.round(startMs + ((endMs - startMs) * part) / parts);
  return Array.from({ length: parts }, (_, part) => spanOf(cut(part), cut(part + 1)));
}

/** Hardly anything was stored before the time that a partition is for. */
function firstDayOf({ partition }: Table): number {
  const from = /FROM \('([^']+)'\)/.exec(partition?.bound ?? '')?.[1];
  const fromMs = from === undefined ? Number.NaN : Date.parse(from.replace(' ', 'T').replace(/\+00$/, 'Z'));
  return Number.isNaN(fromMs) ? Date.UTC(2000) : fromMs - (fromMs % dayMs);
}
