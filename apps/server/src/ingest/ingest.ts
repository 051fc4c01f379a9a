/** Trackers in: listeners, sessions, rules, writers, and the job that keeps partitions ahead of need. */
import { setInterval } from 'node:timers';
import type { Protocol, Transport } from '@atalaia/protocols/protocol';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Bus, LiveFragment } from '../platform/bus/bus.ts';
import type { Config } from '../platform/config/config.ts';
import type { GuardedLookup } from '../platform/outbound/guarded-lookup.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { Clock } from './clock.ts';
import { createClaims } from './connection/claims-queries.ts';
import type { DeviceConnections } from './connection/device-connections.ts';
import type { IngestContext } from './connection/ingest-context.ts';
import { createIntake } from './connection/intake.ts';
import {
  createPositionRequests,
  type HandleForwarded,
  type OsmandAnswer,
  type OsmandRequest,
} from './connection/osmand-request.ts';
import { createSettingsWatch, type SettingsWatch } from './ingest-settings.ts';
import { defaultLimits, type IngestLimits } from './limits.ts';
import { createAddressBounds } from './listeners/address-bounds.ts';
import type { ListenAddress, Listener } from './listeners/listener.ts';
import { listenTcp } from './listeners/tcp-listener.ts';
import { listenUdp } from './listeners/udp-listener.ts';
import { createIngestMetrics, type IngestMetrics } from './metrics.ts';
import { createMirrors } from './mirror/mirrors.ts';
import { dropPartitionsBefore, finishDrops } from './partitions/drop-partitions.ts';
import { ensurePartitions } from './partitions/ensure-partitions.ts';
import { createDeviceQueries } from './registry/device-queries.ts';
import { createDeviceRegistry } from './registry/device-registry.ts';
import { createSignIn } from './registry/sign-in.ts';
import { createUnknownTrackers } from './registry/unknown-trackers-queries.ts';
import { createRulebook } from './rules/rulebook.ts';
import { noteListening } from './status/listening-queries.ts';
import { watchOnlineDevices } from './status/online-devices.ts';
import { lookAtAgain } from './status/quiet-devices.ts';
import { createSilenceChecks, createSilenceWatch, type SilenceWatch } from './status/silence-watch.ts';
import { createStatusPublisher } from './status/status-publisher.ts';
import type { Totals } from './totals.ts';
import type { Traffic } from './traffic/traffic.ts';
import { createWriters, type Trouble } from './writer/writers.ts';

export interface IngestParts {
  readonly config: Pick<Config, 'host' | 'portOffset' | 'protocols' | 'writers'>;
  /** Says which servers may be forwarded to. */
  readonly guard: GuardedLookup;
  /** Opens what was stored sealed. */
  readonly secrets: Pick<Secrets, 'open'>;
  /** Of this process; dealt at the start where it is absent. */
  readonly epoch?: number;
  readonly log: Logger;
  readonly pool: Pool;
  readonly bus: Bus;
  readonly metrics: Registry;
  readonly clock: Clock;
  /** The database's disk has too little room, as far as it can be seen from here. */
  isOutOfSpace?(): boolean;
  /** The ways to the trackers, on which commands go out too. */
  readonly deviceConnections: DeviceConnections;
  /** What trackers and server say is noted there. */
  readonly traffic: Traffic;
  /** What people set of a device's counts. */
  readonly totals: Pick<Totals, 'open' | 'close'>;
  /** All that are known; those of the configuration listen. */
  readonly protocols: readonly Protocol[];
  /** The contract's Device of each, as JSON text: from the devices module. */
  describeDevices(deviceIds: readonly number[]): Promise<readonly LiveFragment[]>;
  readonly limits?: Partial<IngestLimits>;
  /** Proxies in front that say whose connection it is. */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  /** Other processes take over its trackers: a stop sends them away one after the other, within about so long, ms. */
  readonly leaveOverMs?: number;
}

