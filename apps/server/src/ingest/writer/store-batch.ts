import type { ClientBase } from 'pg';
import { isConnectionError, PlanFailed, StaleStates, StoredBefore } from '../../errors/database-errors.ts';
import { changedHoursOf } from '../../platform/db/changed-hours.ts';
import { binaryArrays, int8, json } from '../../platform/db/copy/binary-array.ts';
import { everybodyReadsPacked } from '../../platform/db/processes/processes.ts';
import { storedAttributes } from './position-row.ts';
import type { AnsweredRow, EventRow, OddRow, PositionRow, Shape, StateRow } from './rows.ts';
import {
  addColumns,
  answeredColumns,
  eventColumns,
  insertOf,
  oddColumns,
  packedColumns,
  positionColumns,
  queueColumns,
  rowsOf,
  stateColumns,
} from './tables.ts';

export interface BatchRows {
  readonly positions: readonly PositionRow[];
  readonly odd: readonly OddRow[];
  readonly states: readonly StateRow[];
  readonly events: readonly EventRow[];
  readonly answered: readonly AnsweredRow[];
  /** Numbers of the positions, also odd ones, that must be new. */
  readonly effective: readonly number[];
}

export interface Stored {
  /** How many positions were new; the others were stored before. */
  readonly positions: number;
  readonly odd: number;
  readonly aside: number;
}

/** SQLSTATE raised by `refuse_repeats` (migration 0001) and by `refuse_versions` (0026). */
const storedBeforeState = 'AT001';
const staleStatesState = 'AT002';

const oddAt = 1 + positionColumns.length;
const stateAt = oddAt + oddColumns.length;
const eventAt = stateAt + stateColumns.length;
const answeredAt = eventAt + eventColumns.length;
const queueAt = answeredAt + answeredColumns.length;
const alarmAt = queueAt + queueColumns.length;
const effectiveAt = alarmAt + queueColumns.length;

/** Columns of a device's state that change only with its newest position. */
const ofNewest = [
  ...['position_id', 'fix_time', 'position', 'latitude', 'longitude'],
  ...['course', 'speed', 'ignition', 'alarm'],
];
const newerOf = (name: string) =>
  `CASE WHEN excluded.position_id IS NULL THEN device_state.${name} ELSE excluded.${name} END`;

/**
 * Two subqueries: `states` puts the states of devices in place of those they were planned by, and `fence` fails the
 * statement when one of them is not the newest any more. What else is written waits for `fence` (`behindFence`), so that
 * two batches over the same devices wait for each other here, in the order of the ids, and never in a ring.
 */
export function fencedStates(firstParameter: number): string {
  return `states AS (
    ${insertOf('device_state', stateColumns, firstParameter)}
    ON CONFLICT (device_id) DO UPDATE SET
      version = excluded.version,
      tx = pg_current_xact_id(),
      status = excluded.status,
      last_update = excluded.last_update,
      overdue_at = excluded.overdue_at,
      siren_event_id = coalesce(excluded.siren_event_id, device_state.siren_event_id),
      memory = excluded.memory,
      held_claim = excluded.held_claim,
      held_by = excluded.held_by,
      ${ofNewest.map((name) => `${name} = ${newerOf(name)}`).join(', ')}
    WHERE device_state.version = excluded.version - 1
    RETURNING device_id
  ), fence AS MATERIALIZED (
    SELECT refuse_versions(ARRAY(
      SELECT id FROM unnest($${firstParameter}::int4[]) AS planned (id) WHERE id NOT IN (SELECT device_id FROM states)
    )) AS passed
  )`;
}

export const behindFence = 'WHERE (SELECT count(passed) FROM fence) = 1';

/**
 * One statement, and so one transaction and one round trip. A position that is there already (a tracker sent it again)
 * is skipped (`onRepeat`); where state or events would follow from it, `refuse_repeats` fails the statement and nothing
 * is written. A position so late that reports may have counted its hour marks it to be counted anew, and one that a backup may have
 * left out marks its day.
 */
