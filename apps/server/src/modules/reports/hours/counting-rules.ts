import { jumpBoundKnots } from '@atalaia/domain/geo/jump';

/** To be raised when `@atalaia/domain/travel-tally` counts otherwise than before: every stored hour is then counted anew. */
const countingVersion = 1;

/** How a device's hours are counted. */
export interface CountingRules {
  readonly jumpBoundKnots: number;
  /** Stands beside a stored hour; one that bears another number is not believed. */
  readonly number: number;
}

/** By the device's category, which a person may change at any time. */
export function countingRules(category: string | null): CountingRules {
  const bound = jumpBoundKnots(category);
  return { jumpBoundKnots: bound, number: countingVersion * 2_000 + Math.round(bound) };
}
