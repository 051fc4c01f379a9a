import { createHash, randomBytes } from 'node:crypto';
import { startOpenIdProvider, walkThrough } from '@atalaia/fakes/openid/openid-provider';
import { Secret, TOTP } from 'otpauth';
import { Registry } from 'prom-client';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { type Answer, createTestApp } from '../../testing/test-app.ts';
import { attemptDigest } from '../sessions/sign-in-attempts-queries.ts';
import { createOpenIdProvider } from './openid-provider.ts';

const publicUrl = 'http://atalaia.example';
const client = { clientId: 'atalaia', clientSecret: 'um segredo: + %' };
const registration = {
  ...client,
  redirectUris: [`${publicUrl}/api/session/openid/callback`],
  returnUris: [`${publicUrl}/login`],
};
const provider = await startOpenIdProvider();
provider.register(registration);
afterAll(() => provider.close());
afterEach(() => {
  provider.spoil();
  vi.useRealTimers();
});

const warned: unknown[] = [];
const log = { warn: (line: unknown) => void warned.push(line) };

function providerBy(env: Readonly<Record<string, string>>) {
  const { openId: settings } = loadConfig({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.clientSecret,
    ...env,
  });
  if (!settings) throw new Error('no provider is set up');
  return createOpenIdProvider({ settings, metrics: createOutboundMetrics(new Registry()), log });
}
const appBy = (env: Readonly<Record<string, string>>) =>
  createTestApp({ publicUrl, openId: providerBy(env) });

const plain = await appBy({});
const grouped = await appBy({
  OIDC_CREATE_USERS: 'true',
  OIDC_SCOPES: 'openid email profile groups',
  OIDC_GROUPS: 'Root=admin;Central=monitor;Auditors=monitor+readonly+no-desk;Clients=client',
});
const forced = await appBy({ OIDC_FORCE: 'true', OIDC_NAME: 'Acme' });
type TestApp = typeof plain;

const password = 'Mar alto 8';
const password_hash = await plain.services.passwords.hash(password);
let made = 0;
const login = () => `login-${++made}`;

/** A browser: it keeps cookies, and goes nowhere by itself. */
function createBrowser({ ask }: TestApp) {
  const cookies = new Map<string, string>();
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    more: object = {},
  ): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(method, path, { headers: { cookie, host: 'atalaia.example' }, ...more });
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, decodeURIComponent(value));
    }
    return answer;
  };
  const depart = async () => String((await send('GET', '/api/session/openid/auth')).headers.location);
  const comeBack = async ({ pathname, search }: URL) =>
    String((await send('GET', `${pathname}${search}`)).headers.location);
  return {
    cookies,
    send,
    depart,
    comeBack,
    /** The whole way; returns where the browser is led in the end. */
    enter: async (as: string) => comeBack(await walkThrough(await depart(), as)),
    take: (code?: string) =>
      send('POST', '/api/session/openid', { body: code === undefined ? {} : { code } }),
  };
}

const failed = (code: string) => `/login#openid-failed=${code}`;

/** A person of the provider, who has an account by his e-mail in one of the applications. */
async function personOf({ world }: TestApp, values: object = {}, claims: object = {}) {
  const person = await world.person({ password_hash, email_vouched: true, ...values });
  const as = login();
  provider.people.set(as, { email: person.email.toUpperCase(), email_verified: true, ...claims });
  return { ...person, as };
}
const auditOf = async ({ kysely }: TestApp, action: string) =>
  kysely
    .selectFrom('audit')
    .select(['user_id', 'object_id', 'details'])
    .where('action', '=', action)
    .execute();

