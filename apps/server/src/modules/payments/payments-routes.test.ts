import { startPaymentProvider } from '@atalaia/fakes/payments/payment-provider';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createPayments } from './provider/payments.ts';

const provider = await startPaymentProvider();
afterAll(() => provider.close());
const registry = new Registry();
const payments = createPayments({
  config: {
    payments: {
      url: provider.url,
      authorization: 'ApiKey {key}',
      updateMethod: 'PUT',
      timeoutMs: 1_500,
      customerPage: 'https://panel.example.com/c/{id}',
    },
  },
  metrics: createOutboundMetrics(registry),
});
const { ask, world, pool, secrets, services, logLines } = await createTestApp({ payments });
const attributes = (key = provider.key) =>
  JSON.stringify({ payment_provider: 'pagador', apiKeySeller: secrets.seal(key) });
const admin = await world.person({ administrator: true, attributes: attributes() });
const { token } = admin;

beforeEach(() => {
  provider.behave();
  for (const id of provider.customers.keys()) provider.drop(id);
});

let made = 0;
const customer = (more: object = {}) => ({
  ...{ cpfCnpj: `${10_000_000_000 + ++made}`, type: 'F', name: 'Maria', street: 'Rua A', number: '10' },
  ...{ neighborhood: 'Centro', city: 'Fortaleza', state: 'CE', postalCode: '60311-280' },
  ...{
    phone: '(85) 99999-0000',
    notificationEmail: 'maria@example.com',
    category: 'client',
    status: 'active',
  },
  ...more,
});
const save = async (body: object, by = token) =>
  (await ask('POST', '/api/customers', { token: by, body })).body;
const change = (id: number, body: object) => ask('PUT', `/api/customers/${id}`, { token, body });
const linkOf = async (id: number, by = token) =>
  (await ask('GET', `/api/payments/customers/${id}?wait=true`, { token: by })).body;
const send = async (id: number) => (await ask('POST', `/api/payments/customers/${id}`, { token })).body;
const only = () => [...provider.customers.values()];

test('[CUS-03] [PAY-01] a customer who is saved is created there, changed there when he is saved again, and opens in its panel', async () => {
  const body = customer({ complement: null, notes: null });
  const { id } = await save(body);
  const link = await linkOf(id);
  const [there] = only();
  expect(link).toMatchObject({ customerId: id, state: 'linked', fault: null, providerId: String(there?.id) });
  expect(link.page).toBe(`https://panel.example.com/c/${there?.id}`);
  expect(there).toMatchObject({
    ...{ full_name: 'Maria', cpf_cnpj: body.cpfCnpj, email: 'maria@example.com', cc_email: '', notes: '' },
    ...{ phone_number: '85999990000', postal_code: '60311280', number: '10', neighborhood: 'Centro' },
    ...{ complement: null, street: 'Rua A', city: 'Fortaleza', state: 'CE', type: 'F' },
  });
  await change(id, { ...body, name: 'Ana', notes: 'pays late', secondaryEmail: 'a@example.com' });
  expect((await linkOf(id)).state).toBe('linked');
  expect(only()).toMatchObject([{ full_name: 'Ana', notes: 'pays late', cc_email: 'a@example.com' }]);
});

test("[CUS-03] fields that the provider refuses come by the customer's own names, who is saved here all the same; mended, he is linked", async () => {
  const body = customer({ notificationEmail: 'maria@example', phone: '9999' });
  const { id } = await save(body);
  expect(await linkOf(id)).toMatchObject({
    state: 'failed',
    fault: 'refused',
    providerId: null,
    words: null,
    fields: [
      { path: 'notificationEmail', message: 'Informe um e-mail válido.' },
      { path: 'phone', message: 'O telefone deve ter DDD e 8 ou 9 dígitos.' },
    ],
  });
  expect((await ask('GET', `/api/customers/${id}`, { token })).body.notificationEmail).toBe('maria@example');
  await change(id, { ...body, notificationEmail: 'maria@example.com', phone: '85999990000' });
  expect(await linkOf(id)).toMatchObject({ state: 'linked', fault: null, fields: [] });
  expect(only()).toHaveLength(1);
});

