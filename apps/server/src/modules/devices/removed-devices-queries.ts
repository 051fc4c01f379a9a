import type { Pool } from 'pg';

/**
 * Deletes what removed devices leave behind, a few thousand rows at a time, so that removing one with years of positions
 * answers at once and holds nobody up. What is left to do is a row of `removed_devices`, so a restart continues with it. Each
 * device is cleared twice, at once and an hour later, since a position that was under way may still be committed; with the
 * second time its line goes.
 */
export interface RemovedDevices {
  /** Resolves when nothing is left for now. */
  clear(signal: AbortSignal): Promise<void>;
}

const rowsPerStep = 2_000;

const tables = [
  { name: 'positions', time: 'fix_time' },
  { name: 'odd_positions', time: 'fix_time' },
  { name: 'refused_messages', time: 'server_time' },
  { name: 'events', time: 'event_time' },
  { name: 'travel_hours', time: 'hour' },
  { name: 'dirty_hours', time: 'hour' },
  { name: 'travel_hours', time: 'hour' },
  { name: 'dirty_hours', time: 'hour' },
] as const;

/** Oldest first, up to the time of the last row of the step: that keeps to the index, which rows by number would not. */
const steps = tables.map(({ name, time }) => ({
  name: `clear-${name}`,
  text: `
    DELETE FROM ${name} WHERE device_id = $1 AND ${time} <= (
      SELECT max(${time}) FROM (
        SELECT ${time} FROM ${name} WHERE device_id = $1 ORDER BY ${time} LIMIT ${rowsPerStep}
      ) AS oldest
    )`,
}));

export function createRemovedDevices(pool: Pool): RemovedDevices {
  return {
    async clear(signal) {
      const { rows } = await pool.query<{ deviceId: number }>(
        `SELECT device_id AS "deviceId" FROM removed_devices
         WHERE cleared_at IS NULL OR removed_at < now() - interval '1 hour' ORDER BY removed_at`,
      );
      for (const { deviceId } of rows) {
        for (const step of steps) {
          for (let deleted: number | null = 1; deleted; ) {
            if (signal.aborted) return;
            deleted = (await pool.query({ ...step, values: [deviceId] })).rowCount;
          }
        }
        await pool.query('UPDATE removed_devices SET cleared_at = now() WHERE device_id = $1', [deviceId]);
      }
      await pool.query(`DELETE FROM removed_devices WHERE cleared_at >= removed_at + interval '1 hour'`);
    },
  };
}
