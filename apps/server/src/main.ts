/** From the environment to a running server: the only place that wires its parts together. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { protocols } from '@atalaia/protocols/registry';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import packageJson from '../package.json' with { type: 'json' };
import { buildApp } from './app.ts';
import { createInProcessBus } from './bus/in-process-bus.ts';
import { type Config, loadConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { secretKey } from './config/secret-key.ts';
import { openDatabase } from './db/database.ts';
import { DatabaseRefused } from './db/database-refused.ts';
import { migrate } from './db/migrate.ts';
import { closeApp } from './http/close-app.ts';
import { compressFiles } from './http/compressed-files.ts';
import { createHealth } from './http/health.ts';
import { listen, PortTaken } from './http/listen.ts';
import { liveViewerOf } from './http/live-viewer.ts';
import { createLinks } from './ingest/connection/links.ts';
import { createIngest } from './ingest/ingest.ts';
import { createTotals } from './ingest/totals.ts';
import { createTraffic } from './ingest/traffic/traffic.ts';
import { createChannels } from './integrations/channels.ts';
import { createFleetControl } from './integrations/fleet-control/fleet-control.ts';
import { createGeocoding } from './integrations/geocoding/geocoding.ts';
import { createOutboundMetrics } from './integrations/outbound/outbound-metrics.ts';
import { createPayments } from './integrations/payments/payments.ts';
import { createPostalCodes } from './integrations/postal-codes/postal-codes.ts';
import { createSecrets } from './integrations/secrets/secrets.ts';
import { createAddresses } from './jobs/addresses/addresses.ts';
import { every } from './jobs/every.ts';
import { createRetention } from './jobs/retention/retention.ts';
import { createLive } from './live/live.ts';
import { createLog } from './log.ts';
import { createRemovedDevices } from './modules/devices/removed-devices.ts';
import type { SheetOrderThread } from './modules/imports/thread/sheet-thread.ts';
import { rowLimits } from './modules/reports/rows/row-limits.ts';
import { createReportThread } from './modules/reports/thread/report-thread.ts';
import { trackerPorts } from './modules/unknown-trackers/tracker-ports.ts';
import { ensureFirstAdministrator } from './modules/users/first-administrator.ts';
import { sealStoredSecrets } from './modules/users/seal-stored-secrets.ts';
import { createServices } from './parts.ts';
import { createStops, type Stops, stopOnSignal } from './stops.ts';
import { createOrderThread } from './threads/order-thread.ts';

const webRoot = join(import.meta.dirname, '../../web/dist');
const reportProgram = new URL('./report-worker.ts', import.meta.url);
const sheetProgram = new URL('./sheet-worker.ts', import.meta.url);
/** A file that unfolds beyond it ends its thread, and nothing else. */
const sheetMemoryMb = 768;
const version = packageJson.version;

