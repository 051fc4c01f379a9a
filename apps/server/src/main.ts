/** From the environment to a running server: the only place that wires its parts together. */
// first of all
import './first-cluster.ts';

import { protocols } from '@atalaia/protocols/registry';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import packageJson from '../package.json' with { type: 'json' };
import { backUpBeforeRenaming } from './backup/before-renaming.ts';
import { nameProcess, openBus, openReplica } from './between-processes.ts';
import { ConfigError } from './errors/config-error.ts';
import { DatabaseRefused, isOutOfSpace } from './errors/database-errors.ts';
import { createDeviceConnections } from './ingest/connection/device-connections.ts';
import { createIngest } from './ingest/ingest.ts';
import { createTotals } from './ingest/totals.ts';
import { createTraffic } from './ingest/traffic/traffic.ts';
import { startJobs } from './jobs.ts';
import { createDemoService } from './modules/demo/demo-service.ts';
import type { SheetOrderThread } from './modules/imports/thread/sheet-thread.ts';
import { createOpenIdProvider } from './modules/openid/openid-provider.ts';
import { rowLimits } from './modules/reports/rows/row-limits.ts';
import { createReportThread } from './modules/reports/thread/report-thread.ts';
import { backupProcess, createBackupClock } from './modules/storage/backup-clock.ts';
import { trackerPorts } from './modules/unknown-trackers/unknown-trackers-service.ts';
import { ensureFirstAdministrator } from './modules/users/first-administrator.ts';
import { sealStoredSecrets } from './modules/users/users-queries.ts';
import { createOutsideSystems } from './outside-systems.ts';
import { type Bus, createReread } from './platform/bus/bus.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { requireFreePorts } from './platform/config/free-ports.ts';
import { secretKey } from './platform/config/secret-key.ts';
import { refuseUnfinishedRestore } from './platform/db/backup-marks.ts';
import { type Database, migrate, openDatabase } from './platform/db/database.ts';
import { createClockCheck, createDatabaseClock } from './platform/db/database-clock.ts';
import { abandonCluster, noteRelease } from './platform/db/embedded/cluster.ts';
import { enterInstallation } from './platform/db/processes/installation.ts';
import type { Geocoding } from './platform/geocoding/geocoding.ts';
import { closeApp, listen } from './platform/http/connections/listen.ts';
import { proxiesOf } from './platform/http/connections/proxies.ts';
import { createLog } from './platform/log.ts';
import { createGuardedLookup } from './platform/outbound/guarded-lookup.ts';
import { createOutboundMetrics } from './platform/outbound/outbound-metrics.ts';
import { createSecrets } from './platform/secrets/secrets.ts';
import { createStops, type Stops, stopOnSignal } from './platform/shutdown.ts';
import { createOrderThread } from './platform/threads/order-thread.ts';
import { openTracing } from './platform/tracing.ts';
import type { PublishedChanges } from './queries/changes/change-log.ts';
import {
  type ChangeReader,
  type ChangeReaderParts,
  createChangeReader,
} from './queries/changes/change-reader.ts';
import { createServices, type Services } from './services.ts';
import { createWeb } from './web.ts';

const reportProgram = new URL('./workers/reports.ts', import.meta.url);
const backupProgram = new URL('./backup.ts', import.meta.url);
const sheetProgram = new URL('./workers/spreadsheets.ts', import.meta.url);
/** A file that unfolds beyond it ends its thread, and nothing else. */
const sheetMemoryMb = 768;
/** Trackers that all come back in one moment are a burden to those who take them over. */
const leaveOverMs = 10_000;
const version = packageJson.version;