test('[CUS-03] [FLT-02] a provider that is down or hangs never keeps a customer from being saved; the link says so and is tried again', async () => {
  provider.manners.down = 503;
  const { id } = await save(customer());
  expect(await linkOf(id)).toMatchObject({ state: 'failed', fault: 'unreachable' });
  provider.behave();
  provider.manners.hangs = true;
  const { id: other } = await save(customer());
  expect(other).toBeGreaterThan(id);
  // answered while the provider still hangs
  const pending = await ask('GET', `/api/payments/customers/${other}`, { token });
  expect(pending.body.state).toBe('pending');
  expect(await linkOf(other)).toMatchObject({ state: 'failed', fault: 'uncertain' });
  provider.behave();
  expect(await send(id)).toMatchObject({ state: 'linked', fault: null });
});

test('[PAY-01] what may have been created by an attempt without an answer is looked for before another, and made once', async () => {
  provider.manners.losesAnswers = true;
  const { id } = await save(customer());
  expect(await linkOf(id)).toMatchObject({ fault: 'uncertain', providerId: null });
  expect(only()).toHaveLength(1);
  provider.behave();
  expect(await send(id)).toMatchObject({ state: 'linked', providerId: String(only()[0]?.id) });
  expect(only()).toHaveLength(1);
});

test('[PAY-01] a yes that saved nothing is told as that; one that is gone there is made anew on demand', async () => {
  provider.manners.savesNothing = true;
  const body = customer();
  const { id } = await save(body);
  expect(await linkOf(id)).toMatchObject({ fault: 'not-kept', providerId: null });
  provider.behave();
  const { providerId } = await send(id);
  provider.manners.savesNothing = true;
  await change(id, { ...body, name: 'Other' });
  expect(await linkOf(id)).toMatchObject({
    fault: 'not-kept',
    providerId,
    fields: [{ path: 'name', message: '' }],
  });
  provider.behave();
  provider.drop(Number(providerId));
  expect(await send(id)).toMatchObject({ state: 'failed', fault: 'gone', providerId: null });
  expect(await send(id)).toMatchObject({ state: 'linked' });
});

test('[PAY-01] who shares the key shares the links; another key has its own; without one nothing goes out', async () => {
  const { id } = await save(customer());
  await linkOf(id);
  const same = await world.person({ administrator: true, attributes: attributes() });
  const another = await world.person({ administrator: true, attributes: attributes('another') });
  const none = await world.person({ administrator: true });
  expect((await linkOf(id, same.token)).state).toBe('linked');
  expect((await linkOf(id, another.token)).state).toBe('none');
  const refused = await save(customer(), another.token);
  expect((await linkOf(refused.id, another.token)).fault).toBe('key-refused');
  const requested = provider.requested.length;
  const unsent = await save(customer(), none.token);
  expect((await linkOf(unsent.id, none.token)).state).toBe('none');
  expect(provider.requested).toHaveLength(requested);
  const answer = await ask('POST', `/api/payments/customers/${id}`, { token: none.token });
  expect([answer.status, answer.body.code, answer.body.details]).toEqual([
    409,
    'payments-not-set-up',
    { gap: 'no-provider' },
  ]);
});

test('[PAY-01] what an account lacks is said: a provider, a key, one that can be read', async () => {
  const gapOf = async (given: object) => {
    const person = await world.person({ attributes: JSON.stringify(given) });
    return (await ask('GET', '/api/payments', { token: person.token })).body;
  };
  expect(await gapOf({})).toEqual({ provider: null, gap: 'no-provider' });
  expect(await gapOf({ payment_provider: 'pagador' })).toEqual({ provider: 'pagador', gap: 'no-key' });
  expect((await gapOf({ payment_provider: 'pagador', apiKeySeller: 'sealed:v1:00000000:AA' })).gap).toBe(
    'key-unreadable',
  );
  expect((await ask('GET', '/api/payments', { token })).body).toEqual({ provider: 'pagador', gap: null });
});

test('[PAY-01] saved twice while the first is under way, the last word stands there', async () => {
  provider.manners.slowMs = 60;
  const body = customer();
  const { id } = await save(body);
  await change(id, { ...body, name: 'Second' });
  await change(id, { ...body, name: 'Third' });
  expect((await linkOf(id)).state).toBe('linked');
  expect(only()).toMatchObject([{ full_name: 'Third' }]);
});

test('[PAY-01] what a stopped server left behind is sent when it runs again', async () => {
  const { id } = await save(customer());
  const { providerId } = await linkOf(id);
  await pool.query(
    "UPDATE payment_links SET state = 'pending', changed_at = now() - interval '1 hour' WHERE customer_id = $1",
    [id],
  );
  await services.payments.sendForgotten();
  expect(await linkOf(id)).toMatchObject({ state: 'linked', providerId });
});

