/** Work that one process does at a time: under a lease, which it extends as long as it works. */
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { LeaseLost } from '../../../errors/job-errors.ts';
import type { Schema } from '../schema.ts';

// Leases of jobs that are done once at a time in all processes, by the database's clock.

interface Lease {
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
async function requireLease(within: Kysely<Schema>, { name, fence }: Lease): Promise<void> {
  await sql`SELECT require_lease(${name}, ${fence})`.execute(within).catch((error: unknown) => {
    const isLost = error instanceof Error && 'code' in error && error.code === leaseLostState;
    throw isLost ? new LeaseLost(name) : error;
  });
}

/** Of the process that does the work. */
export interface HeldLease {
  /** Aborted when the work is to stop: on request, or because another holder took the lease. */
  readonly signal: AbortSignal;
  /**
   * Last in each transaction of the work: throws `LeaseLost`, and nothing of it happens, when the lease is another one's.
   * None gets it between this and the commit, so it is last: a process that is stopped earlier holds nobody up.
   */
  requireWithin(transaction: Kysely<Schema>): Promise<void>;
  /** Before something leaves the server: throws `LeaseLost` when the lease may have run out, as in a process that was stopped. */
  requireFresh(): void;
}

export interface Leases {
  /** Does the work unless another process is at it: false then. */
  run(name: string, signal: AbortSignal, work: (lease: HeldLease) => Promise<void>): Promise<boolean>;
}

export interface LeasesParts {
  readonly kysely: Kysely<Schema>;
  readonly log: Pick<Logger, 'warn'>;
  /** A process that ended is followed by another one after this, ms. */
  readonly holdMs?: number;
}

const defaultHoldMs = 30_000;

export function createLeases({ kysely, log, holdMs = defaultHoldMs }: LeasesParts): Leases {
  return {
    async run(name, signal, work) {
      // by the moment before the database was asked: what the answer took is taken off
      let freshUntilMs = performance.now() + holdMs;
      const lease = await takeLease(kysely, name, holdMs);
      if (!lease) return false;
      const lost = new AbortController();
      const extend = async () => {
        const askedMs = performance.now();
        try {
          if (await extendLease(kysely, lease, holdMs)) freshUntilMs = askedMs + holdMs;
          else lost.abort(new LeaseLost(name));
        } catch {
          // the database is away: the lease runs out unless it comes back in time
          if (performance.now() >= freshUntilMs) lost.abort(new LeaseLost(name));
        }
      };
      const timer = setInterval(() => void extend(), holdMs / 3);
      try {
        await work({
          signal: AbortSignal.any([signal, lost.signal]),
          requireWithin: (transaction) => requireLease(transaction, lease),
          requireFresh() {
            if (lost.signal.aborted || performance.now() >= freshUntilMs) throw new LeaseLost(name);
          },
        });
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
        log.warn({ lease: name }, 'another process took over what this one was at');
      } finally {
        clearInterval(timer);
        // otherwise it runs out by itself
        await endLease(kysely, lease).catch(() => undefined);
      }
      return true;
    },
  };
}
