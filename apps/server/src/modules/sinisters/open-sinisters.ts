import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { requireUnused } from '../../writing/require-unused.ts';

/** Throws `in-use` for a device or customer with an open case, which would lose what it is about. */
export async function requireNoOpenSinister(
  within: Kysely<Schema>,
  of: 'device_id' | 'customer_id',
  id: number,
): Promise<void> {
  const open = await within
    .selectFrom('sinisters')
    .select(['id', 'number'])
    .where(of, '=', id)
    .where('status', '=', 'opened')
    .orderBy('number')
    .execute();
  requireUnused(open.map(({ id, number }) => ({ noun: 'sinister', id, name: String(number) })));
}