test('[IDP-02] a person signs in at the provider: the cookie is set for apps of the field, and the page takes its session once', async () => {
  const person = await personOf(plain);
  const browser = createBrowser(plain);
  const away = new URL(await browser.depart());
  expect(away.origin).toBe(provider.issuer);
  expect(Object.fromEntries(away.searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: 'atalaia', scope: 'openid email profile' },
    ...{ code_challenge_method: 'S256', redirect_uri: `${publicUrl}/api/session/openid/callback` },
  });
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(away.searchParams.get(name)?.length, name).toBe(43);
  const returned = await walkThrough(away.href, person.as);
  const back = await browser.send('GET', `${returned.pathname}${returned.search}`);
  expect(back.headers.location).toBe('/login#openid');
  const given = ([back.headers['set-cookie']].flat() as string[]).filter((line) =>
    line.startsWith('atalaia_arrival='),
  );
  expect(given, 'it comes along from no other site').toEqual([
    expect.stringMatching(/; HttpOnly; SameSite=Strict$/),
  ]);
  expect((await browser.send('GET', '/api/session')).body).toMatchObject({ id: person.id, token: null });
  const arrival = browser.cookies.get('atalaia_arrival') ?? '';
  const taken = await browser.take();
  expect(taken.body).toMatchObject({ id: person.id, needsSecondFactor: false });
  expect(browser.cookies.has('atalaia_arrival')).toBe(false);
  browser.cookies.set('atalaia_arrival', arrival);
  expect((await plain.ask('GET', '/api/session', { token: taken.body.token })).status).toBe(200);
  expect((await browser.take()).body.code).toBe('openid-state');
  const [line] = (await auditOf(plain, 'openid-linked')).filter(
    ({ object_id }) => Number(object_id) === person.id,
  );
  expect(line?.details).toEqual({ by: 'email' });
  const lines = (await auditOf(plain, 'sign-in')).filter(({ user_id }) => user_id === person.id);
  expect(lines.map(({ details }) => details)).toEqual([{ provider: 'openid' }]);
  // who is let in was no guess
  const key = createHash('sha256').update(['return', '127.0.0.1'].join('\0')).digest();
  const { rows } = await plain.pool.query('SELECT FROM sign_in_attempts WHERE key = $1', [key]);
  expect(rows).toEqual([]);
  // strangers who guess his password keep him out of there no longer
  const place = attemptDigest('pair', '127.0.0.1', person.email.toLowerCase());
  const known = await plain.pool.query('SELECT is_known FROM sign_in_attempts WHERE key = $1', [place]);
  expect(known.rows).toEqual([{ is_known: true }]);
  // from then on he is known by his number there, whatever his e-mail says
  provider.people.set(person.as, { email: 'new@example.com', email_verified: false });
  const next = createBrowser(plain);
  expect(await next.enter(person.as)).toBe('/login#openid');
  expect((await next.take()).body.id).toBe(person.id);
});

/** As if so much time had passed since they came back. */
const pass = ({ pool }: TestApp, interval: string) =>
  pool.query('UPDATE openid_arrivals SET forget_at = forget_at - $1::interval', [interval]);

test('[IDP-02] the page’s session is taken by who bears its cookie, in five minutes, and by no page of another site', async () => {
  const person = await personOf(plain);
  const browser = createBrowser(plain);
  await browser.enter(person.as);
  const headers = {
    cookie: `atalaia_arrival=${browser.cookies.get('atalaia_arrival')}`,
    origin: 'http://bad.example',
  };
  const lured = await plain.ask('POST', '/api/session/openid', { headers, body: {} });
  expect([lured.status, lured.body.code]).toEqual([403, 'foreign-origin']);
  expect((await plain.ask('POST', '/api/session/openid', { body: {} })).body.code).toBe('openid-state');
  const other = { cookie: 'atalaia_arrival=made-up' };
  expect((await plain.ask('POST', '/api/session/openid', { headers: other, body: {} })).body.code).toBe(
    'openid-state',
  );
  // one who still has to show a code, too
  const withFactor = await personOf(plain);
  const totp = await withApp(plain, withFactor);
  const asked = createBrowser(plain);
  await asked.enter(withFactor.as);
  expect((await asked.take()).body.code).toBe('second-factor-needed');
  // sealed with another SECRET_KEY
  const { rows: sealed } = await plain.pool.query('SELECT mark, sealed FROM openid_arrivals');
  const foreign = createSecrets(randomBytes(32)).seal('{}');
  await plain.pool.query('UPDATE openid_arrivals SET sealed = $1', [foreign]);
  expect((await browser.take()).body.code).toBe('openid-state');
  for (const row of sealed)
    await plain.pool.query('UPDATE openid_arrivals SET sealed = $1 WHERE mark = $2', [row.sealed, row.mark]);
  await pass(plain, '5 minutes');
  expect((await browser.take()).body.code).toBe('openid-state');
  expect((await asked.take(totp.generate())).body.code).toBe('openid-state');
  await plain.services.openId.forget();
  expect(await plain.kysely.selectFrom('openid_arrivals').selectAll().execute()).toEqual([]);
});

