/** A long list by hundreds: shown one after the other, and named by what of the devices is in sight. */

export const hundred = 100;

/**
 * The devices in hundreds by their number, those that hold one of `wanted`: whatever order the list takes meanwhile,
 * the same hundreds are asked for.
 */
export function hundredsOf(
  deviceIds: readonly number[],
  wanted: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const sorted = [...new Set(deviceIds)].sort((one, other) => one - other);
  const hundreds: number[][] = [];
  for (let at = 0; at < sorted.length; at += hundred) hundreds.push(sorted.slice(at, at + hundred));
  return hundreds.filter((ids) => ids.some((id) => wanted.has(id)));
}
