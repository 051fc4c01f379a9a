import type { ClientBase } from 'pg';
import { PlanFailed } from '../../errors/database-errors.ts';
import type { AsideRow, EventRow, StateRow } from './rows.ts';
import { behindFence, fencedStates, refusalOf, type Stored } from './store-batch.ts';
import { asideColumns, eventColumns, insertOf, parametersOf, queueColumns, stateColumns } from './tables.ts';

export interface AsideRows {
  readonly aside: readonly AsideRow[];
  readonly states: readonly StateRow[];
  readonly events: readonly EventRow[];
  /** Events follow from them, so they must be new. */
  readonly effective: boolean;
}

const stateAt = 1 + asideColumns.length;
const eventAt = stateAt + stateColumns.length;
const queueAt = eventAt + eventColumns.length;
const alarmAt = queueAt + queueColumns.length;
const idsAt = alarmAt + queueColumns.length;

/** Of its own, so that the statement of every other batch does not carry it. */
const text = `
  WITH ${fencedStates(stateAt)}, aside AS (
    ${insertOf('refused_messages', asideColumns, 1)} ${behindFence} ON CONFLICT DO NOTHING RETURNING id
  ), raised AS (
    ${insertOf('events', eventColumns, eventAt)}
  ), queued AS (
    ${insertOf('event_queue', queueColumns, queueAt)}
  ), alarming AS (
    ${insertOf('alarm_queue', queueColumns, alarmAt)}
  )
  SELECT (SELECT count(*) FROM aside)::int AS aside,
    refuse_repeats(ARRAY(
      SELECT id FROM unnest($${idsAt}::int8[]) AS effective (id) WHERE id NOT IN (SELECT id FROM aside)
    ))`;

/** Stores messages that no other table takes, with the device's last contact. Throws as `storeBatch` does. */
export async function storeAside(
  client: Pick<ClientBase, 'query'>,
  { aside, states, events, effective }: AsideRows,
): Promise<Stored> {
  try {
    const result = await client.query<{ aside: number }>(text, [
      ...encoded({ aside, states, events }),
      effective ? aside.map(({ id }) => id) : [],
    ]);
    return { positions: 0, odd: 0, aside: result.rows[0]?.aside ?? 0 };
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function encoded({ aside, states, events }: Omit<AsideRows, 'effective'>): Buffer[] {
  try {
    return [
      ...parametersOf(asideColumns, aside),
      ...parametersOf(stateColumns, states),
      ...parametersOf(eventColumns, events),
      ...parametersOf(
        queueColumns,
        events.filter(({ isNotable }) => isNotable),
      ),
      ...parametersOf(
        queueColumns,
        events.filter(({ mayBeAlarm }) => mayBeAlarm),
      ),
    ];
  } catch (error) {
    throw new PlanFailed('a row does not fit its table', { cause: error });
  }
}
