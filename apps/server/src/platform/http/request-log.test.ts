import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { measureRequests, routeGroup, withoutSecrets } from './request-log.ts';

test('[OPS-03] [AUTH-06] an address is logged without tokens, wherever they stand, and without places', () => {
  const logged: [string, string][] = [
    ['/api/session?token=secret&x=1', '/api/session?token=…&x=1'],
    ['/api/session?TOKEN=secret', '/api/session?TOKEN=…'],
    ['/api/socket?b=secret', '/api/socket?b=…'],
    ['/api/location/secret', '/api/location/…'],
    ['/shared/secret?x=1', '/shared/…?x=1'],
    ['/api/location/session', '/api/location/session'],
    ['/api/location/sessions/7', '/api/location/sessions/7'],
    ['/api/server/geocode?latitude=-22.9&longitude=-47', '/api/server/geocode?latitude=…&longitude=…'],
    ['/osmand?id=1&lat=-22.9&lon=-47', '/osmand'],
    ['/api/devices/3?x=y', '/api/devices/3?x=y'],
    ['/api/customers?keyword=529.982.247-25&limit=10', '/api/customers?keyword=…&limit=10'],
    ['/api/devices?uniqueId=863', '/api/devices?uniqueId=…'],
  ];
  for (const [url, shown] of logged) expect(withoutSecrets(url)).toBe(shown);
});

test('[OPS-03] the metrics stay under 100 kB when every route has answered in every way', async () => {
  const { routes } = await createTestApp();
  const metrics = new Registry();
  type Answered = (request: object, reply: object) => Promise<void>;
  const hooks: Answered[] = [];
  measureRequests({ addHook: (_name: string, hook: Answered) => hooks.push(hook) } as never, metrics);
  expect(routes.length).toBeGreaterThan(200);
  for (const { url } of routes) {
    for (const statusCode of [200, 304, 404, 500]) {
      await hooks[0]?.({ method: 'GET', routeOptions: { url } }, { statusCode, elapsedTime: 3 });
    }
  }
  const text = await metrics.metrics();
  expect(text).toContain('atalaia_http_requests_total{route="/api/devices",status="4xx"}');
  expect(text.length).toBeLessThan(60_000);
  expect(['/api/devices/:id/image', '/health', '/', undefined].map(routeGroup)).toEqual([
    '/api/devices',
    '/health',
    '/',
    'none',
  ]);
});
