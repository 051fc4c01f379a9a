/** The real application on a real database, for tests of routes. Every answer is checked against the contract. */
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import type { InjectOptions } from 'fastify';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, expect } from 'vitest';
import { type AppParts, buildApp } from '../app.ts';
import { createDeviceConnections } from '../ingest/connection/device-connections.ts';
import { settingsFrom } from '../ingest/ingest-settings.ts';
import { createIngestMetrics } from '../ingest/metrics.ts';
import { noRules } from '../ingest/rules/rules.ts';
import { createTotals } from '../ingest/totals.ts';
import { createTraffic } from '../ingest/traffic/traffic.ts';
import { createWriters } from '../ingest/writer/writers.ts';
import { createLive } from '../live/live.ts';
import { readSnapshot } from '../live/snapshot/snapshot-queries.ts';
import { liveViewerOf } from '../live/upgrade.ts';
import { createDemoService, type DemoService } from '../modules/demo/demo-service.ts';
import type { FleetControl } from '../modules/fleet-control/provider/fleet-control.ts';
import type { SheetOrderThread } from '../modules/imports/thread/sheet-thread.ts';
import type { OpenIdProvider } from '../modules/openid/openid-provider.ts';
import type { Payments } from '../modules/payments/provider/payments.ts';
import type { PostalCodes } from '../modules/postal-codes/provider/postal-codes.ts';
import { type RowLimits, rowLimits } from '../modules/reports/rows/row-limits.ts';
import { createReportThread } from '../modules/reports/thread/report-thread.ts';
import { createOutsideSystems } from '../outside-systems.ts';
import { type Bus, type BusTopic, createInProcessBus } from '../platform/bus/bus.ts';
import type { SettingTexts } from '../platform/config/integration-settings.ts';
import { createTestDatabase, type TestDatabase } from '../platform/db/test-database.ts';
import { loadTowns } from '../platform/geocoding/geocoding.ts';
import type { App } from '../platform/http/app-type.ts';
import type { Channels } from '../platform/outbound/channels.ts';
import { createGuardedLookup } from '../platform/outbound/guarded-lookup.ts';
import { createOutboundMetrics } from '../platform/outbound/outbound-metrics.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { createOrderThread } from '../platform/threads/order-thread.ts';
import { createServices, type ServicesParts } from '../services.ts';
import { checkAnswer, checkType, isPublished } from './described-answer.ts';
import { createRouteTable, type RouteTable } from './route-table.ts';
import { createWorld } from './world.ts';

export interface AskOptions {
  /** Goes as `Authorization: Bearer`. */
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  /** Parsed JSON; undefined when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  readonly body: any;
  readonly text: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';

export const testVersion = '1.2.3';
const reportProgram = new URL('../workers/reports.ts', import.meta.url);
const sheetProgram = new URL('../workers/spreadsheets.ts', import.meta.url);

export interface TestAppParts
  extends Partial<
    Pick<
      AppParts,
      | 'webRoot'
      | 'formerFiles'
      | 'allowedOrigins'
      | 'metricsToken'
      | 'isProxy'
      | 'webLimits'
      | 'isOutOfSpace'
      | 'handleForwarded'
    >
  > {
  /** What sets up services of others; nothing unless it is given. */
  readonly environment?: SettingTexts;
  /** Those that the environment and the administrator set up, where an environment is given; else none. */
  readonly channels?: Channels;
  /** Where messages lead to; none unless it is given. */
  readonly publicUrl?: string;
  /** The product's own unless they are given. */
  readonly reportLimits?: RowLimits;
  /** Nobody is mailed after a sign-in unless it is given. */
  readonly tellsNewPlaces?: boolean;
  /** Not set up unless it is given. */
  readonly openId?: OpenIdProvider;
  /** Not set up unless it is given. */
  readonly payments?: Payments;
  /** Not set up unless it is given. */
  readonly fleetControl?: FleetControl;
  /** Not set up unless it is given. */
  readonly postalCodes?: PostalCodes;
  /** No demonstration unless it is given. */
  readonly demo?: DemoService;
  /** Passwords are hashed as the product does; at the least cost that there is unless it is given. */
  readonly hashesFully?: boolean;
}

let towns: ReturnType<typeof loadTowns> | undefined;
/** Read once for all the applications of a test process. */
const loadTestTowns = () => {
  towns ??= loadTowns();
  return towns;
};

