import type { TrafficEntry } from '@atalaia/contract/traffic';

/** The server keeps minutes; who looks for longer keeps so many, the newest. */
const mostKept = 5000;

/** So many entries before the last must agree too: a tracker may say the same twice within a millisecond. */
const agreeing = 4;

/**
 * What was heard before with what the server tells now. It tells the last minutes whole each time, so that what is new is
 * what follows the last entry of before; where that is gone already, everything is new.
 */
export function joinTraffic(
  before: readonly TrafficEntry[],
  told: readonly TrafficEntry[],
): readonly TrafficEntry[] {
  const from = told.findLastIndex((_, at) => agreesAt(before, told, at)) + 1;
  if (from === told.length) return before;
  return [...before, ...told.slice(from)].slice(-mostKept);
}

/** Whether the last entries of before end at this place of what is told. */
function agreesAt(before: readonly TrafficEntry[], told: readonly TrafficEntry[], at: number): boolean {
  const length = Math.min(agreeing, before.length, at + 1);
  if (length === 0) return false;
  for (let back = 0; back < length; back++) {
    const [one, other] = [before.at(-1 - back), told[at - back]];
    if (!one || !other || !isSame(one, other)) return false;
  }
  return true;
}

function isSame(one: TrafficEntry, other: TrafficEntry): boolean {
  return (
    one.time === other.time &&
    one.direction === other.direction &&
    one.hex === other.hex &&
    one.address === other.address
  );
}