test('[IDP-02] a way back that this browser did not begin leads nowhere, nor one that is old, or was gone before', async () => {
  const person = await personOf(plain);
  const browser = createBrowser(plain);
  const returned = await walkThrough(await browser.depart(), person.as);
  const asked = provider.asked();
  expect(await createBrowser(plain).comeBack(returned), 'another browser').toBe(failed('openid-state'));
  const wrongState = new URL(returned);
  wrongState.searchParams.set('state', 'x'.repeat(43));
  const cookie = browser.cookies.get('atalaia_openid') ?? '';
  expect(await browser.comeBack(wrongState), 'another state').toBe(failed('openid-state'));
  browser.cookies.set('atalaia_openid', plain.secrets.seal('{}'));
  expect(await browser.comeBack(returned), 'a cookie of other things').toBe(failed('openid-state'));
  browser.cookies.set('atalaia_openid', cookie);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  expect(await browser.comeBack(returned), 'too late').toBe(failed('openid-state'));
  vi.useRealTimers();
  expect(provider.asked(), 'nobody asked the provider').toBe(asked);
  browser.cookies.set('atalaia_openid', cookie);
  expect(await browser.comeBack(returned)).toBe('/login#openid');
  browser.cookies.set('atalaia_openid', cookie);
  expect(await browser.comeBack(returned), 'a second time').toBe(failed('openid-state'));
  expect(provider.asked()).toBe(asked + 1);
});

