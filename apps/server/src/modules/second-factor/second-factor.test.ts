import { randomBytes } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Secret, TOTP } from 'otpauth';
import { afterEach, expect, test, vi } from 'vitest';
import { liveViewerOf } from '../../live/upgrade.ts';
import { createSecrets } from '../../platform/secrets/secrets.ts';
import { createAuthenticator } from '../../testing/authenticator.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { attemptDigest } from '../sessions/sign-in-attempts-queries.ts';

const { ask, world, kysely, services, pool } = await createTestApp();
const password = 'Mar alto 8';
const password_hash = await services.passwords.hash(password);
let addresses = 0;
const address = () => `10.1.0.${++addresses}`;
const current = { currentPassword: password };
const startMs = Math.floor(Date.now() / 30_000) * 30_000 + 1_000;

afterEach(() => {
  vi.useRealTimers();
});

/** The clock stands so many intervals of 30 s after the beginning. */
function at(interval: number): number {
  const now = startMs + interval * 30_000;
  vi.useFakeTimers({ toFake: ['Date'], now });
  return now;
}
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();
const signIn = (email: string, code?: string, given = password) =>
  ask('POST', '/api/session', {
    body: { email, password: given, ...(code !== undefined && { code }) },
    address: address(),
  });

async function withApp(values: object = {}) {
  const person = await world.person({ password_hash, ...values });
  const { body } = await ask('POST', '/api/account/totp', { token: person.token, body: current });
  const confirm = (code: string) =>
    ask('POST', '/api/account/totp/confirm', { token: person.token, body: { code } });
  return { ...person, secret: body.secret as string, uri: body.uri as string, confirm };
}
async function withFactor(values: object = {}) {
  at(0);
  const person = await withApp(values);
  const { body } = await person.confirm(codeOf(person.secret));
  return { ...person, recoveryCodes: body.recoveryCodes as string[] };
}

