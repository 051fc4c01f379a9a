/** `GET /health`: 200 when ready, 503 otherwise. */
import { z } from 'zod';

export const healthSchema = z.object({
  /** `starting`: not everything is up yet; `not-ready`: something it needs is away, and it will be ready again by itself. */
  status: z.enum(['ready', 'starting', 'not-ready']),
  database: z.enum(['ready', 'away']),
  ingest: z.enum(['ready', 'stopped']),
});

export type Health = z.infer<typeof healthSchema>;
