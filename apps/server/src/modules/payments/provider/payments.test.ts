import { startPaymentProvider } from '@atalaia/fakes/payments/payment-provider';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { ProviderFailed } from '../../../errors/outbound-errors.ts';
import { createOutboundMetrics } from '../../../platform/outbound/outbound-metrics.ts';
import { refusalIn } from './payment-answers.ts';
import { type CustomersPage, createPayments } from './payments.ts';

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

async function scene(
  options: Parameters<typeof startPaymentProvider>[0] = {},
  timeoutMs = 2_000,
  mostPages = 100,
) {
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
    mostPages,
  });
  onTestFinished(payments.stop);
  return { provider, payments, registry, key: provider.key };
}

async function pagesOf(pages: AsyncGenerator<CustomersPage>): Promise<CustomersPage[]> {
  const read: CustomersPage[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

async function all(pages: AsyncGenerator<CustomersPage>): Promise<string[]> {
  return (await pagesOf(pages)).flatMap(({ customers }) => customers.map(({ id }) => id));
}

async function failureOf(promise: Promise<unknown>): Promise<ProviderFailed> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ProviderFailed);
  return error as ProviderFailed;
}

test('[PAY-01] customers come page by page by the relative meta.next, a hundred at a time, with the ApiKey header', async () => {
  const customers = Array.from({ length: 250 }, (_, at) => ({ ...input, cpf_cnpj: String(at) }));
  const { payments, provider, key } = await scene({ customers });
  expect(await all(payments.customers(key))).toHaveLength(250);
  const urls = provider.requested.map(({ path, query }) => `${path}?${query}`);
  expect(urls).toEqual(
    [0, 100, 200].map((from) => `/api/v1/customers/?limit=100${from ? `&offset=${from}` : ''}`),
  );
  expect(new Set(provider.requested.map(({ headers }) => headers.authorization))).toEqual(
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
  expect(elsewhere.requested).toEqual([]);
});

test('[PAY-01] a customer is made, read, changed and confirmed; a seller is made', async () => {
  const { payments, provider, key } = await scene();
  const id = await payments.create(key, input);
  await payments.confirm(key, id, input);
  await payments.update(key, id, { ...input, full_name: 'Ana' });
  expect(await payments.read(key, id)).toMatchObject({ id, full_name: 'Ana', complement: '' });
  expect(provider.requested.map(({ method, path }) => `${method} ${path.replace('/api/v1/', '')}`)).toEqual([
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

test('[PAY-01] a list of refusals, dotted names and words beside codes come to their fields; depth and length are bounded', () => {
  const reported = (body: unknown) => {
    const { fields, words } = refusalIn(JSON.stringify(body));
    return [Object.fromEntries(fields), words];
  };
  expect(reported({ errors: [{ field: 'email', message: 'inválido' }] })).toEqual([
    { email: 'inválido' },
    undefined,
  ]);
  expect(
    reported([
      { param: 'customer.phone', msg: 'curto' },
      { path: '/address/0/zip_code', message: ['x', 'y'] },
    ]),
  ).toEqual([{ phone: 'curto', zip_code: 'x y' }, undefined]);
  expect(reported({ errorMessage: 'não', error: { 'customer[email]': 'z' } })).toEqual([
    { email: 'z' },
    'não',
  ]);
  const deep = `${'['.repeat(30_000)}"x"${']'.repeat(30_000)}`;
  expect(refusalIn(deep)).toEqual({ fields: new Map(), words: undefined });
  const long = refusalIn(JSON.stringify({ [`${'n'.repeat(5_000)}`]: ['w'.repeat(5_000), 'v'] }));
  expect([...long.fields].map(([name, words]) => [name.length, words.length])).toEqual([[100, 500]]);
});

test('[PAY-01] an empty page has a page after it, a row without a number hides no other, and what has no end is left at the bound', async () => {
  const customers = Array.from({ length: 250 }, (_, at) => ({ ...input, cpf_cnpj: String(at) }));
  const { payments, provider, key } = await scene({ customers });
  provider.manners.emptyPageFrom = 100;
  expect(await all(payments.customers(key))).toHaveLength(150);
  provider.behave();
  provider.manners.rowsWithoutId = true;
  const pages = await pagesOf(payments.customers(key));
  expect(pages.map((page) => [page.customers.length, page.unreadable, page.isCut])).toEqual([
    [100, 1, false],
    [100, 1, false],
    [50, 1, false],
  ]);
  const bounded = await scene({ customers }, 2_000, 2);
  const cut = await pagesOf(bounded.payments.customers(key));
  expect(cut.map(({ isCut }) => isCut)).toEqual([false, true]);
});

test('[PAY-01] every field is compared: a part of what was sent, an empty one and an old note are not kept', async () => {
  const { payments, provider, key } = await scene();
  const first = { ...input, cc_email: 'c@example.com', notes: 'old', number: '12', complement: 'ap 1' };
  const id = await payments.create(key, { ...first, full_name: 'Ana Maria Silva', type: 'J' });
  provider.manners.savesNothing = true;
  const otherwise = async (sent: typeof first) => [
    ...(await failureOf(payments.confirm(key, id, { ...sent }))).fields.keys(),
  ];
  await payments.update(key, id, { ...first, number: '2', full_name: 'Silva' });
  expect(await otherwise({ ...first, number: '2', full_name: 'Silva' })).toEqual([
    'full_name',
    'number',
    'type',
  ]);
  const changed = { ...first, full_name: 'Ana Maria Silva', type: 'J', cc_email: 'n@example.com', notes: '' };
  expect(await otherwise({ ...changed, complement: 'ap 2' })).toEqual(['cc_email', 'complement', 'notes']);
  provider.manners.empties = ['street'];
  expect(await otherwise({ ...first, full_name: 'Ana Maria Silva', type: 'J' })).toEqual(['street']);
});

test('[PAY-01] a page of a proxy says nothing of a customer, words of an error in a yes are a no, and a key that no header carries is not sent', async () => {
  const { payments, provider, key } = await scene();
  const id = await payments.create(key, input);
  provider.manners.answersWrites = { status: 404, body: '<h1>404</h1>' };
  expect((await failureOf(payments.update(key, id, input))).fault).toBe('unreachable');
  provider.manners.answersWrites = { status: 200, body: { id: 7, errorMessage: 'não salvo' } };
  const refused = await failureOf(payments.create(key, { ...input, cpf_cnpj: '1' }));
  expect([refused.fault, refused.words]).toEqual(['refused', 'não salvo']);
  const requested = provider.requested.length;
  for (const wrong of ['chave中', 'a\nb', 'ç']) {
    expect((await failureOf(payments.create(wrong, input))).fault).toBe('key-refused');
  }
  expect(provider.requested).toHaveLength(requested);
});
