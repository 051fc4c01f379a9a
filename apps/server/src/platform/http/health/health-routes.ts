import { createHash, timingSafeEqual } from 'node:crypto';
import type { Health } from '@atalaia/contract/server/health';
import type { Registry } from 'prom-client';
import { AppError } from '../../../errors/app-error.ts';
import type { App, Request } from '../app-type.ts';

export interface HealthParts {
  readonly readHealth: () => Promise<Health>;
  readonly metrics: Registry;
  /** Who carries it as `Authorization: Bearer` reads the metrics from anywhere. */
  readonly metricsToken?: string | undefined;
}

/**
 * `/health`: 200 when ready, else 503. `/health?live` says only that the process answers: whoever restarts what is not
 * alive must not restart a server whose database is away. `/metrics`: what Prometheus reads, from
 * this machine or with the token.
 */
export function healthRoutes(app: App, { readHealth, metrics, metricsToken }: HealthParts): void {
  app.get('/health', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (
      request.url
        .split('?')[1]
        ?.split('&')
        .some((part) => /^live(=|$)/.test(part))
    )
      return { status: 'live' };
    const health = await readHealth();
    return reply.code(health.status === 'ready' ? 200 : 503).send(health);
  });
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request) && !carries(request, metricsToken)) {
      throw new AppError('forbidden', 'metrics are read from this machine, or with METRICS_TOKEN');
    }
    const text = await metrics.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
  });
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
