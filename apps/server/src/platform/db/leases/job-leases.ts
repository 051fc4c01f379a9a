/** Leases of jobs that are done once at a time in all processes, by the database's clock. */
import { type Kysely, sql } from 'kysely';
import { LeaseLost } from '../../../errors/job-errors.ts';
import type { Schema } from '../schema.ts';

export interface Lease {
  readonly name: string;
  /** Higher than that of every holder before. */
  readonly fence: number;
}

/** SQLSTATE raised by `require_lease` (migration 0027). */
const leaseLostState = 'AT003';

const heldUntil = (holdMs: number) => sql`now() + ${holdMs}::float8 * interval '1 ms'`;

/** Undefined while another holder's has not run out. */
export async function takeLease(
  db: Kysely<Schema>,
  name: string,
  holdMs: number,
): Promise<Lease | undefined> {
  const { rows } = await sql<Lease>`
    INSERT INTO job_leases AS held (name, fence, held_until)
    VALUES (${name}, nextval('job_fences'), ${heldUntil(holdMs)})
    ON CONFLICT (name) DO UPDATE SET fence = nextval('job_fences'), held_until = excluded.held_until
      WHERE held.held_until <= now()
    RETURNING name, fence`.execute(db);
  return rows[0];
}

/** False when it is another one's. */
export async function extendLease(
  db: Kysely<Schema>,
  { name, fence }: Lease,
  holdMs: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE job_leases SET held_until = ${heldUntil(holdMs)} WHERE name = ${name} AND fence = ${fence}
    RETURNING name`.execute(db);
  return rows.length > 0;
}

export async function endLease(db: Kysely<Schema>, { name, fence }: Lease): Promise<void> {
  await sql`DELETE FROM job_leases WHERE name = ${name} AND fence = ${fence}`.execute(db);
}

/** Takes a lease away from whoever has it: what he writes from now on is refused. */
export async function revokeLease(db: Kysely<Schema>, name: string): Promise<void> {
  await sql`DELETE FROM job_leases WHERE name = ${name}`.execute(db);
}

export async function isLeaseHeld(db: Kysely<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM job_leases WHERE name = ${name} AND held_until > now()`.execute(db);
  return rows.length > 0;
}

/** Throws `LeaseLost` when the lease is another one's; until the end of the transaction none gets it. */
export async function requireLease(within: Kysely<Schema>, { name, fence }: Lease): Promise<void> {
  await sql`SELECT require_lease(${name}, ${fence})`.execute(within).catch((error: unknown) => {
    const isLost = error instanceof Error && 'code' in error && error.code === leaseLostState;
    throw isLost ? new LeaseLost(name) : error;
  });
}