test('[IDP-02] of two processes that the same way back leads to, one lets the person in', async () => {
  const person = await personOf(plain);
  const browser = createBrowser(plain);
  const { search } = await walkThrough(await browser.depart(), person.as);
  const cookie = browser.cookies.get('atalaia_openid');
  const place = { address: '10.9.0.1', userAgent: null };
  const services = [plain.services, plain.anotherProcess()];
  const ends = await Promise.allSettled(
    services.map(({ openId }) => openId.finish(new URLSearchParams(search), cookie, place)),
  );
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test.each([
  ['another nonce', (claims: object) => ({ ...claims, nonce: 'not-the-one' })],
  ['no nonce', ({ nonce: _, ...claims }: { nonce?: unknown }) => claims],
  ['another audience', (claims: object) => ({ ...claims, aud: 'somebody-else' })],
  ['an end that is past', (claims: object) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
  ['another issuer', (claims: object) => ({ ...claims, iss: 'https://bad.example' })],
  ['a subject without end', (claims: object) => ({ ...claims, sub: 's'.repeat(256) })],
])('[IDP-02] an ID token with %s lets nobody in', async (_, change) => {
  // the ID token says all, so that nothing is asked beside it
  const person = await personOf(
    plain,
    {},
    { ofToken: { email: 'x@example.com', email_verified: true, groups: [] } },
  );
  provider.spoil(change as Parameters<typeof provider.spoil>[0]);
  const browser = createBrowser(plain);
  expect(await browser.enter(person.as)).toBe(failed('openid-refused'));
  expect(browser.cookies.has('atalaia_session')).toBe(false);
  const lines = await auditOf(plain, 'sign-in-refused');
  expect(lines.at(-1)?.details).toEqual({ by: 'openid', reason: 'openid-refused' });
});

test('[IDP-02] an ID token that the provider did not sign lets nobody in', async () => {
  const person = await personOf(plain);
  provider.spoil(undefined, 'foreign');
  expect(await createBrowser(plain).enter(person.as)).toBe(failed('openid-refused'));
});

test('[IDP-02] a code is taken with the verifier of the browser that began, and once', async () => {
  const person = await personOf(plain);
  const [one, other] = [createBrowser(plain), createBrowser(plain)];
  const returned = await walkThrough(await one.depart(), person.as);
  // a code that was caught, brought along a way of one's own
  const own = new URL(await other.depart());
  returned.searchParams.set('state', own.searchParams.get('state') ?? '');
  expect(await other.comeBack(returned)).toBe(failed('openid-refused'));
});

test('[IDP-02] who turns back at the provider is told so', async () => {
  const person = await personOf(plain);
  const browser = createBrowser(plain);
  const returned = await walkThrough(await browser.depart(), person.as, true);
  expect(returned.searchParams.get('error')).toBe('access_denied');
  expect(await browser.comeBack(returned)).toBe(failed('openid-denied'));
});

test('[IDP-02] the first time an account is found by an e-mail that the provider says is his, and an administrator’s never', async () => {
  const unverified = await personOf(plain, {}, { email_verified: false });
  expect(await createBrowser(plain).enter(unverified.as)).toBe(failed('openid-unverified'));
  const silent = await personOf(plain, {}, { email_verified: undefined });
  expect(await createBrowser(plain).enter(silent.as)).toBe(failed('openid-unverified'));
  const nameless = await personOf(plain, {}, { email: undefined });
  expect(await createBrowser(plain).enter(nameless.as)).toBe(failed('openid-unverified'));
  const unknown = login();
  provider.people.set(unknown, { email: 'nobody@example.com', email_verified: true });
  expect(await createBrowser(plain).enter(unknown)).toBe(failed('openid-unknown'));
  // somebody's login of these letters is no e-mail
  await plain.world.person({ login: 'nobody@example.com' });
  expect(await createBrowser(plain).enter(unknown)).toBe(failed('openid-unknown'));
  const administrator = await personOf(plain, { administrator: true });
  expect(await createBrowser(plain).enter(administrator.as)).toBe(failed('openid-administrator'));
  const texted = await personOf(plain, {}, { email_verified: 'true' });
  expect(await createBrowser(plain).enter(texted.as)).toBe('/login#openid');
});

test('[IDP-02] an account that is linked with one person is not given to another who has its e-mail', async () => {
  const person = await personOf(plain);
  await createBrowser(plain).enter(person.as);
  const second = login();
  provider.people.set(second, { email: person.email, email_verified: true });
  expect(await createBrowser(plain).enter(second)).toBe(failed('openid-taken'));
});

test('[IDP-02] a disabled and an expired account are refused, known or not', async () => {
  for (const values of [{ disabled: true }, { expiration_time: '2020-01-01T00:00:00Z' }]) {
    const person = await personOf(plain, values);
    expect(await createBrowser(plain).enter(person.as)).toBe(failed('openid-account-ended'));
    expect(
      await plain.kysely
        .selectFrom('openid_identities')
        .selectAll()
        .where('user_id', '=', person.id)
        .execute(),
    ).toEqual([]);
  }
  // nor is one linked that ended on the way
  const leaving = await personOf(plain);
  const linking = createBrowser(plain);
  const { body, headers } = await plain.ask('POST', '/api/account/openid', {
    token: leaving.token,
    body: { currentPassword: password },
  });
  const [flow = ''] = [headers['set-cookie'] ?? []].flat() as string[];
  linking.cookies.set('atalaia_openid', decodeURIComponent(/=([^;]*)/.exec(flow)?.[1] ?? ''));
  await plain.kysely.updateTable('users').set({ disabled: true }).where('id', '=', leaving.id).execute();
  expect(await linking.comeBack(await walkThrough(body.url, leaving.as))).toBe(
    failed('openid-account-ended'),
  );
  const known = await personOf(plain);
  await createBrowser(plain).enter(known.as);
  await plain.kysely.updateTable('users').set({ disabled: true }).where('id', '=', known.id).execute();
  expect(await createBrowser(plain).enter(known.as)).toBe(failed('openid-account-ended'));
  // while he looks for his code
  const waiting = await personOf(plain);
  const totp = await withApp(plain, waiting);
  const browser = createBrowser(plain);
  await browser.enter(waiting.as);
  await plain.kysely.updateTable('users').set({ disabled: true }).where('id', '=', waiting.id).execute();
  expect((await browser.take(totp.generate())).body.code).toBe('openid-account-ended');
});

test('[IDP-02] who is away keeps nobody else out, and is asked anew by the next one', async () => {
  const person = await personOf(plain);
  const settings = { OIDC_ISSUER: 'http://127.0.0.1:9' };
  const alone = await createTestApp({ publicUrl, openId: providerBy(settings) });
  expect((await alone.ask('GET', '/api/server')).body).toMatchObject({
    openIdEnabled: true,
    openIdForce: false,
    openIdName: 'SSO',
  });
  expect(await createBrowser(alone).depart()).toBe(failed('openid-away'));
  const { email } = await alone.world.person({ password_hash, email_vouched: true });
  expect((await alone.ask('POST', '/api/session', { body: { email, password } })).status).toBe(200);
  // it goes between the way there and the way back
  const leaving = createBrowser(plain);
  const returned = await walkThrough(await leaving.depart(), person.as);
  const short = await startOpenIdProvider();
  short.register(registration);
  short.people.set(person.as, { email: person.email, email_verified: true });
  const fleeting = await createTestApp({ publicUrl, openId: providerBy({ OIDC_ISSUER: short.issuer }) });
  const browser = createBrowser(fleeting);
  const back = await walkThrough(await browser.depart(), person.as);
  await short.close();
  expect(await browser.comeBack(back)).toBe(failed('openid-away'));
  expect(await leaving.comeBack(returned)).toBe('/login#openid');
});

test('[IDP-02] what a provider said of itself an hour ago serves while it is away', async () => {
  const leaving = await startOpenIdProvider();
  leaving.register(registration);
  const known = providerBy({ OIDC_ISSUER: leaving.issuer });
  const flow = known.newFlow(`${publicUrl}/api/session/openid/callback`);
  const before = await known.signInUrl(flow);
  await leaving.close();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
  expect(await known.signInUrl(flow)).toBe(before);
});

test('[IDP-02] without a provider there is no such way, and the server says so', async () => {
  const bare = await createTestApp();
  expect((await bare.ask('GET', '/api/server')).body).toMatchObject({
    openIdEnabled: false,
    openIdName: null,
  });
  for (const path of ['auth', 'callback']) {
    const { status, body } = await bare.ask('GET', `/api/session/openid/${path}`);
    expect([status, body.code]).toEqual([404, 'not-found']);
  }
});

test('[IDP-02] groups give the profile and the rights, at every sign-in anew, and whoever is in none is refused', async () => {
  const as = login();
  const enter = async (groups: unknown) => {
    provider.people.set(as, { name: 'Ana', email: `${as}@example.com`, email_verified: true, groups });
    const browser = createBrowser(grouped);
    const end = await browser.enter(as);
    return end === '/login#openid' ? (await browser.take()).body : end;
  };
  expect(await enter(['Others'])).toBe(failed('openid-no-group'));
  expect(await enter(undefined)).toBe(failed('openid-no-group'));
  const made = await enter(['Others', 'Central']);
  expect(made).toMatchObject({
    name: 'Ana',
    email: `${as}@example.com`,
    administrator: false,
    readonly: false,
    deskRole: 'operator',
    attributes: { profile: 'central' },
  });
  const [created] = await auditOf(grouped, 'create');
  expect(created?.details).toEqual({ name: 'Ana', provider: 'openid' });
  expect(await enter('Auditors')).toMatchObject({ id: made.id, readonly: true, deskRole: 'none' });
  // the first of the settings holds, not the first of the person
  expect(await enter(['Clients', 'Central'])).toMatchObject({ readonly: false, deskRole: 'operator' });
  await grouped.kysely
    .updateTable('users')
    .set({ device_limit: 5, device_readonly: true })
    .where('id', '=', made.id)
    .execute();
  const client = await enter(['Clients']);
  // what no group names stays as it was set here
  expect(client).toMatchObject({ deviceLimit: 0, deviceReadonly: true, deskRole: 'none', attributes: {} });
  expect(client.attributes.profile).toBeUndefined();
  expect(await enter(['Root'])).toMatchObject({ administrator: true, attributes: {} });
  const changes = (await auditOf(grouped, 'update')).filter(({ object_id }) => Number(object_id) === made.id);
  expect(changes.at(-1)?.details).toEqual({
    ...{ changed: ['administrator'], provider: 'openid' },
    values: { administrator: [false, true] },
  });
  expect(await enter(['Others'])).toBe(failed('openid-no-group'));
  // nobody else is administrator
  expect(await enter(['Clients'])).toMatchObject({ administrator: true });
  await grouped.world.administrator();
  expect(await enter(['Clients'])).toMatchObject({ administrator: false });
});

test('[IDP-02] nobody is given another’s rights by typing his e-mail: an account is found by one that an administrator gave', async () => {
  const { ask, world } = grouped;
  const [admin, squatter] = [await world.administrator(), await world.person({ password_hash })];
  const manager = await world.person({ user_limit: -1 });
  const boss = login();
  const email = `${boss}@acme.example`;
  provider.people.set(boss, { email, email_verified: true, groups: ['Root'] });
  const put = (token: string, id: number, more: object) =>
    ask('PUT', `/api/users/${id}`, { token, body: { name: 'Ana', email, ...more } });
  expect((await put(squatter.token, squatter.id, { currentPassword: password })).status).toBe(200);
  expect(await createBrowser(grouped).enter(boss)).toBe(failed('openid-unvouched'));
  expect((await ask('GET', '/api/session', { token: squatter.token })).body.administrator).toBe(false);
  // an administrator who saves something else says nothing of the e-mail
  expect((await put(admin.token, squatter.id, { phone: '1' })).status).toBe(200);
  expect(await createBrowser(grouped).enter(boss)).toBe(failed('openid-unvouched'));
  await ask('DELETE', `/api/users/${squatter.id}`, { token: admin.token, body: {} });
  const create = (token: string) =>
    ask('POST', '/api/users', { token, body: { name: 'Boss', email, password: 'Mar alto 8' } });
  const { body: made } = await create(manager.token);
  expect(made.email).toBe(email);
  expect(await createBrowser(grouped).enter(boss)).toBe(failed('openid-unvouched'));
  await ask('DELETE', `/api/users/${made.id}`, { token: admin.token, body: {} });
  const given = (await create(admin.token)).body;
  const before = await world.openSession(given.id);
  const browser = createBrowser(grouped);
  expect(await browser.enter(boss)).toBe('/login#openid');
  expect((await browser.take()).body).toMatchObject({ id: given.id, administrator: true });
  expect((await ask('GET', '/api/session', { token: before })).status, 'opened with less').toBe(401);
});

test('[IDP-02] a name of the provider is kept as names are typed here', async () => {
  const as = login();
  const name = '\u202eAna\u0000 \n Maria\u200b ';
  provider.people.set(as, { name, email: `${as}@example.com`, email_verified: true, groups: ['Clients'] });
  const browser = createBrowser(grouped);
  expect(await browser.enter(as)).toBe('/login#openid');
  expect((await browser.take()).body.name).toBe('Ana Maria');
});

test('[IDP-02] nobody gets an account by an e-mail that no mail can be sent to', async () => {
  const as = login();
  provider.people.set(as, { email: 'no address', email_verified: true, groups: ['Clients'] });
  expect(await createBrowser(grouped).enter(as)).toBe(failed('openid-unverified'));
});

test('[IDP-02] groups lie where the settings say, and what the ID token does not say is asked of the provider', async () => {
  const app = await appBy({ OIDC_GROUPS: 'Central=monitor', OIDC_GROUPS_CLAIM: 'realm.roles' });
  const inToken = { realm: { roles: ['Central'] }, email_verified: true };
  const { world } = app;
  const { email } = await world.person({ email_vouched: true });
  const as = login();
  provider.people.set(as, { email, email_verified: true, ofToken: { ...inToken, email } });
  expect(await createBrowser(app).enter(as)).toBe('/login#openid');
  // an address of the one and a word of the other are not put together
  const other = await world.person({ email_vouched: true });
  const mixed = login();
  provider.people.set(mixed, {
    email: 'own@example.com',
    email_verified: true,
    ofToken: { realm: inToken.realm, email: other.email },
  });
  expect(await createBrowser(app).enter(mixed)).toBe(failed('openid-unknown'));
});

async function withApp(app: TestApp, person: { token: string; id: number }) {
  const { body } = await app.ask('POST', '/api/account/totp', {
    token: person.token,
    body: { currentPassword: password },
  });
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) });
  const confirm = { token: person.token, body: { code: totp.generate({ timestamp: Date.now() - 30_000 }) } };
  expect((await app.ask('POST', '/api/account/totp/confirm', confirm)).status).toBe(200);
  return totp;
}

