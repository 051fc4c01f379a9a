import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createOutbound, type OutboundSettings } from './outbound.ts';
import { createOutboundMetrics } from './outbound-metrics.ts';
import { startWebService } from './testing/web-service.ts';

function outbound(settings: Partial<OutboundSettings> = {}) {
  const registry = new Registry();
  const metrics = createOutboundMetrics(registry);
  return { call: createOutbound({ service: 'geocoder', metrics, ...settings }), registry };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function failureOf(promise: Promise<unknown>): Promise<DeliveryFailed> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DeliveryFailed);
  return error as DeliveryFailed;
}

test('an answer comes back whole, and is counted', async () => {
  const service = await startWebService((response) => response.end('água'));
  const { call, registry } = outbound();
  expect(await call({ url: service.url })).toMatchObject({ status: 200, text: 'água' });
  expect(await registry.metrics()).toContain(
    'atalaia_outbound_calls_total{service="geocoder",outcome="done"} 1',
  );
});

test.each([
  [404, { certainlyNotSent: true, isLasting: true }],
  [429, { certainlyNotSent: true, isLasting: false }],
  [503, { certainlyNotSent: true, isLasting: false }],
  [502, { certainlyNotSent: false, isLasting: false }],
])('the status %i says whether it may be tried again', async (status, expected) => {
  const service = await startWebService((response) => response.writeHead(status).end());
  expect(await failureOf(outbound().call({ url: service.url }))).toMatchObject({ status, ...expected });
  expect(service.received).toHaveLength(1);
});

test('a look-up is asked again after a passing failure, and nothing else is', async () => {
  let failures = 1;
  const service = await startWebService((response) => response.writeHead(failures-- > 0 ? 500 : 200).end());
  expect(await outbound().call({ url: service.url, isRepeatable: true })).toMatchObject({ status: 200 });
  expect(service.received).toHaveLength(2);
});

test('no answer in time may have been taken all the same', async () => {
  const service = await startWebService(() => undefined);
  const failure = await failureOf(outbound({ timeoutMs: 100 }).call({ url: service.url, method: 'POST' }));
  expect(failure).toMatchObject({ certainlyNotSent: false, mayRepeat: false });
});

test('nobody at the address: certainly not sent', async () => {
  const failure = await failureOf(outbound().call({ url: `http://127.0.0.1:${await freePort()}/` }));
  expect(failure.mayRepeat).toBe(true);
});

test('an answer over the bound is cut off', async () => {
  const service = await startWebService((response) => response.end('x'.repeat(5_000)));
  const failure = await failureOf(outbound({ mostAnswerBytes: 1_000 }).call({ url: service.url }));
  expect(failure.message).toContain('longer than 1000 bytes');
});

test('a redirection is not followed to where nobody configured', async () => {
  const service = await startWebService((response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  );
  await failureOf(outbound().call({ url: service.url }));
  expect(service.received).toHaveLength(1);
});

test('who gives up ends the call', async () => {
  const service = await startWebService(() => undefined);
  const reason = new Error('gave up');
  const requested = outbound().call({ url: service.url, signal: AbortSignal.abort(reason) });
  await expect(requested).rejects.toBe(reason);
});

test('a service that fails five times in a row is left alone for a while', async () => {
  const service = await startWebService((response) => response.writeHead(500).end());
  const { call, registry } = outbound();
  for (let i = 0; i < 5; i++) await failureOf(call({ url: service.url }));
  const failure = await failureOf(call({ url: service.url }));
  expect(failure).toMatchObject({ mayRepeat: true, retryAfterMs: 30_000 });
  expect(service.received).toHaveLength(5);
  expect(await registry.metrics()).toContain('atalaia_outbound_resting{service="geocoder"} 1');
});

test('refusals of single messages leave the service open for others', async () => {
  const service = await startWebService((response) => response.writeHead(400).end());
  const { call } = outbound();
  for (let i = 0; i < 7; i++) await failureOf(call({ url: service.url }));
  expect(service.received).toHaveLength(7);
});