test('[IDP-01] an app for codes is set up with the password, holds once a code proved it, and ends other sessions', async () => {
  at(0);
  const person = await world.person({ password_hash });
  const begin = (body: object) => ask('POST', '/api/account/totp', { token: person.token, body });
  expect((await begin({ currentPassword: 'wrong' })).body.code).toBe('current-password-wrong');
  const { body } = await begin(current);
  expect(body.uri).toBe(
    `otpauth://totp/Atalaia:${encodeURIComponent(person.email)}?issuer=Atalaia&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await signIn(person.email)).status, 'not proven yet').toBe(200);
  const other = await world.openSession(person.id);
  const confirm = (code: string) =>
    ask('POST', '/api/account/totp/confirm', { token: person.token, body: { code } });
  expect((await confirm('000000')).body.details.fields[0].path).toBe('code');
  const { body: codes } = await confirm(codeOf(body.secret));
  expect(new Set(codes.recoveryCodes).size).toBe(10);
  expect(codes.recoveryCodes[0]).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
  expect((await ask('GET', '/api/session', { token: other })).status).toBe(401);
  expect((await ask('GET', '/api/session', { token: person.token })).status).toBe(200);
  const state = (await ask('GET', '/api/account/second-factor', { token: person.token })).body;
  expect(state).toEqual({ totp: true, passkeys: [], recoveryCodes: 10, isRequired: false });
  expect((await begin(current)).body.code).toBe('second-factor-exists');
  const { rows } = await pool.query('SELECT secret FROM second_factors WHERE user_id = $1', [person.id]);
  expect(rows[0].secret).toMatch(/^sealed:/);
  const marks = await pool.query('SELECT mark FROM recovery_codes WHERE user_id = $1', [person.id]);
  expect(JSON.stringify(marks.rows)).not.toContain(codes.recoveryCodes[0]);
});

test('[IDP-01] the password alone opens nothing then; apps of the field are told by their word', async () => {
  const person = await withFactor();
  const refused = await signIn(person.email);
  expect([refused.status, refused.body.code, refused.headers['www-authenticate']]).toEqual([
    ...[401, 'second-factor-needed', 'TOTP'],
  ]);
  expect(refused.body.details.methods).toEqual(['totp']);
  expect(refused.headers['set-cookie']).toBeUndefined();
  at(2);
  const from = address();
  const withoutCode = { body: { email: person.email, password }, address: from };
  for (let times = 0; times < 6; times += 1)
    expect((await ask('POST', '/api/session', withoutCode)).status, 'to be asked for it is no guess').toBe(
      401,
    );
  const { status, body } = await ask('POST', '/api/session', {
    body: { email: person.email, password, code: codeOf(person.secret) },
    address: from,
  });
  expect([status, body.id]).toEqual([200, person.id]);
  // a wrong password says nothing of the second factor
  expect((await signIn(person.email, undefined, 'wrong')).body.code).toBe('invalid-credentials');
  expect((await signIn(person.email, codeOf(person.secret), 'wrong')).body.code).toBe('invalid-credentials');
});

test('[IDP-01] a code is taken once, also by two processes at once, and so is one from before it', async () => {
  const person = await withFactor();
  expect((await signIn(person.email, codeOf(person.secret))).body.code, 'of the set-up').toBe(
    'second-factor-wrong',
  );
  at(3);
  const late = codeOf(person.secret);
  at(4);
  const code = codeOf(person.secret);
  const { secondFactor: other } = services;
  const user = await kysely
    .selectFrom('users')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const taken = await Promise.all([other.takeCode(user, code), other.takeCode(user, code)]);
  expect(taken.toSorted()).toEqual(['totp', undefined]);
  expect((await signIn(person.email, code)).body.code).toBe('second-factor-wrong');
  expect((await signIn(person.email, late)).body.code).toBe('second-factor-wrong');
});

test('[IDP-01] a code of another account, of another time and a made-up one are refused, and count as wrong passwords do', async () => {
  const [person, other] = [await withFactor(), await withFactor()];
  at(6);
  expect((await signIn(person.email, codeOf(other.secret))).body.code).toBe('second-factor-wrong');
  expect((await signIn(person.email, other.recoveryCodes[0])).body.code).toBe('second-factor-wrong');
  at(4);
  const old = codeOf(person.secret);
  at(6);
  expect((await signIn(person.email, old)).body.code, 'two intervals ago').toBe('second-factor-wrong');
  const from = address();
  const guess = (code: string) =>
    ask('POST', '/api/session', { body: { email: other.email, password, code }, address: from });
  for (let tries = 0; tries < 5; tries += 1) expect((await guess('000000')).status).toBe(401);
  await pool.query('UPDATE sign_in_attempts SET last_at = now()');
  expect((await guess(codeOf(other.secret))).status).toBe(429);
});

test('[IDP-01] an app whose secret another SECRET_KEY sealed opens nothing, and is told as a wrong code', async () => {
  const person = await withFactor();
  const sealed = createSecrets(randomBytes(32)).seal(person.secret);
  await pool.query('UPDATE second_factors SET secret = $1 WHERE user_id = $2', [sealed, person.id]);
  at(3);
  const { status, body } = await signIn(person.email, codeOf(person.secret));
  expect([status, body.code]).toEqual([401, 'second-factor-wrong']);
});

test('[SEC-01] [USR-03] guesses of the current password of who is signed in count as wrong passwords do', async () => {
  const person = await world.person({ password_hash });
  const from = address();
  const begin = (currentPassword: string) =>
    ask('POST', '/api/account/totp', { token: person.token, body: { currentPassword }, address: from });
  for (let tries = 0; tries < 5; tries += 1)
    expect((await begin(`guess ${tries}`)).body.code).toBe('current-password-wrong');
  await pool.query('UPDATE sign_in_attempts SET last_at = now()');
  expect((await begin(password)).status).toBe(429);
  const fromThere = { body: { email: person.email, password }, address: from };
  expect((await ask('POST', '/api/session', fromThere)).status, 'nor by signing in').toBe(429);
});

test('[IDP-01] of two codes that prove one app in the same moment one does', async () => {
  at(11);
  const person = await withApp();
  const later = codeOf(person.secret);
  at(10);
  const earlier = codeOf(person.secret);
  const holder = await pool.connect();
  const ends: Promise<{ readonly status: number }>[] = [];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
    for (const code of [earlier, later]) {
      ends.push(person.confirm(code));
      // both have read the secret as one that is not proven yet
      await expect.poll(waiting).toBe(ends.length);
    }
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([200, 400]);
});

/** Transactions that wait for a row which another one holds. */
async function waiting(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('[IDP-01] who has the password does not try codes without end from address after address', async () => {
  const person = await withFactor();
  at(8);
  for (let tries = 0; tries < 10; tries += 1)
    expect((await signIn(person.email, '000000')).body.code).toBe('second-factor-wrong');
  await pool.query('UPDATE sign_in_attempts SET last_at = now()');
  expect((await signIn(person.email, codeOf(person.secret))).status).toBe(429);
});

test('[IDP-01] right codes count nothing, however often they are shown in a day', async () => {
  const person = await withFactor();
  for (let times = 1; times <= 11; times += 1) {
    at(4 * times);
    await pool.query('UPDATE sign_in_attempts SET last_at = now()');
    expect((await signIn(person.email, codeOf(person.secret))).status, `${times}`).toBe(200);
  }
});

test('[IDP-01] codes that are guessed elsewhere do not keep the owner out of a browser that he signed in with', async () => {
  at(0);
  const person = await world.person({ password_hash });
  const enter = (more: object, cookie?: string) =>
    ask('POST', '/api/session', {
      body: { email: person.email, password, ...more },
      address: address(),
      ...(cookie && { headers: { cookie } }),
    });
  const cookieOf = ({ headers }: Awaited<ReturnType<typeof enter>>) =>
    ([headers['set-cookie']].flat() as string[])
      .find((line) => line.startsWith('atalaia_device='))
      ?.split(';')[0];
  const cookie = cookieOf(await enter({}));
  const other = await world.person({ password_hash });
  const foreign = cookieOf(
    await ask('POST', '/api/session', { body: { email: other.email, password }, address: address() }),
  );
  const { body } = await ask('POST', '/api/account/totp', { token: person.token, body: current });
  await ask('POST', '/api/account/totp/confirm', {
    token: person.token,
    body: { code: codeOf(body.secret) },
  });
  at(8);
  for (let tries = 0; tries < 10; tries += 1) await enter({ code: '000000' });
  await pool.query(`UPDATE sign_in_attempts SET last_at = now() + interval '1 hour' WHERE NOT is_known`);
  const code = codeOf(body.secret);
  expect((await enter({ code })).status).toBe(429);
  expect((await enter({ code }, foreign)).status, 'a browser of another account').toBe(429);
  expect((await enter({ code }, cookie)).status).toBe(200);
});

test('[IDP-01] a recovery code stands in for the app once; new ones end those from before', async () => {
  const person = await withFactor();
  const [first = '', second = ''] = person.recoveryCodes;
  expect((await signIn(person.email, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
  expect((await signIn(person.email, first)).body.code).toBe('second-factor-wrong');
  const state = await ask('GET', '/api/account/second-factor', { token: person.token });
  expect(state.body.recoveryCodes).toBe(9);
  const renewed = await ask('POST', '/api/account/recovery-codes', { token: person.token, body: current });
  expect(renewed.body.recoveryCodes).toHaveLength(10);
  expect((await signIn(person.email, second)).body.code).toBe('second-factor-wrong');
  expect((await signIn(person.email, renewed.body.recoveryCodes[0])).status).toBe(200);
});

test('[IDP-01] Basic is refused with a second factor; tokens made by who showed it go on, and change nothing of it', async () => {
  const person = await world.person({ password_hash });
  const authorization = `Basic ${Buffer.from(`${person.email}:${password}`).toString('base64')}`;
  const basic = () => ask('GET', '/api/devices', { headers: { authorization } });
  expect((await basic()).status).toBe(200);
  const expiration = new Date(Date.now() + 86_400_000).toISOString();
  at(0);
  const { body } = await ask('POST', '/api/account/totp', { token: person.token, body: current });
  await ask('POST', '/api/account/totp/confirm', {
    token: person.token,
    body: { code: codeOf(body.secret) },
  });
  // remembered from before, too
  const refused = await basic();
  expect([refused.status, refused.body.code]).toEqual([401, 'second-factor-needed']);
  const made = await ask('POST', '/api/session/token', { token: person.token, body: { expiration } });
  expect((await ask('GET', '/api/devices', { token: made.text })).status).toBe(200);
  const changes: [method: 'POST' | 'DELETE', path: string, body: object][] = [
    ['POST', 'totp', current],
    ['POST', 'totp/confirm', { code: '000000' }],
    ['DELETE', 'totp', current],
    ['POST', 'recovery-codes', current],
    ['POST', 'passkeys/options', current],
    ['DELETE', 'passkeys/1', current],
  ];
  for (const [method, path, given] of changes) {
    const answer = await ask(method, `/api/account/${path}`, { token: made.text, body: given });
    expect([method, path, answer.body.code]).toEqual([method, path, 'forbidden']);
  }
  const response = createAuthenticator().make(Buffer.from('any').toString('base64url'));
  expect((await add(made.text, response)).body.code).toBe('forbidden');
});

test('[IDP-01] it is taken away with the password; the last method takes its recovery codes along', async () => {
  const person = await withFactor();
  const remove = (body: object) => ask('DELETE', '/api/account/totp', { token: person.token, body });
  expect((await remove({ currentPassword: 'wrong' })).body.code).toBe('current-password-wrong');
  expect((await remove(current)).status).toBe(204);
  expect((await signIn(person.email)).status).toBe(200);
  const { rows } = await pool.query('SELECT FROM recovery_codes WHERE user_id = $1', [person.id]);
  expect(rows).toEqual([]);
  const again = await ask('POST', '/api/account/recovery-codes', { token: person.token, body: current });
  expect(again.status).toBe(404);
  const audit = await kysely
    .selectFrom('audit')
    .select('action')
    .where('object_id', '=', person.id)
    .execute();
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['second-factor-on', 'second-factor-off', 'sign-in']),
  );
});

test('[IDP-01] an app that no code proved was none: to give it up is no change of how one signs in', async () => {
  at(0);
  const person = await withApp();
  const { status } = await ask('DELETE', '/api/account/totp', { token: person.token, body: current });
  expect(status).toBe(204);
  const audit = kysely.selectFrom('audit').select('action').where('object_id', '=', person.id);
  expect((await audit.where('action', 'like', 'second-factor%').execute()).length).toBe(0);
  expect((await person.confirm(codeOf(person.secret))).status, 'it is gone').toBe(404);
});

test('[IDP-01] the last method stays while the profile must have one, and recovery codes are none', async () => {
  const admin = await world.administrator();
  const require = (attributes: object) =>
    ask('PUT', '/api/server', { token: admin.token, body: { attributes } });
  const person = await withFactor({ device_limit: -1 });
  const { token } = person;
  const remove = (path: string) => ask('DELETE', `/api/account/${path}`, { token, body: current });
  const passkey = await pool.query(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports)
     VALUES ($1, 'key', $2, '', 0, '{}') RETURNING id`,
    [person.id, `last ${person.id}`],
  );
  const path = `passkeys/${passkey.rows[0].id}`;
  await require({ secondFactorMonitor: true });
  expect((await remove('totp')).status, 'the passkey is left').toBe(204);
  const last = await remove(path);
  expect([last.status, last.body.code]).toEqual([409, 'second-factor-last']);
  const state = await ask('GET', '/api/account/second-factor', { token });
  expect([state.body.passkeys.length, state.body.recoveryCodes], 'nothing was taken').toEqual([1, 10]);
  const other = await withFactor({ device_limit: -1 });
  const totp = await ask('DELETE', '/api/account/totp', { token: other.token, body: current });
  expect(totp.body.code).toBe('second-factor-last');
  await require({});
  const eyes = await ask('GET', `/api/session/${person.id}`, { token: admin.token });
  expect((await remove(path)).status).toBe(204);
  expect((await ask('GET', '/api/devices', { token })).status).toBe(200);
  await require({ secondFactorMonitor: true });
  const through = await ask('GET', '/api/devices', { token: eyes.body.token });
  expect(through.status, 'who looks through his eyes showed his own').toBe(200);
  const later = await ask('GET', '/api/devices', { token });
  expect(later.body.code, 'the session showed what he has no longer').toBe('second-factor-required');
  await require({});
});

