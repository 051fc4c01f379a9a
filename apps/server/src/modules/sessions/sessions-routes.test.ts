import { createHook } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../errors/app-error.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createSessionLookup } from './sessions-queries.ts';

const { ask, world, published, kysely, pool, services, logLines } = await createTestApp({
  hashesFully: true,
});
const password = 'açaí-1234';
const password_hash = await services.passwords.hash(password);
const person = await world.person({ login: 'Joana', password_hash });
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let madeAddresses = 0;
/** Each test tries from an address of its own, so that none meets another's limits. */
const address = () => `10.0.0.${++madeAddresses}`;
const signIn = (email: string, given: string, from = address(), headers: Record<string, string> = {}) =>
  ask('POST', '/api/session', {
    headers: { ...form, ...headers },
    body: new URLSearchParams({ email, password: given }).toString(),
    address: from,
  });
const sessionsOf = (userId: number) =>
  kysely.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute();
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const inAWeek = () => ({ expiration: inDays(7) });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']);

afterEach(() => {
  vi.useRealTimers();
});

test('signing in takes a form with e-mail or login, case ignored, and answers the user with a token', async () => {
  for (const name of [person.email, 'JOANA', ` ${person.email.toUpperCase()} `]) {
    const { status, body } = await signIn(name, password);
    expect([status, body.id, body.deviceCount]).toEqual([200, person.id, 0]);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    expect((await ask('GET', '/api/devices', { token: body.token })).status).toBe(200);
  }
  const asJson = await ask('POST', '/api/session', {
    body: { email: 'joana', password },
    address: address(),
  });
  expect(asJson.status).toBe(200);
});

test('the session tells how many devices are seen, whoever they are seen through', async () => {
  const group = await world.group();
  await world.device({ group_id: group });
  const other = await world.person();
  await world.link(other.id, { group, device: await world.device() });
  expect((await ask('GET', '/api/session', { token: other.token })).body).toMatchObject({
    deviceCount: 2,
    token: null,
  });
});

test('[AUTH-03] no such user, wrong password, disabled and expired get one answer and leave the same trace', async () => {
  const disabled = await world.person({ password_hash, disabled: true });
  const expired = await world.person({ password_hash, expiration_time: '2020-01-01T00:00:00Z' });
  const attempts: [string, string][] = [
    ['nobody@example.com', password],
    [person.email, 'wrong-1234'],
    [disabled.email, password],
    [expired.email, password],
  ];
  const answers = [];
  for (const [email, given] of attempts) {
    const { status, headers, body } = await signIn(email, given);
    answers.push({ status, code: body.code, message: body.message, cookie: headers['set-cookie'] });
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toEqual({
    status: 401,
    code: 'invalid-credentials',
    message: 'wrong name or password',
    cookie: undefined,
  });
  const refused = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'sign-in-refused')
    .execute();
  expect(refused).toHaveLength(attempts.length);
  expect(JSON.stringify(refused)).not.toContain('1234');
});

test('[SEC-01] a user who does not exist costs the same work as a wrong password', async () => {
  const work = vi.spyOn(services.passwords, 'verify');
  await signIn('nobody-at-all@example.com', password);
  expect(work).toHaveBeenCalledExactlyOnceWith(password, undefined, expect.anything());
  work.mockRestore();
  // each takes one turn of the same work
  const runs: string[] = [];
  const hook = createHook({ init: (_id, type) => void runs.push(type) }).enable();
  const runsOf = async (encoded: string | undefined) => {
    runs.length = 0;
    await services.passwords.verify('wrong', encoded);
    return runs.filter((type) => type.includes('ARGON2')).length;
  };
  const counts = [await runsOf(password_hash), await runsOf(undefined)];
  hook.disable();
  expect(counts).toEqual([1, 1]);
});

test('[API-03] an empty field is refused by name, and nothing is counted', async () => {
  const { status, body } = await signIn('', '');
  expect(status).toBe(400);
  expect(body.details.fields.map(({ path }: { path: string }) => path)).toEqual(['email', 'password']);
});

test('[SEC-01] a token has 256 random bits, and the database holds its hash alone', async () => {
  const { body } = await signIn(person.email, password);
  expect(Buffer.from(body.token, 'base64url')).toHaveLength(32);
  const hashes = (await sessionsOf(person.id)).map(({ token_hash }) => token_hash.toString('hex'));
  expect(hashes).toContain(createHash('sha256').update(body.token).digest('hex'));
  expect(JSON.stringify(await sessionsOf(person.id))).not.toContain(body.token);
});

test('[SEC-01] a password is stored as argon2id with its salt and cost', async () => {
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await services.passwords.hash(password)).not.toBe(password_hash);
  // é typed as one character, or as e and an accent, is one password
  const hash = await services.passwords.hash('caf\u00e9');
  expect(await services.passwords.verify('cafe\u0301', hash)).toBe(true);
  expect(await services.passwords.verify('cafe', hash)).toBe(false);
});

test('[API-02] bearer, basic and the cookie each say who asks; a header that says nothing is not passed over', async () => {
  const { body, headers } = await signIn(person.email, password);
  const cookie = cookieOf(headers).split(';')[0] ?? '';
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const ways: [Record<string, string>, number][] = [
    [{ authorization: `Bearer ${body.token}` }, 200],
    [{ authorization: `bearer ${body.token}` }, 200],
    [{ cookie }, 200],
    [{ authorization: basic(`joana:${password}`) }, 200],
    [{ authorization: basic(`joana:wrong:${password}`) }, 401],
    [{ authorization: basic('joana') }, 401],
    [{ authorization: 'Digest x', cookie }, 401],
    [{ authorization: 'Bearer made-up', cookie }, 401],
    [{ cookie: 'atalaia_session=made-up' }, 401],
  ];
  for (const [given, status] of ways) {
    const answer = await ask('GET', '/api/session', { headers: given, address: address() });
    expect([given, answer.status]).toEqual([given, status]);
  }
});

