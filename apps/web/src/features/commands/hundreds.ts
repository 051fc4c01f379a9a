/** A long list in pages of a hundred, and which of them hold visible devices. */

export const hundred = 100;

/**
 * The devices in hundreds by their number, those that hold one of `wanted`: whatever order the list takes meanwhile,
 * the same hundreds are asked for.
 */
export function hundredsOf(
  deviceIds: readonly number[],
  visibleIds: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const sorted = [...new Set(deviceIds)].sort((one, other) => one - other);
  const hundreds: number[][] = [];
  for (let at = 0; at < sorted.length; at += hundred) hundreds.push(sorted.slice(at, at + hundred));
  return hundreds.filter((ids) => ids.some((id) => visibleIds.has(id)));
}
