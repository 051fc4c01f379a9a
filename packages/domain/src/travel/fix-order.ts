/** Which of two fixes of a device is the one to show (ING-05). */

/** A fix that is further ahead of the server's clock comes from a clock that is wrong, ms. */
export const aheadBoundMs = 300_000;

/** A fix as its order needs it; times are ms since 1970 UTC. */
export interface OrderedFix {
  readonly fixTimeMs: number;
  /** When the server received it. */
  readonly receivedMs: number;
  readonly positionId: number;
}

/** Whether a fix has a time that cannot have come yet. */
export function isAhead(fixTimeMs: number, receivedMs: number): boolean {
  return fixTimeMs > receivedMs + aheadBoundMs;
}

/** Whether a fix's time agrees with the server's clock, so that it takes the place of one that is ahead. */
export function isTimely(fixTimeMs: number, receivedMs: number): boolean {
  return Math.abs(fixTimeMs - receivedMs) <= aheadBoundMs;
}

/**
 * Whether a fix takes another's place: it is later, or as late with a number that is not smaller (the same one comes
 * again when its address is found). One that is ahead holds the place only until a timely one comes.
 */
export function takesPlace(offered: OrderedFix, current: OrderedFix): boolean {
  const isCurrentAhead = isAhead(current.fixTimeMs, current.receivedMs);
  if (isAhead(offered.fixTimeMs, offered.receivedMs) !== isCurrentAhead)
    return isCurrentAhead
      ? isTimely(offered.fixTimeMs, offered.receivedMs) || offered.fixTimeMs > current.fixTimeMs
      : offered.receivedMs > current.receivedMs;
  if (offered.fixTimeMs !== current.fixTimeMs) return offered.fixTimeMs > current.fixTimeMs;
  return offered.positionId >= current.positionId;
}
