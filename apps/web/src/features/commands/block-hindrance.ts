import { z } from 'zod';
import { ApiError } from '../../lib/api/api-error.ts';

/** what the server says speaks against a block (CMD-07). */
export const hindranceSchema = z.object({
  speedKph: z.number().nullable(),
  fixAgeSeconds: z.number().nullable(),
});

export type BlockHindrance = z.infer<typeof hindranceSchema>;

/** what speaks against a block that was refused until it is confirmed; undefined for any other failure. */
export function hindranceOf(error: unknown): BlockHindrance | undefined {
  if (!(error instanceof ApiError) || error.code !== 'block-needs-confirmation') return undefined;
  return hindranceSchema.safeParse(error.details).data ?? { speedKph: null, fixAgeSeconds: null };
}
