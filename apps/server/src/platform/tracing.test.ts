import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { App } from './http/app-type.ts';
import { inSpan, openTracing, traceRequests } from './tracing.ts';

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly key: string; readonly value: object }[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}
interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Takes what a collector takes. */
async function collector() {
  const sent: Sent[] = [];
  const paths: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    paths.push(request.url);
    sent.push(JSON.parse(await text(request)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent, paths };
}

async function appOf() {
  const app = fastify();
  traceRequests(app as unknown as App);
  app.get('/devices/:id', async () => ({}));
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  stops.push(() => app.close());
  return app;
}

test('[OPS-03] requests and work are traced by route, with whose trace they belong to and how they ended, and nothing of their address', async () => {
  const { url, sent, paths } = await collector();
  const tracing = await openTracing(`${url}/`, { 'service.version': '1.2.3' });
  const app = await appOf();
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  await app.inject({ url: '/devices/7?token=secret', headers });
  await app.inject('/broken');
  expect(await inSpan('store batch', { positions: 3 }, async () => 'stored')).toBe('stored');
  await expect(inSpan('job x', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await tracing.stop();

  expect(new Set(paths)).toEqual(new Set(['/v1/traces']));
  expect(JSON.stringify(sent)).not.toMatch(/secret|devices\/7/);
  const [{ resourceSpans } = { resourceSpans: [] }] = sent;
  expect(resourceSpans[0]?.resource.attributes).toEqual(
    expect.arrayContaining([
      { key: 'service.name', value: { stringValue: 'atalaia' } },
      { key: 'service.version', value: { stringValue: '1.2.3' } },
    ]),
  );
  const spans = sent.flatMap((one) =>
    one.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((all) => all.spans)),
  );
  expect(spans.map(({ name, status }) => [name, status.code])).toEqual([
    ['GET /devices/:id', 0],
    ['GET /broken', 2],
    ['store batch', 0],
    ['job x', 2],
  ]);
  expect(spans[0]).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
  expect(spans[0]?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  expect(spans[2]?.attributes).toEqual([{ key: 'positions', value: { intValue: 3 } }]);
});

test('[OPS-03] without a collector nothing is traced, and what fails still fails', async () => {
  const app = await appOf();
  expect((await app.inject('/devices/7')).statusCode).toBe(200);
  expect(await inSpan('job x', {}, async () => 1)).toBe(1);
  await expect(inSpan('job x', {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