/** What the services are made of, on a database and a bus of the test's own; `stop` ends their threads. */
function createServiceParts(
  { kysely, pool, connectionString }: TestDatabase,
  bus: Bus,
  {
    environment,
    channels,
    publicUrl,
    openId,
    tellsNewPlaces = false,
    reportLimits = rowLimits,
    postalCodes,
    demo = createDemoService(undefined, createOutboundMetrics(new Registry())),
    payments,
    fleetControl,
    hashesFully = false,
  }: TestAppParts,
) {
  const logLines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void logLines.push(line) });
  const metrics = new Registry();
  const outside = createOutsideSystems({
    environment: environment ?? {},
    metrics: createOutboundMetrics(metrics),
    log: pino({ level: 'silent' }),
    loadTowns: loadTestTowns,
  });
  const { geocoding, integrationCalls } = outside;
  const { totals, finish: finishWriters } = openTestTotals(pool, bus);
  const reportThread = createReportThread({
    program: reportProgram,
    towns: geocoding.towns,
    connectionString,
    logLevel: 'warn',
    limits: reportLimits,
    log,
  });
  const sheetThread: SheetOrderThread = createOrderThread({
    program: sheetProgram,
    name: 'spreadsheets',
    limits: { maxOldGenerationSizeMb: 256 },
    log,
  });
  const serviceParts = {
    reportThread,
    sheetThread,
    kysely,
    bus,
    publishedChanges: new Set<number>(),
    storage: { dataDir: tmpdir(), backupDir: undefined, everyHours: 24, keep: 14, wantedFreeBytes: 0 },
    sessionDays: 30,
    passwordCost: hashesFully ? undefined : { memory: 8, passes: 1, parallelism: 1 },
    version: testVersion,
    metrics,
    publicUrl,
    openId,
    tellsNewPlaces,
    channels: channels ?? (environment ? outside.channels : {}),
    geocoding,
    integrationCalls,
    postalCodes: postalCodes ?? outside.postalCodes,
    demo,
    fleetControl: fleetControl ?? outside.fleetControl,
    payments: payments ?? outside.payments,
    guard: createGuardedLookup({ allowsPrivate: false }),
    secrets: createSecrets(Buffer.alloc(32, 7)),
    traffic: createTraffic({ now: () => Date.now() }),
    trackerPorts: [{ protocol: 'gt06', port: 5023, transports: ['tcp'] }],
    totals,
    deviceConnections: createDeviceConnections({ now: () => Date.now() }),
    log,
  } satisfies ServicesParts;
  async function stop(): Promise<void> {
    await reportThread.stop();
    await sheetThread.stop();
    await finishWriters();
    await outside.stop();
  }
  return { serviceParts, logLines, stop };
}

export async function createTestApp(testParts: TestAppParts = {}) {
  const database = await createTestDatabase();
  const { kysely, pool } = database;
  const bus = createInProcessBus((_topic, error) => {
    throw error;
  });
  const published = recordPublished(bus);
  const { serviceParts, logLines, stop } = createServiceParts(database, bus, testParts);
  const { deviceConnections, log, metrics, secrets, traffic } = serviceParts;
  const services = createServices(serviceParts);
  const table = createRouteTable();
  const app = await buildApp({
    log,
    isProxy: () => false,
    version: testVersion,
    services,
    metrics,
    isOutOfSpace: () => false,
    readHealth: async () => ({ status: 'ready', database: 'ready', ingest: 'ready' }),
    readSnapshot: async (userId) => {
      const worksAtDesk = (await services.desk.desk.deskUsers([userId])).includes(userId);
      const ids = await services.visibility.visibleDeviceIds(userId);
      return readSnapshot(pool, ids, Date.now(), worksAtDesk);
    },
    handleOsmand: async ({ method, url, body }) => ({ status: 200, body: `${method} ${url} ${body}` }),
    handleForwarded: async (_request, maySend) => ((await maySend([])) ? 'stored' : 'refused'),
    onRoute: table.onRoute,
    ...testParts,
  });
  await app.ready();
  afterAll(async () => {
    await app.close();
    await services.reconciliation.differences.stop();
    await services.payments.stop();
    await services.desk.stop();
    await services.fleetControl.stopAll();
    await stop();
    await database.drop();
  });

  return {
    app,
    ask: createAsk(app, table),
    kysely,
    pool,
    database,
    bus,
    deviceConnections,
    services,
    /** The services of another process on the same database, with a bus and memory of its own. */
    anotherProcess: () =>
      createServices({
        ...serviceParts,
        metrics: new Registry(),
        bus: createInProcessBus(() => undefined),
        deviceConnections: createDeviceConnections({ now: () => Date.now() }),
      }),
    traffic,
    secrets,
    published,
    logLines,
    routes: table.routes,
    world: createWorld(kysely),
  };
}