test('[IDP-01] who lost it is freed by who may change him, and by nobody else', async () => {
  const person = await withFactor();
  const [admin, stranger, manager] = [
    await world.administrator(),
    await world.person(),
    await world.person(),
  ];
  await world.link(manager.id, { user: person.id });
  const free = (token: string, id = person.id) => ask('DELETE', `/api/users/${id}/second-factor`, { token });
  expect((await free(stranger.token)).status).toBe(404);
  expect((await free(person.token)).status).toBe(403);
  const otherAdmin = await withFactor({ administrator: true });
  await world.link(manager.id, { user: otherAdmin.id });
  expect((await free(manager.token, otherAdmin.id)).status).toBe(403);
  await pool.query(
    `INSERT INTO passkeys (user_id, name, credential_id, public_key, counter, transports)
     VALUES ($1, 'key', $2, '', 0, '{}')`,
    [person.id, `lost ${person.id}`],
  );
  expect((await free(manager.token)).status).toBe(204);
  expect((await ask('GET', '/api/session', { token: person.token })).status).toBe(401);
  const { status, body } = await signIn(person.email);
  expect(status).toBe(200);
  const left = await ask('GET', '/api/account/second-factor', { token: body.token });
  expect(left.body).toEqual({ totp: false, passkeys: [], recoveryCodes: 0, isRequired: false });
  expect((await free(admin.token, otherAdmin.id)).status).toBe(204);
});

