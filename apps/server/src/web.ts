/** What a process answers on its web port: the product and the live channel, or its health and metrics alone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastify, { type FastifyBaseLogger } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { buildApp } from './app.ts';
import type { Ingest } from './ingest/ingest.ts';
import { createLive, type Live } from './live/live.ts';
import { liveViewerOf } from './live/upgrade.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { News } from './platform/bus/shared-bus.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import type { Geocoding } from './platform/geocoding/geocoding.ts';
import type { App } from './platform/http/app-type.ts';
import { proxiesOf } from './platform/http/connections/proxies.ts';
import { handleErrors } from './platform/http/errors/error-handler.ts';
import { createHealth, type HealthParts, healthRoutes } from './platform/http/health/health-routes.ts';
import { noteRouteMethods } from './platform/http/route-methods.ts';
import { compressFiles } from './platform/http/web-files/compressed-files.ts';
import { createFormerFiles } from './platform/http/web-files/former-files-queries.ts';
import type { ChangeReader } from './queries/changes/change-reader.ts';
import type { Services } from './services.ts';

const webRoot = join(import.meta.dirname, '../../web/dist');

export interface WebParts {
  readonly config: Config;
  readonly log: Logger;
  readonly version: string;
  readonly database: Database;
  readonly bus: Bus;
  readonly news: News;
  readonly changes: ChangeReader;
  readonly metrics: Registry;
  readonly ingest: Ingest;
  readonly services: Services;
  readonly geocoding: Geocoding;
}

/** It does not listen yet. */
export interface Web {
  readonly app: App;
  /** Absent where nobody is served. */
  readonly live: Live | undefined;
  readonly health: ReturnType<typeof createHealth>;
  /** Everything is up. */
  ready(): void;
  /** For `every`: the files of the client that are served here are kept for a week after they were served last. */
  keepFiles(): Promise<void>;
}

export async function createWeb(parts: WebParts): Promise<Web> {
  const { config, log, metrics, ingest, services } = parts;
  const { pool } = parts.database;
  const isProxy = proxiesOf(config.trustProxy);
  const isOutOfSpace = () => parts.database.isOutOfSpace() || ingest.trouble() === 'no-space';
  const health = createHealth({ pool, trouble: ingest.trouble, isOutOfSpace });
  const common = {
    log,
    metrics,
    isProxy,
    isOutOfSpace,
    readHealth: health.read,
    metricsToken: config.metricsToken,
  };
  if (!config.roles.has('web')) {
    const app = buildHealthApp({ ...common, readStorage: services.storage.read });
    return { app, live: undefined, health, ready: health.ready, keepFiles: async () => undefined };
  }
  const live = liveOf(parts, isProxy);
  const formerFiles = createFormerFiles(pool, webRoot);
  const hasWeb = existsSync(join(webRoot, 'index.html'));
  const app = await buildApp({
    ...common,
    services,
    version: parts.version,
    allowedOrigins: config.allowedOrigins,
    readSnapshot: live.snapshot,
    handleOsmand: ingest.handleOsmand,
    handleForwarded: ingest.handleForwarded,
    ...(hasWeb ? { webRoot, formerFiles } : {}),
  });
  live.attach(app.server, app.trustedOrigins);
  return {
    app,
    live,
    health,
    keepFiles: hasWeb ? formerFiles.keep : async () => undefined,
    ready() {
      health.ready();
      if (hasWeb)
        compressFiles(webRoot).catch((err) => log.warn({ err }, 'the web files could not be compressed'));
      else log.warn('the web interface is not built: only the API is served');
    },
  };
}

function liveOf(parts: WebParts, isProxy: ReturnType<typeof proxiesOf>): Live {
  const { bus, metrics, log, services } = parts;
  return createLive({
    bus,
    news: parts.news,
    geocoding: parts.geocoding,
    isCurrent: parts.changes.isCurrent,
    oldestOpen: parts.changes.oldestOpen,
    pool: parts.database.pool,
    metrics,
    log,
    visibleDeviceIds: services.visibility.visibleDeviceIds,
    readPlace: services.visibility.readPlace,
    describeDevices: services.devices.describe,
    describeEvents: services.events.describeFor,
    describeNotices: services.deliveries.describeNotices,
    openAlarms: services.events.describeOpenAlarms,
    desk: {
      readAlarms: services.desk.fragments,
      openAlarms: services.desk.openFragments,
      deskUsers: services.desk.desk.deskUsers,
      centreUsers: services.desk.desk.centreUsers,
      readHandlings: services.desk.handlings,
    },
    field: {
      describePositions: services.positions.describe,
      withMessages: services.withMessages,
      watchTraffic: services.traffic.watch,
      describeFrames: services.traffic.describe,
    },
    customerWatchers: services.visibility.customerWatchers,
    sessionEndMs: async (hash) => (await services.sessions.byHash(hash))?.session.expiresMs,
    authenticate: liveViewerOf(services.sessions, isProxy),
  });
}

interface HealthAppParts extends HealthParts {
  readonly log: Logger;
  readonly isProxy: ReturnType<typeof proxiesOf>;
  readonly isOutOfSpace: () => boolean;
}

/** Of a process that serves nobody: `/health` and `/metrics`. */
function buildHealthApp({ log, isProxy, isOutOfSpace, ...parts }: HealthAppParts): App {
  const logger: FastifyBaseLogger = log;
  const app: App = fastify({
    loggerInstance: logger,
    disableRequestLogging: true,
    trustProxy: isProxy,
    forceCloseConnections: 'idle',
  });
  handleErrors(app, undefined, isOutOfSpace, noteRouteMethods(app));
  healthRoutes(app, parts);
  return app;
}
