import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createPostalCodes } from './provider/postal-codes.ts';

/** A service in the manner of ViaCEP that says what a test lets it say. */
let requested: string[] = [];
let answer: { status: number; body: unknown };
const service = createServer((request, response) => {
  requested.push(request.url ?? '');
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  setTimeout(() => response.writeHead(answer.status).end(body), 20);
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
const { port } = service.address() as AddressInfo;
afterAll(() => service.close());

const metrics = createOutboundMetrics(new Registry());
const config = { postalCodeUrl: `http://127.0.0.1:${port}/ws/{cep}/json/` };
const { ask, world } = await createTestApp({ postalCodes: createPostalCodes({ config, metrics }) });
const { token } = await world.person();
const found = {
  ...{ cep: '60311-280', logradouro: 'Rua Padre Graça', complemento: '', bairro: 'Jacarecanga' },
  ...{ localidade: 'Fortaleza', uf: 'CE', ddd: '85' },
};
const address = {
  street: 'Rua Padre Graça',
  neighborhood: 'Jacarecanga',
  city: 'Fortaleza',
  state: 'CE',
};
const read = (cep: string) => ask('GET', `/api/postal-codes/${cep}`, { token });

beforeEach(() => {
  requested = [];
  answer = { status: 200, body: found };
});

test('[CUS-01] the address of a postal code is told, with its hyphen or without, and asked for once', async () => {
  const { status, body } = await read('60311-280');
  expect([status, body]).toEqual([200, address]);
  expect((await read('60311280')).body).toEqual(address);
  expect(requested).toEqual(['/ws/60311280/json/']);
});

test('[CUS-01] many who ask for the same at once are one question', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => read('01001-000')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(requested).toEqual(['/ws/01001000/json/']);
});

test('[CUS-01] the other service of the country is understood too; a code of a whole town has no street', async () => {
  answer.body = { cep: '62900000', state: 'ce', city: 'Russas', neighborhood: null, street: null };
  expect((await read('62900-000')).body).toEqual({
    street: '',
    neighborhood: '',
    city: 'Russas',
    state: 'CE',
  });
});

test('[CUS-01] a code that is none is not found, whether the service says so in words or by its status', async () => {
  answer.body = { erro: 'true' };
  expect((await read('00000-001')).status).toBe(404);
  answer = { status: 404, body: { message: 'CEP NAO ENCONTRADO' } };
  expect((await read('00000-002')).status).toBe(404);
  expect((await read('00000-002')).status).toBe(404);
  expect(requested).toHaveLength(2);
});

test('[CUS-01] who is not signed in, or may only read, asks nobody; what is no code is refused by its field', async () => {
  expect((await ask('GET', '/api/postal-codes/60311-281')).status).toBe(401);
  const reader = await world.person({ readonly: true });
  expect((await ask('GET', '/api/postal-codes/60311-281', { token: reader.token })).status).toBe(403);
  const { status, body } = await read('6031-1281');
  expect([status, body.details.fields[0].path]).toEqual([400, 'params.cep']);
  expect(requested).toEqual([]);
});

test('[CUS-01] a service that fails or talks nonsense is told as that, is not remembered, and is asked again later', async () => {
  answer = { status: 500, body: '' };
  const failed = await read('60000-001');
  expect([failed.status, failed.body.code]).toEqual([502, 'postal-codes-unreachable']);
  for (const body of ['<html>', [], { localidade: 'X', uf: 'Ceará' }]) {
    answer = { status: 200, body };
    expect((await read('60000-001')).status).toBe(502);
  }
  answer = { status: 200, body: found };
  expect((await read('60000-001')).body).toEqual(address);
});

test('[CUS-01] where no service is set up, that is what is said', async () => {
  const { ask: askOther, world: other } = await createTestApp();
  const person = await other.person();
  const { status, body } = await askOther('GET', '/api/postal-codes/60311-280', { token: person.token });
  expect([status, body.code]).toEqual([409, 'postal-codes-not-set-up']);
});
