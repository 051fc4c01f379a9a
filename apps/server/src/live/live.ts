/** The live channel as one part of the server: the hub behind `/api/socket`, the snapshot it starts from, its gauges. */
import type { IncomingMessage, Server } from 'node:http';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Bus, LiveFragment, PositionFragment } from '../platform/bus/bus.ts';
import { createHub, type HubParts, type Viewer } from './hub.ts';
import { createLivePosition } from './live-position.ts';
import { type DescribeEvents, missedEventsFrom } from './missed-events.ts';
import { firstPositionsFrom } from './snapshot/first-positions.ts';
import { readSnapshot } from './snapshot/snapshot-queries.ts';
import { attachUpgrade } from './upgrade.ts';

interface Row {
  readonly deviceId: number;
  readonly positionId: number;
  readonly fixTimeMs: number;
  readonly receivedMs: number;
  readonly json: string;
}

const text = `
  SELECT device_id AS "deviceId", position_id::float8 AS "positionId", position::text AS json,
    floor(extract(epoch FROM fix_time) * 1000)::float8 AS "fixTimeMs",
    floor(extract(epoch FROM (position ->> 'serverTime')::timestamptz) * 1000)::float8 AS "receivedMs"
  FROM device_state WHERE device_id = ANY($1::int[]) AND position IS NOT NULL`;

/** The last position of each device that ever had one, as the live channel sends it. */
export function lastPositionsFrom(pool: Pool) {
  return async (deviceIds: readonly number[]): Promise<readonly PositionFragment[]> => {
    const { rows } = await pool.query<Row>({ name: 'live-last-positions', text, values: [deviceIds] });
    return rows;
  };
}

export interface LiveParts {
  readonly bus: Bus;
  readonly isCurrent: HubParts['isCurrent'];
  /** The oldest transaction that was open when changes were read last. */
  readonly oldestOpen: () => string | undefined;
  readonly pool: Pool;
  readonly metrics: Registry;
  readonly log: Pick<Logger, 'error' | 'debug'>;
  readonly visibleDeviceIds: HubParts['visibleDeviceIds'];
  readonly readPlace: HubParts['readPlace'];
  readonly describeDevices: (deviceIds: readonly number[]) => Promise<readonly LiveFragment[]>;
  readonly describeEvents: DescribeEvents;
  readonly openAlarms: HubParts['openAlarms'];
  readonly desk?: NonNullable<HubParts['desk']>;
  readonly customerWatchers: HubParts['customerWatchers'];
  readonly sessionEndMs: HubParts['sessionEndMs'];
  readonly authenticate: (request: IncomingMessage, url: URL) => Promise<Viewer | undefined>;
}

export interface Live {
  /** Takes over the WebSocket upgrades of an HTTP server; pages of these other sites may ask for them too. */
  attach(server: Server, trustedOrigins?: ReadonlySet<string>): void;
  /** The snapshot of what a user sees, as pieces of JSON text (contract/live-snapshot). */
  snapshot(userId: number): Promise<AsyncGenerator<string, void>>;
  /** Who has a connection to this process. */
  connectedUserIds(): readonly number[];
  /** Closes every connection, telling the clients that the server stops. */
  stop(): void;
}

export function createLive(parts: LiveParts): Live {
  const {
    bus,
    pool,
    metrics,
    log,
    visibleDeviceIds,
    describeDevices,
    describeEvents,
    openAlarms,
    customerWatchers,
    sessionEndMs,
    authenticate,
  } = parts;
  const onError = (error: unknown) => log.error({ error }, 'live channel');
  const onClientError = (error: unknown) => log.debug({ error }, 'a client of the live channel');
  const lostEvents = new Counter({
    name: 'atalaia_live_lost_events_total',
    help: 'Events that clients too slow to read them had to miss',
    registers: [metrics],
  });
  const lastPositions = lastPositionsFrom(pool);
  const hub = createHub({
    bus,
    isCurrent: parts.isCurrent,
    visibleDeviceIds,
    readPlace: parts.readPlace,
    describeDevices,
    lastPositions,
    openAlarms,
    ...(parts.desk && { desk: parts.desk }),
    firstPositions: firstPositionsFrom({ visibleDeviceIds, lastPositions }),
    missedEvents: missedEventsFrom(pool, describeEvents),
    position: createLivePosition(parts.oldestOpen).current,
    customerWatchers,
    sessionEndMs,
    onError,
    onClientError,
    onLostEvents: (count) => lostEvents.inc(count),
  });
  new Gauge({
    name: 'atalaia_live_clients',
    help: 'Open live connections',
    registers: [metrics],
    collect() {
      this.set(hub.clientCount);
    },
  });
  const detach: (() => void)[] = [];

  return {
    connectedUserIds: hub.userIds,
    attach: (server, trustedOrigins) => {
      detach.push(attachUpgrade(server, { hub, authenticate, trustedOrigins, onError, onClientError }));
    },
    async snapshot(userId) {
      const ids = await visibleDeviceIds(userId);
      const worksAtDesk = (await parts.desk?.deskUsers([userId]))?.includes(userId) ?? false;
      return readSnapshot(pool, ids, Date.now(), worksAtDesk);
    },
    stop() {
      for (const off of detach) off();
      hub.stop();
    },
  };
}
