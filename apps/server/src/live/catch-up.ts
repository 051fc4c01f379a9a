/**
 * What other processes published and this one may not have heard: people are told that what they see may be old, it is read
 * from the database by transaction, and then they are told that all is live again (SCALE-05).
 */
import type { Pool } from 'pg';
import type { LiveFragment, PositionFragment, WebDeliveryFragment } from '../platform/bus/bus.ts';
import type { News } from '../platform/bus/shared-bus.ts';
import { retryWhileAway } from '../platform/db/connection/retry-while-away.ts';
import { piecesOf } from '../queries/read-ids.ts';
import type { Audience } from '../visibility/client-visibility.ts';
import type { LiveUpdates } from './outbox.ts';

export interface CatchUpParts {
  readonly news: News;
  readonly pool: Pick<Pool, 'query'>;
  /** How far what was sent goes (`LivePosition`). */
  readonly position: () => string | undefined;
  readonly userIds: () => readonly number[];
  readonly deskUsers: (userIds: readonly number[]) => Promise<readonly number[]>;
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly lastPositions: (deviceIds: readonly number[]) => Promise<readonly PositionFragment[]>;
  readonly describeEvents: (audience: Audience, ids: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly describeNotices: (ids: readonly number[]) => Promise<readonly WebDeliveryFragment[]>;
  readonly publish: (updates: LiveUpdates) => void;
  readonly publishTo: (userId: number, updates: LiveUpdates) => void;
  /** Everybody connects again, and loads what there is. */
  readonly sendAway: () => void;
  readonly onError: (error: unknown) => void;
}

export interface CatchUp {
  /** What is sent now may lack something. */
  readonly isBehind: boolean;
  stop(): void;
}

/** Beyond, a snapshot for everybody costs less. */
const mostMissed = 2_000;
const devicesAtOnce = 500;

/** Transactions continue from where they were; after a failover or a restore they may have started anew. */
const missedText = `
  SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 AS holds,
    array(SELECT device_id FROM device_state WHERE tx >= $1::xid8 LIMIT ${mostMissed + 1}) AS moved,
    array(SELECT jsonb_array_elements_text(message::jsonb -> 'deviceIds')::int FROM changes
      WHERE tx >= $1::xid8 AND topic = 'deviceRegistry') AS edited,
    array(SELECT id FROM events WHERE tx >= $1::xid8 ORDER BY id LIMIT ${mostMissed + 1}) AS events,
    array(SELECT id FROM notification_deliveries WHERE tx >= $1::xid8 AND notificator = 'web' AND user_id = ANY($2::int[])
      ORDER BY id LIMIT ${mostMissed + 1}) AS notices`;

interface Missed {
  readonly holds: boolean;
  readonly moved: readonly number[];
  readonly edited: readonly number[];
  readonly events: readonly number[];
  readonly notices: readonly number[];
}

export function createCatchUp(parts: CatchUpParts): CatchUp {
  const { news, pool } = parts;
  const stopping = new AbortController();
  let isBehind = !news.isLive();
  /** From where on something may be missing; undefined where nobody knows. */
  let since = isBehind ? parts.position() : undefined;
  let isRunning = false;

  const fallBehind = () => {
    if (isBehind) return;
    isBehind = true;
    since = parts.position();
    parts.publish({ live: [false] });
  };

  const readMissed = async (): Promise<Missed | undefined> => {
    if (since === undefined) return undefined;
    const { rows } = await pool.query<Missed>(missedText, [since, parts.userIds()]);
    const [missed] = rows;
    if (!missed?.holds) return undefined;
    const { moved, edited, events, notices } = missed;
    const counts = [moved.length + edited.length, events.length, notices.length];
    return counts.some((count) => count > mostMissed) ? undefined : missed;
  };

  const send = async ({ moved, edited, events, notices }: Missed) => {
    for (const piece of piecesOf(devicesAtOnce, [...new Set([...moved, ...edited])])) {
      const [devices, positions] = await Promise.all([
        parts.describeDevices(piece),
        parts.lastPositions(piece),
      ]);
      parts.publish({ devices, positions });
    }
    if (notices.length > 0)
      for (const notice of await parts.describeNotices(notices))
        parts.publishTo(notice.userId, { deliveries: [notice] });
    if (events.length === 0) return;
    const ofDesk: ReadonlySet<number> = new Set(await parts.deskUsers(parts.userIds()));
    const [forDesk, forClients] = await Promise.all([
      parts.describeEvents('desk', events),
      parts.describeEvents('clients', events),
    ]);
    for (const userId of parts.userIds())
      parts.publishTo(userId, { events: ofDesk.has(userId) ? forDesk : forClients });
  };

  const catchUp = async () => {
    if (parts.userIds().length > 0) {
      const missed = await readMissed();
      if (missed) await send(missed);
      else parts.sendAway();
    }
    // missed again meanwhile: the next turn begins where this one began
    if (!news.isLive()) return;
    isBehind = false;
    parts.publish({ live: [true] });
  };

  const run = async () => {
    while (isBehind && news.isLive() && !stopping.signal.aborted)
      await retryWhileAway(catchUp, { signal: stopping.signal });
  };

  const unsubscribe = news.onChange((isLive) => {
    if (!isLive) return fallBehind();
    if (isRunning) return;
    isRunning = true;
    run()
      .catch((error: unknown) => {
        parts.onError(error);
        parts.sendAway();
        isBehind = !news.isLive();
      })
      .finally(() => {
        isRunning = false;
      });
  });

  return {
    get isBehind() {
      return isBehind;
    },
    stop() {
      stopping.abort();
      unsubscribe();
    },
  };
}

/**
 * Of descriptions of a device that two processes read, the one that was read of the higher version, in whatever order they
 * arrive.
 */
export function createNewest() {
  const versions = new Map<number, number>();
  return {
    of: (fragments: readonly LiveFragment[]) =>
      fragments.filter(({ deviceId, version }) => {
        if (version === undefined) return true;
        if (version < (versions.get(deviceId) ?? 0)) return false;
        versions.set(deviceId, version);
        return true;
      }),
    /** A database that went back to an earlier transaction gives lower ones again. */
    forget: () => versions.clear(),
  };
}