/** Who a live connection with this token would be of. */
const liveViewer = (token: string) =>
  liveViewerOf(services.sessions, () => false)(
    new IncomingMessage(new Socket()),
    new URL(`http://localhost/api/socket?b=${token}`),
  );

test('[IDP-01] a profile that must have one does nothing before it has; others go on', async () => {
  const admin = await world.administrator();
  const require = (attributes: object) =>
    ask('PUT', '/api/server', { token: admin.token, body: { attributes } });
  const monitor = await world.person({ password_hash, device_limit: -1 });
  const client = await world.person({ password_hash });
  expect((await require({ secondFactorMonitor: true })).status).toBe(200);
  expect((await require({ secondFactorMonitor: 'yes' })).status).toBe(400);
  expect((await ask('GET', '/api/devices', { token: client.token })).status).toBe(200);
  const refused = await ask('GET', '/api/devices', { token: monitor.token });
  expect([refused.status, refused.body.code]).toEqual([403, 'second-factor-required']);
  const authorization = `Basic ${Buffer.from(`${monitor.email}:${password}`).toString('base64')}`;
  expect((await ask('GET', '/api/devices', { headers: { authorization } })).body.code).toBe(
    'second-factor-required',
  );
  expect(
    (
      await ask('POST', '/api/session/token', {
        token: monitor.token,
        body: { expiration: '2099-01-01T00:00:00Z' },
      })
    ).body.code,
  ).toBe('second-factor-required');
  const { body } = await signIn(monitor.email);
  expect(body.needsSecondFactor).toBe(true);
  const { token } = body;
  expect((await ask('GET', '/api/session', { token })).body.needsSecondFactor).toBe(true);
  expect(await liveViewer(token), 'nor is anything live').toBeUndefined();
  expect(await liveViewer(client.token)).toMatchObject({ userId: client.id });
  expect((await ask('GET', '/api/server', { token })).status).toBe(200);
  expect((await ask('GET', '/api/account/second-factor', { token })).body.isRequired).toBe(true);
  at(0);
  const { body: app } = await ask('POST', '/api/account/totp', { token, body: current });
  await ask('POST', '/api/account/totp/confirm', { token, body: { code: codeOf(app.secret) } });
  expect((await ask('GET', '/api/devices', { token })).status).toBe(200);
  expect((await ask('GET', '/api/session', { token })).body.needsSecondFactor).toBe(false);
  expect(await liveViewer(token)).toMatchObject({ userId: monitor.id });
  // who looks through another's eyes showed his own
  const lookedThrough = await world.person({ password_hash, device_limit: 1 });
  const eyes = await ask('GET', `/api/session/${lookedThrough.id}`, { token: admin.token });
  expect((await ask('GET', '/api/devices', { token: eyes.body.token })).status).toBe(200);
  await require({});
});

