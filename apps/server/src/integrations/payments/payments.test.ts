import { startPaymentProvider } from '@atalaia/stand-ins/payments/payment-provider';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { PaymentFailed } from '../../payment-failed.ts';
import { createOutboundMetrics } from '../outbound/outbound-metrics.ts';
import { refusalIn } from './payment-failures.ts';
import { createPayments } from './payments.ts';

const input = {
  ...{ cc_email: '', email: 'maria@example.com', full_name: 'Maria', cpf_cnpj: '52998224725' },
  ...{ phone_number: '85999990000', postal_code: '60311280', number: '10', neighborhood: 'Centro' },
  ...{ complement: null, street: 'Rua A', city: 'Fortaleza', state: 'CE', type: 'F', notes: '' },
};
const seller = {
  ...{
    email: 'loja@example.com',
    password: 'x',
    first_name: 'Ana',
    last_name: 'Sá',
    cpf_cnpj: '11222333000181',
  },
  ...{
    business_description: 'y',
    birthdate: '1990-01-01',
    phone_number: '8533330000',
    postal_code: '60311280',
  },
  ...{ street: 'Rua A', number: '1', complement: null, neighborhood: 'C', city: 'F', state: 'CE' },
  ...{ taxpayer_id: '1', types: 'company', statement_descriptor: 'LOJA' },
};

async function scene(options: Parameters<typeof startPaymentProvider>[0] = {}, timeoutMs = 2_000) {
  const provider = await startPaymentProvider(options);
  onTestFinished(() => provider.close());
  const registry = new Registry();
  const payments = createPayments({
    config: {
      payments: {
        url: provider.url,
        authorization: 'ApiKey {key}',
        updateMethod: 'PUT',
        timeoutMs,
        customerPage: 'https://panel.example.com/c/{id}',
      },
    },
    metrics: createOutboundMetrics(registry),
  });
  onTestFinished(payments.stop);
  return { provider, payments, registry, key: provider.key };
}

async function all(pages: AsyncGenerator<readonly { id: string }[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const page of pages) ids.push(...page.map(({ id }) => id));
  return ids;
}

async function failureOf(promise: Promise<unknown>): Promise<PaymentFailed> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PaymentFailed);
  return error as PaymentFailed;
}

test('[PAY-01] customers come page by page by the relative meta.next, a hundred at a time, with the ApiKey header', async () => {
  const customers = Array.from({ length: 250 }, (_, at) => ({ ...input, cpf_cnpj: String(at) }));
  const { payments, provider, key } = await scene({ customers });
  expect(await all(payments.customers(key))).toHaveLength(250);
  const urls = provider.asked.map(({ path, query }) => `${path}?${query}`);
  expect(urls).toEqual(
    [0, 100, 200].map((from) => `/api/v1/customers/?limit=100${from ? `&offset=${from}` : ''}`),
  );
  expect(new Set(provider.asked.map(({ headers }) => headers.authorization))).toEqual(
    new Set([`ApiKey ${key}`]),
  );
});

test('[PAY-01] pages that repeat come to an end, and one of another host is never asked, nor handed the key', async () => {
  const customers = Array.from({ length: 150 }, (_, at) => ({ ...input, cpf_cnpj: String(at) }));
  const { payments, provider, key } = await scene({ customers });
  provider.manners.repeatsPages = true;
  expect(await all(payments.customers(key))).toHaveLength(100);
  provider.behave();
  const elsewhere = await startPaymentProvider();
  onTestFinished(() => elsewhere.close());
  provider.manners.nextElsewhere = elsewhere.url.replace('/api/v1/', '');
  expect((await failureOf(all(payments.customers(key)))).fault).toBe('unreadable');
  expect(elsewhere.asked).toEqual([]);
});

