import { Histogram, type Registry } from 'prom-client';
import type { App } from '../app-type.ts';

/** How long answers take, by route as it was registered: no address of a single thing becomes a label. */
export function measureRequests(app: App, metrics: Registry): void {
  const seconds = new Histogram({
    name: 'atalaia_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
}