export interface Ingest {
  /** Makes what is missing to store in, which `start` waits for: the first time it takes as long as making the routes. */
  prepare(): Promise<void>;
  /** Resolves when every port listens. Throws a `ConfigError` for a port that cannot be had. */
  start(): Promise<void>;
  /** Takes nothing more, commits and answers what was taken, then ends all connections. */
  stop(): Promise<void>;
  /** The osmand protocol through the web port. */
  handleOsmand(request: OsmandRequest): Promise<OsmandAnswer>;
  /** Positions that another server forwards, with a key. */
  readonly handleForwarded: HandleForwarded;
  addresses(): readonly ListenAddress[];
  /** Raises the events of devices that became quiet; called by a job. */
  raiseQuietEvents(): Promise<void>;
  /** Why nothing of what trackers send is stored; undefined while it is. */
  trouble(): Trouble | undefined;
  /** While this machine's clock is wrong nothing is taken: times of ours would be wrong for good. */
  holdForClock(isWrong: boolean): void;
  /** Drops the positions whose whole partition ends by then; returns how many partitions. For the retention. */
  dropPartitionsBefore(beforeMs: number): Promise<number>;
}

/** How often partitions are looked after; they are made three months ahead. */
const partitionsEveryMs = 6 * 3_600_000;

/** How often a process that takes messages says so. */
const listeningEveryMs = 5_000;

/** Once, however many ask. */
function createPreparation({ pool, clock }: Pick<IngestParts, 'pool' | 'clock'>): Ingest['prepare'] {
  let prepared: Promise<unknown> | undefined;
  return async () => {
    prepared ??= finishDrops(pool).then(() => ensurePartitions(pool, clock.now()));
    await prepared;
  };
}

export function createIngest(parts: IngestParts): Ingest {
  const { config, log, pool, bus, clock, deviceConnections } = parts;
  const limits = { ...defaultLimits, ...parts.limits };
  const settings = createSettingsWatch(pool, bus, log);
  const rulebook = createRulebook({ pool, bus, log });
  const metrics = createIngestMetrics(parts.metrics, () => writers.pending);
  const { signIn, registry, unknownTrackers } = createRegistration(parts, metrics, settings);
  const statusPublisher = createStatusPublisher(parts);
  const claims = createClaims(pool, parts.epoch);
  const silence = createSilenceWatch();
  const unsubscribe = followEditedDevices(pool, bus, silence, log);
  const mirrors = createMirrors({ ...parts, openSecret: parts.secrets.open });
  const prepare = createPreparation(parts);
  let isClockWrong = false;
  const trouble = () => writers.trouble ?? (isClockWrong ? 'clock-wrong' : undefined);
  const writers = createWriters({
    pool,
    bus,
    log,
    metrics,
    count: config.writers,
    clock,
    ...(parts.isOutOfSpace && { isOutOfSpace: parts.isOutOfSpace }),
    raise: (entry) => intake.push(entry),
    rules: () => ({ rules: rulebook.current(), settings: settings.current() }),
    onEntrySettled: (entry) => intake.settled(entry),
    onStored: mirrors.stored,
    onStatusChanged: statusPublisher.publish,
    onClaim: (deviceId, claim, outcome) => deviceConnections[outcome](deviceId, claim),
  });
  const intake = createIntake({
    push: (entry) => {
      metrics.received(entry);
      writers.push(entry);
    },
    writers: config.writers,
    mostEntries: limits.pendingEntries,
  });
  const addressBounds = createAddressBounds(limits, clock);
  const ingestContext: IngestContext = {
    ...parts,
    ...{ limits, metrics, signIn, intake, claims, silence, trouble, mirrors, addressBounds },
  };
  const requests = createPositionRequests(ingestContext, parts.protocols);
  let listeners: readonly Listener[] = [];
  let timers: NodeJS.Timeout[] = [];

  const silenceChecks = createSilenceChecks({ pool, clock, intake, silence, trouble, settings });
  const lookOver = () => {
    for (const listener of listeners) listener.check(clock.now());
    void unknownTrackers.flush();
    mirrors.check(clock.now());
    silenceChecks.endSilent();
  };
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    // closed connections make nobody offline from here on
    deviceConnections.stop();
    if (parts.leaveOverMs) await leaveAll(listeners, parts.leaveOverMs);
    for (const timer of timers) clearInterval(timer);
    settings.stop();
    intake.close();
    parts.totals.close();
    for (const listener of listeners) listener.pause();
    registry.stop();
    claims.stop();
    unsubscribe();
    rulebook.stop();
    await writers.finish(AbortSignal.timeout(limits.stopPatienceMs));
    await Promise.all(listeners.map((listener) => listener.close()));
    await unknownTrackers.flush();
    await mirrors.stop(AbortSignal.timeout(limits.stopPatienceMs));
    await statusPublisher.finish();
  };

  return {
    prepare,
    async start() {
      await settings.start();
      await rulebook.start();
      await claims.start();
      await mirrors.start();
      await prepare();
      intake.open();
      parts.totals.open((entry) => (trouble() ? entry.receipt.settle('abandoned') : intake.push(entry)));
      const speaking = parts.protocols.filter(({ name }) => config.protocols.includes(name));
      const listens = speaking.length > 0;
      if (listens) await watchOnlineDevices(pool, silence, clock.now(), settings.current().statusTimeoutMs);
      try {
        listeners = await openListeners(speaking, config.host, config.portOffset, ingestContext);
      } catch (error) {
        settings.stop();
        throw error;
      }
      silenceChecks.start();
      timers = [
        ...(listens ? [await sayListening(pool, claims.epoch, trouble)] : []),
        setInterval(lookOver, limits.lookOverMs),
        setInterval(() => makePartitions(parts), partitionsEveryMs),
      ];
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
    ...requests,
    dropPartitionsBefore: (beforeMs) => dropPartitionsBefore(pool, beforeMs, clock.now()),
    raiseQuietEvents: silenceChecks.raiseQuietEvents,
    trouble,
    holdForClock(isWrong) {
      isClockWrong = isWrong;
      intake.hold(isWrong);
    },
    addresses: () => listeners.map(({ address }) => address),
  };
}