async function start(settings: Config, log: Logger, stops: Stops): Promise<void> {
  const { roles } = settings;
  // the others take what comes over HTTP, and what people set
  const config: Config = roles.has('ingest') ? settings : { ...settings, protocols: [] };
  // before a key or a database is made beside what a restore left
  refuseUnfinishedRestore(config.dataDir);
  await requireFreePorts(config, protocols);
  // made or checked before anything else, not when the first secret is stored
  const secrets = createSecrets(secretKey(config));
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const database = await openMigratedDatabase(config, log, stops);
  const { kysely, pool, connectionString } = database;
  const processes = await enterDatabase({ config, log, pool, secrets }, stops);
  nameProcess(metrics, config, processes.epoch);
  const { bus, news, questions } = openBus({ config, log, metrics, processes }, stops);
  const publishedChanges: PublishedChanges = new Set();
  const changes = await startChangeReader({ pool, bus, log, published: publishedChanges }, stops);
  const outside = createOutside(config, metrics, log, stops);
  const clock = { now: () => Date.now() };
  const deviceConnections = createDeviceConnections(clock);
  const traffic = createTraffic(clock);
  const totals = createTotals(clock);
  const threads = createThreads(config, log, stops, outside.geocoding, connectionString);
  const databaseClock = createDatabaseClock(kysely);
  await databaseClock.measure();
  const services = createServices({
    replica: openReplica(config, { nowMs: databaseClock.nowMs, metrics, log }, stops),
    nowMs: databaseClock.nowMs,
    ...outside,
    ...threads,
    kysely,
    bus,
    publishedChanges,
    storage: { ...storageOf(config), dataDir: config.dataDir, wantedFreeBytes: config.wantedFreeBytes },
    sessionDays: config.sessionDays,
    version,
    metrics,
    publicUrl: config.publicUrl,
    secrets,
    traffic,
    askOthers: questions?.ask,
    trackerPorts: trackerPorts(protocols, settings),
    totals,
    deviceConnections,
    log,
  });
  questions?.answer(services.traffic.own);
  stops.add(() => services.reconciliation.differences.stop().then(services.payments.stop));
  stops.add(services.desk.stop);
  stops.add(services.fleetControl.stopAll);
  await sealStoredSecrets(kysely, secrets);
  await watchIntegrations(services, bus, log, stops);
  const ingest = createIngest({
    ...{ config, epoch: processes.epoch, isOutOfSpace: database.isOutOfSpace, secrets },
    guard: outside.guard,
    log,
    pool,
    bus,
    metrics,
    protocols,
    clock,
    deviceConnections,
    traffic,
    totals,
    describeDevices: services.devices.describe,
    ...surroundingsOf(config),
  });
  stops.add(() => writeStatistics(services, log));
  // beside what follows; the start of the ingest says what went wrong
  ingest.prepare().catch(() => undefined);
  const judgeClock = createClockCheck(databaseClock, ingest, log);
  judgeClock();
  const { app, live, ...web } = await createWeb({
    config,
    log,
    version,
    database,
    bus,
    news,
    changes,
    metrics,
    ingest,
    services,
    geocoding: outside.geocoding,
  });
  stops.add(() => closeApp(app));
  stops.add(() => live?.stop());
  const address = await listen(app, config);
  stops.add(() => ingest.stop());
  await services.commands.start();
  await ingest.start();
  // behind everything that may end the start: its password is shown once
  if (roles.has('web')) await makeFirstAdministrator(config, kysely, services);

  startJobs({
    connectedUserIds: live?.connectedUserIds ?? (() => []),
    keepFiles: web.keepFiles,
    config,
    log,
    stops,
    database,
    async measureClock() {
      await databaseClock.measure();
      judgeClock();
    },
    bus,
    totals,
    ingest,
    services,
    geocoding: outside.geocoding,
    makeBackups: createBackupClock({
      ...{ ...storageOf(config), kysely, log },
      make: backupProcess(backupProgram, { ...process.env, LOG_LEVEL: config.logLevel }),
    }),
  });
  stops.add(web.health.stopping);
  web.ready();
  console.log(`Atalaia is ready: ${address}`);
}

/** What was counted since the last minute. */
const writeStatistics = (services: Services, log: Logger) =>
  services.statistics.write().catch((err) => log.warn({ err }, 'statistics were not written'));

/** What an administrator stored of the services of others, before any of them is called. */
async function watchIntegrations(services: Services, bus: Bus, log: Logger, stops: Stops): Promise<void> {
  const integrations = createReread('integrations', services.integrations.apply, { bus, log });
  await integrations.start();
  stops.add(integrations.stop);
}

const makeFirstAdministrator = (config: Config, kysely: Database['kysely'], services: Services) =>
  ensureFirstAdministrator({
    ...config,
    kysely,
    commit: services.commit,
    hashPassword: services.passwords.hash,
    email: config.adminEmail,
    password: config.adminPassword,
    show: showPassword,
  });

/** What stands in front of this process, and beside it. */
const surroundingsOf = ({ proxyProtocolFrom, nats }: Config) => ({
  ...(proxyProtocolFrom && { isProxy: proxiesOf(proxyProtocolFrom) }),
  ...(nats && { leaveOverMs }),
});

const storageOf = ({ backupDir, backupEveryHours: everyHours, backupKeep: keep }: Config) => ({
  backupDir,
  everyHours,
  keep,
});