test('[IDP-01] of clients and fleets, who has which number of devices decides', async () => {
  const admin = await world.administrator();
  await ask('PUT', '/api/server', { token: admin.token, body: { attributes: { secondFactorFleet: true } } });
  const [client, fleet] = [await world.person(), await world.person()];
  for (let count = 0; count < 6; count += 1) await world.link(fleet.id, { device: await world.device() });
  expect((await ask('GET', '/api/devices', { token: client.token })).status).toBe(200);
  expect((await ask('GET', '/api/devices', { token: fleet.token })).body.code).toBe('second-factor-required');
  await ask('PUT', '/api/server', { token: admin.token, body: { attributes: {} } });
});

// --- passkeys

const optionsFor = async (token: string) =>
  (await ask('POST', '/api/account/passkeys/options', { token, body: current })).body;
const add = (token: string, response: object, name = 'Celular') =>
  ask('POST', '/api/account/passkeys', { token, body: { name, response } });
const question = async () => (await ask('POST', '/api/session/passkey/options', {})).body.challenge as string;
const open = (response: object) =>
  ask('POST', '/api/session/passkey', { body: { response }, address: address() });
async function withPasskey() {
  const person = await world.person({ password_hash });
  const authenticator = createAuthenticator();
  const { challenge } = await optionsFor(person.token);
  const added = await add(person.token, authenticator.make(challenge));
  return { ...person, authenticator, added };
}

