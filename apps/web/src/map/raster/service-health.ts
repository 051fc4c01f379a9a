/** Whether a tile service answers, judged by its tiles: a small machine without network or clock. */

export interface TileHealth {
  readonly service: 'untried' | 'up' | 'down';
  readonly failuresInRow: number;
  /** How long to leave the service alone when it is down, ms. */
  readonly restMs: number;
}

/** `refused`: the service answered that it has nothing for us, so that no tile needs to be tried. */
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

export type ServiceState = TileHealth['service'];

export interface ServiceParts {
  /** `up`: whom to name for what is on the map now; `down`: only the shipped land is (MAP-14). */
  readonly onHealth: (state: ServiceState, attribution: string) => void;
}

/** Follows one service: says when it is up or down, and tries it again, at once when the network is back. */
export function watchService(parts: {
  readonly onChange: (state: ServiceState) => void;
  readonly tryAgain: () => void;
}) {
  let health: TileHealth = untriedTiles;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isEnded = false;

  function report(what: TileReport): void {
    const before = health;
    health = nextTileHealth(health, what);
    if (health.service === before.service || isEnded) return;
    parts.onChange(health.service);
    if (health.service === 'down') timer = setTimeout(tryAgain, health.restMs);
  }

  function tryAgain(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (health.service !== 'down') return;
    report('triedAgain');
    parts.tryAgain();
  }

  window.addEventListener('online', tryAgain);
  return {
    report,
    end() {
      isEnded = true;
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener('online', tryAgain);
    },
  };
}
