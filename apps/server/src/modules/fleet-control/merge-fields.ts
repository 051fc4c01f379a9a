/** What becomes of one thing's values when both sides may have changed them since they last agreed. */
export type Values = Readonly<Record<string, string | null>>;

export interface Merged {
  /** Values to take here. */
  readonly take: Values;
  /** Values to send there. */
  readonly send: Values;
  /** What both sides agree on, once what is taken is written; what is sent joins it when it was read back. */
  readonly base: Values;
  /** Fields that both sides had changed: the provider's value was taken. */
  readonly bothChanged: readonly string[];
}

/**
 * Compares field by field; `base` is what both sides held when they last agreed. Whoever changed a value since then is
 * followed; where both did, or they never agreed, the provider is. A value that is missing on one side comes from the
 * other and never empties it; capitals alone are no difference. `mayTake` and `maySend` name what goes in one direction only.
 */
export function mergeFields(
  localValues: Values,
  providerValues: Values,
  base: Values,
  may: { take(field: string): boolean; send(field: string): boolean },
): Merged {
  const take: Record<string, string | null> = {};
  const send: Record<string, string | null> = {};
  const agreed: Record<string, string | null> = { ...base };
  const bothChanged: string[] = [];
  for (const field of Object.keys(providerValues)) {
    const ours = localValues[field] ?? null;
    const theirs = providerValues[field] ?? null;
    if (ours?.toLowerCase() === theirs?.toLowerCase()) {
      agreed[field] = theirs;
      continue;
    }
    const agreedBefore = base[field];
    const isOursNewer =
      ours !== null && (theirs === null || (agreedBefore !== undefined && theirs === agreedBefore));
    if (isOursNewer) {
      if (may.send(field)) send[field] = ours;
    } else if (may.take(field)) {
      take[field] = theirs;
      agreed[field] = theirs;
      if (ours !== null && agreedBefore !== undefined && ours !== agreedBefore) bothChanged.push(field);
    }
  }
  return { take, send, base: agreed, bothChanged };
}
