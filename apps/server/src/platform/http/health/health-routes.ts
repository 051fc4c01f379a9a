import { createHash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Health } from '@atalaia/contract/server/health';
import type { Storage } from '@atalaia/contract/server/storage';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { AppError } from '../../../errors/app-error.ts';
import type { App, Request } from '../app-type.ts';

export interface HealthParts {
  readonly readHealth: () => Promise<Health>;
  /** Backups and disks; rejects while the database is away. */
  readonly readStorage: () => Promise<Storage>;
  readonly metrics: Registry;
  /** Who carries it as `Authorization: Bearer` reads the metrics from anywhere. */
  readonly metricsToken?: string | undefined;
}

/**
 * `/health`: 200 when ready, else 503. `/health?live` says only that the process answers: whoever restarts what is not
 * alive must not restart a server whose database is away. `/health?full` adds the newest backup and the room on the disks,
 * and `/metrics` is what Prometheus reads: both from this machine or with the token.
 */
export function healthRoutes(
  app: App,
  { readHealth, readStorage, metrics, metricsToken }: HealthParts,
): void {
  app.get('/health', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const asks = (word: string) =>
      request.url
        .split('?')[1]
        ?.split('&')
        .some((part) => part === word || part.startsWith(`${word}=`));
    if (asks('live')) return { status: 'live' };
    const isFull = asks('full');
    if (isFull) requireMetricsReader(request, metricsToken);
    const health = await readHealth();
    const storage =
      isFull && health.database === 'ready' ? await readStorage().catch(() => undefined) : undefined;
    return reply.code(health.status === 'ready' ? 200 : 503).send({ ...health, ...storage });
  });
  app.get('/metrics', async (request, reply) => {
    requireMetricsReader(request, metricsToken);
    const text = await metrics.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
  });
}

function requireMetricsReader(request: Request, token: string | undefined): void {
  if (isFromThisMachine(request) || carries(request, token)) return;
  throw new AppError('forbidden', 'metrics are read from this machine, or with METRICS_TOKEN');
}

/** A proxy on this machine that nobody trusts says so in its headers: what it passes on comes from elsewhere. */
function isFromThisMachine({ ip, headers, raw }: Request): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  if (isPassedOn && ip === raw.socket.remoteAddress) return false;
  return /^(?:::ffff:)?127\.|^::1$/.test(ip);
}

function carries({ headers }: Request, token: string | undefined): boolean {
  const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  const [one, other] = [token, given].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

/** Longer than a healthy database ever takes, shorter than who asks is willing to wait. */
const patienceMs = 2_000;

interface HealthReaderParts {
  readonly pool: Pick<Pool, 'query'>;
  /** Why nothing of what trackers send is stored; undefined while it is, or while nothing waits. */
  readonly trouble: () => Health['cause'];
  /** The disk of the database has no room, as far as this server can tell without asking it. */
  readonly isOutOfSpace: () => boolean;
}

interface HealthReader {
  read(): Promise<Health>;
  /** Everything is up: from here on the database and the writers decide. */
  ready(): void;
  /** The server is about to stop: send nobody here any more. */
  stopping(): void;
}

export function createHealth({ pool, trouble, isOutOfSpace }: HealthReaderParts): HealthReader {
  let stage: 'starting' | 'ready' | 'stopping' = 'starting';
  const probe = () =>
    pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
  const ingestState = (cause: Health['cause']) => {
    if (stage !== 'ready') return 'stopped';
    if (cause === undefined) return 'ready';
    return cause === 'writers-stuck' ? 'stuck' : 'failing';
  };
  return {
    async read() {
      const hasAnswered = await Promise.race([probe(), sleep(patienceMs, false, { ref: false })]);
      const met = trouble();
      const cause = hasAnswered || met === 'no-space' ? met : 'database-away';
      const isReady = stage === 'ready' && cause === undefined;
      return {
        status: stage === 'starting' ? 'starting' : isReady ? 'ready' : 'not-ready',
        database: hasAnswered ? 'ready' : 'away',
        ingest: ingestState(met),
        ...(cause && { cause: cause === 'database-away' && isOutOfSpace() ? 'no-space' : cause }),
      };
    },
    ready() {
      stage = 'ready';
    },
    stopping() {
      stage = 'stopping';
    },
  };
}
