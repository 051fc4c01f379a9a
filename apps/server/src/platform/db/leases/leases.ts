/** Work that one process does at a time: under a lease, which it extends as long as it works. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { LeaseLost } from '../../../errors/job-errors.ts';
import type { Schema } from '../schema.ts';
import { endLease, extendLease, requireLease, takeLease } from './job-leases.ts';

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
