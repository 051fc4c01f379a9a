/** The real ingest on a database of its own and free ports, for tests. */
import { gt06 } from '@atalaia/protocols/gt06/gt06';
import { osmand } from '@atalaia/protocols/osmand/osmand';
import type { Protocol } from '@atalaia/protocols/protocol';
import { suntech } from '@atalaia/protocols/suntech/suntech';
import { teltonika } from '@atalaia/protocols/teltonika/teltonika';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type Bus, type BusTopic, type BusTopics, createInProcessBus } from '../../platform/bus/bus.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { createGuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import type { Clock } from '../clock.ts';
import { createDeviceConnections, type DeviceConnections } from '../connection/device-connections.ts';
import { createIngest, type Ingest, type IngestParts } from '../ingest.ts';
import { createTotals, type Totals } from '../totals.ts';
import { createTraffic, type Traffic } from '../traffic/traffic.ts';

export interface TestClock extends Clock {
  /** Moves the time on by so many ms; before, it is the real one. */
  advance(ms: number): void;
}

export interface TestIngest {
  readonly ingest: Ingest;
  readonly traffic: Traffic;
  readonly deviceConnections: DeviceConnections;
  readonly database: TestDatabase;
  readonly totals: Totals;
  readonly bus: Bus;
  readonly clock: TestClock;
  /** What was published on the bus so far. */
  readonly published: { readonly [Topic in BusTopic]: BusTopics[Topic][] };
  port(protocol: string, transport?: string): number;
  addDevice(uniqueId: string, attributes?: object): Promise<number>;
  metric(name: string, labels?: Record<string, string>): Promise<number>;
  /** Stops this ingest and starts another on the same database. */
  restart(): Promise<TestIngest>;
  /** And removes the database, unless it was given. */
  stop(): Promise<void>;
}

/** Ingest looks over its connections and devices this often in tests, ms. */
export const testLookOverMs = 50;

export const freePort = (protocol: Protocol): Protocol => ({ ...protocol, port: 0 });

export const testProtocols: readonly Protocol[] = [gt06, osmand, suntech, teltonika].map(freePort);

export async function startIngest(
  parts: Partial<
    Pick<
      IngestParts,
      | 'limits'
      | 'protocols'
      | 'guard'
      | 'bus'
      | 'deviceConnections'
      | 'isOutOfSpace'
      | 'isProxy'
      | 'leaveOverMs'
    >
  > = {},
  given?: TestDatabase,
  clock: TestClock = createTestClock(),
): Promise<TestIngest> {
  const base = given ?? (await createTestDatabase());
  const log = pino({ level: process.env.INGEST_TEST_LOG ?? 'silent' });
  const bus = parts.bus ?? createInProcessBus((topic, error) => log.error({ topic, err: error }, 'bus'));
  const metrics = new Registry();
  const traffic = createTraffic(clock);
  const totals = createTotals(clock);
  const deviceConnections = parts.deviceConnections ?? createDeviceConnections(clock);
  const ingest = createIngest({
    config: {
      host: '127.0.0.1',
      portOffset: 0,
      protocols: (parts.protocols ?? testProtocols).map(({ name }) => name),
      writers: 2,
    },
    guard: createGuardedLookup({ allowsPrivate: true }),
    secrets: { open: (sealed) => sealed },
    log,
    pool: base.pool,
    bus,
    metrics,
    clock,
    deviceConnections,
    protocols: testProtocols,
    traffic,
    totals,
    async describeDevices(deviceIds) {
      const { rows } = await base.pool.query<{ deviceId: number; json: string }>(
        `SELECT device_id AS "deviceId", json_build_object('id', device_id, 'status', status)::text AS json
         FROM device_state WHERE device_id = ANY($1::int[])`,
        [deviceIds],
      );
      return rows;
    },
    ...parts,
    limits: { lookOverMs: testLookOverMs, ...parts.limits },
  });
  const published = listen(bus);
  const dropOwn = () => (given ? undefined : base.drop());
  await ingest.start();
  const test: TestIngest = {
    ingest,
    traffic,
    totals,
    deviceConnections,
    database: base,
    bus,
    clock,
    published,
    port(protocol, transport) {
      const found = ingest
        .addresses()
        .find((at) => at.protocol === protocol && (transport === undefined || at.transport === transport));
      if (!found) throw new Error(`nothing listens for ${protocol}`);
      return found.port;
    },
    async addDevice(uniqueId, attributes = {}) {
      const { rows } = await base.pool.query<{ id: number }>(
        'INSERT INTO devices (unique_id, name, attributes) VALUES ($1, $2, $3) RETURNING id',
        [uniqueId, `Device ${uniqueId}`, attributes],
      );
      const id = rows[0]?.id ?? 0;
      bus.publish('deviceRegistry', { deviceIds: [id] });
      return id;
    },
    async metric(name, labels = {}) {
      const metric = await metrics.getSingleMetric(`atalaia_ingest_${name}`)?.get();
      const values = metric?.values ?? [];
      const matches = values.filter((value) =>
        Object.entries(labels).every(([label, expected]) => value.labels[label] === expected),
      );
      return matches.reduce((sum, { value }) => sum + value, 0);
    },
    async restart() {
      await ingest.stop();
      const next = await startIngest(parts, base, clock);
      return { ...next, stop: () => next.stop().then(dropOwn) };
    },
    async stop() {
      await ingest.stop();
      await dropOwn();
    },
  };
  return test;
}

function createTestClock(): TestClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
  };
}

function listen(bus: Bus): TestIngest['published'] {
  const published: TestIngest['published'] = {
    positions: [],
    storedPositions: [],
    heardDevices: [],
    framesWanted: [],
    frames: [],
    positionsLookedAt: [],
    commandsQueued: [],
    devices: [],
    events: [],
    deviceRegistry: [],
    visibility: [],
    signedOut: [],
    changesUnread: [],
    accountEnd: [],
    rules: [],
    serverSettings: [],
    integrations: [],
    alarmQueue: [],
    alarms: [],
    blocks: [],
    deskNotices: [],
    deskLists: [],
    sinisters: [],
    customers: [],
    payments: [],
    notificationDeliveries: [],
    removedDevices: [],
  };
  for (const topic of Object.keys(published) as BusTopic[]) {
    bus.subscribe(topic, (message) => (published[topic] as unknown[]).push(message));
  }
  return published;
}

/** Waits until the check holds, for at most 10 s; gives its last value. */
export async function until<Value>(check: () => Promise<Value> | Value): Promise<Value> {
  const deadlineMs = Date.now() + 10_000;
  for (;;) {
    const value = await check();
    if (value || Date.now() > deadlineMs) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