async function start(config: Config, log: Logger, stops: Stops): Promise<void> {
  // made or checked before anything else, not when the first secret is stored
  const secrets = createSecrets(secretKey(config));
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const database = await openDatabase(config, log);
  stops.add(() => database.stop());
  await migrate(database, log);

  const { kysely, pool } = database;
  const bus = createInProcessBus((topic, err) => log.error({ err, topic }, 'a listener of the bus failed'));
  const outboundMetrics = createOutboundMetrics(metrics);
  const channels = createChannels(config, outboundMetrics);
  stops.add(() => channels.mailer?.close());
  const geocoding = createGeocoding({ config, metrics: outboundMetrics, log });
  stops.add(geocoding.stop);
  const postalCodes = createPostalCodes({ config, metrics: outboundMetrics });
  stops.add(postalCodes.stop);
  const fleetControl = createFleetControl({ settings: config.fleetControl, metrics: outboundMetrics });
  const payments = createPayments({ config, metrics: outboundMetrics });
  const clock = { now: () => Date.now() };
  const links = createLinks(clock);
  const traffic = createTraffic(clock);
  const totals = createTotals(clock);
  const { connectionString } = database;
  const reportThread = createReportThread({
    program: reportProgram,
    towns: geocoding.towns,
    connectionString,
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
  const services = createServices({
    reportThread,
    sheetThread,
    kysely,
    bus,
    sessionDays: config.sessionDays,
    version,
    metrics,
    publicUrl: config.publicUrl,
    channels,
    geocoding,
    postalCodes,
    fleetControl,
    payments,
    secrets,
    traffic,
    trackerPorts: trackerPorts(protocols, config),
    totals,
    links,
    log,
  });
  stops.add(services.payments.stop);
  stops.add(services.fleetControl.stopAll);
  await sealStoredSecrets(kysely, secrets);
  await ensureFirstAdministrator({
    ...config,
    kysely,
    commit: services.commit,
    hashPassword: services.passwords.hash,
    email: config.adminEmail,
    password: config.adminPassword,
    show: showPassword,
  });

  const ingest = createIngest({
    config,
    log,
    pool,
    bus,
    metrics,
    protocols,
    clock,
    links,
    traffic,
    totals,
    describeDevices: services.devices.describe,
  });
  // what was counted since the last minute
  stops.add(() =>
    services.statistics.write().catch((err) => log.warn({ err }, 'statistics were not written')),
  );
  const live = createLive({
    bus,
    pool,
    metrics,
    log,
    visibleDeviceIds: services.sight.visibleDeviceIds,
    describeDevices: services.devices.describe,
    describeEvents: services.events.describe,
    customerWatchers: services.sight.customerWatchers,
    sessionEndMs: services.sessions.endMs,
    authenticate: liveViewerOf(services.sessions),
  });
  const health = createHealth(pool);
  const hasWeb = existsSync(join(webRoot, 'index.html'));
  const app = await buildApp({
    log,
    metrics,
    services,
    version,
    trustProxy: config.trustProxy,
    readHealth: health.read,
    metricsToken: config.metricsToken,
    readSnapshot: live.snapshot,
    handleOsmand: ingest.handleOsmand,
    ...(hasWeb ? { webRoot } : {}),
  });
  live.attach(app.server);
  stops.add(() => closeApp(app));
  stops.add(() => live.stop());
  const address = await listen(app, config);
  stops.add(() => ingest.stop());
  await services.commands.start();
  await ingest.start();

  const addresses = createAddresses({ pool, bus, geocoding, everyMs: config.addressEveryMs });
  stops.add(addresses.stop);
  const retention = createRetention({ pool, log, dropPartitionsBefore: ingest.dropPartitionsBefore });
  const jobs = [
    { name: 'addresses', everyMs: 1_000, work: addresses.work },
    { name: 'quiet devices', everyMs: 60_000, work: ingest.tellQuiet },
    { name: 'expired sessions', everyMs: 10_000, work: services.sessions.endExpired },
    { name: 'statistics', everyMs: 60_000, work: services.statistics.write },
    { name: 'retention', everyMs: 3_600_000, work: retention.work },
    ...services.notices.jobs,
    {
      name: 'exchanges with the fleet-control provider',
      everyMs: 10_000,
      work: services.fleetControl.resumeDue,
    },
    { name: 'payments', everyMs: 60_000, work: services.payments.sendForgotten },
    { name: 'overdue commands', everyMs: 5_000, work: services.commands.endOverdue },
    { name: 'hours of travel', everyMs: 60_000, work: services.reports.countHours },
    { name: 'scheduled reports', everyMs: 60_000, work: services.scheduledReports.sendDue },
    { name: 'removed devices', everyMs: 60_000, work: createRemovedDevices(pool).clear },
  ];
  for (const job of jobs) stops.add(every(job, log));
  stops.add(health.stopping);
  health.ready();
  console.log(`Atalaia is ready: ${address}`);
  if (hasWeb)
    compressFiles(webRoot).catch((err) => log.warn({ err }, 'the web files could not be compressed'));
  else log.warn('the web interface is not built: only the API is served');
}

function showPassword(email: string, password: string): void {
  console.log(`First administrator: ${email}\nPassword, shown this once: ${password}`);
}

/** For what a person can mend, one line; for anything unforeseen, where it came from too. */
function reasonOf(error: unknown): string {
  const isForeseen =
    error instanceof ConfigError || error instanceof DatabaseRefused || error instanceof PortTaken;
  if (isForeseen) return error.message;
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
  try {
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
