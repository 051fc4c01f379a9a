/** Never longer than this between two attempts, ms (WS-02). */
export const longestReconnectMs = 60_000;

const firstReconnectMs = 1000;

/**
 * How long to wait before attempt `attempt` (0 is the first after a loss): 1 s, doubling, at most 60 s. `random` (0–1)
 * takes up to half of it away, so that a server that comes back is not met by every browser in the same moment.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const fullMs = Math.min(longestReconnectMs, firstReconnectMs * 2 ** Math.min(attempt, 16));
  return Math.round(fullMs * (1 - random / 2));
}

/** Those whom the server sent away in one moment come back over so many ms. */
const sentAwayOverMs = 5000;

/** How long to wait after the server closed a connection that held, as it did with all others. `random` is 0–1. */
export function sentAwayDelayMs(random: number): number {
  return Math.round(sentAwayOverMs * random);
}