test('[IDP-01] [IDP-02] who has a second factor here shows it, unless the provider says that it checked one', async () => {
  const person = await personOf(plain);
  const totp = await withApp(plain, person);
  const browser = createBrowser(plain);
  expect(await browser.enter(person.as)).toBe('/login#openid');
  expect(browser.cookies.has('atalaia_session'), 'not in yet').toBe(false);
  const arrival = browser.cookies.get('atalaia_arrival') ?? '';
  const asked = await browser.take();
  expect([asked.status, asked.body.code, asked.body.details]).toEqual([
    401,
    'second-factor-needed',
    { methods: ['totp'] },
  ]);
  expect((await browser.take('000000')).body.code).toBe('second-factor-wrong');
  const code = totp.generate();
  expect((await browser.take(code)).body).toMatchObject({ id: person.id, needsSecondFactor: false });
  expect(browser.cookies.has('atalaia_session')).toBe(true);
  browser.cookies.set('atalaia_arrival', arrival);
  expect((await browser.take(code)).body.code).toBe('openid-state');
  // the provider asked him for one
  provider.spoil((claims) => ({ ...claims, amr: ['pwd', 'mfa'] }));
  const strong = createBrowser(plain);
  await strong.enter(person.as);
  expect((await strong.take()).body.id).toBe(person.id);
  provider.spoil((claims) => ({ ...claims, amr: ['pwd'], acr: 'gold' }));
  const weak = createBrowser(plain);
  await weak.enter(person.as);
  expect((await weak.take()).body.code).toBe('second-factor-needed');
});