async function startTracing({ tracesUrl, roles }: Config, stops: Stops): Promise<void> {
  if (tracesUrl === undefined) return;
  const tracing = await openTracing(tracesUrl, {
    'service.version': version,
    'atalaia.roles': [...roles].join(','),
  });
  stops.add(tracing.stop);
}

async function openMigratedDatabase(config: Config, log: Logger, stops: Stops): Promise<Database> {
  const database = await openDatabase(config, log);
  stops.add(() => database.stop());
  await migrate(database, log, (migration) =>
    backUpBeforeRenaming(migration, {
      config,
      connectionString: database.connectionString,
      release: version,
      say: (text) => log.warn(text),
    }),
  );
  if (config.databaseUrl === undefined) noteRelease(config.dataDir, version);
  return database;
}

/** Enters this process among those of the installation. */
async function enterDatabase(
  parts: Pick<Parameters<typeof enterInstallation>[0], 'pool'> & {
    readonly config: Config;
    readonly log: Logger;
    readonly secrets: ReturnType<typeof createSecrets>;
  },
  stops: Stops,
): ReturnType<typeof enterInstallation> {
  const { secrets, ...others } = parts;
  const processes = await enterInstallation({
    ...others,
    version,
    roles: [...parts.config.roles],
    hasNats: parts.config.nats !== undefined,
    keyFingerprint: secrets.fingerprint('installation'),
    onOther() {
      others.log.fatal('the database was restored under this process: it ends, to be started anew');
      process.exit(1);
    },
  });
  stops.add(processes.stop);
  return processes;
}

async function startChangeReader(
  parts: Omit<ChangeReaderParts, 'onExpired' | 'log'> & { readonly log: Logger },
  stops: Stops,
): Promise<ChangeReader> {
  const { log } = parts;
  const changes = createChangeReader({
    ...parts,
    onExpired() {
      log.fatal('this process did not read what others changed for too long: it ends, to be started anew');
      process.exit(1);
    },
  });
  await changes.start();
  stops.add(changes.stop);
  return changes;
}

/** The systems of others: mail, SMS, push, addresses, the providers. */
function createOutside(config: Config, metrics: Registry, log: Logger, stops: Stops) {
  const outboundMetrics = createOutboundMetrics(metrics);
  const systems = createOutsideSystems({
    ...{ environment: config.integrations, pushOrigins: config.pushOrigins },
    ...{ metrics: outboundMetrics, log },
  });
  stops.add(systems.stop);
  // long before the first position is read
  void systems.geocoding.ready();
  return {
    ...systems,
    guard: createGuardedLookup({ allowsPrivate: config.allowsPrivateTargets }),
    tellsNewPlaces: config.tellsNewPlaces,
    openId: config.openId && createOpenIdProvider({ settings: config.openId, metrics: outboundMetrics, log }),
    demo: createDemoService(config.demoUrl, outboundMetrics),
  };
}

function createThreads(
  config: Config,
  log: Logger,
  stops: Stops,
  geocoding: Geocoding,
  connectionString: string,
) {
  const reportThread = createReportThread({
    program: reportProgram,
    towns: geocoding.towns,
    connectionString,
    replicaConnectionString: config.replica?.connectionString,
    logLevel: config.logLevel,
    limits: rowLimits,
    log,
  });
  stops.add(reportThread.stop);
  const sheetThread: SheetOrderThread = createOrderThread({
    program: sheetProgram,
    name: 'spreadsheets',
    limits: { maxOldGenerationSizeMb: sheetMemoryMb },
    log,
  });
  stops.add(sheetThread.stop);
  return { reportThread, sheetThread };
}

function showPassword(email: string, password: string): void {
  console.log(`First administrator: ${email}\nPassword, shown this once: ${password}`);
}

/** For what a person can mend, one line; for anything unforeseen, where it came from too. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.message;
  if (error instanceof Error && isOutOfSpace(error))
    return `no space is left on the disk: free some, and start again (${error.message})`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** 2: a setting or the database must be changed first. 1: anything else. */
function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof ConfigError || error instanceof DatabaseRefused ? 2 : 1;
}

async function run(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.logLevel);
  const stops = createStops(log);
  stopOnSignal(stops, log);
  stops.add(abandonCluster);
  try {
    await startTracing(config, stops);
    await start(config, log, stops);
  } catch (error) {
    await stops.run();
    throw error;
  }
}

run().catch((error: unknown) => {
  console.error(reasonOf(error));
  process.exit(exitCodeOf(error));
});