test('[PAY-01] a customer is made, read, changed and confirmed; a seller is made', async () => {
  const { payments, provider, key } = await scene();
  const id = await payments.create(key, input);
  await payments.confirm(key, id, input);
  await payments.update(key, id, { ...input, full_name: 'Ana' });
  expect(await payments.read(key, id)).toMatchObject({ id, full_name: 'Ana', complement: '' });
  expect(provider.asked.map(({ method, path }) => `${method} ${path.replace('/api/v1/', '')}`)).toEqual([
    'POST customers/',
    'GET customers/1',
    'PUT customers/1',
    'GET customers/1',
  ]);
  expect(await payments.createSeller(key, seller)).toBe('1');
  expect(provider.sellers).toEqual([seller]);
  expect(payments.pageOf('a/b')).toBe('https://panel.example.com/c/a%2Fb');
});

test('[PAY-01] what an answer without a body made is known by its address', async () => {
  const { payments, provider, key } = await scene();
  provider.manners.answersEmpty = true;
  const id = await payments.create(key, input);
  await payments.update(key, id, input);
  expect(provider.customers.has(Number(id))).toBe(true);
});

test('[PAY-01] a yes that saved nothing is found out by reading back; masks, capitals and stray blanks are no other value', async () => {
  const { payments, provider, key } = await scene();
  provider.manners.strayBlanks = true;
  const id = await payments.create(key, input);
  await payments.confirm(key, id, { ...input, phone_number: '5585999990000', full_name: 'MARÍA' });
  provider.manners.savesNothing = true;
  await payments.update(key, id, { ...input, full_name: 'Another' });
  const changed = await failureOf(payments.confirm(key, id, { ...input, full_name: 'Another' }));
  expect([changed.fault, [...changed.fields.keys()]]).toEqual(['not-kept', ['full_name']]);
  const made = await payments.create(key, { ...input, cpf_cnpj: '1' });
  expect((await failureOf(payments.confirm(key, made, input))).fault).toBe('not-kept');
});

test('[PAY-01] every failure says what may have come of it', async () => {
  const { payments, provider, key, registry } = await scene({}, 300);
  const { manners } = provider;
  const faultOf = async (work: () => Promise<unknown>) => {
    const { fault } = await failureOf(work());
    provider.behave();
    return fault;
  };
  const refused = await failureOf(payments.create(key, { ...input, email: 'x', phone_number: '1' }));
  expect([refused.fault, Object.fromEntries(refused.fields)]).toEqual([
    'refused',
    { email: 'Informe um e-mail válido.', phone_number: 'O telefone deve ter DDD e 8 ou 9 dígitos.' },
  ]);
  expect(await faultOf(() => payments.update(key, '99', input))).toBe('gone');
  expect(await faultOf(() => payments.create('wrong', input))).toBe('key-refused');
  manners.errorCode = 'E7';
  expect(await faultOf(() => payments.create(key, input))).toBe('refused');
  manners.down = 503;
  expect(await faultOf(() => payments.create(key, input))).toBe('unreachable');
  manners.down = 502;
  expect(await faultOf(() => payments.create(key, input))).toBe('uncertain');
  manners.hangs = true;
  expect(await faultOf(() => payments.create(key, input))).toBe('uncertain');
  manners.losesAnswers = true;
  expect(await faultOf(() => payments.create(key, input))).toBe('uncertain');
  expect(provider.customers.size).toBe(1);
  const absent = await scene();
  await absent.provider.close();
  expect((await failureOf(absent.payments.create(key, input))).fault).toBe('unreachable');
  expect(await registry.metrics()).not.toContain(key);
});

test('[PAY-01] refusals are read in every form that providers give them', () => {
  const fieldsOf = (body: unknown) => Object.fromEntries(refusalIn(JSON.stringify(body)).fields);
  expect(fieldsOf({ email: ['wrong', 'very'] })).toEqual({ email: 'wrong very' });
  expect(fieldsOf({ customers: { email: 'wrong', address: { street: ['long'] } } })).toEqual({
    email: 'wrong',
    street: 'long',
  });
  expect(refusalIn('{"detail":"No\\n way","errorcode":7}').words).toBe('No way 7');
  for (const text of ['<html>', '', 'null', '[]', '{"a":{"b":{"c":{"d":{"e":{"f":"deep"}}}}}}']) {
    expect(refusalIn(text)).toEqual({ fields: new Map(), words: undefined });
  }
});
