/** What a refusal of `in-use` tells: what needs the thing that was to be removed. */
import { z } from 'zod';

export const useSchema = z.object({
  /** As the audit trail names it. */
  noun: z.string(),
  id: z.int(),
  /** What a person calls it: a sinister's number, a notification's type of event. */
  name: z.string(),
});

export const inUseSchema = z.object({
  /** Of those that the caller sees; twenty at most. */
  usedBy: z.array(useSchema),
  /** Of all, those that he does not see too. */
  count: z.int(),
});

export type Use = z.infer<typeof useSchema>;
