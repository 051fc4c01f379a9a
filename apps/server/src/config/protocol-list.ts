import { z } from 'zod';

/** Names of tracker protocols with commas between, every one of them known; all of them when absent. */
export function protocolList(known: readonly string[]) {
  return z
    .string()
    .transform((text): readonly string[] => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => known.includes(name)), {
      message: `must be protocol names with commas between; known are ${known.join(', ')}`,
    })
    .default(known);
}
