import type { Health } from '@atalaia/contract/health';
import type { Registry } from 'prom-client';
import type { App } from './app-type.ts';

export interface HealthParts {
  readonly readHealth: () => Promise<Health>;
  readonly metrics: Registry;
}

/**
 * `/health`: 200 when ready, else 503. `/health?live` says only that the process answers: whoever restarts what is not
 * alive must not restart a server whose database is away. `/metrics`: what Prometheus reads.
 */
export function healthRoutes(app: App, { readHealth, metrics }: HealthParts): void {
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
  app.get('/metrics', async (_request, reply) => {
    const text = await metrics.metrics();
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text);
  });
}
