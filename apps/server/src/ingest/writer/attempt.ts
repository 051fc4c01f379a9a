import type { ClientBase } from 'pg';
import type { Attempt } from './plan.ts';
import type { Stored } from './store-batch.ts';

/** Waits for the lost transaction, should the server still be at it. */
const waitText = 'SELECT FROM device_state WHERE device_id = ANY($1::int[]) ORDER BY device_id FOR UPDATE';

const foundText = `
  SELECT
    (SELECT count(*) FROM positions WHERE id = ANY($1::int8[]))::int AS positions,
    (SELECT count(*) FROM odd_positions WHERE id = ANY($1::int8[]))::int AS odd,
    (SELECT count(*) FROM events WHERE id = ANY($2::int8[]))::int AS events`;

interface Found extends Stored {
  readonly events: number;
}

/**
 * What the attempt stored, known by its rows' numbers; undefined when it was not committed, or wrote nothing but states,
 * which writing again does not change.
 */
export async function storedBy(
  client: Pick<ClientBase, 'query'>,
  { plan, states }: Attempt,
): Promise<Stored | undefined> {
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  await client.query(waitText, [states.map(({ deviceId }) => deviceId)]);
  const { rows } = await client.query<Found>(foundText, [
    idsOf([...plan.positions, ...plan.odd]),
    idsOf(plan.events),
  ]);
  const [found] = rows;
  if (!found || found.positions + found.odd + found.events === 0) return undefined;
  return { positions: found.positions, odd: found.odd };
}