test('[IDP-01] a passkey is made with the password, signs in alone, and the password alone does no longer', async () => {
  const person = await withPasskey();
  expect(person.added.body.recoveryCodes).toHaveLength(10);
  const from = address();
  const { status, body, headers } = await ask('POST', '/api/session/passkey', {
    body: { response: person.authenticator.sign(await question()) },
    address: from,
  });
  expect([status, body.id, body.needsSecondFactor]).toEqual([200, person.id, false]);
  // strangers who guess his password keep him out of there no longer
  const place = attemptDigest('pair', from, person.email.toLowerCase());
  const known = await pool.query('SELECT is_known FROM sign_in_attempts WHERE key = $1', [place]);
  expect(known.rows).toEqual([{ is_known: true }]);
  expect(String(headers['set-cookie'])).toContain('atalaia_device=');
  const state = (await ask('GET', '/api/account/second-factor', { token: body.token })).body;
  expect(state.passkeys).toEqual([
    expect.objectContaining({ name: 'Celular', lastUsedAt: expect.any(String) }),
  ]);
  expect((await signIn(person.email)).body.details.methods).toEqual(['passkey']);
  expect((await signIn(person.email, person.added.body.recoveryCodes[0])).status).toBe(200);
});

/** As ours look, and of this moment. */
const madeUpQuestion = () =>
  Buffer.from(`${Date.now().toString(36)}_${'0'.repeat(32)}_${'A'.repeat(22)}`).toString('base64url');