test('[KEPT-06] a customer of theirs is linked in one step by his document, once, and unlinked again', async () => {
  const body = customer({ cpfCnpj: '12.ABC.345/01DE-35', type: 'J' });
  const none = await world.person({ administrator: true });
  const { id } = await save(body, none.token);
  const { id: second } = await save(body, none.token);
  const there = provider.hold({
    full_name: ' Theirs ',
    cpf_cnpj: '12abc345/01de-35',
    email: 't@example.com',
  });
  const wrong = provider.hold({ full_name: 'Wrong', cpf_cnpj: '1' });
  const put = (customerId: number, providerId: string) =>
    ask('PUT', `/api/payments/customers/${customerId}/link`, { token, body: { providerId } });
  expect((await put(id, String(wrong.id))).body.code).toBe('payment-document-differs');
  const missing = await put(id, '999999');
  expect([missing.status, missing.body.details.fields[0].path]).toEqual([400, 'providerId']);
  expect((await put(id, '../sellers')).status).toBe(400);
  expect((await put(id, String(there.id))).body).toMatchObject({
    state: 'linked',
    providerId: String(there.id),
  });
  expect((await put(second, String(there.id))).body.code).toBe('payment-customer-taken');
  const deleted = await ask('DELETE', `/api/payments/customers/${id}/link`, { token });
  expect([deleted.status, deleted.body.state]).toEqual([200, 'none']);
  expect((await put(second, String(there.id))).status).toBe(200);
  const { rows } = await pool.query(
    "SELECT action, details FROM audit WHERE noun = 'customer' AND object_id = $1 ORDER BY id",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(['create', 'link', 'send', 'unlink']);
});

test('[KEPT-06] who has no other is listed on both sides, those of one document as a pair, and all pairs are linked at once', async () => {
  const none = await world.person({ administrator: true });
  await pool.query('DELETE FROM customers');
  const pair = await save(customer({ name: 'Pair' }), none.token);
  const alone = await save(customer({ name: 'Alone' }), none.token);
  const twice = customer({ name: 'Twice' });
  await save(twice, none.token);
  await save(twice, none.token);
  for (const [full_name, cpf_cnpj] of [
    ['Their pair', pair.cpfCnpj],
    ['Their twice', twice.cpfCnpj],
    ['Theirs alone', '77'],
  ]) {
    provider.hold({ full_name, cpf_cnpj, email: '' });
  }
  for (let more = 0; more < 150; more++) provider.hold({ full_name: `More ${more}`, cpf_cnpj: `x${more}` });
  const linked = await save(customer({ name: 'Linked' }));
  await linkOf(linked.id);

  const { body } = await ask('GET', '/api/payments/unmatched', { token });
  expect(body).toMatchObject({ thereCount: 153, hereCount: 4, pairCount: 1, linkedCount: 1 });
  expect(body.there.slice(0, 3)).toMatchObject([
    { name: 'Their pair', matches: [{ customerId: pair.id, name: 'Pair' }] },
    { name: 'Their twice', matches: [{ name: 'Twice' }, { name: 'Twice' }] },
    { name: 'More 0', matches: [] },
  ]);
  expect(body.here.map(({ name, matches }: { name: string; matches: [] }) => [name, matches.length])).toEqual(
    [
      ['Pair', 1],
      ['Twice', 1],
      ['Twice', 1],
      ['Alone', 0],
    ],
  );
  expect((await ask('POST', '/api/payments/links', { token })).body).toEqual({ linked: 1, ambiguous: 1 });
  expect((await linkOf(pair.id)).state).toBe('linked');
  expect((await linkOf(alone.id)).state).toBe('none');
  expect((await ask('POST', '/api/payments/links', { token })).body).toEqual({ linked: 0, ambiguous: 1 });
  provider.manners.down = 500;
  const failed = await ask('GET', '/api/payments/unmatched', { token });
  expect([failed.status, failed.body.code, failed.body.details.fault]).toEqual([
    502,
    'payment-failed',
    'unreachable',
  ]);
});

const seller = {
  ...{ email: 'loja@example.com', password: 'segredo', first_name: 'Ana', last_name: 'Sá' },
  ...{ cpf_cnpj: '11222333000181', business_description: 'y', birthdate: '1990-01-01' },
  ...{
    phone_number: '8533330000',
    postal_code: '60311280',
    street: 'Rua A',
    number: '1',
    complement: null,
  },
  ...{ neighborhood: 'C', city: 'F', state: 'CE', taxpayer_id: '1', types: 'company' },
  statement_descriptor: 'LOJA DA ANA',
};

test('[PAY-01] a seller is made; what the provider refuses of him comes by its fields, and 16 characters are the most', async () => {
  const post = (body: object) => ask('POST', '/api/payments/sellers', { token, body });
  const long = await post({ ...seller, statement_descriptor: 'SEVENTEEN LETTERS' });
  expect([long.status, long.body.details.fields[0].path]).toEqual([400, 'statement_descriptor']);
  const refused = await post({ ...seller, email: 'x' });
  expect([refused.status, refused.body.code, refused.body.details.fields]).toEqual([
    400,
    'payment-refused',
    [{ path: 'email', message: 'Informe um e-mail válido.' }],
  ]);
  expect((await post(seller)).body).toEqual({ id: '1' });
  const { rows } = await pool.query("SELECT details::text FROM audit WHERE noun = 'seller'");
  expect(JSON.stringify(rows)).not.toContain('segredo');
});

test('[PAY-01] a seller whose answer was lost is not made a second time by the same key, nor a customer sent', async () => {
  const post = (path: string, key: string, body?: object) =>
    ask('POST', `/api/payments/${path}`, { token, headers: { 'idempotency-key': key }, body });
  const before = provider.sellers.length;
  const [key, atOnce] = [crypto.randomUUID(), crypto.randomUUID()];
  provider.manners.losesAnswers = true;
  const lost = await post('sellers', key, seller);
  expect([lost.status, lost.body.details.fault]).toEqual([502, 'uncertain']);
  provider.behave();
  expect((await post('sellers', key, seller)).text).toBe(lost.text);
  expect(provider.sellers.length).toBe(before + 1);
  // the second while the first is under way
  provider.manners.slowMs = 100;
  const answers = await Promise.all([1, 2, 3].map(() => post('sellers', atOnce, seller)));
  const statuses = answers.map(({ status, body }) => (status === 200 ? 200 : body.code));
  expect(statuses.toSorted()).toEqual([200, 'already-received', 'already-received']);
  expect(provider.sellers.length).toBe(before + 2);
  provider.behave();

  const mended = crypto.randomUUID();
  expect((await post('sellers', mended, { ...seller, email: 'x' })).body.code).toBe('payment-refused');
  expect((await post('sellers', mended, seller)).status).toBe(200);
  expect(provider.sellers.length).toBe(before + 3);

  const { id } = await save(customer());
  await linkOf(id);
  const versionOf = async () =>
    (await pool.query('SELECT version FROM payment_links WHERE customer_id = $1', [id])).rows[0].version;
  const sent = crypto.randomUUID();
  const first = await post(`customers/${id}`, sent);
  const version = await versionOf();
  expect([first.status, (await post(`customers/${id}`, sent)).text]).toEqual([200, first.text]);
  expect(await versionOf()).toBe(version);
  provider.manners.slowMs = 100;
  const again = crypto.randomUUID();
  const sends = await Promise.all([1, 2, 3].map(() => post(`customers/${id}`, again)));
  expect(sends.filter(({ status }) => status === 200).length).toBe(1);
  expect(await versionOf()).toBe(version + 1);
});

test('[PAY-01] a seller who was made while the database failed is not made again by the same key', async () => {
  await pool.query(`
    CREATE FUNCTION refuse_sellers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'lost'; END $$;
    CREATE TRIGGER refuse_sellers BEFORE INSERT ON audit FOR EACH ROW WHEN (NEW.noun = 'seller')
    EXECUTE FUNCTION refuse_sellers()`);
  const before = provider.sellers.length;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const post = () => ask('POST', '/api/payments/sellers', { token, headers, body: seller });
  expect((await post()).status).toBe(500);
  await pool.query('DROP TRIGGER refuse_sellers ON audit');
  expect((await post()).body.code).toBe('already-received');
  expect(provider.sellers.length).toBe(before + 1);
});

test('[KEPT-06] [ROLE-02] whose devices are read-only links not his own customer with the pairs', async () => {
  const body = customer();
  const { id } = await save(body);
  await linkOf(id);
  const bound = await world.person({ customer_id: id, device_readonly: true, attributes: attributes() });
  const freed = await world.person({ customer_id: id, attributes: attributes() });
  await ask('DELETE', `/api/payments/customers/${id}/link`, { token });
  const pairs = async (by: string) => (await ask('POST', '/api/payments/links', { token: by })).body.linked;
  expect([await pairs(bound.token), await pairs(freed.token)]).toEqual([0, 1]);
  expect((await linkOf(id, freed.token)).state).toBe('linked');
});

test('[PAY-01] the key is in no answer, log, audit line or metric, even where the provider repeats it', async () => {
  provider.manners.repeatsKey = true;
  const { id } = await save(customer());
  expect(await linkOf(id)).toMatchObject({ words: 'not for …', fields: [{ message: '…?' }] });
  const { rows } = await pool.query(
    "SELECT (SELECT string_agg(a::text, '') FROM audit a) || (SELECT string_agg(l::text, '') FROM payment_links l) AS text",
  );
  for (const text of [rows[0].text, logLines.join(''), await registry.metrics()]) {
    expect(text).not.toContain(provider.key);
    expect(text).not.toContain('0123456789abcdef');
  }
});

test('[PAY-01] [CUS-03] links outlive a renewed key: each is read before it is written, and one that is another now is looked for by its document', async () => {
  const person = await world.person({ administrator: true, attributes: attributes() });
  const body = customer();
  const moved = customer({ name: 'Moved' });
  const { id } = await save(body, person.token);
  // sent before the next is saved: two are sent side by side, and come to the provider in any order
  const { providerId } = await linkOf(id, person.token);
  const { id: movedId } = await save(moved, person.token);
  const { providerId: oldId } = await linkOf(movedId, person.token);
  const renewed = 'renewed:fedcba9876543210';
  provider.manners.renewedKey = renewed;
  await pool.query('UPDATE users SET attributes = $1 WHERE id = $2', [attributes(renewed), person.id]);
  expect(await linkOf(id, person.token)).toMatchObject({ state: 'linked', providerId });
  const put = (one: number, given: object) =>
    ask('PUT', `/api/customers/${one}`, { token: person.token, body: given });
  await put(id, { ...body, name: 'Ana' });
  expect(await linkOf(id, person.token)).toMatchObject({ state: 'linked', providerId });
  expect(only()).toMatchObject([{ full_name: 'Ana' }, { full_name: 'Moved' }]);

  provider.drop(Number(oldId));
  const there = provider.hold({ full_name: 'Moved', cpf_cnpj: moved.cpfCnpj });
  await put(movedId, { ...moved, name: 'Found' });
  expect(await linkOf(movedId, person.token)).toMatchObject({
    state: 'linked',
    providerId: String(there.id),
  });
  expect(only()).toHaveLength(2);
  // the colleague who still has the old key has the same links
  const colleague = await world.person({ administrator: true, attributes: attributes() });
  expect((await linkOf(id, colleague.token)).providerId).toBe(providerId);
});

test('[PAY-01] a key in words is hidden however it is written, and words that no database takes end the order all the same', async () => {
  const key = 'firm/a+b==:0123456789';
  const person = await world.person({ administrator: true, attributes: attributes(key) });
  provider.manners.renewedKey = key;
  const refusedWith = async (body: string) => {
    provider.manners.answersWrites = { status: 400, body };
    const { id } = await save(customer(), person.token);
    return linkOf(id, person.token);
  };
  const response = JSON.stringify({ detail: `key ${key}`, email: [`x ${key} ${encodeURIComponent(key)}`] });
  expect(await refusedWith(response.replaceAll('/', String.raw`\/`))).toMatchObject({
    fault: 'refused',
    words: 'key …',
    fields: [{ path: 'notificationEmail', message: 'x … …' }],
  });
  expect(await refusedWith(String.raw`{"email":["inv\ud83d \u0000x"]}`)).toMatchObject({
    fault: 'refused',
    fields: [{ message: 'inv x' }],
  });
  expect(await refusedWith('['.repeat(30_000) + ']'.repeat(30_000))).toMatchObject({
    state: 'failed',
    fault: 'refused',
    words: null,
  });
  const listed = { errors: [{ field: 'email', message: 'inválido' }], zip_code: ['x'], document: 'z' };
  expect((await refusedWith(JSON.stringify({ ...listed, fullName: 'w', phone: 'y' }))).fields).toEqual([
    { path: 'notificationEmail', message: 'inválido' },
    { path: 'postalCode', message: 'x' },
    { path: 'cpfCnpj', message: 'z' },
    { path: 'name', message: 'w' },
    { path: 'phone', message: 'y' },
  ]);
});

test('[PAY-01] an order that never came to its end is begun five times and then given up', async () => {
  const { id } = await save(customer());
  await linkOf(id);
  const stand = (attempts: number) =>
    pool.query(
      "UPDATE payment_links SET state = 'pending', attempts = $1, changed_at = now() - interval '1 hour' WHERE customer_id = $2",
      [attempts, id],
    );
  const requested = provider.requested.length;
  await stand(5);
  await services.payments.sendForgotten();
  expect(await linkOf(id)).toMatchObject({ state: 'failed', fault: 'uncertain' });
  expect(provider.requested).toHaveLength(requested);
  await stand(4);
  await services.payments.sendForgotten();
  expect((await linkOf(id)).state).toBe('linked');
});

test("[PAY-01] a proxy's 404 cuts no link, and the next save makes no second one", async () => {
  const body = customer();
  const { id } = await save(body);
  const { providerId } = await linkOf(id);
  provider.manners.answersWrites = { status: 404, body: '<h1>404 Not Found</h1>' };
  await change(id, { ...body, number: '13' });
  expect(await linkOf(id)).toMatchObject({ state: 'failed', fault: 'unreachable', providerId });
  provider.manners.answersWrites = { status: 404, body: { detail: 'Not found.' } };
  expect(await send(id)).toMatchObject({ state: 'failed', fault: 'unreadable', providerId });
  provider.behave();
  expect(await send(id)).toMatchObject({ state: 'linked', providerId });
  expect(only()).toMatchObject([{ number: '13' }]);
});

test('[PAY-01] who is linked by hand is sent too, and a creation under way does not take his link from him', async () => {
  const none = await world.person({ administrator: true });
  const body = customer({ name: 'Ours' });
  const { id } = await save(body, none.token);
  const there = provider.hold({ full_name: 'Theirs', cpf_cnpj: body.cpfCnpj });
  const put = () =>
    ask('PUT', `/api/payments/customers/${id}/link`, { token, body: { providerId: String(there.id) } });
  expect((await put()).body).toMatchObject({ state: 'linked', providerId: String(there.id) });
  expect(provider.customers.get(there.id)).toMatchObject({ full_name: 'Ours' });

  await ask('DELETE', `/api/payments/customers/${id}/link`, { token });
  provider.drop(there.id);
  provider.manners.slowMs = 120;
  const requested = provider.requested.length;
  const sending = send(id);
  await expect
    .poll(() => provider.requested.slice(requested).some(({ method }) => method === 'POST'))
    .toBe(true);
  const theirs = provider.hold({ full_name: 'Theirs', cpf_cnpj: body.cpfCnpj });
  await pool.query(
    "UPDATE payment_links SET provider_id = $1, version = version + 1, state = 'linked' WHERE customer_id = $2",
    [theirs.id, id],
  );
  await sending;
  expect((await linkOf(id)).providerId).toBe(String(theirs.id));
});

test('[KEPT-06] the comparison ends when its asker is gone, one at a time reads, and what was not read is told', async () => {
  provider.hold({ full_name: `With ${provider.key}`, cpf_cnpj: '1' });
  provider.manners.rowsWithoutId = true;
  const { body } = await ask('GET', '/api/payments/unmatched', { token });
  expect(body).toMatchObject({ thereCount: 1, unreadableCount: 1, isCut: false });
  expect(body.there[0].name).toBe('With …');
  provider.behave();
  provider.manners.endless = true;
  provider.manners.slowMs = 20;
  const aborted = new AbortController();
  const asker = { id: admin.id, user: { id: admin.id, attributes: JSON.parse(attributes()) } };
  const requested = provider.requested.length;
  const read = () => services.unmatchedPayments.read(asker as never, aborted.signal);
  const readings = [read(), read()].map((one) => one.catch((error: unknown) => error));
  await expect.poll(() => provider.requested.length).toBeGreaterThan(requested + 3);
  const pages = provider.requested.slice(requested).map(({ query }) => query.get('offset'));
  expect(new Set(pages).size).toBe(pages.length);
  aborted.abort();
  await Promise.all(readings);
  const left = provider.requested.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(provider.requested.length).toBeLessThanOrEqual(left + 1);
});