async function leaveAll(listeners: readonly Listener[], overMs: number): Promise<void> {
  await Promise.all(listeners.map((listener) => listener.leave(overMs)));
}

/** Says from now on that this process takes messages, while it does. */
async function sayListening(pool: Pool, epoch: number, trouble: () => unknown): Promise<NodeJS.Timeout> {
  if (!trouble()) await noteListening(pool, epoch);
  return setInterval(() => {
    // what takes nothing now says nothing: the gap is found when it goes on
    if (!trouble()) noteListening(pool, epoch).catch(() => undefined);
  }, listeningEveryMs);
}

function makePartitions({ pool, clock, log }: IngestParts): void {
  ensurePartitions(pool, clock.now()).catch((error) =>
    log.error({ err: error }, 'partitions could not be made'),
  );
}

/** Which device a tracker is, and the trackers that are none. */
function createRegistration(
  { pool, bus, clock, log }: IngestParts,
  metrics: IngestMetrics,
  settings: SettingsWatch,
) {
  const queries = createDeviceQueries(pool);
  const registry = createDeviceRegistry(queries, bus);
  const unknownTrackers = createUnknownTrackers(pool, clock, log);
  const signIn = createSignIn({
    ...{ registry, queries, unknownTrackers, bus, metrics, clock, log, settings: settings.current },
  });
  return { signIn, registry, unknownTrackers };
}

/** Removed devices are not waited for any more, and edited ones are judged anew. Returns how to stop. */
export function followEditedDevices(
  pool: Pick<Pool, 'query'>,
  bus: Pick<Bus, 'subscribe'>,
  silence: Pick<SilenceWatch, 'forget'>,
  log: Logger,
): () => void {
  const forget = async (deviceIds: readonly number[]) => {
    const { rows } = await pool.query<{ id: number }>(
      `SELECT id FROM unnest($1::int4[]) AS changed (id)
       WHERE NOT EXISTS (SELECT FROM devices WHERE devices.id = changed.id)`,
      [deviceIds],
    );
    for (const { id } of rows) silence.forget(id);
    await lookAtAgain(pool, deviceIds);
  };
  return bus.subscribe('deviceRegistry', ({ deviceIds }) => {
    // what stays in the watch is found to be removed when its status is written
    forget(deviceIds).catch((error) => log.debug({ err: error }, 'removed devices are still waited for'));
  });
}

/**
 * Opens every transport of the protocols on their usual ports plus the offset, all or none. Throws a `ConfigError` for
 * a port that cannot be had.
 */
async function openListeners(
  protocols: readonly Protocol[],
  host: string,
  portOffset: number,
  ingestContext: IngestContext,
): Promise<readonly Listener[]> {
  const open = (protocol: Protocol, transport: Transport) => {
    const place = { protocol, host, port: protocol.port + portOffset, ingestContext };
    return transport === 'udp' ? listenUdp(place) : listenTcp({ ...place, transport });
  };
  const attempts = protocols.flatMap((protocol) =>
    protocol.transports.map((transport) => open(protocol, transport)),
  );
  const results = await Promise.allSettled(attempts);
  const listeners = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected');
  if (!failure) return listeners;
  await Promise.all(listeners.map((listener) => listener.close()));
  throw failure.reason;
}
