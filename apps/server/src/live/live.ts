/** The live channel as one part of the server: the hub behind `/api/socket`, the snapshot it starts from, its gauges. */
import type { IncomingMessage, Server } from 'node:http';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Bus, LiveFragment, PositionFragment } from '../platform/bus/bus.ts';
import { alwaysLive, type News } from '../platform/bus/shared-bus.ts';
import type { Geocoding } from '../platform/geocoding/geocoding.ts';
import { withTowns } from '../platform/geocoding/towns.ts';
import type { CatchUpParts } from './catch-up.ts';
import { createHub, type HubParts, type Viewer } from './hub.ts';
import { type DescribeEvents, missedEventsFrom } from './missed-events.ts';
import { firstPositionsFrom } from './snapshot/first-positions.ts';
import { readSnapshot } from './snapshot/snapshot-queries.ts';
import { attachUpgrade } from './upgrade.ts';

/** The address that a position is sent with: its own, else its vehicle's last street, else the nearest town (ING-06). */
/** A street is answered some time after its position, and not for each of a moving vehicle's: so long the last one serves, ms. */
const servesMs = 120_000;

/** As ingest and the addresses job write it; what a tracker sends has its quotation marks escaped. */
const addressMember = /"accuracy":[^,]+,"address":("(?:[^"\\]|\\.)*"|null)/;

interface LiveAddresses {
  complete(fragment: PositionFragment): PositionFragment;
}

export function createLiveAddresses(towns: Parameters<typeof withTowns>[1]): LiveAddresses {
  const streets = new Map<number, { readonly member: string; readonly fixTimeMs: number }>();
  return {
    complete(fragment) {
      const { deviceId, fixTimeMs, json } = fragment;
      const street = addressMember.exec(json)?.[1];
      if (street === undefined) return fragment;
      if (street !== 'null') {
        streets.set(deviceId, { member: street, fixTimeMs });
        return fragment;
      }
      const last = streets.get(deviceId);
      if (last && Math.abs(fixTimeMs - last.fixTimeMs) <= servesMs) {
        return { ...fragment, json: json.replace('"address":null', () => `"address":${last.member}`) };
      }
      streets.delete(deviceId);
      return { ...fragment, json: withTowns(json, towns) };
    },
  };
}

/** How far a connection has received: what a client repeats as `since` when it connects again (WS-02). */
interface LivePosition {
  /** Whatever older transactions stored was sent, or was there before the connection; undefined while nobody knows. */
  current(): string | undefined;
}

/**
 * What a transaction stored is published a moment after its commit, by the one who made it; at the latest when the answer of an
 * unsure commit is found, for which a writer waits 45 s. So the look that counts is one from before. It costs only that a
 * client gets some events twice, which it knows by their numbers.
 */
const publishedWithinMs = 60_000;
const lookEveryMs = 10_000;

interface Look {
  readonly oldest: string;
  readonly atMs: number;
}

/** `oldest`: the oldest transaction that was open at the last look, which changes by the rows of `changes`. */
export function createLivePosition(
  oldest: () => string | undefined,
  now: () => number = () => performance.now(),
): LivePosition {
  /** The oldest first; the first one counts. */
  let looks: Look[] = [];

  const look = (atMs: number) => {
    const found = oldest();
    if (found === undefined) return;
    const last = looks.at(-1);
    // a database that began anew knows nothing of the looks before
    if (last && BigInt(found) < BigInt(last.oldest)) looks = [];
    else if (last && atMs - last.atMs < lookEveryMs) return;
    looks.push({ oldest: found, atMs });
  };

  return {
    current() {
      const nowMs = now();
      look(nowMs);
      while (looks[1] && looks[1].atMs <= nowMs - publishedWithinMs) looks.shift();
      return looks[0]?.oldest;
    },
  };
}

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
  /** Whether what other processes publish arrives; there are none where it is absent. */
  readonly news?: News;
  readonly geocoding: Pick<Geocoding, 'nearest'>;
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
  /** Notices of the browser that were missed. */
  readonly describeNotices: CatchUpParts['describeNotices'];
  readonly openAlarms: HubParts['openAlarms'];
  readonly desk?: NonNullable<HubParts['desk']>;
  readonly field?: NonNullable<HubParts['field']>;
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
    geocoding,
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
  const { complete } = createLiveAddresses(geocoding);
  const readLastPositions = lastPositionsFrom(pool);
  const lastPositions: HubParts['lastPositions'] = async (ids) =>
    (await readLastPositions(ids)).map(complete);
  const desk = parts.desk && deskWithTowns(parts.desk, geocoding);
  const position = createLivePosition(parts.oldestOpen).current;
  const hub = createHub({
    bus,
    isCurrent: parts.isCurrent,
    visibleDeviceIds,
    readPlace: parts.readPlace,
    describeDevices,
    lastPositions,
    openAlarms,
    ...(desk && { desk }),
    ...(parts.field && { field: parts.field }),
    completePosition: complete,
    firstPositions: firstPositionsFrom({ visibleDeviceIds, lastPositions }),
    missedEvents: missedEventsFrom(pool, describeEvents),
    position,
    catchUp: { news: parts.news ?? alwaysLive, pool, describeEvents, describeNotices: parts.describeNotices },
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
  new Gauge({
    name: 'atalaia_live_not_live',
    help: '1 while people are told that what they see may be old',
    registers: [metrics],
    collect() {
      this.set(Number(hub.isBehind));
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

/** Alarms keep the address of their place as it was when they opened; one without has the nearest town. */
function deskWithTowns(
  desk: NonNullable<HubParts['desk']>,
  geocoding: Pick<Geocoding, 'nearest'>,
): NonNullable<HubParts['desk']> {
  const named = (read: typeof desk.readAlarms): typeof desk.readAlarms => {
    return async (ids) =>
      (await read(ids)).map((alarm) => ({ ...alarm, json: withTowns(alarm.json, geocoding) }));
  };
  return { ...desk, readAlarms: named(desk.readAlarms), openAlarms: named(desk.openAlarms) };
}
