import { Counter, Histogram, type Registry } from 'prom-client';
import type { App, Request } from './app-type.ts';

/**
 * Parameters that carry a session's token (AUTH-06), what a provider lets sign in by, a place, or what somebody looks for (a name, a plate, a CPF), however
 * their names are written.
 */
const secretParameters: ReadonlySet<string> = new Set([
  ...['code', 'state', 'session_state'],
  ...['token', 'b', 'latitude', 'longitude', 'lat', 'lon'],
  ...['keyword', 'q', 'search', 'term', 'name', 'uniqueid', 'document', 'plate', 'phone', 'email'],
]);

/** Addresses whose last part opens what somebody shared (SHARE-01). */
const sharedPath = /^(\/(?:api\/location|shared)\/)(?!sessions?(?:\/|$))[^/]+/i;

/** An address as a log may hold it: without tokens, where somebody is, and whom one looks for (OPS-03). */
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

/** `/api/devices` of `/api/devices/:id/accumulators`: what a label names, so that the metrics stay small however much is used. */
export function routeGroup(route: string | undefined): string {
  const [first, second] = (route ?? '').split('/').filter(Boolean);
  if (first === undefined) return route === undefined ? 'none' : '/';
  return first === 'api' && second ? `/api/${second}` : `/${first}`;
}

/** How many answers there were, and how long they take, by groups of routes. */
export function measureRequests(app: App, metrics: Registry): void {
  const seconds = new Histogram({
    name: 'atalaia_http_request_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['route'],
    buckets: [0.02, 0.1, 0.5, 2.5, 10],
    registers: [metrics],
  });
  const requests = new Counter({
    name: 'atalaia_http_requests_total',
    help: 'Answers by the first digit of their status',
    labelNames: ['route', 'status'],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = routeGroup(request.routeOptions.url);
    seconds.observe({ route }, reply.elapsedTime / 1000);
    requests.inc({ route, status: `${Math.floor(reply.statusCode / 100)}xx` });
  });
}