const textOf = (onRepeat: string) => `
  WITH ${fencedStates(stateAt)}, stored AS (
    ${insertOf('positions', positionColumns, 1)} ${behindFence} ${onRepeat}
    RETURNING id, device_id, fix_time, server_time
  ), marked AS (
    INSERT INTO dirty_hours (device_id, hour)
    SELECT DISTINCT device_id, date_trunc('hour', fix_time, 'UTC') FROM stored
    WHERE fix_time < hours_settled_at(now())
  ), late AS (
    ${changedHoursOf('stored')}
  ), aside AS (
    ${insertOf('odd_positions', oddColumns, oddAt)} ${behindFence} ON CONFLICT DO NOTHING RETURNING id
  ), raised AS (
    ${insertOf('events', eventColumns, eventAt)}
  ), queued AS (
    ${insertOf('event_queue', queueColumns, queueAt)}
  ), alarming AS (
    ${insertOf('alarm_queue', queueColumns, alarmAt)}
  ), answers AS (
    UPDATE sent_commands AS command SET state = 'answered', answer = response.answer, ended_at = response.ended_at, reason = NULL
    FROM ${rowsOf('response', answeredColumns, answeredAt)}
    WHERE command.id = response.id AND command.state IN ('sent', 'failed')
  ), counts AS (
    SELECT (SELECT count(*) FROM stored)::int AS positions, (SELECT count(*) FROM aside)::int AS odd
  )
  SELECT positions, odd,
    CASE WHEN positions + odd < $${effectiveAt + 1}::int THEN refuse_repeats(ARRAY(
      SELECT id FROM unnest($${effectiveAt}::int8[]) AS effective (id)
      WHERE id NOT IN (SELECT id FROM stored UNION ALL SELECT id FROM aside)
    )) END
  FROM counts`;

/**
 * For positions none of which is there already, as nearly always: a tenth less work for the database, since the index is not
 * searched before the row is written. One that is there fails it as a whole.
 */
const allNew = { name: 'ingest-store-batch', text: textOf('') };

const skipping = { name: 'ingest-store-repeats', text: textOf('ON CONFLICT DO NOTHING') };

/** SQLSTATE of a unique index that has the row already. */
const uniqueViolation = '23505';

/**
 * So many batches skip what is there after one in which something was: who sends again sends more of it. Each time it happens
 * again they are twice as many, since PostgreSQL notes each failure in its log; each batch of new positions takes one off.
 */
const fewestSkipping = 50;
const mostSkipping = 3200;
/** By the connection that writes: how many of them are left, and how many the next ones are. */
const skippings = new WeakMap<object, { readonly left: number; readonly next: number }>();

/** Whether every process reads packed rows is asked so often, ms. */
const askedEveryMs = 60_000;
/** A shape gets a number once so many rows of a connection had it. */
const rowsUntilNumbered = 100;
/** After which it is asked for again where it got none. */
const rowsUntilAskedAgain = 100_000;
const mostNumbered = 10_000;

interface PackParts {
  /** By a clock that only goes on. */
  readonly nowMs?: number;
  /** Rows are stored with the names of their attributes, since these cannot be stored once. */
  onUnpacked?: ((reason: unknown) => void) | undefined;
}

/** Of the connection that writes, which ends where the database goes back to an earlier one. */
interface Packing {
  packs: boolean;
  askAtMs: number;
  /** Of shapes, all committed; below 0 so many rows until one is asked for. */
  readonly numbers: WeakMap<Shape, number>;
  /** By the template, for shapes that were forgotten and made anew. */
  readonly known: Map<string, number>;
}

const packings = new WeakMap<object, Packing>();

const numberText = `
  WITH given AS (
    INSERT INTO attribute_shapes (template) SELECT template FROM unnest($1::text[]) AS asked (template)
    WHERE (SELECT count(*) FROM attribute_shapes) < ${mostNumbered} ORDER BY template COLLATE "C"
    ON CONFLICT DO NOTHING RETURNING id, template
  )
  SELECT id, template FROM given UNION ALL SELECT id, template FROM attribute_shapes WHERE template = ANY($1::text[])`;

/** The numbers of shapes; undefined where no row is to be packed. */
async function numberedShapes(
  client: Pick<ClientBase, 'query'>,
  positions: readonly PositionRow[],
  { nowMs = performance.now(), onUnpacked }: PackParts,
): Promise<Packing['numbers'] | undefined> {
  if (positions.length === 0) return undefined;
  const packing = packings.get(client) ?? {
    packs: false,
    askAtMs: 0,
    numbers: new WeakMap(),
    known: new Map(),
  };
  packings.set(client, packing);
  if (nowMs >= packing.askAtMs) {
    packing.packs = (await besideBatch(client, everybodyReadsPacked, [], onUnpacked))[0]?.packs === true;
    packing.askAtMs = nowMs + askedEveryMs;
  }
  if (!packing.packs) return undefined;
  const asked = unnumbered(packing, positions);
  if (asked.size > 0) await askNumbers(client, packing, asked, onUnpacked);
  return packing.numbers;
}

/** Shapes for which it is time to ask for a number, by their whole templates. */
function unnumbered({ numbers, known }: Packing, positions: readonly PositionRow[]): Map<string, Shape> {
  const asked = new Map<string, Shape>();
  for (const { packed } of positions) {
    if (!packed) continue;
    const { shape } = packed;
    const held = numbers.get(shape) ?? 0;
    if (held > 0) continue;
    const number = held || (known.get(shape.template) ?? -rowsUntilNumbered);
    numbers.set(shape, number > 0 ? number : number + 1);
    if (number === -1) asked.set(`${shape.template}}`, shape);
  }
  return asked;
}

