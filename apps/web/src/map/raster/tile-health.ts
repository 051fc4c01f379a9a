/** Whether a tile service answers, judged by its tiles: a small machine without network or clock. */

export interface TileHealth {
  readonly service: 'untried' | 'up' | 'down';
  readonly failuresInRow: number;
  /** How long to leave the service alone when it is down, ms. */
  readonly restMs: number;
}

/** `refused`: the service said that it has nothing for us, so that no tile needs to be tried. */
export type TileReport = 'loaded' | 'failed' | 'refused' | 'triedAgain';

const failuresUntilDown = 4;
const firstRestMs = 30_000;
const longestRestMs = 300_000;

export const untriedTiles: TileHealth = Object.freeze({
  service: 'untried',
  failuresInRow: 0,
  restMs: firstRestMs,
});

/**
 * Four tiles failed in a row and none came: down. It is then left alone, longer each time up to five minutes, so that an
 * operator without internet has a quiet map and not a thousand failing requests.
 */
export function nextTileHealth(now: TileHealth, report: TileReport): TileHealth {
  switch (report) {
    case 'loaded':
      return now.service === 'up' && now.failuresInRow === 0 ? now : { ...untriedTiles, service: 'up' };
    case 'failed': {
      const failuresInRow = now.failuresInRow + 1;
      return { ...now, failuresInRow, service: failuresInRow < failuresUntilDown ? now.service : 'down' };
    }
    case 'refused':
      return { ...now, service: 'down' };
    case 'triedAgain':
      return { service: 'untried', failuresInRow: 0, restMs: Math.min(longestRestMs, now.restMs * 2) };
  }
}