test('[IDP-01] [IDP-02] a profile that must have a second factor: the provider’s counts, by the level that the settings name too', async () => {
  const app = await appBy({ OIDC_SECOND_FACTOR_ACR: 'gold platinum', OIDC_CREATE_USERS: 'true' });
  const { kysely } = app;
  await kysely
    .updateTable('server_settings')
    .set({ attributes: { secondFactorClient: true } })
    .execute();
  const person = await personOf(app);
  const weak = createBrowser(app);
  expect(new URL(await weak.depart()).searchParams.get('acr_values')).toBe('gold platinum');
  await weak.enter(person.as);
  // with a password he may set one up
  expect((await weak.take()).body.needsSecondFactor).toBe(true);
  const made = login();
  provider.people.set(made, { email: `${made}@example.com`, email_verified: true });
  expect(await createBrowser(app).enter(made)).toBe(failed('openid-factor-missing'));
  provider.spoil((claims) => ({ ...claims, acr: 'platinum' }));
  for (const as of [person.as, made]) {
    const strong = createBrowser(app);
    expect(await strong.enter(as)).toBe('/login#openid');
    expect((await strong.take()).body.needsSecondFactor).toBe(false);
  }
  provider.spoil((claims) => ({ ...claims, acr: 'silver' }));
  const silver = createBrowser(app);
  await silver.enter(person.as);
  expect((await silver.take()).body.needsSecondFactor).toBe(true);
});