test('[IDP-01] a passkey is made by one answer, in time, at this host, with finger or PIN', async () => {
  const { token } = await world.person({ password_hash });
  const asked = async () => (await optionsFor(token)).challenge as string;
  const make = async (ceremony: Parameters<ReturnType<typeof createAuthenticator>['make']>[1]) =>
    createAuthenticator().make(await asked(), ceremony);
  const refusals: [string, object][] = [
    ['another site', await make({ origin: 'https://evil.example' })],
    ['another host', await make({ host: 'evil.example' })],
    ['without finger or PIN', await make({ isVerified: false })],
    ['of another kind', await make({ type: 'webauthn.get' })],
    ['a question that we did not ask', createAuthenticator().make(madeUpQuestion())],
  ];
  for (const [what, response] of refusals) {
    const { status, body } = await add(token, response);
    expect([what, status, body.details.fields[0].path]).toEqual([what, 400, 'response']);
  }
  // a question of one host is answered at no other
  const there = { host: 'there.example' };
  const elsewhere = await ask('POST', '/api/account/passkeys/options', { token, body: current });
  const moved = createAuthenticator().make(elsewhere.body.challenge, {
    origin: 'http://there.example',
    ...there,
  });
  const movedTo = await ask('POST', '/api/account/passkeys', {
    token,
    body: { name: 'Celular', response: moved },
    headers: there,
  });
  expect(movedTo.status, 'another host').toBe(400);
  const late = await asked();
  at(30);
  expect((await add(token, createAuthenticator().make(late))).status, 'too late').toBe(400);
  vi.useRealTimers();
  const once = await asked();
  expect((await add(token, createAuthenticator().make(once))).status).toBe(200);
  expect((await add(token, createAuthenticator().make(once))).status, 'a second key by it').toBe(400);
});

test('[IDP-01] of two answers that a key and its copy give in the same moment one opens the account', async () => {
  const { id, authenticator } = await withPasskey();
  const answers = [authenticator.sign(await question()), authenticator.sign(await question())];
  const holder = await pool.connect();
  const ends: Promise<{ readonly status: number }>[] = [];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM passkeys WHERE user_id = $1 FOR UPDATE', [id]);
    for (const answer of answers) {
      ends.push(open(answer));
      await expect.poll(waiting).toBe(ends.length);
    }
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([200, 401]);
});

test('[IDP-01] a question is answered once, in time, at this host, with finger or PIN, and by a key that is known', async () => {
  const { authenticator } = await withPasskey();
  const { id } = authenticator;
  const lured = await ask('POST', '/api/session/passkey', {
    body: { response: authenticator.sign(await question()) },
    headers: { origin: 'https://evil.example' },
  });
  expect([lured.status, lured.body.code]).toEqual([403, 'foreign-origin']);
  const asked = await question();
  const answer = authenticator.sign(asked);
  expect((await open(answer)).status).toBe(200);
  // its counter is beyond the right one's, so that nothing but its signature is wrong
  const forger = createAuthenticator();
  for (let signed = 0; signed < 20; signed += 1) forger.sign(asked);
  const refusals: [string, object][] = [
    ['twice', answer],
    ['a new signature of an answered question', authenticator.sign(asked)],
    ['another site', authenticator.sign(await question(), { origin: 'https://evil.example' })],
    ['another host', authenticator.sign(await question(), { host: 'evil.example' })],
    ['without finger or PIN', authenticator.sign(await question(), { isVerified: false })],
    ['of another kind', authenticator.sign(await question(), { type: 'webauthn.create' })],
    ['a question that we did not ask', authenticator.sign(Buffer.from('made up').toString('base64url'))],
    ['our form without our mark', authenticator.sign(madeUpQuestion())],
    ['a key that nobody has', createAuthenticator().sign(await question())],
    ['signed by another key', { ...forger.sign(await question()), id, rawId: id }],
    ['no JSON', { ...answer, response: { ...answer.response, clientDataJSON: 'e30x' } }],
  ];
  for (const [what, response] of refusals) {
    const { status, body } = await open(response);
    expect([what, status, body.code]).toEqual([what, 401, 'passkey-refused']);
  }
  const late = await question();
  at(30);
  expect((await open(authenticator.sign(late))).body.code).toBe('passkey-refused');
  // asked by a clock that was ahead
  const early = await question();
  vi.useRealTimers();
  expect((await open(authenticator.sign(early))).body.code).toBe('passkey-refused');
  // a copy of the key that counts from the beginning
  authenticator.rewind();
  expect((await open(authenticator.sign(await question()))).body.code).toBe('passkey-refused');
});

