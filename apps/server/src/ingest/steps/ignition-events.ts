/** The event of a change of ignition; none when it is not told, not yet known from before, or the same (ING-07). */
export function ignitionEvent(
  before: boolean | undefined,
  told: boolean | undefined,
): 'ignitionOn' | 'ignitionOff' | undefined {
  if (told === undefined || before === undefined || told === before) return undefined;
  return told ? 'ignitionOn' : 'ignitionOff';
}