async function askNumbers(
  client: Pick<ClientBase, 'query'>,
  { numbers, known }: Packing,
  asked: Map<string, Shape>,
  onUnpacked: PackParts['onUnpacked'],
): Promise<void> {
  let failure: unknown;
  // the second time for one that another connection gave a number at the same moment
  for (let time = 1; time <= 2 && asked.size > 0 && !failure; time += 1) {
    const rows = await besideBatch(client, numberText, [[...asked.keys()]], (error) => {
      failure = error;
    });
    for (const { id, template } of rows) {
      const shape = asked.get(template);
      if (!shape) continue;
      numbers.set(shape, id);
      known.set(shape.template, id);
      asked.delete(template);
    }
  }
  if (asked.size === 0) return;
  for (const shape of asked.values()) numbers.set(shape, -rowsUntilAskedAgain);
  onUnpacked?.(failure ?? new Error(`attribute_shapes holds no more than ${mostNumbered} shapes`));
}

interface BesideRow {
  readonly id: number;
  readonly template: string;
  readonly packs?: boolean;
}

/** The rows of a statement without which the batch can be stored too: none where it fails while the connection holds. */
async function besideBatch(
  client: Pick<ClientBase, 'query'>,
  text: string,
  values: unknown[],
  onFailed: PackParts['onUnpacked'],
): Promise<readonly BesideRow[]> {
  try {
    return (await client.query<BesideRow>(text, values)).rows;
  } catch (error) {
    if (isConnectionError(error)) throw error;
    onFailed?.(error);
    return [];
  }
}

/** The statement's parameters in binary. */
function encoded(rows: BatchRows, shapes: Packing['numbers'] | undefined): unknown[] {
  try {
    const arrays = binaryArrays((into) => {
      // in the place of the first column, which has them as they are
      into.add(json, rows.positions, (row) => storedAttributes(row, shapes));
      addColumns(into, (shapes ? packedColumns : positionColumns).slice(1), rows.positions);
      addColumns(into, oddColumns, rows.odd);
      addColumns(into, stateColumns, rows.states);
      addColumns(into, eventColumns, rows.events);
      addColumns(into, answeredColumns, rows.answered);
      const notable = rows.events.filter(({ isNotable }) => isNotable);
      const alarming = rows.events.filter(({ mayBeAlarm }) => mayBeAlarm);
      addColumns(into, queueColumns, notable);
      addColumns(into, queueColumns, alarming);
      into.add(int8, rows.effective, (id) => id);
    });
    return [...arrays, rows.positions.length + rows.odd.length];
  } catch (error) {
    throw new PlanFailed('a row does not fit its table', { cause: error });
  }
}

/**
 * Writes a batch, or throws having written nothing: `StaleStates` when it was planned by states that are not the newest,
 * `StoredBefore` when a position that must be new is not, `PlanFailed` for a row that no table takes.
 */
export async function storeBatch(
  client: Pick<ClientBase, 'query'>,
  rows: BatchRows,
  parts: PackParts = {},
): Promise<Stored> {
  const values = encoded(rows, await numberedShapes(client, rows.positions, parts));
  const { left, next } = skippings.get(client) ?? { left: 0, next: fewestSkipping };
  if (left > 0) skippings.set(client, { left: left - 1, next });
  else {
    try {
      const stored = await storedBy(client, allNew, values);
      skippings.set(client, { left, next: Math.max(fewestSkipping, next - 1) });
      return stored;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === uniqueViolation)) throw error;
      skippings.set(client, { left: next, next: Math.min(mostSkipping, next * 2) });
    }
  }
  return await storedBy(client, skipping, values);
}

async function storedBy(
  client: Pick<ClientBase, 'query'>,
  statement: typeof skipping,
  values: unknown[],
): Promise<Stored> {
  try {
    const result = await client.query<{ positions: number; odd: number }>({ ...statement, values });
    return { positions: 0, odd: 0, ...result.rows[0], aside: 0 };
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

/** What the statement's own functions refuse. */
export function refusalOf(error: unknown): StoredBefore | StaleStates | undefined {
  if (!(error instanceof Error) || !('code' in error && 'detail' in error)) return undefined;
  if (typeof error.detail !== 'string') return undefined;
  const ids = error.detail.split(',').map(Number);
  if (error.code === storedBeforeState) return new StoredBefore(ids);
  return error.code === staleStatesState ? new StaleStates(ids) : undefined;
}