test('[IDP-01] who guesses at passkeys from one address is told to wait, and right ones count nothing', async () => {
  const { authenticator } = await withPasskey();
  const from = address();
  const openFrom = (response: object) =>
    ask('POST', '/api/session/passkey', { body: { response }, address: from });
  const asked = await question();
  expect((await openFrom(authenticator.sign(asked))).status).toBe(200);
  for (let guess = 0; guess < 60; guess += 1)
    expect((await openFrom(authenticator.sign(asked))).body.code).toBe('passkey-refused');
  const more = await openFrom(authenticator.sign(await question()));
  expect([more.status, more.body.code]).toEqual([429, 'too-many-requests']);
  expect((await open(authenticator.sign(await question()))).status, 'from elsewhere').toBe(200);
});

test('[IDP-01] a passkey of an account that is disabled or expired opens nothing', async () => {
  const { id, authenticator } = await withPasskey();
  await kysely.updateTable('users').set({ disabled: true }).where('id', '=', id).execute();
  expect((await open(authenticator.sign(await question()))).body.code).toBe('passkey-refused');
});

test('[IDP-01] nobody adds, lists or removes a passkey of another account', async () => {
  const [owner, other] = [await withPasskey(), await withPasskey()];
  const asked = await optionsFor(owner.token);
  const another = createAuthenticator();
  const refused = await add(other.token, another.make(asked.challenge));
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'response']);
  expect((await add(owner.token, another.make(asked.challenge))).status).toBe(200);
  expect((await add(owner.token, another.make(asked.challenge))).status, 'twice').toBe(400);
  // one key is of one account
  const again = await optionsFor(other.token);
  expect((await add(other.token, another.make(again.challenge))).status).toBe(400);
  // and a question of a sign-in makes none
  expect((await add(owner.token, createAuthenticator().make(await question()))).status).toBe(400);
  const state = (await ask('GET', '/api/account/second-factor', { token: owner.token })).body;
  expect(state.passkeys).toHaveLength(2);
  const remove = (token: string, body: object = current, at = 0) =>
    ask('DELETE', `/api/account/passkeys/${state.passkeys[at].id}`, { token, body });
  expect((await remove(other.token)).status).toBe(404);
  expect((await remove(owner.token, { currentPassword: 'wrong' })).body.code).toBe('current-password-wrong');
  expect((await remove(owner.token)).status).toBe(204);
  expect((await open(owner.authenticator.sign(await question()))).body.code).toBe('passkey-refused');
  const codesLeft = async () =>
    (await ask('GET', '/api/account/second-factor', { token: owner.token })).body.recoveryCodes;
  expect(await codesLeft()).toBe(10);
  expect((await remove(owner.token, current, 1)).status).toBe(204);
  expect(await codesLeft(), 'the last one takes them along').toBe(0);
});

test('[IDP-01] answers are forgotten when their questions are too old anyway', async () => {
  await pool.query(`UPDATE sign_in_answers SET forget_at = now() - interval '1 s'`);
  await services.secondFactor.forgetAnswers();
  const { rows } = await pool.query('SELECT FROM sign_in_answers');
  expect(rows).toEqual([]);
});