test('[API-02] requests of one moment are looked up by one statement, and each is who its own token says, or nobody', async () => {
  const people = await Promise.all([1, 2, 3].map(() => world.person()));
  let looks = 0;
  const counted = kysely.withPlugin({
    transformQuery: ({ node }) => {
      looks += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const lookUp = createSessionLookup(counted);
  const hashOf = (token: string) => createHash('sha256').update(token).digest();
  const hashes = [...people.map(({ token }) => token), 'nobody’s', people[0]?.token ?? ''].map(hashOf);
  const found = await Promise.all(hashes.map(lookUp));
  expect(found.map((one) => one?.user.id)).toEqual([
    people[0]?.id,
    people[1]?.id,
    people[2]?.id,
    undefined,
    people[0]?.id,
  ]);
  expect(looks).toBe(1);
  await kysely
    .deleteFrom('sessions')
    .where('token_hash', '=', hashOf(people[0]?.token ?? ''))
    .execute();
  const again = await Promise.all(hashes.slice(0, 2).map(lookUp));
  expect([again.map((one) => one?.user.id), looks]).toEqual([[undefined, people[1]?.id], 2]);
});

test('[SEC-01] the cookie is out of reach of scripts and of other sites', async () => {
  const { headers } = await signIn(person.email, password);
  const cookies = [headers['set-cookie']].flat().map(String);
  for (const [index, name] of ['atalaia_session', 'JSESSIONID'].entries())
    expect(cookies[index]).toMatch(new RegExp(`^${name}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax$`));
});

test('[SEC-01] another site cannot make a browser write with the cookie, nor sign it in', async () => {
  const signedIn = await signIn(person.email, password);
  const cookie = cookieOf(signedIn.headers).split(';')[0] ?? '';
  const admin = await world.administrator();
  const device = { uniqueId: 'csrf', name: 'x' };
  const adminCookie = `atalaia_session=${admin.token}`;
  const write = (headers: Record<string, string>) =>
    ask('POST', '/api/devices', {
      headers: { cookie: adminCookie, host: 'tracking.example', ...headers },
      body: device,
    });
  for (const origin of ['https://evil.example', 'null', 'http://tracking.example.evil']) {
    expect((await write({ origin })).body.code).toBe('foreign-origin');
    expect((await signIn(person.email, password, address(), { origin })).body.code).toBe('foreign-origin');
  }
  expect((await write({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await write({ origin: 'http://tracking.example' })).status).toBe(200);
  const byBearer = await ask('POST', '/api/devices', {
    token: admin.token,
    headers: { origin: 'https://evil.example' },
    body: { ...device, uniqueId: 'no-cookie' },
  });
  expect(byBearer.status).toBe(200);
  expect(
    (await ask('GET', '/api/devices', { headers: { cookie, origin: 'https://evil.example' } })).status,
  ).toBe(200);
});

test('an app of the field signs in by the token in the address, and there alone', async () => {
  const { body } = await signIn(person.email, password);
  const answer = await ask('GET', `/api/session?token=${body.token}`);
  expect([answer.status, answer.body.id]).toEqual([200, person.id]);
  expect(cookieOf(answer.headers)).toContain(body.token);
  expect((await ask('GET', `/api/devices?token=${body.token}`)).status).toBe(401);
  const lured = await ask('GET', `/api/session?token=${body.token}`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(lured.headers['set-cookie']).toBeUndefined();
});

test('[AUTH-07] signing out ends the session at once, clears the cookie, and is told', async () => {
  const { body } = await signIn(person.email, password);
  published.length = 0;
  const out = await ask('DELETE', '/api/session', { token: body.token });
  expect([out.status, cookieOf(out.headers)]).toEqual([
    204,
    expect.stringMatching(/^atalaia_session=;.*Expires=Thu, 01 Jan 1970/),
  ]);
  expect((await ask('GET', '/api/session', { token: body.token })).status).toBe(401);
  const tokenHash = createHash('sha256').update(body.token).digest('base64url');
  expect(published).toEqual([{ topic: 'signedOut', message: { userId: person.id, tokenHash } }]);
});

test('[AUTH-07] signing out ends no token made for a program, however it is carried, and clears its cookie', async () => {
  const maker = await world.person({ password_hash });
  const { text: made } = await ask('POST', '/api/session/token', { token: maker.token, body: inAWeek() });
  const cookie = cookieOf((await ask('GET', `/api/session?token=${made}`)).headers).split(';')[0] ?? '';
  published.length = 0;
  const ways = [{ token: made }, { headers: { cookie } }, { token: made, headers: { cookie } }];
  for (const way of ways) {
    const out = await ask('DELETE', '/api/session', way);
    expect([out.status, cookieOf(out.headers)]).toEqual([204, expect.stringMatching(/^atalaia_session=;/)]);
  }
  expect((await ask('DELETE', `/api/session?token=${made}`)).status).toBe(401);
  expect((await ask('GET', '/api/devices', { token: made })).status).toBe(200);
  expect(published).toEqual([]);
  const ofMaker = kysely.selectFrom('audit').selectAll().where('user_id', '=', maker.id);
  expect(await ofMaker.where('action', '=', 'sign-out').execute()).toEqual([]);
  const { body: list } = await ask('GET', '/api/sessions', { token: made });
  const own = list.find(({ current }: { current: boolean }) => current);
  expect((await ask('DELETE', `/api/sessions/${own.id}`, { token: made })).status).toBe(204);
  expect((await ask('GET', '/api/devices', { token: made })).status).toBe(401);
});

test('[AUTH-07] with a password or a token the session of the cookie beside it ends, if it is one’s own and no other site asks', async () => {
  const maker = await world.person({ password_hash });
  const { text: made } = await ask('POST', '/api/session/token', { token: maker.token, body: inAWeek() });
  const basic = { authorization: `Basic ${Buffer.from(`${maker.email}:${password}`).toString('base64')}` };
  const cookieOfSession = async (email: string) =>
    cookieOf((await signIn(email, password)).headers).split(';')[0] ?? '';
  const isOpen = async (cookie: string) =>
    (await ask('GET', '/api/session', { headers: { cookie } })).status === 200;

  const first = await cookieOfSession(maker.email);
  await ask('DELETE', '/api/session', { token: made, headers: { cookie: first } });
  const second = await cookieOfSession(maker.email);
  await ask('DELETE', '/api/session', { headers: { ...basic, cookie: second } });
  expect([await isOpen(first), await isOpen(second)]).toEqual([false, false]);

  const third = await cookieOfSession(maker.email);
  const foreign = { ...basic, cookie: third, 'sec-fetch-site': 'cross-site' };
  await ask('DELETE', '/api/session', { headers: foreign });
  const another = await cookieOfSession(person.email);
  await ask('DELETE', '/api/session', { token: made, headers: { cookie: another } });
  expect([await isOpen(third), await isOpen(another)]).toEqual([true, true]);
  expect((await ask('GET', '/api/devices', { token: made })).status).toBe(200);
});

/** Sets when all counted failures were, so that a slow machine does not wait the time out by itself. */
const lastFailureWas = (at: string) => pool.query(`UPDATE sign_in_attempts SET last_at = ${at}`);

test('[SEC-01] guessing one account from one address is slowed down, with the time to wait', async () => {
  const victim = await world.person({ password_hash });
  const from = address();
  for (let guess = 0; guess < 5; guess++)
    expect((await signIn(victim.email, `guess${guess}`, from)).status).toBe(401);
  await lastFailureWas('now()');
  const refused = await signIn(victim.email, password, from);
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'too-many-requests',
    '1',
  ]);
  expect((await signIn(victim.email, password)).status).toBe(200);
  await lastFailureWas('now()');
  expect((await signIn(victim.email, password, from)).status).toBe(429);
  await lastFailureWas(`now() - interval '1100 ms'`);
  expect((await signIn(victim.email, password, from)).status).toBe(200);
});

test('[SEC-01] blanks and capitals around a name do not make another account of it', async () => {
  const victim = await world.person({ password_hash });
  const from = address();
  const written = [
    victim.email,
    ` ${victim.email}`,
    `${victim.email}  `,
    victim.email.toUpperCase(),
    `\t${victim.email}`,
  ];
  for (const name of written) expect((await signIn(name, 'a guess', from)).status).toBe(401);
  expect((await signIn(`  ${victim.email} `, 'a guess', from)).status).toBe(429);
});

test('[SEC-01] attempts side by side count as well as one after the other', async () => {
  const victim = await world.person({ password_hash });
  const from = address();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, guess) => signIn(victim.email, `guess${guess}`, from)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('[SEC-01] an attempt that the server could not judge counts nothing', async () => {
  const { email } = await world.person({ password_hash });
  const from = address();
  const tries = async () => {
    const statuses = [];
    for (let times = 0; times < 6; times += 1) statuses.push((await signIn(email, password, from)).status);
    return statuses;
  };
  const busy = new AppError('too-many-requests', 'too many sign-ins at once');
  vi.spyOn(services.passwords, 'verify').mockRejectedValue(busy);
  expect(await tries()).toEqual(Array(6).fill(429));
  vi.restoreAllMocks();
  await pool.query('ALTER TABLE sign_in_names RENAME TO names_away');
  const unread = await tries();
  await pool.query('ALTER TABLE names_away RENAME TO sign_in_names');
  expect(unread).toEqual(Array(6).fill(500));
  expect((await signIn(email, password, from)).status).toBe(200);
});

test('[SEC-01] one address cannot try account after account', async () => {
  const from = address();
  vi.spyOn(services.passwords, 'verify').mockResolvedValue(false);
  const statuses = [];
  for (let account = 0; account < 70; account++)
    statuses.push((await signIn(`account${account}@example.com`, 'guess', from)).status);
  vi.restoreAllMocks();
  expect(statuses.indexOf(429)).toBe(60);
  expect((await signIn(person.email, password)).status).toBe(200);
});

test('[AUTH-06] [OPS-03] neither token nor password reaches a log', async () => {
  logLines.length = 0;
  const { body } = await signIn(person.email, password);
  await signIn(person.email, 'wrong-secret');
  await ask('GET', `/api/session?token=${body.token}&x=1`);
  await ask('GET', `/api/nothing?b=${body.token}`, {
    headers: { authorization: `Bearer ${body.token}`, cookie: `atalaia_session=${body.token}` },
  });
  await ask('GET', `/api/session?token=${body.token.slice(0, 20)}`);
  const log = logLines.join('');
  expect(log).toContain('/api/session?token=…&x=1');
  for (const secret of [
    body.token,
    body.token.slice(0, 20),
    'wrong-secret',
    password,
    encodeURIComponent(password),
  ])
    expect(log).not.toContain(secret);
});

test('[ROLE-02] a user who is disabled or expires loses what he holds at once', async () => {
  const admin = await world.administrator();
  const victim = await world.person({ password_hash });
  const change = (body: object) =>
    ask('PUT', `/api/users/${victim.id}`, {
      token: admin.token,
      body: { name: 'v', email: victim.email, ...body },
    });
  published.length = 0;
  await change({ disabled: true });
  expect((await ask('GET', '/api/session', { token: victim.token })).status).toBe(401);
  expect(published.map(({ topic }) => topic)).toContain('signedOut');
  expect(await sessionsOf(victim.id)).toEqual([]);
  await change({ disabled: false });
  expect((await ask('GET', '/api/session', { token: victim.token })).status).toBe(401);
  const { body } = await signIn(victim.email, password);
  await change({ expirationTime: new Date(Date.now() - 1_000).toISOString() });
  expect((await ask('GET', '/api/session', { token: body.token })).status).toBe(401);
});

test('[SEC-01] sessions run out, and what ran out is deleted and told', async () => {
  const [late, removed] = [await world.person(), await world.person()];
  await kysely
    .updateTable('sessions')
    .set({ expires_at: '2020-01-01T00:00:00Z' })
    .where('user_id', '=', late.id)
    .execute();
  await kysely
    .updateTable('users')
    .set({ expiration_time: '2020-01-01T00:00:00Z' })
    .where('id', '=', removed.id)
    .execute();
  for (const { token } of [late, removed])
    expect((await ask('GET', '/api/session', { token })).status).toBe(401);
  published.length = 0;
  await services.sessions.endExpired();
  expect(published.map(({ message }) => (message as { userId: number }).userId)).toEqual(
    expect.arrayContaining([late.id, removed.id]),
  );
  expect([...(await sessionsOf(late.id)), ...(await sessionsOf(removed.id))]).toEqual([]);
});

test('a session that is used lasts on', async () => {
  const used = await world.person();
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  await kysely
    .updateTable('sessions')
    .set({ expires_at: inDays(3) })
    .where('user_id', '=', used.id)
    .execute();
  await ask('GET', '/api/session', { token: used.token });
  const [session] = await sessionsOf(used.id);
  expect(Date.parse(session!.expires_at)).toBeGreaterThan(Date.parse(inDays(29)));
});

test('[USR-03] a new password ends every other session of the user, and the remembered one too', async () => {
  const mind = await world.person({ password_hash });
  const others = [await world.openSession(mind.id), await world.openSession(mind.id)];
  const authorization = `Basic ${Buffer.from(`${mind.email}:${password}`).toString('base64')}`;
  expect((await ask('GET', '/api/session', { headers: { authorization } })).status).toBe(200);
  const body = { name: 'mind', email: mind.email, password: 'another-5678', currentPassword: password };
  expect((await ask('PUT', `/api/users/${mind.id}`, { token: mind.token, body })).status).toBe(200);
  expect((await ask('GET', '/api/session', { token: mind.token })).status).toBe(200);
  for (const token of others) expect((await ask('GET', '/api/session', { token })).status).toBe(401);
  expect((await ask('GET', '/api/session', { headers: { authorization } })).status).toBe(401);
  expect((await signIn(mind.email, 'another-5678')).status).toBe(200);
});

test('[SEC-03] signing in, being refused and signing out each leave a line, with whence', async () => {
  const known = await world.person({ password_hash, name: 'Someone' });
  const from = address();
  await signIn(known.email, 'wrong-1', from);
  const { body } = await signIn(known.email, password, from);
  await ask('DELETE', '/api/session', { token: body.token, address: from });
  const lines = await kysely
    .selectFrom('audit')
    .selectAll()
    .where('object_id', '=', known.id)
    .where('noun', '=', 'session')
    .orderBy('id')
    .execute();
  expect(lines.map(({ action, user_name, address: whence }) => [action, user_name, whence])).toEqual([
    ['sign-in-refused', null, from],
    ['sign-in', 'Someone', from],
    ['sign-out', 'Someone', from],
  ]);
});

test('[SEC-01] strangers who guess from many addresses do not keep the owner out of his account', async () => {
  const owner = await world.person({ password_hash });
  const home = address();
  expect((await signIn(owner.email, password, home)).status).toBe(200);
  vi.spyOn(services.passwords, 'verify').mockResolvedValue(false);
  const statuses = [];
  for (let guess = 0; guess < 70; guess++)
    statuses.push((await signIn(owner.email, 'guess', address())).status);
  vi.restoreAllMocks();
  expect(statuses).toContain(429);
  expect((await signIn(owner.email, password, address())).status).toBe(429);
  expect((await signIn(owner.email, password, home)).status).toBe(200);
  // and his coming in opens nothing to them
  expect((await signIn(owner.email, 'guess', address())).status).toBe(429);
});

test('[SEC-01] a browser that signed in before is let in from a new place, by a cookie that nobody makes up', async () => {
  const owner = await world.person({ password_hash });
  const { headers } = await signIn(owner.email, password);
  const cookies = [headers['set-cookie']].flat().map(String);
  const set = cookies.find((text) => text.startsWith('atalaia_device=')) ?? '';
  expect(set).toMatch(
    /^atalaia_device=[\w-]{22}\.[\w-]{22}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = set.split(';')[0] ?? '';
  vi.spyOn(services.passwords, 'verify').mockResolvedValue(false);
  for (let guess = 0; guess < 70; guess++) await signIn(owner.email, 'guess', address());
  vi.restoreAllMocks();
  const from = async (given: string) =>
    (await signIn(owner.email, password, address(), { cookie: given })).status;
  expect(await from(`atalaia_device=${'A'.repeat(22)}.${'A'.repeat(22)}`)).toBe(429);
  expect(await from(cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(429);
  expect(await from(cookie)).toBe(200);
});

test('a token for a program is made by who is signed in, carried like a session’s, and not prolonged by use', async () => {
  const maker = await world.person({ password_hash });
  const expiration = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const made = await ask('POST', '/api/session/token', {
    token: maker.token,
    headers: form,
    body: new URLSearchParams({ expiration }).toString(),
  });
  expect([made.status, made.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(made.text).toMatch(/^[\w-]{43}$/);
  expect((await ask('GET', '/api/devices', { token: made.text })).status).toBe(200);
  expect((await ask('GET', `/api/session?token=${made.text}`)).body.id).toBe(maker.id);
  const [newest] = await sessionsOf(maker.id).then((rows) => rows.filter(({ kind }) => kind === 'token'));
  expect(newest!.expires_at).toBe(expiration);
  expect(newest!.token_hash.toString('hex')).toBe(createHash('sha256').update(made.text).digest('hex'));
  const another = await ask('POST', '/api/session/token', { token: made.text, body: inAWeek() });
  expect([another.status, another.body.code]).toEqual([403, 'forbidden']);
});

test('[OUT-04] a token lives for ten years where that is asked, and a missing or wrong body makes none', async () => {
  const maker = await world.person();
  const ask10 = (body?: unknown, headers: Record<string, string> = {}) =>
    ask('POST', '/api/session/token', {
      token: maker.token,
      headers,
      ...(body === undefined ? {} : { body }),
    });
  expect((await ask10({ expiration: inDays(3652) })).status).toBe(200);
  const tokens = async () => (await sessionsOf(maker.id)).filter(({ kind }) => kind === 'token');
  const [token] = await tokens();
  expect(Math.round((Date.parse(token!.expires_at) - Date.now()) / 86_400_000)).toBe(3652);
  for (const expiration of ['2020-01-01T00:00:00Z', inDays(3654), 'tomorrow']) {
    const refused = await ask10({ expiration });
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'expiration']);
  }
  for (const body of [undefined, {}, [], 'null', { expires: inDays(1) }]) {
    const headers = { 'content-type': 'application/json' };
    expect([body, (await ask10(body, headers)).status]).toEqual([body, 400]);
  }
  expect((await ask10('expires=never', form)).status).toBe(400);
  expect(await tokens()).toHaveLength(1);
});

test('[OUT-04] a token is revoked by itself, at once, by its maker alone', async () => {
  const [maker, other] = [await world.person(), await world.person()];
  const { text: made } = await ask('POST', '/api/session/token', { token: maker.token, body: inAWeek() });
  const revoke = (token: string, body: object | string) =>
    ask('POST', '/api/session/token/revoke', { token, headers: typeof body === 'string' ? form : {}, body });
  for (const body of [{}, { token: '' }]) expect((await revoke(maker.token, body)).status).toBe(400);
  expect((await revoke(other.token, { token: made })).status).toBe(404);
  expect((await revoke(maker.token, { token: maker.token })).status).toBe(404);
  published.length = 0;
  expect((await revoke(maker.token, `token=${made}`)).status).toBe(204);
  expect((await ask('GET', '/api/session', { token: made })).status).toBe(401);
  const tokenHash = createHash('sha256').update(made).digest('base64url');
  expect(published).toEqual([{ topic: 'signedOut', message: { userId: maker.id, tokenHash } }]);
});

test('[OUT-04] [AUTH-05] who is signed out everywhere, or disabled, as he makes a token has none', async () => {
  for (const ending of [
    (id: number) => `DELETE FROM sessions WHERE user_id = ${id}`,
    (id: number) => `UPDATE users SET disabled = true WHERE id = ${id}`,
  ]) {
    const maker = await world.person();
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(ending(maker.id));
      const making = ask('POST', '/api/session/token', { token: maker.token, body: inAWeek() });
      await Promise.race([
        making,
        vi.waitFor(async () => {
          const { rows } = await pool.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          );
          expect(rows).toHaveLength(1);
        }, 15_000),
      ]);
      await client.query('COMMIT');
      expect((await making).status).toBe(401);
    } finally {
      client.release();
    }
    expect((await sessionsOf(maker.id)).filter(({ kind }) => kind === 'token')).toEqual([]);
  }
});

test('[OUT-04] [SEC-03] a token makes no other and opens no session; that one was made or revoked is in the audit, without the token', async () => {
  const maker = await world.administrator();
  const body = { ...inAWeek(), name: 'ERP', scopes: 'read,write' };
  const { text: key } = await ask('POST', '/api/session/token', { token: maker.token, body });
  const other = await world.person();
  const refused = [
    await ask('POST', '/api/session/token', { token: key, body: inAWeek() }),
    await ask('GET', `/api/session/${other.id}`, { token: key }),
  ];
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual([
    [403, 'forbidden'],
    [403, 'forbidden'],
  ]);
  await ask('POST', '/api/session/token/revoke', { token: maker.token, body: { token: key } });
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'object_id', 'details'])
    .where('user_id', '=', maker.id)
    .where('noun', '=', 'token')
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { action: 'create', object_id: maker.id, details: { name: 'ERP', scopes: ['read', 'write'] } },
    { action: 'remove', object_id: maker.id },
  ]);
  expect(JSON.stringify(lines)).not.toContain(key);
});

test('[OUT-04] a key has a name and scopes, is bound to them, and says when it was last used', async () => {
  const maker = await world.person({ device_limit: -1 });
  const make = (more: object) =>
    ask('POST', '/api/session/token', { token: maker.token, body: { expiration: inDays(30), ...more } });
  expect((await make({ scopes: 'read,everything' })).body.details.fields[0].path).toBe('scopes');
  const { text: key } = await make({ name: 'ERP', scopes: 'read,read' });
  const entries = async () => (await ask('GET', '/api/sessions', { token: maker.token })).body;
  expect((await entries())[0]).toMatchObject({ name: 'ERP', scopes: ['read'], lastUsedAt: null });
  expect((await ask('GET', '/api/devices', { token: key })).status).toBe(200);
  const [used] = await entries();
  expect(Math.abs(Date.now() - Date.parse(used.lastUsedAt))).toBeLessThan(60_000);
  const body = { name: 'x', uniqueId: 'by-key' };
  const refused = await ask('POST', '/api/devices', { token: key, body });
  expect([refused.status, refused.body.code]).toEqual([403, 'scope-missing']);
  const { text: writer } = await make({ scopes: 'write' });
  const { body: device } = await ask('POST', '/api/devices', { token: writer, body });
  expect(device.name).toBe('x');
  expect((await ask('GET', '/api/devices', { token: writer })).status).toBe(403);
  const command = { deviceId: device.id, type: 'engineResume' };
  expect((await ask('POST', '/api/commands/send', { token: writer, body: command })).body.code).toBe(
    'scope-missing',
  );
  const { text: sender } = await make({ scopes: 'commands' });
  expect((await ask('POST', '/api/commands/send', { token: sender, body: command })).body.code).not.toBe(
    'scope-missing',
  );
  expect((await ask('GET', '/api/session', { token: sender })).status).toBe(200);

  // its use is noted once a minute, until it ends
  const erp = async () => (await entries()).find(({ name }: { name: string }) => name === 'ERP');
  for (const [secondsAgo, isNoted] of [
    [40, false],
    [70, true],
  ] as const) {
    await pool.query(
      `UPDATE sessions SET last_used_at = now() - $2 * interval '1 second' WHERE user_id = $1 AND name = 'ERP'`,
      [maker.id, secondsAgo],
    );
    expect((await ask('GET', '/api/devices', { token: key })).status).toBe(200);
    expect(Date.now() - Date.parse((await erp()).lastUsedAt) < 35_000).toBe(isNoted);
  }
  await pool.query(`UPDATE sessions SET expires_at = now() WHERE user_id = $1 AND name = 'ERP'`, [maker.id]);
  expect((await ask('GET', '/api/devices', { token: key })).status).toBe(401);
  expect(await erp(), 'nor is it listed').toBeUndefined();
});

test('[SEC-01] a person sees where he is signed in, and ends any of it at once', async () => {
  const mind = await world.person();
  const other = await world.person();
  const made = await ask('POST', '/api/session/token', { token: mind.token, body: inAWeek() });
  const { body: list } = await ask('GET', '/api/sessions', { token: mind.token });
  expect(list.map(({ kind, current }: { kind: string; current: boolean }) => [kind, current])).toEqual([
    ['token', false],
    ['session', true],
  ]);
  expect(JSON.stringify(list)).not.toContain(made.text);
  const url = `/api/sessions/${list[0].id}`;
  expect((await ask('DELETE', url, { token: other.token })).status).toBe(404);
  published.length = 0;
  expect((await ask('DELETE', url, { token: mind.token })).status).toBe(204);
  expect((await ask('GET', '/api/session', { token: made.text })).status).toBe(401);
  const tokenHash = createHash('sha256').update(made.text).digest('base64url');
  expect(published).toEqual([{ topic: 'signedOut', message: { userId: mind.id, tokenHash } }]);
});

test('[SEC-01] the token in an address sets a cookie for who opened it himself, and for no page of another site', async () => {
  const visitor = await world.person();
  const cookieFrom = async (headers: Record<string, string>) =>
    (await ask('GET', `/api/session?token=${visitor.token}`, { headers })).headers['set-cookie'] !==
    undefined;
  expect(await cookieFrom({})).toBe(true);
  for (const site of ['same-origin', 'none']) expect(await cookieFrom({ 'sec-fetch-site': site })).toBe(true);
  for (const site of ['cross-site', 'same-site'])
    expect(await cookieFrom({ 'sec-fetch-site': site })).toBe(false);
});

test('[USR-03] a new password ends the tokens that were made for programs too', async () => {
  const mind = await world.person({ password_hash });
  const { text: token } = await ask('POST', '/api/session/token', { token: mind.token, body: inAWeek() });
  const body = { name: 'mind', email: mind.email, password: 'another-5678', currentPassword: password };
  expect((await ask('PUT', `/api/users/${mind.id}`, { token: mind.token, body })).status).toBe(200);
  expect((await ask('GET', '/api/session', { token })).status).toBe(401);
});

test('[USR-03] one’s own password and e-mail change with the current password alone, and other sessions end', async () => {
  const mind = await world.person({ password_hash });
  const put = (more: object, token = mind.token) =>
    ask('PUT', `/api/users/${mind.id}`, { token, body: { name: 'mind', email: mind.email, ...more } });
  const changes = [
    { password: 'another-5678' },
    { email: `new-${mind.email}` },
    { email: `new-${mind.email}`, login: 'mind-himself' },
  ];
  for (const change of changes) {
    expect((await put(change)).body.code).toBe('current-password-needed');
    expect((await put({ ...change, currentPassword: '' })).body.code).toBe('current-password-needed');
    const wrong = await put({ ...change, currentPassword: 'wrong' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'current-password-wrong']);
  }
  // what says nothing new asks for nothing
  expect((await put({ email: mind.email.toUpperCase(), phone: '1' })).status).toBe(200);
  expect((await put({ phone: '2' })).status).toBe(200);
  for (const change of changes) {
    const other = await world.openSession(mind.id);
    const current = { currentPassword: change.email ? 'another-5678' : password };
    expect((await put({ ...change, ...current })).status).toBe(200);
    expect((await ask('GET', '/api/session', { token: other })).status).toBe(401);
    expect((await ask('GET', '/api/session', { token: mind.token })).status).toBe(200);
  }
  // others are not asked for theirs: who manages him may know no password of his
  const admin = await world.administrator();
  expect((await put({ password: 'given-1234' }, admin.token)).status).toBe(200);
});

test('[USR-03] an e-mail that somebody changed meanwhile is not put back without the password', async () => {
  const { id, email, token } = await world.person({ password_hash });
  const waiting = async () =>
    (
      await pool.query(`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rowCount;
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('UPDATE users SET email = $2 WHERE id = $1', [id, `given-${email}`]);
  const put = ask('PUT', `/api/users/${id}`, { token, body: { name: 'Ana', email } });
  await expect.poll(waiting).toBe(1);
  await holder.query('COMMIT');
  holder.release();
  const { status, body } = await put;
  expect([status, body.code]).toEqual([403, 'current-password-needed']);
});

test('[USR-03] whose e-mail is fixed changes it with no password', async () => {
  const { id, email, token } = await world.person({ password_hash, fixed_email: true });
  const put = (to: string) =>
    ask('PUT', `/api/users/${id}`, { token, body: { name: 'Ana', email: to, currentPassword: password } });
  const refused = await put(`other-${email}`);
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([403, 'email']);
  expect((await put(email)).status).toBe(200);
});

test('[USR-03] a login that reads as an e-mail is that of its own account, whoever gives it', async () => {
  const mind = await world.person({ password_hash });
  const admin = await world.administrator();
  const put = (more: object, token: string) =>
    ask('PUT', `/api/users/${mind.id}`, { token, body: { name: 'mind', email: mind.email, ...more } });
  const currentPassword = password;
  for (const token of [mind.token, admin.token]) {
    const refused = await put({ login: 'boss@acme.example', currentPassword }, token);
    expect([refused.status, refused.body.details?.fields[0].path]).toEqual([400, 'login']);
  }
  const body = { name: 'Ana', email: 'ana@acme.example', login: 'boss@acme.example', password: 'Mar alto 8' };
  expect((await ask('POST', '/api/users', { token: admin.token, body })).body.details.fields[0].path).toBe(
    'login',
  );
  expect((await put({ login: mind.email.toUpperCase() }, admin.token)).status).toBe(200);
  const moved = await put({ email: 'moved@acme.example' }, admin.token);
  expect(moved.body.details.fields[0].path, 'the address from before').toBe('login');
  expect((await put({ email: 'moved@acme.example', login: null }, admin.token)).status).toBe(200);
});

test('[USR-03] a read-only account changes its own password, with the current one and to a good one alone', async () => {
  const reader = await world.person({ password_hash, readonly: true });
  const change = (body: object, token = reader.token) => ask('PUT', '/api/account/password', { token, body });
  const other = await world.openSession(reader.id);
  const wrong = await change({ currentPassword: 'wrong', password: 'another-5678' });
  expect([wrong.status, wrong.body.code]).toEqual([403, 'current-password-wrong']);
  for (const bad of ['short', 'password1', reader.email]) {
    const refused = await change({ currentPassword: password, password: bad });
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'password']);
  }
  expect((await change({ currentPassword: password, password: 'another-5678' })).status).toBe(204);
  expect((await ask('GET', '/api/session', { token: other })).status).toBe(401);
  expect((await ask('GET', '/api/session', { token: reader.token })).status).toBe(200);
  expect((await signIn(reader.email, password)).status).toBe(401);
  expect((await signIn(reader.email, 'another-5678')).status).toBe(200);
});

test('[SEC-01] over plain http a link that bears a token signs no browser in; a page of ours and programs go on', async () => {
  const visitor = await world.person();
  const mozilla = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', host: 'tracking.example' };
  const cookieFrom = async (headers: Record<string, string>) =>
    (await ask('GET', `/api/session?token=${visitor.token}`, { headers })).headers['set-cookie'] !==
    undefined;
  expect(await cookieFrom(mozilla)).toBe(false);
  expect(await cookieFrom({ ...mozilla, referer: 'http://evil.example/' })).toBe(false);
  expect(await cookieFrom({ ...mozilla, referer: 'http://tracking.example/?token=x' })).toBe(true);
  expect(await cookieFrom({ ...mozilla, 'sec-fetch-site': 'none' })).toBe(false);
  expect(await cookieFrom({ ...mozilla, 'sec-fetch-site': 'same-origin' })).toBe(true);
  expect(await cookieFrom({ 'user-agent': 'okhttp/4.9', host: 'tracking.example' })).toBe(true);
});

test('[SEC-01] over plain http a link of another site acts for nobody by his cookie; a page of ours and programs go on', async () => {
  const admin = await world.administrator();
  const visited = await world.person();
  const mozilla = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    ...{ host: 'tracking.example', cookie: `atalaia_session=${admin.token}` },
  };
  for (const path of [`/api/session/${visited.id}`, '/api/reports/devices/mail']) {
    const codeFrom = async (headers: Record<string, string>) =>
      (await ask('GET', path, { headers })).body?.code;
    for (const headers of [mozilla, { ...mozilla, referer: 'http://evil.example/' }])
      expect(await codeFrom(headers), path).toBe('foreign-origin');
    expect(await codeFrom({ ...mozilla, referer: 'http://tracking.example/a' })).not.toBe('foreign-origin');
    expect(await codeFrom({ ...mozilla, 'user-agent': 'okhttp/4.9' })).not.toBe('foreign-origin');
  }
});

test('[ROLE-02] moving the end of an account is told, so that his live connections end with it', async () => {
  const { id, token } = await world.person();
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  const user = { name: 'Ana', email: `ana-${id}@example.com` };
  const admin = await world.administrator();
  const move = (expirationTime: string | null) =>
    ask('PUT', `/api/users/${id}`, { token: admin.token, body: { id, ...user, expirationTime } });
  const ends = [new Date(Date.now() + 5000).toISOString(), null];
  for (const expirationTime of ends) {
    published.length = 0;
    expect((await move(expirationTime)).status).toBe(200);
    expect(published).toContainEqual({ topic: 'accountEnd', message: { userId: id } });
    const endMs = (await services.sessions.byHash(tokenHash))?.session.expiresMs ?? 0;
    if (expirationTime) expect(endMs).toBe(Date.parse(expirationTime));
    else expect(endMs).toBeGreaterThan(Date.now() + 5000);
  }
  await move(new Date(Date.now() - 5000).toISOString());
  expect(await services.sessions.byHash(tokenHash)).toBeUndefined();
});

test('[API-02] GET session/{id} opens a session of whom one manages, and the audit names who did', async () => {
  const [manager, managed, stranger, admin] = [
    await world.person({ user_limit: -1 }),
    await world.person(),
    await world.person(),
    await world.administrator(),
  ];
  await world.link(manager.id, { user: managed.id });
  const enter = (id: number, token: string, headers: Record<string, string> = {}) =>
    ask('GET', `/api/session/${id}`, { token, headers });
  expect((await enter(stranger.id, manager.token)).status).toBe(404);
  expect((await enter(manager.id, managed.token)).status).toBe(404);
  expect((await enter(manager.id, manager.token)).status, 'he is signed in already').toBe(404);
  const program = await ask('POST', '/api/session/token', { token: manager.token, body: inAWeek() });
  const byProgram = await enter(managed.id, program.text);
  expect([byProgram.status, byProgram.body.code]).toEqual([403, 'forbidden']);
  expect((await enter(managed.id, manager.token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const { status, body, headers } = await enter(managed.id, manager.token);
  expect([status, body.id, cookieOf(headers)]).toEqual([
    200,
    managed.id,
    expect.stringContaining(body.token),
  ]);
  expect((await ask('GET', '/api/session', { token: body.token })).body.id).toBe(managed.id);
  const lines = kysely
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'sign-in-as')
    .where('user_id', '=', manager.id);
  expect(await lines.execute()).toMatchObject([{ user_id: manager.id, object_id: managed.id }]);
  expect((await enter(stranger.id, admin.token)).status).toBe(200);
  await world.link(manager.id, { user: admin.id });
  expect((await enter(admin.id, manager.token)).status).toBe(403);
});

/** A manager, whom he manages, and a session that he opened to look through his eyes. */
async function lookThrough(values: object = {}) {
  const manager = await world.person({ password_hash, user_limit: -1, ...values });
  const managed = await world.person();
  await world.link(manager.id, { user: managed.id });
  const { body } = await ask('GET', `/api/session/${managed.id}`, { token: manager.token });
  const token = String(body.token);
  const hash = createHash('sha256').update(token).digest('base64url');
  return {
    ...{ manager, managed, token },
    status: async () => (await ask('GET', '/api/session', { token })).status,
    /** Its live connections close. */
    isTold: () =>
      published.some(
        ({ topic, message }) =>
          topic === 'signedOut' && (message as { readonly tokenHash?: string }).tokenHash === hash,
      ),
  };
}

test('[SEC-01] a session that somebody opened for another ends with his own, and with his right to it', async () => {
  const admin = await world.administrator();
  type Look = Awaited<ReturnType<typeof lookThrough>>;
  const put = (id: number, body: object) =>
    ask('PUT', `/api/users/${id}`, {
      token: admin.token,
      body: { name: 'Ana', email: `${id}@x.example`, ...body },
    });
  const ends: Record<string, (look: Look) => Promise<unknown>> = {
    'he signs out': ({ manager }) => ask('DELETE', '/api/session', { token: manager.token }),
    'his session is ended': async ({ manager }) => {
      const { body } = await ask('GET', '/api/sessions', { token: manager.token });
      for (const { id } of body as readonly { readonly id: number }[])
        await ask('DELETE', `/api/sessions/${id}`, { token: manager.token });
    },
    'he changes his password': ({ manager }) =>
      ask('PUT', '/api/account/password', {
        token: manager.token,
        body: { currentPassword: password, password: 'another-5678' },
      }),
    'he is disabled': ({ manager }) => put(manager.id, { disabled: true }),
    'he is bound to reading': ({ manager }) => put(manager.id, { readonly: true }),
    'he is removed': ({ manager }) => ask('DELETE', `/api/users/${manager.id}`, { token: admin.token }),
    'he manages him no longer': ({ manager, managed }) =>
      ask('DELETE', '/api/permissions', {
        token: admin.token,
        body: { userId: manager.id, managedUserId: managed.id },
      }),
    'whom he looks through becomes administrator': ({ managed }) => put(managed.id, { administrator: true }),
  };
  for (const [when, end] of Object.entries(ends)) {
    const look = await lookThrough();
    expect(await look.status(), when).toBe(200);
    published.length = 0;
    await end(look);
    expect([await look.status(), look.isTold()], when).toEqual([401, true]);
  }
  // by whatever way the right went
  const lost = await lookThrough();
  await pool.query('DELETE FROM user_users WHERE user_id = $1', [lost.manager.id]);
  expect(await lost.status()).toBe(401);
  await services.sessions.endExpired();
  expect(lost.isTold()).toBe(true);
  const over = await lookThrough();
  await pool.query(`UPDATE sessions SET expires_at = now() WHERE user_id = $1`, [over.manager.id]);
  expect(await over.status()).toBe(401);
});

test('[SEC-01] who looks through another’s eyes goes on while nothing of that changes, by Basic too, and at two removes', async () => {
  const look = await lookThrough();
  const below = await world.person();
  await world.link(look.managed.id, { user: below.id });
  const byManager = await ask('GET', `/api/session/${below.id}`, { token: look.manager.token });
  const authorization = `Basic ${Buffer.from(`${look.manager.email}:${password}`).toString('base64')}`;
  const byBasic = await ask('GET', `/api/session/${look.managed.id}`, { headers: { authorization } });
  const alone = await lookThrough();
  await ask('DELETE', '/api/session', { token: alone.manager.token });
  const statusOf = async (token: string) => (await ask('GET', '/api/session', { token })).status;
  const tokens = [look.token, byManager.body.token, byBasic.body.token];
  for (const token of tokens) expect(await statusOf(token)).toBe(200);
  // a session that was opened with one that is over is over too
  const deeper = await ask('GET', `/api/session/${below.id}`, { token: look.token });
  expect(await statusOf(deeper.body.token)).toBe(200);
  await pool.query('UPDATE users SET disabled = true WHERE id = $1', [look.manager.id]);
  await services.sessions.endExpired();
  for (const token of [...tokens, deeper.body.token]) expect(await statusOf(token)).toBe(401);
});

test('[SEC-01] who looks through another’s eyes makes no token of his', async () => {
  const { token } = await lookThrough();
  const made = await ask('POST', '/api/session/token', { token, body: inAWeek() });
  expect([made.status, made.body.code]).toEqual([403, 'delegated-session']);
});

test('[SEC-01] who becomes administrator signs in anew: sessions and tokens from before end, and who falls is looked through no longer', async () => {
  const admin = await world.administrator();
  const riser = await world.person({ password_hash });
  const { text: made } = await ask('POST', '/api/session/token', { token: riser.token, body: inAWeek() });
  const put = (administrator: boolean) =>
    ask('PUT', `/api/users/${riser.id}`, {
      token: admin.token,
      body: { name: 'Ana', email: riser.email, administrator },
    });
  const statusOf = async (token: string) => (await ask('GET', '/api/session', { token })).status;
  expect([await statusOf(riser.token), await statusOf(made)]).toEqual([200, 200]);
  expect((await put(true)).status).toBe(200);
  expect([await statusOf(riser.token), await statusOf(made)]).toEqual([401, 401]);
  const own = await world.openSession(riser.id);
  const eyes = (await ask('GET', `/api/session/${riser.id}`, { token: admin.token })).body.token;
  const opened = (await ask('GET', `/api/session/${person.id}`, { token: own })).body.token;
  expect([await statusOf(eyes), await statusOf(opened)]).toEqual([200, 200]);
  expect((await put(false)).status).toBe(200);
  expect([await statusOf(eyes), await statusOf(opened), await statusOf(own)]).toEqual([401, 401, 200]);
});
