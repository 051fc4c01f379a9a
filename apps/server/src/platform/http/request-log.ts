import { Histogram, type Registry } from 'prom-client';
import type { App, Request } from './app-type.ts';

/** Parameters that carry a session's token (AUTH-06) or a place, however their names are written. */
const secretParameters: ReadonlySet<string> = new Set(['token', 'b', 'latitude', 'longitude', 'lat', 'lon']);

/** Addresses whose last part opens what somebody shared (SHARE-01). */
const sharedPath = /^(\/(?:api\/location|shared)\/)(?!sessions?(?:\/|$))[^/]+/i;

/** An address as a log may hold it: without tokens, and without where somebody is (OPS-03). */
export function withoutSecrets(url: string): string {
  if (/^\/osmand\b/i.test(url)) return '/osmand';
  const [path = '', query] = url.split('?', 2);
  const shownPath = path.replace(sharedPath, '$1…');
  if (query === undefined) return shownPath;
  const shown = [...new URLSearchParams(query)].map(([name, value]) =>
    secretParameters.has(name.toLowerCase()) ? `${name}=…` : `${name}=${encodeURIComponent(value)}`,
  );
  return `${shownPath}?${shown.join('&')}`;
}

/**
 * One line a request: what, how it ended, how long it took, who. No header, no body, no token (OPS-03). Reading that went
 * well is logged at debug level only.
 */
export function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: withoutSecrets(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.caller?.userId,
      address: request.ip,
    };
    request.log[levelOf(request, reply.statusCode)](line, 'request');
  });
}

/** Asked every few seconds by machines, which read the answer themselves. */
const watched = /^\/(?:health|metrics)\b/;

function levelOf({ method, url }: Request, status: number): 'debug' | 'info' | 'warn' {
  if (watched.test(url)) return 'debug';
  if (status >= 500) return 'warn';
  return status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
}

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
