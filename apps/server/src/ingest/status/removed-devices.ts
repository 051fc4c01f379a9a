import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Bus } from '../../bus/bus.ts';
import type { SilenceWatch } from './silence-watch.ts';

/** Removed devices are not waited for any more. Returns how to stop. */
export function forgetRemovedDevices(
  pool: Pick<Pool, 'query'>,
  bus: Pick<Bus, 'subscribe'>,
  silence: Pick<SilenceWatch, 'forget'>,
  log: Logger,
): () => void {
  const forget = async (deviceIds: readonly number[]) => {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT id FROM unnest($1::int4[]) AS changed (id)
       WHERE NOT EXISTS (SELECT FROM devices WHERE devices.id = changed.id)`,
      [deviceIds],
    );
    for (const { id } of rows) silence.forget(id);
  };
  return bus.subscribe('deviceRegistry', ({ deviceIds }) => {
    // what stays in the watch is found to be gone when its silence is to be written
    forget(deviceIds).catch((error) => log.debug({ err: error }, 'removed devices are still waited for'));
  });
}
