import type { ConnectionLimits } from '../platform/limiter/connection-limiter.ts';
import { shareDescriptors } from '../platform/limiter/descriptors.ts';
import type { AllowanceLimits } from './listeners/allowance.ts';

/** Bounds on what trackers and strangers may take of the server (ING-11). */
export interface IngestLimits extends ConnectionLimits {
  /** Bytes of one connection, and of all of one address; what sends faster is read more slowly. */
  readonly connectionBytes: AllowanceLimits;
  readonly addressBytes: AllowanceLimits;
  /** A connection that made no whole frame by then is closed, ms. */
  readonly firstFrameMs: number;
  /** Answers a tracker did not read, bytes; a connection that holds more is closed. */
  readonly unreadBytes: number;
  /** Bad frames in a row from a tracker that signed in, before its connection is closed. A stranger has none. */
  readonly badFrames: number;
  /** Positions of one connection that wait for their commit; beyond, it is read on when they are committed. */
  readonly pendingPerConnection: number;
  /**
   * Entries (positions, heartbeats, answers) that wait for their commit, shared out evenly among the writers; beyond,
   * the connections of a writer's devices wait in its queue.
   */
  readonly pendingEntries: number;
  /** Peers over UDP, and requests through the web port, that wait in a queue; further ones are dropped or refused. */
  readonly waitingPeers: number;
  /** Peers remembered that speak over UDP. */
  readonly udpPeers: number;
  /** Connections and silent devices are looked over this often, ms. */
  readonly lookOverMs: number;
  /** A stop waits this long for a database that is away, ms. */
  readonly stopPatienceMs: number;
}

export const defaultLimits: IngestLimits = Object.freeze({
  connections: shareDescriptors().trackers,
  // a mobile carrier has many trackers behind one address
  connectionsPerAddress: 20_000,
  connectionBytes: { burst: 4_000_000, perSecond: 1_000_000 },
  addressBytes: { burst: 80_000_000, perSecond: 20_000_000 },
  firstFrameMs: 30_000,
  unreadBytes: 64 * 1024,
  badFrames: 20,
  pendingPerConnection: 2_000,
  pendingEntries: 20_000,
  waitingPeers: 2_000,
  udpPeers: 50_000,
  lookOverMs: 1_000,
  stopPatienceMs: 10_000,
});
