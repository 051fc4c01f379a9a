import type { Pool } from 'pg';

/**
 * Deletes what removed devices leave behind, a few thousand rows at a time, so that removing one with years of positions
 * answers at once and holds nobody up. What is left to do stands in `removed_devices`, so a restart goes on with it; the
 * line itself stays an hour longer, since a position that was under way may still be committed.
 */
export interface RemovedDevices {
  /** Resolves when nothing is left for now. */
  clear(signal: AbortSignal): Promise<void>;
}

const rowsPerStep = 2_000;

const steps = ['positions', 'odd_positions', 'events'].map((table) => ({
  name: `clear-${table}`,
  // tableoid and ctid together name a row over all partitions
  text: `
    DELETE FROM ${table} USING (
      SELECT tableoid, ctid FROM ${table} WHERE device_id = $1 LIMIT ${rowsPerStep}
    ) AS some WHERE ${table}.tableoid = some.tableoid AND ${table}.ctid = some.ctid`,
}));

export function createRemovedDevices(pool: Pool): RemovedDevices {
  return {
    async clear(signal) {
      const { rows } = await pool.query<{ deviceId: number }>(
        'SELECT device_id AS "deviceId" FROM removed_devices ORDER BY removed_at',
      );
      for (const { deviceId } of rows) {
        for (const step of steps) {
          for (let deleted: number | null = rowsPerStep; deleted === rowsPerStep; ) {
            if (signal.aborted) return;
            deleted = (await pool.query({ ...step, values: [deviceId] })).rowCount;
          }
        }
      }
      await pool.query(`DELETE FROM removed_devices WHERE removed_at < now() - interval '1 hour'`);
    },
  };
}
