import type { Pool } from 'pg';
import type { SilenceWatch } from './silence-watch.ts';

const text = `
  SELECT d.id, d.name, s.last_update AS "lastUpdate"
  FROM device_state s JOIN devices d ON d.id = s.device_id
  WHERE s.status = 'online' ORDER BY s.last_update NULLS FIRST`;

interface Row {
  readonly id: number;
  readonly name: string;
  readonly lastUpdate: string | null;
}

/**
 * Continues watching the devices that were online when the server stopped (ING-10). Their time runs on from their last
 * message; a device whose time ran out while nobody listened gets a whole one from now, since it may well have spoken.
 */
export async function watchOnlineDevices(
  pool: Pick<Pool, 'query'>,
  silence: Pick<SilenceWatch, 'received'>,
  nowMs: number,
  timeoutMs: number,
): Promise<void> {
  const { rows } = await pool.query<Row>(text);
  const updatedMs = ({ lastUpdate }: Row) =>
    lastUpdate === null ? Number.NEGATIVE_INFINITY : Date.parse(lastUpdate);
  const running = rows.filter((row) => updatedMs(row) > nowMs - timeoutMs);
  const expired = rows.filter((row) => updatedMs(row) <= nowMs - timeoutMs);
  for (const row of running) silence.received(row, updatedMs(row));
  for (const row of expired) silence.received(row, nowMs);
}
