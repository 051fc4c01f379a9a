/** `GET /health`: 200 when ready, 503 otherwise. */
import { z } from 'zod';

export const healthSchema = z.object({
  /** `starting`: not everything is up yet; `not-ready`: something it needs is away, and it will be ready again by itself. */
  status: z.enum(['ready', 'starting', 'not-ready']),
  database: z.enum(['ready', 'away']),
  /** `failing`: what trackers send waits, since nothing is stored; `stuck`: the database does not answer the writers. */
  ingest: z.enum(['ready', 'failing', 'stuck', 'stopped']),
  /**
   * Why it is not ready. `no-space`: the disk of the database is full; `database-away`: it cannot be reached;
   * `writers-stuck`: it does not answer those who store; `commits-failing`: it takes nothing, for no fault of the data;
   * `clock-wrong`: this machine's clock is over 30 s from the database's.
   */
  cause: z.enum(['no-space', 'database-away', 'writers-stuck', 'commits-failing', 'clock-wrong']).optional(),
});

export type Health = z.infer<typeof healthSchema>;
