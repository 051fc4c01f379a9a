import type { Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Schema } from '../../platform/db/schema.ts';
import type { DeviceInDoubt } from './examine-device.ts';

/** A device with rows that could not be decided is examined again, a day apart. */
const mostExaminations = 8;

export async function readDueDevices(pool: Pick<Pool, 'query'>): Promise<readonly DeviceInDoubt[]> {
  const { rows } = await pool.query<DeviceInDoubt>(
    `SELECT device_id AS "deviceId", first_time AS "firstTime", last_time AS "lastTime" FROM odometer_repairs
     WHERE examined_at IS NULL
       OR (undecided > 0 AND examinations < ${mostExaminations} AND examined_at < now() - interval '1 day')
     ORDER BY device_id`,
  );
  return rows;
}

/** The row as it was before this examination; it is locked until the transaction ends. */
export async function recordExamination(
  transaction: Transaction<Schema>,
  deviceId: number,
  { right, undecided }: { readonly right: number; readonly undecided: number },
) {
  const before = await transaction
    .selectFrom('odometer_repairs')
    .selectAll()
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('odometer_repairs')
    .set((row) => ({
      examined_at: new Date().toISOString(),
      examinations: row('examinations', '+', 1),
      found_right: right,
      undecided,
      reported_mended: before.mended,
      reported_undecided: undecided,
    }))
    .where('device_id', '=', deviceId)
    .execute();
  return before;
}