/** Sends requests, and checks each answer by the route's own description. */
function createAsk(app: App, table: RouteTable) {
  return async (method: Method, url: string, options: AskOptions = {}): Promise<Answer> => {
    const authorization = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    const request: InjectOptions = { method, url, headers: { ...authorization, ...options.headers } };
    if (options.body !== undefined) request.payload = options.body as string | object;
    if (options.address !== undefined) request.remoteAddress = options.address;
    const { statusCode: status, headers, body: text } = await app.inject(request);
    const isJson = String(headers['content-type']).startsWith('application/json') && text !== '';
    const body = isJson ? JSON.parse(text) : undefined;
    // HEAD answers without the body of GET
    const route = method === 'HEAD' ? undefined : table.find(method, url);
    const type = String(headers['content-type']).split(';', 1)[0] ?? '';
    checkType(route, status, type, `${method} ${url}`);
    const schema = route?.answerTypes.includes(type) ? undefined : route?.answers[status];
    // a wrong method of an address of words is told by that address, whatever route with a parameter fits it too
    if (status >= 400 && status !== 405 && route?.url.startsWith('/api/') && isPublished(route)) {
      if (!route.refusals.includes(status))
        expect.fail(`${method} ${url} answers ${status}, which its description does not tell`);
    }
    checkAnswer({ schema, status, body, text, request: `${method} ${url}` });
    return { status, headers, body, text };
  };
}

const recordedTopics = [
  'devices',
  'events',
  'sinisters',
  'alarms',
  'deskNotices',
  'deskLists',
  'blocks',
  'deviceRegistry',
  'removedDevices',
  'notificationDeliveries',
  'rules',
  'visibility',
  'signedOut',
  'accountEnd',
] as const;

interface PublishedMessage {
  topic: BusTopic;
  message: unknown;
}

/** What was published since, in order. */
function recordPublished(bus: Bus): PublishedMessage[] {
  const published: PublishedMessage[] = [];
  for (const topic of recordedTopics) bus.subscribe(topic, (message) => published.push({ topic, message }));
  return published;
}

/** The real writers behind `PUT devices/{id}/accumulators`, where no tracker is received. */
function openTestTotals(pool: Pool, bus: Bus) {
  const writers = createWriters({
    pool,
    bus,
    log: pino({ level: 'silent' }),
    metrics: createIngestMetrics(new Registry(), () => writers.pending),
    count: 1,
    clock: { now: () => Date.now() },
    raise: (entry) => writers.push(entry),
    rules: () => ({ rules: noRules, settings: settingsFrom({}) }),
    onEntrySettled: () => undefined,
    onStatusChanged: () => undefined,
    onClaim: () => undefined,
  });
  const totals = createTotals({ now: () => Date.now() });
  totals.open(writers.push);
  return { totals, finish: () => writers.finish(AbortSignal.timeout(10_000)) };
}

/** Lets the app listen with its live channel, whose errors fail the test; the caller stops it. */
export async function listenLive({
  app,
  pool,
  bus,
  services,
}: Pick<Awaited<ReturnType<typeof createTestApp>>, 'app' | 'pool' | 'bus' | 'services'>) {
  const live = createLive({
    geocoding: { nearest: () => null },
    isCurrent: () => true,
    oldestOpen: () => undefined,
    bus,
    pool,
    metrics: new Registry(),
    log: { error: (detail: unknown) => expect(detail).toBeUndefined(), debug: () => undefined },
    visibleDeviceIds: services.visibility.visibleDeviceIds,
    readPlace: services.visibility.readPlace,
    describeDevices: services.devices.describe,
    describeEvents: services.events.describeFor,
    describeNotices: services.deliveries.describeNotices,
    openAlarms: services.events.describeOpenAlarms,
    customerWatchers: services.visibility.customerWatchers,
    sessionEndMs: async (hash) => (await services.sessions.byHash(hash))?.session.expiresMs,
    authenticate: liveViewerOf(services.sessions, () => false),
  });
  live.attach(app.server);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { ...live, port };
}