test('[IDP-02] where the provider is the only way, password, passkey and Basic open an administrator’s account alone', async () => {
  const { ask, world, services } = forced;
  expect((await ask('GET', '/api/server')).body).toMatchObject({ openIdForce: true, openIdName: 'Acme' });
  const [person, administrator] = [
    await world.person({ password_hash, email_vouched: true }),
    await world.person({ password_hash, administrator: true }),
  ];
  const enter = (email: string, given = password) =>
    ask('POST', '/api/session', { body: { email, password: given } });
  expect((await enter(person.email, 'wrong one')).body.code, 'nothing is told to who guesses').toBe(
    'invalid-credentials',
  );
  const right = await enter(person.email);
  expect([right.status, right.body.code]).toEqual([403, 'passwords-off']);
  for (let more = 0; more < 5; more += 1)
    expect((await enter(person.email)).status, 'a right password is no guess').toBe(403);
  expect((await enter(administrator.email)).status).toBe(200);
  const basic = async ({ email }: { email: string }) => {
    const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
    return (await ask('GET', '/api/session', { headers: { authorization } })).status;
  };
  expect([await basic(person), await basic(administrator)]).toEqual([403, 200]);
  const place = { address: '10.9.0.2', userAgent: null };
  await expect(services.sessions.signInByPasskey(person.id, place)).rejects.toMatchObject({
    code: 'passwords-off',
  });
  expect((await services.sessions.signInByPasskey(administrator.id, place)).session.id).toBe(
    administrator.id,
  );
  const as = login();
  provider.people.set(as, { email: person.email, email_verified: true });
  expect(await createBrowser(forced).enter(as)).toBe('/login#openid');
});

test('[IDP-02] an administrator links his account himself with his password, and takes the link away again', async () => {
  const person = await personOf(plain, { administrator: true });
  const { token } = person;
  const account = (method: 'GET' | 'POST' | 'DELETE', given?: string) =>
    browser.send(method, '/api/account/openid', {
      token,
      ...(given !== undefined && { body: { currentPassword: given } }),
    });
  const browser = createBrowser(plain);
  browser.send = (
    (send) =>
    (method, path, more = {}) => {
      const { token: bearer, ...rest } = more as { token?: string };
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = bearer === undefined ? {} : { headers: { cookie, authorization: `Bearer ${bearer}` } };
      return send(method, path, { ...rest, ...headers });
    }
  )(browser.send);
  expect((await account('GET')).body).toEqual({ provider: 'SSO', linked: null, hasPassword: true });
  expect((await account('POST', 'wrong one')).body.code).toBe('current-password-wrong');
  const begun = await account('POST', password);
  expect(await browser.comeBack(await walkThrough(begun.body.url, person.as))).toBe('/login#openid-linked');
  expect(browser.cookies.has('atalaia_arrival'), 'nobody was signed in by it').toBe(false);
  expect((await account('GET')).body.linked).toMatchObject({
    label: person.email.toUpperCase(),
    lastUsedAt: null,
  });
  expect(await createBrowser(plain).enter(person.as)).toBe('/login#openid');
  expect((await account('GET')).body.linked.lastUsedAt).not.toBeNull();
  // that person is somebody else's already
  const second = await plain.world.person({ password_hash });
  const other = createBrowser(plain);
  const start = await plain.ask('POST', '/api/account/openid', {
    token: second.token,
    body: { currentPassword: password },
  });
  const [flow = ''] = [start.headers['set-cookie'] ?? []].flat() as string[];
  other.cookies.set('atalaia_openid', decodeURIComponent(/=([^;]*)/.exec(flow)?.[1] ?? ''));
  expect(await other.comeBack(await walkThrough(start.body.url, person.as))).toBe(failed('openid-taken'));
  expect((await account('DELETE', 'wrong one')).body.code).toBe('current-password-wrong');
  expect((await account('DELETE', password)).status).toBe(204);
  expect((await account('DELETE', password)).body.code).toBe('not-found');
  expect(await createBrowser(plain).enter(person.as)).toBe(failed('openid-administrator'));
  const lines = [...(await auditOf(plain, 'openid-linked')), ...(await auditOf(plain, 'openid-unlinked'))];
  expect(lines.filter(({ object_id }) => Number(object_id) === person.id)).toHaveLength(2);
});

