import type { PositionFragment } from '../../platform/bus/bus.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';

/** Small enough to be read and joined within a few milliseconds. */
const devicesPerPiece = 500;
/** Apps that all connect again at once take turns, and leave connections to everybody else. */
const readingsAtOnce = 4;

/** The last positions of all that a user sees, in pieces: what an app of the field waits for when it connects (WS-01). */
export type ReadFirstPositions = (userId: number) => AsyncIterable<readonly PositionFragment[]>;

export interface FirstPositionsParts {
  readonly visibleDeviceIds: (userId: number) => Promise<ArrayLike<number>>;
  readonly lastPositions: (deviceIds: readonly number[]) => Promise<readonly PositionFragment[]>;
}

export function firstPositionsFrom(parts: FirstPositionsParts): ReadFirstPositions {
  const limiter = createLimiter(readingsAtOnce);
  return async function* (userId) {
    const ids = Array.from(await limiter.run(() => parts.visibleDeviceIds(userId)));
    for (let at = 0; at < ids.length; at += devicesPerPiece) {
      const some = ids.slice(at, at + devicesPerPiece);
      yield await limiter.run(() => parts.lastPositions(some));
    }
  };
}

/** `snapshot=none` of the socket's address: the client loads `live/snapshot` itself, and needs no positions here. */
export function wantsFirstPositions(url: URL): boolean {
  return url.searchParams.get('snapshot') !== 'none';
}
