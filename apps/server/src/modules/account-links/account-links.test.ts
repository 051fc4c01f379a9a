import { Secret, TOTP } from 'otpauth';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createMailer } from '../../platform/outbound/mail/mailer.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';

interface Sent {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
const sent: Sent[] = [];
/** A mail server that takes its time. */
let held: Promise<void> | undefined;
/** One that takes none of these, with these words. */
const refusals: DeliveryFailed[] = [];
const mailer = {
  ...({} as NonNullable<ReturnType<typeof createMailer>>),
  async send(mail: Sent) {
    await held;
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    sent.push(mail);
  },
  close: () => undefined,
};
const { ask, world, services, pool, anotherProcess } = await createTestApp({
  channels: { mailer },
  publicUrl: 'https://track.example',
  tellsNewPlaces: true,
});
const password_hash = await services.passwords.hash('segredo1');
const untilAborted = new AbortController().signal;
/** As the job does. */
const sendDue = () => services.accountLinks.sendDue(untilAborted);
let addresses = 0;
const address = () => `10.2.0.${++addresses}`;
const reset = async (email: string, from = address()) => {
  sent.length = 0;
  const answer = await ask('POST', '/api/session/reset', { body: { email }, address: from });
  await sendDue();
  return answer;
};
const tokenIn = (text: string) => /https:\/\/track\.example\/access#([\w-]{43})/.exec(text)?.[1] ?? '';
const set = (token: string, password = 'Mar alto 8') =>
  ask('POST', '/api/account-links/password', { body: { token, password }, address: address() });
const look = (token: string) =>
  ask('POST', '/api/account-links/look', { body: { token }, address: address() });
const signIn = (email: string, password: string) =>
  ask('POST', '/api/session', { body: { email, password }, address: address() });

test('[API-02] [IDP-03] programs of the field ask for a new password and set it by forms', async () => {
  const person = await world.person({ password_hash });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = (path: string, fields: Record<string, string>, more: Record<string, string> = {}) =>
    ask('POST', `/api/password/${path}`, {
      ...{
        headers: { ...headers, ...more },
        body: new URLSearchParams(fields).toString(),
        address: address(),
      },
    });
  sent.length = 0;
  expect((await form('reset', {})).status).toBe(400);
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
  expect((await form('reset', { email: person.email }, elsewhere)).body.code).toBe('foreign-origin');
  expect((await form('reset', { email: 'nobody@example.com' })).status).toBe(204);
  await sendDue();
  expect(sent).toEqual([]);
  expect((await form('reset', { email: person.email })).status).toBe(204);
  await sendDue();
  const token = tokenIn(sent[0]?.text ?? '');
  expect((await form('update', { token, password: 'x' })).status).toBe(400);
  expect((await form('update', { token, password: 'Mar alto 9' })).status).toBe(204);
  expect((await form('update', { token, password: 'Mar alto 7' })).body.code).toBe('share-ended');
  expect((await signIn(person.email, 'Mar alto 9')).status).toBe(200);
});

test('[IDP-03] who forgot his password gets a link by mail, sets one once, and his sessions end', async () => {
  const person = await world.person({ password_hash, login: 'forgetful' });
  expect((await reset(' FORGETFUL ')).status).toBe(204);
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [person.email, 'Nova senha do rastreamento'],
  ]);
  const token = tokenIn(sent[0]?.text ?? '');
  const { body: looked } = await look(token);
  expect(looked).toMatchObject({ kind: 'reset', email: person.email });
  const hours = (Date.parse(looked.expiresAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours), 'hours').toBe(1);
  expect((await signIn(person.email, 'segredo1')).status, 'it changes nothing before').toBe(200);
  for (const bad of ['short', 'password1', person.email])
    expect((await set(token, bad)).body.details.fields[0].path).toBe('password');
  sent.length = 0;
  const both = await Promise.all([set(token), set(token, 'Outro mar 9')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 410]);
  await services.accountMails.settled();
  expect(
    sent.map(({ to, subject }) => [to, subject]),
    'told to the account',
  ).toEqual([[person.email, 'A sua senha foi trocada']]);
  expect((await look(token)).status).toBe(410);
  expect((await ask('GET', '/api/session', { token: person.token })).status).toBe(401);
  expect((await signIn(person.email, 'segredo1')).status).toBe(401);
  const { rows } = await pool.query('SELECT token_hash FROM account_links WHERE user_id = $1', [person.id]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('[IDP-03] of two who set a password by one link in the same moment one does', async () => {
  const person = await world.person({ password_hash });
  await reset(person.email);
  const token = tokenIn(sent[0]?.text ?? '');
  const waiting = async () =>
    (
      await pool.query(`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rowCount;
  const holder = await pool.connect();
  const ends: Promise<{ readonly status: number }>[] = [];
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [person.id]);
    for (const password of ['Mar alto 8', 'Outro mar 9']) {
      ends.push(set(token, password));
      // both have found the link unused
      await expect.poll(waiting).toBe(ends.length);
    }
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect((await Promise.all(ends)).map(({ status }) => status)).toEqual([204, 410]);
  await services.accountMails.settled();
});

test('[IDP-03] nobody learns whether there is an account, and none is flooded with mail', async () => {
  const person = await world.person({ password_hash });
  const disabled = await world.person({ password_hash, disabled: true });
  const answers = [];
  const expired = await world.person({ password_hash, expiration_time: '2020-01-01T00:00:00Z' });
  for (const name of ['nobody@example.com', disabled.email, expired.email]) {
    answers.push(await reset(name));
    expect(sent).toEqual([]);
  }
  answers.push(await reset(person.email));
  expect(sent).toHaveLength(1);
  const plain = answers.map(({ status, text }) => JSON.stringify([status, text]));
  expect(new Set(plain).size).toBe(1);
  for (let more = 0; more < 4; more += 1) expect((await reset(person.email)).status).toBe(204);
  expect(sent, 'three in a row are enough').toEqual([]);
  const from = address();
  for (let more = 0; more < 10; more += 1) await reset('nobody@example.com', from);
  await pool.query(`UPDATE sign_in_attempts SET last_at = now() + interval '1 hour'`);
  expect((await reset('nobody@example.com', from)).status).toBe(429);
});

const toldOf = async (id: number) => {
  const { rows } = await pool.query(
    `SELECT concat_ws(' ', action, details ->> 'error') AS line FROM audit
    WHERE noun = 'user' AND object_id = $1 AND action LIKE 'reset%' ORDER BY id`,
    [id],
  );
  return rows.map(({ line }) => line);
};
const due = (id: number) =>
  pool.query(`UPDATE account_links SET mail_due_at = now() WHERE user_id = $1 AND mail_state = 'waiting'`, [
    id,
  ]);

test('[IDP-03] who asks for a link writes the same row whether or not there is such an account, before he is answered', async () => {
  const person = await world.person({ password_hash });
  await pool.query('DELETE FROM account_links');
  for (const email of ['nobody@example.com', person.email])
    expect((await ask('POST', '/api/session/reset', { body: { email }, address: '10.4.0.1' })).status).toBe(
      204,
    );
  const { rows } = await pool.query(
    `SELECT user_id, kind, asked_name, asked_from, mail_state, expires_at > now() AS holds FROM account_links ORDER BY asked_name`,
  );
  const row = { user_id: null, kind: 'reset', asked_from: '10.4.0.1', mail_state: null, holds: true };
  expect(rows).toEqual([
    { ...row, asked_name: 'nobody@example.com' },
    { ...row, asked_name: person.email },
  ]);
  sent.length = 0;
  // the process that answered is gone: another one looks both up, and of two that do each mail leaves once
  await Promise.all(
    [anotherProcess(), anotherProcess()].map((one) => one.accountLinks.sendDue(untilAborted)),
  );
  expect(sent.map(({ to }) => to)).toEqual([person.email]);
  expect(await toldOf(person.id)).toEqual(['reset-asked']);
  const left = await pool.query('SELECT user_id, asked_name, asked_from FROM account_links');
  expect(left.rows).toEqual([{ user_id: person.id, asked_name: null, asked_from: null }]);
  expect((await set(tokenIn(sent[0]?.text ?? ''))).status).toBe(204);
});

test('[IDP-03] a link that is looked up again after a conflict is counted once', async () => {
  const person = await world.person({ password_hash });
  // the first one fails twice before it is looked up
  await pool.query(`
    CREATE SEQUENCE conflicts;
    CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('conflicts') <= 2 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER conflict BEFORE UPDATE ON account_links FOR EACH ROW
      WHEN (OLD.asked_name IS NOT NULL AND NEW.asked_name IS NULL) EXECUTE FUNCTION conflict()`);
  onTestFinished(async () => {
    await pool.query('DROP FUNCTION conflict CASCADE; DROP SEQUENCE conflicts');
  });
  for (const which of ['first', 'second', 'third']) {
    await reset(person.email);
    expect(sent, which).toHaveLength(1);
  }
  await reset(person.email);
  expect(sent, 'fourth').toEqual([]);
});

test('[IDP-03] what another process looks up holds up nobody else who asked', async () => {
  const [held, other] = [await world.person({ password_hash }), await world.person({ password_hash })];
  for (const { email } of [held, other])
    await ask('POST', '/api/session/reset', { body: { email }, address: address() });
  sent.length = 0;
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM account_links WHERE asked_name = $1 FOR UPDATE', [held.email]);
    await sendDue();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(sent.map(({ to }) => to)).toEqual([other.email]);
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([other.email, held.email]);
});

test('[IDP-03] what was asked for an hour ago and not looked up since is sent to nobody', async () => {
  const person = await world.person({ password_hash });
  await ask('POST', '/api/session/reset', { body: { email: person.email }, address: address() });
  await pool.query(`UPDATE account_links SET expires_at = now() WHERE asked_name = $1`, [person.email]);
  sent.length = 0;
  await sendDue();
  expect(sent).toEqual([]);
  const kept = `SELECT FROM account_links WHERE asked_name = $1`;
  expect((await pool.query(kept, [person.email])).rowCount).toBe(1);
  await services.accountLinks.forget();
  expect((await pool.query(kept, [person.email])).rowCount).toBe(0);
});

test('[IDP-03] a link for a new password that the mail server refuses for a moment is sent again, before any invitation; one that it never takes is told', async () => {
  const person = await world.person({ password_hash });
  const busy = () => new DeliveryFailed('the mail server answered 421', { certainlyNotSent: true });
  refusals.push(busy(), busy());
  await reset(person.email);
  await due(person.id);
  await sendDue();
  expect(sent).toEqual([]);
  const waits = await pool.query(
    'SELECT mail_state, mail_tries, mail_due_at > now() AS later FROM account_links WHERE user_id = $1',
    [person.id],
  );
  expect(waits.rows).toEqual([{ mail_state: 'waiting', mail_tries: 2, later: true }]);
  const [invited, admin] = [await world.person(), await world.administrator()];
  await ask('POST', `/api/users/${invited.id}/invitation`, { token: admin.token, body: {} });
  await services.accountMails.settled();
  await pool.query(
    `UPDATE account_links SET mail_state = 'waiting', mail_due_at = now() - interval '1 hour' WHERE user_id = $1`,
    [invited.id],
  );
  sent.length = 0;
  await due(person.id);
  await sendDue();
  expect(sent.map(({ to, subject }) => [to, subject.includes('senha')])).toEqual([
    [person.email, true],
    [invited.email, false],
  ]);
  const { body: looked } = await look(tokenIn(sent[0]?.text ?? ''));
  const hours = (Date.parse(looked.expiresAt) - Date.now()) / 3_600_000;
  expect([looked.kind, Math.round(hours)]).toEqual(['reset', 1]);
  expect((await set(tokenIn(sent[0]?.text ?? ''))).status).toBe(204);

  const other = await world.person({ password_hash });
  refusals.push(new DeliveryFailed('no such mailbox', { certainlyNotSent: true, isLasting: true }));
  await reset(other.email);
  expect(await toldOf(other.id)).toEqual(['reset-asked', 'reset-failed no such mailbox']);
});

test('[IDP-03] [SCALE-09] a process of the release before, which takes what waits for an invitation of a week, takes no link for a new password', async () => {
  const [person, invited] = [await world.person({ password_hash }), await world.person()];
  const admin = await world.administrator();
  await pool.query('DELETE FROM account_links');
  refusals.push(new DeliveryFailed('the mail server answered 421', { certainlyNotSent: true }));
  await reset(person.email);
  await due(person.id);
  const takes = () =>
    pool.query(
      `UPDATE account_links SET token_hash = sha256(uuid_send(gen_random_uuid())), expires_at = now() + make_interval(hours => 168),
        mail_state = 'leaving', leaving_since = now(), mail_due_at = NULL, mail_error = NULL, mail_tries = mail_tries + 1
      WHERE token_hash = (
        SELECT token_hash FROM account_links
        WHERE mail_state = 'waiting' AND mail_due_at <= now() AND expires_at > now()
        ORDER BY mail_due_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING user_id AS id`,
    );
  expect((await takes()).rows).toEqual([]);
  sent.length = 0;
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([person.email]);
  const { body: looked } = await look(tokenIn(sent[0]?.text ?? ''));
  const hours = (Date.parse(looked.expiresAt) - Date.now()) / 3_600_000;
  expect([looked.kind, Math.round(hours)]).toEqual(['reset', 1]);
  await ask('POST', `/api/users/${invited.id}/invitation`, { token: admin.token, body: {} });
  await services.accountMails.settled();
  await pool.query(
    `UPDATE account_links SET mail_state = 'waiting', mail_due_at = now() WHERE user_id = $1`,
    [invited.id],
  );
  expect((await takes()).rows).toEqual([{ id: invited.id }]);
});

test('[IDP-03] a process that stops in the middle of a link for a new password: another one sends one more, and either opens', async () => {
  const person = await world.person({ password_hash });
  await ask('POST', '/api/session/reset', { body: { email: person.email }, address: address() });
  sent.length = 0;
  const died = Promise.withResolvers<void>();
  held = died.promise;
  const killed = anotherProcess().accountLinks.sendDue(untilAborted);
  const stateOf = async () =>
    (
      await pool.query('SELECT mail_state FROM account_links WHERE user_id = $1 ORDER BY mail_state', [
        person.id,
      ])
    ).rows.map(({ mail_state }) => mail_state);
  await expect.poll(stateOf).toEqual(['leaving']);
  held = undefined;
  await sendDue();
  expect(sent, 'it may still be at it').toEqual([]);
  await pool.query(`UPDATE account_links SET leaving_since = leaving_since - interval '5 minutes'`);
  await sendDue();
  expect(sent.map(({ to }) => to)).toEqual([person.email]);
  expect(await stateOf()).toEqual(['sent', 'unsure']);
  expect(await toldOf(person.id), 'nothing is lost').toEqual(['reset-asked']);
  // it was only stopped, and its mail was taken
  died.resolve();
  await killed;
  expect(await stateOf()).toEqual(['sent', 'unsure']);
  const links = sent.map(({ text }) => tokenIn(text));
  expect((await look(links[0] ?? '')).status).toBe(200);
  expect((await set(links[1] ?? '')).status).toBe(204);
  expect((await look(links[0] ?? '')).status, 'one of them is used').toBe(410);
});

test('[IDP-03] a link for a new password that is cut off each time is sent six times at most, and told then', async () => {
  const person = await world.person({ password_hash });
  held = new Promise<void>(() => undefined);
  const cut = anotherProcess();
  await ask('POST', '/api/session/reset', { body: { email: person.email }, address: address() });
  void cut.accountLinks.sendDue(untilAborted);
  const tries = async () =>
    (
      await pool.query(
        `SELECT max(mail_tries)::int AS tries FROM account_links WHERE user_id = $1 AND mail_state = 'leaving'`,
        [person.id],
      )
    ).rows[0].tries;
  await expect.poll(tries).toBe(1);
  await pool.query(
    `UPDATE account_links SET mail_tries = 6, leaving_since = leaving_since - interval '5 minutes' WHERE user_id = $1`,
    [person.id],
  );
  held = undefined;
  sent.length = 0;
  await sendDue();
  expect(sent).toEqual([]);
  expect(await toldOf(person.id)).toEqual(['reset-asked', 'reset-unsure interrupted']);
});

test('[IDP-03] a link for a new password that waits or leaves while the account is changed opens nothing and is sent to no other address', async () => {
  const admin = await world.administrator();
  const change = ({ id, email }: { id: number; email: string }) =>
    ask('PUT', `/api/users/${id}`, {
      token: admin.token,
      body: { id, name: 'Ana', email: `other-${email}` },
    });
  const waits = await world.person({ password_hash });
  refusals.push(new DeliveryFailed('the mail server answered 421', { certainlyNotSent: true }));
  await reset(waits.email);
  expect((await change(waits)).status).toBe(200);
  await services.accountMails.settled();
  sent.length = 0;
  await due(waits.id);
  await sendDue();
  expect(sent).toEqual([]);
  const leaves = await world.person({ password_hash });
  const taken = Promise.withResolvers<void>();
  held = taken.promise;
  await ask('POST', '/api/session/reset', { body: { email: leaves.email }, address: address() });
  const sending = sendDue();
  const leaving = `SELECT FROM account_links WHERE user_id = $1 AND mail_state = 'leaving'`;
  await expect.poll(async () => (await pool.query(leaving, [leaves.id])).rowCount).toBe(1);
  expect((await change(leaves)).status).toBe(200);
  held = undefined;
  taken.resolve();
  await sending;
  await services.accountMails.settled();
  const mailed = sent.filter(({ text }) => tokenIn(text) !== '');
  expect(mailed.map(({ to }) => to)).toEqual([leaves.email]);
  expect((await set(tokenIn(mailed[0]?.text ?? ''))).status).toBe(410);
});

test('[IDP-03] an invitation that the mail server refuses after the account was changed is not told as failed: the next one leaves', async () => {
  const [person, admin] = [await world.person(), await world.administrator()];
  const answered = Promise.withResolvers<void>();
  held = answered.promise;
  const invited = ask('POST', `/api/users/${person.id}/invitation`, { token: admin.token, body: {} });
  const leaving = `SELECT FROM account_links WHERE user_id = $1 AND mail_state = 'leaving'`;
  await expect.poll(async () => (await pool.query(leaving, [person.id])).rowCount).toBe(1);
  const email = `moved-${person.email}`;
  const body = { id: person.id, name: 'Ana', email };
  expect((await ask('PUT', `/api/users/${person.id}`, { token: admin.token, body })).status).toBe(200);
  sent.length = 0;
  refusals.push(new DeliveryFailed('no such mailbox', { certainlyNotSent: true, isLasting: true }));
  held = undefined;
  answered.resolve();
  await invited;
  await services.accountMails.settled();
  await sendDue();
  expect(sent.filter(({ text }) => tokenIn(text) !== '').map(({ to }) => to)).toEqual([email]);
  const failed = `SELECT FROM audit WHERE noun = 'user' AND object_id = $1 AND action = 'invitation-failed'`;
  expect((await pool.query(failed, [person.id])).rowCount).toBe(0);
});

test('[IDP-03] whatever host a request names, a mail leads here; the answer does not wait for it', async () => {
  const [person, admin] = [await world.person({ password_hash }), await world.administrator()];
  sent.length = 0;
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
  const mail = Promise.withResolvers<void>();
  held = mail.promise;
  const body = { email: person.email };
  const asked = await ask('POST', '/api/session/reset', { body, address: address(), headers });
  const invited = await ask('POST', `/api/users/${person.id}/invitation`, {
    token: admin.token,
    body: {},
    headers,
  });
  const sending = sendDue();
  expect([asked.status, invited.status, sent]).toEqual([204, 200, []]);
  held = undefined;
  mail.resolve();
  await sending;
  await services.accountMails.settled();
  expect(sent.map(({ to }) => to)).toEqual([person.email, person.email]);
  for (const { text } of [...sent, { text: invited.body.url }]) {
    expect(text).not.toContain('evil');
    expect(tokenIn(text)).not.toBe('');
  }
});

test('[IDP-03] no page of another site has a link mailed, and who tries links that do not exist is slowed down', async () => {
  const person = await world.person({ password_hash });
  sent.length = 0;
  const lured = await ask('POST', '/api/session/reset', {
    ...{ body: { email: person.email }, address: address() },
    headers: { origin: 'https://evil.example' },
  });
  await sendDue();
  expect([lured.status, lured.body.code, sent]).toEqual([403, 'foreign-origin', []]);
  await reset(person.email);
  let host = 0;
  // who holds one address of a /64 holds them all
  const from = () => `2001:db8:5:1::${(++host).toString(16)}`;
  const lookFromThere = async (token: string) =>
    (await ask('POST', '/api/account-links/look', { body: { token }, address: from() })).status;
  for (let tries = 0; tries < 20; tries += 1)
    expect(await lookFromThere(`${tries}`.padEnd(43, 'x'))).toBe(404);
  await pool.query(`UPDATE sign_in_attempts SET last_at = now() + interval '1 hour'`);
  expect(await lookFromThere('y'.repeat(43))).toBe(429);
  expect(await lookFromThere(tokenIn(sent[0]?.text ?? '')), 'a right one of the same office').toBe(200);
});

test('[IDP-03] a stranger who asks for a reset voids no earlier link; one that is used ends them all', async () => {
  const person = await world.person({ password_hash });
  await reset(person.email);
  const first = tokenIn(sent[0]?.text ?? '');
  await reset(person.email);
  const second = tokenIn(sent[0]?.text ?? '');
  expect(second).not.toBe(first);
  expect([(await look(first)).status, (await set(first)).status]).toEqual([200, 204]);
  expect([(await look(second)).status, (await set(second, 'Outro mar 9')).status]).toEqual([410, 410]);
});

test('[IDP-03] every link of an account ends when its password, e-mail, login or rights change, or it is disabled', async () => {
  const admin = await world.administrator();
  const make = async () => {
    const person = await world.person({ password_hash });
    await reset(person.email);
    const { body } = await ask('POST', `/api/users/${person.id}/invitation`, {
      token: admin.token,
      body: {},
    });
    await services.accountMails.settled();
    return { ...person, links: [tokenIn(sent[0]?.text ?? ''), tokenIn(body.url)] };
  };
  type Made = Awaited<ReturnType<typeof make>>;
  const put = ({ id }: Made, body: object) =>
    ask('PUT', `/api/users/${id}`, { token: admin.token, body: { id, name: 'Ana', ...body } });
  const own = { currentPassword: 'segredo1', password: 'Mar alto 8' };
  const acts: readonly ((one: Made) => Promise<{ readonly status: number }>)[] = [
    ({ token }) => ask('PUT', '/api/account/password', { token, body: own }),
    (one) => put(one, { email: one.email, password: 'Mar alto 8' }),
    (one) => put(one, { email: `other-${one.email}` }),
    (one) => put(one, { email: one.email, login: `login-${one.id}` }),
    (one) => put(one, { email: one.email, administrator: true }),
    async (one) => {
      await put(one, { email: one.email, disabled: true });
      return put(one, { email: one.email, disabled: false });
    },
  ];
  for (const [at, act] of acts.entries()) {
    const one = await make();
    expect((await put(one, { email: one.email, phone: '+55 11 99999-0000' })).status).toBe(200);
    for (const link of one.links) expect((await look(link)).status, `before ${at}`).toBe(200);
    expect((await act(one)).status, `act ${at}`).toBeLessThan(300);
    for (const link of one.links) expect((await look(link)).status, `after ${at}`).toBe(410);
    for (const link of one.links) expect((await set(link)).status, `after ${at}`).toBe(410);
  }
});

test('[IDP-03] an invitation ends when who made it may no longer invite', async () => {
  const made = async (values: object = {}) => {
    const [manager, person] = [await world.person({ user_limit: -1, ...values }), await world.person()];
    await world.link(manager.id, { user: person.id });
    const answer = await ask('POST', `/api/users/${person.id}/invitation`, {
      token: manager.token,
      body: {},
    });
    await services.accountMails.settled();
    return { manager, person, link: tokenIn(answer.body.url) };
  };
  const losses = [
    'UPDATE users SET disabled = true WHERE id = $1',
    'UPDATE users SET readonly = true WHERE id = $1',
    `UPDATE users SET expiration_time = '2020-01-01' WHERE id = $1`,
    'DELETE FROM user_users WHERE user_id = $1',
  ];
  for (const loss of losses) {
    const { manager, link } = await made();
    expect((await look(link)).status).toBe(200);
    await pool.query(loss, [manager.id]);
    expect([(await look(link)).status, (await set(link)).status], loss).toEqual([410, 410]);
  }
  const { manager, link } = await made();
  await pool.query('DELETE FROM users WHERE id = $1', [manager.id]);
  expect((await set(link)).status).toBe(404);
});

test('[IDP-03] a link that is too old, or of a disabled or ended account opens nothing', async () => {
  const person = await world.person({ password_hash });
  await reset(person.email);
  const second = tokenIn(sent[0]?.text ?? '');
  await pool.query(`UPDATE account_links SET expires_at = now() - interval '1 s' WHERE user_id = $1`, [
    person.id,
  ]);
  expect([(await look(second)).status, (await set(second)).status]).toEqual([410, 410]);
  expect((await set(second, 'short')).status, 'before the password is judged').toBe(410);
  await pool.query(`UPDATE account_links SET expires_at = now() + interval '1 hour' WHERE user_id = $1`, [
    person.id,
  ]);
  await pool.query('UPDATE users SET disabled = true WHERE id = $1', [person.id]);
  expect((await set(second)).status).toBe(410);
  await pool.query(`UPDATE users SET disabled = false, expiration_time = '2020-01-01' WHERE id = $1`, [
    person.id,
  ]);
  await pool.query('UPDATE account_links SET used_at = NULL WHERE user_id = $1', [person.id]);
  expect([(await look(second)).status, (await set(second)).status], 'an account that ended').toEqual([
    410, 410,
  ]);
  await pool.query('UPDATE users SET expiration_time = NULL WHERE id = $1', [person.id]);
  expect((await set(second)).status).toBe(204);
  await pool.query(`UPDATE account_links SET expires_at = now() - interval '8 days'`);
  await services.accountLinks.forget();
  expect((await pool.query('SELECT FROM account_links')).rowCount).toBe(0);
});

test('[IDP-03] an invitation is handed over by who manages a user, holds seven days, and once', async () => {
  const [admin, manager, stranger, person] = [
    await world.administrator(),
    await world.person({ user_limit: -1 }),
    await world.person(),
    await world.person(),
  ];
  await world.link(manager.id, { user: person.id });
  const invite = (token: string, id = person.id) =>
    ask('POST', `/api/users/${id}/invitation`, { token, body: {} });
  expect((await invite(stranger.token)).status).toBe(404);
  expect((await invite(manager.token, manager.id)).status).toBe(403);
  sent.length = 0;
  const { body: first } = await invite(manager.token);
  const { body: second } = await invite(admin.token);
  await services.accountMails.settled();
  expect(second.mailed).toBe(true);
  expect(sent.map(({ to }) => to)).toEqual([person.email, person.email]);
  const days = (Date.parse(second.expiresAt) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(7);
  expect((await set(tokenIn(first.url))).status, 'the second ended it').toBe(404);
  expect((await look(tokenIn(second.url))).body.kind).toBe('invitation');
  expect((await set(tokenIn(second.url))).status).toBe(204);
  expect((await set(tokenIn(second.url))).status).toBe(410);
  expect((await signIn(person.email, 'Mar alto 8')).status).toBe(200);
});

test('[IDP-03] without mail or an address of our own, a reset says so to everybody alike', async () => {
  for (const bare of [await createTestApp(), await createTestApp({ channels: { mailer } })]) {
    const person = await bare.world.person();
    for (const email of [person.email, 'nobody@example.com']) {
      const { status, body } = await bare.ask('POST', '/api/session/reset', { body: { email } });
      expect([status, body.code]).toEqual([409, 'channel-not-set-up']);
    }
  }
  expect(createMailer(undefined, createOutboundMetrics(new Registry()))).toBeUndefined();
});

test('[SEC-01] who signs in from a new place is told by mail, once for a place, and not of the first one', async () => {
  const agent =
    'Mozilla/5.0 (X11; Linux x86_64; call +55 11 5555) Gecko/20100101 Firefox/140.0 http://evil.example';
  const person = await world.person({ password_hash, login: 'traveller' });
  const enter = async (from: string, more: { name?: string; cookie?: string; password?: string } = {}) => {
    sent.length = 0;
    const headers = { 'user-agent': agent, ...(more.cookie && { cookie: more.cookie }) };
    const body = { email: more.name ?? person.email, password: more.password ?? 'segredo1' };
    const answer = await ask('POST', '/api/session', { body, address: from, headers });
    await services.accountMails.settled();
    const lines = [answer.headers['set-cookie'] ?? []].flat() as string[];
    return lines.find((line) => line.startsWith('atalaia_device='))?.split(';', 1)[0] ?? '';
  };
  const cookie = await enter('10.3.0.1');
  expect(sent, 'the first').toEqual([]);
  await enter('10.3.0.2', { password: 'wrong one' });
  expect(sent, 'nobody got in').toEqual([]);
  await enter('10.3.0.2');
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: person.email, subject: 'Novo acesso à sua conta' });
  expect(sent[0]?.text).toContain('10.3.0.2, Firefox, Linux.');
  expect(sent[0]?.text, 'no words of who came').not.toMatch(/evil|5555/);
  expect(sent[0]?.text).toContain('https://track.example/access');
  for (const from of ['10.3.0.1', '10.3.0.2']) {
    await enter(from, { name: 'traveller' });
    expect(sent, 'by his login, from where he was').toEqual([]);
  }
  await enter('10.3.0.3', { cookie });
  expect(sent, 'the browser is known').toEqual([]);
  await enter('10.3.0.4', { cookie: 'atalaia_device=made-up' });
  expect(sent).toHaveLength(1);
});

test('[SEC-01] a person is told by one mail an act what was done to how he signs in, at the address from before', async () => {
  const [admin, person] = [await world.administrator(), await world.person({ password_hash })];
  const { id, email, token } = person;
  let password = 'segredo1';
  const put = (by: string, body: object) =>
    ask('PUT', `/api/users/${id}`, { token: by, body: { name: 'Ana', email, ...body } });
  const told = async (act: () => Promise<{ readonly status: number }>) => {
    sent.length = 0;
    expect((await act()).status).toBeLessThan(300);
    await services.accountMails.settled();
    return sent.map(({ to, text }) => [to, /: (.*) Se foi você/.exec(text)?.[1]]);
  };
  const change = (next: string) => async () => {
    const body = { currentPassword: password, password: next };
    password = next;
    return ask('PUT', '/api/account/password', { token, body });
  };
  expect(await told(change('Mar alto 8'))).toEqual([[email, 'a senha da sua conta foi trocada.']]);
  expect(await told(() => put(token, { phone: '1' })), 'nothing of how he signs in').toEqual([]);
  expect(await told(() => put(token, { login: `ana${id}`, currentPassword: password }))).toEqual([
    [email, 'o login da sua conta foi trocado.'],
  ]);
  expect(await told(() => put(admin.token, { password: 'Outro mar 9', email: `new-${email}` }))).toEqual([
    [
      email,
      'quem administra a sua conta definiu uma nova senha para ela. o e-mail da sua conta foi trocado, e este endereço deixou de valer.',
    ],
  ]);
});

test('[SEC-01] [IDP-01] a second factor that comes, goes or is taken is told, and a right password without its code from a new place, once an hour', async () => {
  const [admin, person] = [await world.administrator(), await world.person({ password_hash })];
  const told = async (method: 'POST' | 'DELETE', path: string, token: string, body: object = {}) => {
    sent.length = 0;
    const answer = await ask(method, path, { token, body });
    await services.accountMails.settled();
    return { answer, acts: sent.map(({ to, text }) => [to, /: (.*) Se foi você/.exec(text)?.[1]]) };
  };
  const current = { currentPassword: 'segredo1' };
  await ask('POST', '/api/session', {
    body: { email: person.email, password: 'segredo1' },
    address: '10.4.0.1',
  });
  const { answer } = await told('POST', '/api/account/totp', person.token, current);
  const code = new TOTP({ secret: Secret.fromBase32(answer.body.secret) }).generate();
  const confirmed = await told('POST', '/api/account/totp/confirm', person.token, { code });
  expect(confirmed.acts).toEqual([[person.email, 'um segundo fator foi ativado na sua conta.']]);
  const tryFrom = async (address: string, more: object = {}) => {
    sent.length = 0;
    await ask('POST', '/api/session', {
      body: { email: person.email, password: 'segredo1', ...more },
      address,
    });
    await services.accountMails.settled();
    return sent.map(({ text }) => /: (.*) Se foi você/.exec(text)?.[1]);
  };
  const missing =
    'alguém informou a senha certa da sua conta em um lugar novo, mas não o código do segundo fator.';
  expect(await tryFrom('10.4.0.1'), 'where he was').toEqual([]);
  expect(await tryFrom('10.4.0.2', { password: 'wrong one' })).toEqual([]);
  expect(await tryFrom('10.4.0.2')).toEqual([missing]);
  expect(await tryFrom('10.4.0.3', { code: '000000' }), 'told in this hour').toEqual([]);
  await pool.query(`UPDATE sign_in_attempts SET last_at = last_at - interval '61 minutes'`);
  expect(await tryFrom('10.4.0.3', { code: '000000' })).toEqual([missing]);
  const taken = await told('DELETE', `/api/users/${person.id}/second-factor`, admin.token);
  expect(taken.acts).toEqual([[person.email, 'quem administra a sua conta removeu o segundo fator dela.']]);
  const again = await world.openSession(person.id);
  const { answer: next } = await told('POST', '/api/account/totp', again, current);
  const second = new TOTP({ secret: Secret.fromBase32(next.body.secret) }).generate();
  await told('POST', '/api/account/totp/confirm', again, { code: second });
  const off = await told('DELETE', '/api/account/totp', again, current);
  expect(off.acts).toEqual([[person.email, 'um segundo fator foi removido da sua conta.']]);
});

test('[SEC-01] of a missing code is told who signed in before, unless it was in a browser of his', async () => {
  const person = await world.person({ password_hash });
  const enter = async (from: string, more: object = {}, headers: Record<string, string> = {}) => {
    sent.length = 0;
    const body = { email: person.email, password: 'segredo1', ...more };
    const answer = await ask('POST', '/api/session', { body, address: from, headers });
    await services.accountMails.settled();
    return answer;
  };
  const begun = await ask('POST', '/api/account/totp', {
    token: person.token,
    body: { currentPassword: 'segredo1' },
  });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.body.secret) });
  const confirm = { token: person.token, body: { code: totp.generate() } };
  expect((await ask('POST', '/api/account/totp/confirm', confirm)).status).toBe(200);
  await services.accountMails.settled();
  await enter('10.5.0.1');
  expect(sent, 'he never signed in').toEqual([]);
  const entered = await enter('10.5.0.2', { code: totp.generate({ timestamp: Date.now() + 30_000 }) });
  expect(entered.status).toBe(200);
  const cookie = ([entered.headers['set-cookie']].flat() as string[])
    .find((line) => line.startsWith('atalaia_device='))
    ?.split(';', 1)[0];
  await enter('10.5.0.3', {}, { cookie: cookie ?? '' });
  expect(sent, 'the browser is his').toEqual([]);
  await enter('10.5.0.4');
  expect(sent).toHaveLength(1);
});

test('[SEC-01] nobody is mailed of a new place where the settings say so', async () => {
  const quiet = await createTestApp({ channels: { mailer }, publicUrl: 'https://track.example' });
  const person = await quiet.world.person({ password_hash });
  sent.length = 0;
  for (const from of ['10.4.0.1', '10.4.0.2']) {
    const body = { email: person.email, password: 'segredo1' };
    expect((await quiet.ask('POST', '/api/session', { body, address: from })).status).toBe(200);
  }
  await quiet.services.accountMails.settled();
  expect(sent).toEqual([]);
});
