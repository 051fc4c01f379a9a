import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createDemoService } from './demo-service.ts';

/** The program of a demonstration, that answers what a test lets it answer. */
let requested: string[] = [];
let status = 202;
const program = createServer((request, response) => {
  requested.push(`${request.method} ${request.url}`);
  response.writeHead(status).end();
});
await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
afterAll(() => program.close());
const { port } = program.address() as AddressInfo;

const metrics = createOutboundMetrics(new Registry());
const demo = createDemoService(`http://127.0.0.1:${port}`, metrics);
const { ask, world } = await createTestApp({ demo });
const admin = await world.person({ administrator: true });
const person = await world.person();
const play = (token?: string) => ask('POST', '/api/demo/theft', { ...(token && { token }) });

beforeEach(() => {
  requested = [];
  status = 202;
});

test('[COCK-01] an administrator of a demonstration begins its theft; nobody else does', async () => {
  expect((await play()).status).toBe(401);
  expect((await play(person.token)).status).toBe(403);
  expect(requested).toEqual([]);
  expect((await ask('GET', '/api/demo', { token: admin.token })).body).toEqual({ theft: true });
  expect((await play(admin.token)).status).toBe(204);
  expect(requested).toEqual(['POST /theft']);
});

test('[COCK-01] a second theft waits for the end of the first, and a program that is away is told as that', async () => {
  status = 409;
  const second = await play(admin.token);
  expect([second.status, second.body.code]).toEqual([409, 'theft-under-way']);
  status = 500;
  const away = await play(admin.token);
  expect([away.status, away.body.code]).toEqual([502, 'demo-away']);
});

test('[COCK-01] a server that is no demonstration has no theft to play', async () => {
  const { ask: askOther, world: other } = await createTestApp();
  const { token } = await other.person({ administrator: true });
  expect((await askOther('GET', '/api/demo', { token })).body).toEqual({ theft: false });
  expect((await askOther('POST', '/api/demo/theft', { token })).status).toBe(404);
});