test('[IDP-02] who has no password keeps the link, and a program’s token changes nothing of it', async () => {
  const { ask, world } = plain;
  const person = await world.person();
  const away = await ask('DELETE', '/api/account/openid', {
    token: person.token,
    body: { currentPassword: 'x' },
  });
  expect([away.status, away.body.code]).toEqual([409, 'openid-only-way']);
  const known = await world.person({ password_hash });
  const made = await ask('POST', '/api/session/token', {
    token: known.token,
    body: { expiration: '2027-01-01T00:00:00Z' },
  });
  for (const method of ['POST', 'DELETE'] as const) {
    const { status } = await ask(method, '/api/account/openid', {
      token: made.text,
      body: { currentPassword: password },
    });
    expect(status).toBe(403);
  }
});

test('[IDP-02] a sign-out ends the session here, and says where the provider’s is', async () => {
  const person = await personOf(plain);
  const browser = createBrowser(plain);
  await browser.enter(person.as);
  const { token } = (await browser.take()).body;
  const { rows } = await plain.pool.query(
    'SELECT id_token FROM sessions WHERE user_id = $1 AND id_token IS NOT NULL',
    [person.id],
  );
  expect(rows.map(({ id_token }) => id_token)).toEqual([expect.stringMatching(/^sealed:/)]);
  const end = (bearer: string) => plain.ask('POST', '/api/session/openid/end', { token: bearer, body: {} });
  const { url } = (await end(token)).body;
  const there = new URL(url);
  expect(there.origin).toBe(provider.issuer);
  expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login`);
  expect(there.searchParams.get('id_token_hint')?.split('.')).toHaveLength(3);
  expect((await fetch(url)).status, 'the provider takes it').toBe(200);
  expect((await plain.ask('GET', '/api/session', { token })).status).toBe(401);
  // who came by his password has nothing to end there
  const other = await plain.world.person();
  expect((await end(other.token)).body).toEqual({ url: null });
  expect((await plain.ask('GET', '/api/session', { token: other.token })).status).toBe(401);
  const again = createBrowser(plain);
  await again.enter(person.as);
  const { token: next } = (await again.take()).body;
  const unread = createSecrets(randomBytes(32)).seal('an ID token');
  await plain.pool.query('UPDATE sessions SET id_token = $1 WHERE user_id = $2', [unread, person.id]);
  expect((await end(next)).body, 'sealed with another SECRET_KEY').toEqual({ url: null });
  // a page of another site ends no session of the browser's cookie
  const [carried, ofCookie] = [
    await plain.world.openSession(person.id),
    await plain.world.openSession(person.id),
  ];
  const headers = { cookie: `atalaia_session=${ofCookie}`, 'sec-fetch-site': 'cross-site' };
  await plain.ask('POST', '/api/session/openid/end', { token: carried, headers, body: {} });
  expect((await plain.ask('GET', '/api/session', { token: carried })).status).toBe(401);
  expect((await plain.ask('GET', '/api/session', { token: ofCookie })).status).toBe(200);
});

test('[IDP-02] [SEC-01] ways back that lead nowhere are counted by their address, and nothing of them stands in a log', async () => {
  const person = await personOf(plain);
  const address = '10.9.9.9';
  let end = '';
  for (let tries = 0; tries <= 60; tries += 1) {
    const browser = createBrowser(plain);
    const state = new URL(await browser.depart()).searchParams.get('state');
    const path = `/api/session/openid/callback?code=guessed&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
    end = String(
      (
        await browser.send('GET', path, {
          address,
          headers: { cookie: `atalaia_openid=${browser.cookies.get('atalaia_openid')}` },
        })
      ).headers.location,
    );
    if (tries < 60) expect(end, `${tries}`).toBe(failed('openid-refused'));
  }
  expect(end).toBe(failed('too-many-requests'));
  expect(await createBrowser(plain).enter(person.as), 'from elsewhere').toBe('/login#openid');
  expect(plain.logLines.join('\n')).not.toContain('code=guessed');
});
