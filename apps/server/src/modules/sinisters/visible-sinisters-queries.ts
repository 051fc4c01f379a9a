/**
 * Who sees a sinister (ROLE-07): who sees its device. When the device was removed the case stays, for administrators and
 * for who sees its customer.
 */
import { type RawBuilder, sql } from 'kysely';
import { type Viewer, visibleCustomers, visibleDevices } from '../../visibility/visible.ts';

/**
 * A FROM item: the visible sinisters, as `s`. With `id` only that one is looked for: its device's number reaches into
 * every way of seeing devices, so that one costs no more than one device.
 */
export function visibleSinisters(viewer: Viewer, id?: number): RawBuilder<unknown> {
  if (viewer.administrator) return sql`sinisters AS s`;
  const only = (column: string, of: string) =>
    id === undefined
      ? sql`true`
      : sql`${sql.ref(column)} = (SELECT ${sql.ref(of)} FROM sinisters WHERE sinisters.id = ${id})`;
  return sql`(
    SELECT m.id FROM ${visibleDevices(viewer)} JOIN sinisters AS m ON m.device_id = d.id
    WHERE ${only('d.id', 'sinisters.device_id')}
    UNION SELECT m.id FROM ${visibleCustomers(viewer)} JOIN sinisters AS m ON m.customer_id = c.id
    WHERE ${only('c.id', 'sinisters.customer_id')} AND NOT EXISTS (SELECT FROM devices WHERE devices.id = m.device_id)
  ) AS seen_sinisters JOIN sinisters AS s ON s.id = seen_sinisters.id`;
}
