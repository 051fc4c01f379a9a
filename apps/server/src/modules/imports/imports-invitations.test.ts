/** Invitations of a file: kept with what it made, sent once at most by whichever process is there, and never lost without a word. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { createMailer } from '../../platform/outbound/mail/mailer.ts';
import { createTestApp } from '../../testing/test-app.ts';

const mail = vi.fn(async (_mail: { readonly to: string; readonly text: string }) => {});
const mailer = {
  ...({} as NonNullable<ReturnType<typeof createMailer>>),
  send: mail,
  close: () => undefined,
};
const channels: { mailer?: typeof mailer } = { mailer };
const { ask, world, pool, services, anotherProcess } = await createTestApp({
  channels,
  publicUrl: 'https://track.example',
});
const admin = await world.administrator();
const untilAborted = new AbortController().signal;
const sendDue = () => services.accountLinks.sendDue(untilAborted);

let files = 0;
/** Users whom a new file makes and invites. */
async function imported(count: number, token = admin.token) {
  const emails = Array.from({ length: count }, (_, at) => `p${at}-f${++files}@invited.test`);
  const text = ['Usuário: Nome;Usuário: E-mail', ...emails.map((email) => `Ana;${email}`)].join('\n');
  const headers = { 'content-type': 'text/csv' };
  const saved = await ask('POST', '/api/imports/base?invite=true', { token, body: text, headers });
  expect(saved.body).toEqual({ created: count, invited: count });
  return emails;
}
const states = async (emails: readonly string[]) => {
  const { body } = await ask('GET', '/api/users?all=true', { token: admin.token });
  const of = new Map(
    body.map((user: { email: string; invitationMail: string }) => [user.email, user.invitationMail]),
  );
  return emails.map((email) => of.get(email));
};
const idOf = async (email: string): Promise<number> =>
  (await pool.query('SELECT id FROM users WHERE email = $1', [email])).rows[0].id;
const told = async (email: string) => {
  const { rows } = await pool.query(
    `SELECT concat_ws(' ', action, details ->> 'error') AS line FROM audit
    WHERE noun = 'user' AND object_id = $1 AND action LIKE 'invit%' ORDER BY id`,
    [await idOf(email)],
  );
  return rows.map(({ line }) => line);
};
const recipients = () => mail.mock.calls.map(([{ to }]) => to);
const tokenIn = (text: string | undefined) =>
  /https:\/\/track\.example\/access#([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
const set = async (token: string) =>
  (await ask('POST', '/api/account-links/password', { body: { token, password: 'Mar alto 8' } })).status;
const later = async (email: string) => {
  await pool.query(`UPDATE account_links SET mail_due_at = now() WHERE user_id = $1`, [await idOf(email)]);
};
const triesOf = async (emails: readonly string[]) => {
  const { rows } = await pool.query(
    `SELECT mail_tries FROM account_links JOIN users AS u ON u.id = user_id WHERE email = ANY($1) ORDER BY mail_tries`,
    [emails],
  );
  return rows.map(({ mail_tries }) => mail_tries);
};
/** The clock by which a mark is fresh. */
function ticks(read: () => number): void {
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() =>
    new Error().stack?.includes('account-links-service') ? read() : now.call(performance),
  );
}
const unreachable = () => new DeliveryFailed('the mail server answered 421', { certainlyNotSent: true });

beforeEach(async () => {
  // whoever set a password in the test before is told so by mail
  await services.accountMails.settled();
  await pool.query('DELETE FROM account_links');
  mail.mockReset();
  mail.mockImplementation(async () => {});
  channels.mailer = mailer;
});
afterEach(() => vi.restoreAllMocks());

test('[KEPT-01] [IDP-03] a file’s invitations wait with what it made: where its process ends right after, another one sends each once', async () => {
  const emails = await imported(3);
  await services.accountMails.settled();
  expect(mail).not.toHaveBeenCalled();
  expect(await states(emails)).toEqual(['waiting', 'waiting', 'waiting']);
  const others = [anotherProcess(), anotherProcess()].map(({ accountLinks }) => accountLinks);
  await Promise.all(others.map((one) => one.sendDue(untilAborted)));
  await sendDue();
  expect(recipients().toSorted()).toEqual(emails.toSorted());
  expect(await states(emails)).toEqual(['sent', 'sent', 'sent']);
  expect(await set(tokenIn(mail.mock.calls[0]?.[0].text))).toBe(204);
  // who followed it has none any more
  expect((await states(recipients().slice(0, 1)))[0]).toBe(null);
});

test('[KEPT-01] [IDP-03] what a process that was killed had begun is not sent again by itself: it is told, the others leave, and a person invites again', async () => {
  const emails = await imported(2);
  const died = Promise.withResolvers<void>();
  mail.mockImplementationOnce(() => died.promise);
  const killed = anotherProcess().accountLinks.sendDue(untilAborted);
  await expect.poll(() => mail.mock.calls.length).toBe(1);
  const [begun] = recipients() as [string];
  await sendDue();
  expect(recipients().toSorted()).toEqual(emails.toSorted());
  expect(await states([begun])).toEqual(['leaving']);
  await pool.query(`UPDATE account_links SET leaving_since = leaving_since - interval '5 minutes'`);
  await sendDue();
  await sendDue();
  expect(await states([begun])).toEqual(['unsure']);
  expect(await told(begun)).toEqual(['invite', 'invitation-unsure interrupted']);
  // it was only stopped: what it says now is of a mail that is over
  died.resolve();
  await killed;
  expect(await states([begun])).toEqual(['unsure']);
  expect(mail).toHaveBeenCalledTimes(2);
  const url = `/api/users/${await idOf(begun)}/invitation`;
  const { body } = await ask('POST', url, { token: admin.token, body: {} });
  await services.accountMails.settled();
  expect(await states([begun])).toEqual(['sent']);
  expect(mail.mock.calls[2]?.[0].text).toContain(body.url);
  expect([await set(tokenIn(mail.mock.calls[0]?.[0].text)), await set(tokenIn(body.url))]).toEqual([
    404, 204,
  ]);
});

test('[KEPT-01] [IDP-03] what the mail server did not take is tried again later, six times at most; then it failed, and says why', async () => {
  const [email] = (await imported(1)) as [string];
  mail.mockImplementation(async () => {
    throw unreachable();
  });
  for (let tries = 1; tries <= 5; tries += 1) {
    await sendDue();
    await sendDue();
    expect([tries, mail.mock.calls.length, await states([email])]).toEqual([tries, tries, ['waiting']]);
    await later(email);
  }
  await sendDue();
  expect(await states([email])).toEqual(['failed']);
  expect(await told(email)).toEqual(['invite', 'invitation-failed the mail server answered 421']);
  await later(email);
  await sendDue();
  expect(mail).toHaveBeenCalledTimes(6);
});

test('[KEPT-01] [IDP-03] a link that leaves at its second try holds, for seven days from then; the mail server’s no is no', async () => {
  const [waits, wrong] = (await imported(2)) as [string, string];
  mail.mockImplementation(async ({ to }) => {
    if (to === wrong)
      throw new DeliveryFailed('the mail server answered 550', { certainlyNotSent: true, isLasting: true });
    throw unreachable();
  });
  await sendDue();
  expect(await states([waits, wrong])).toEqual(['waiting', 'failed']);
  await pool.query(`UPDATE account_links SET expires_at = now() + interval '1 hour'`);
  await later(waits);
  mail.mockReset();
  await sendDue();
  expect(recipients()).toEqual([waits]);
  const token = tokenIn(mail.mock.calls[0]?.[0].text);
  const { body } = await ask('POST', '/api/account-links/look', { body: { token } });
  expect(Math.round((Date.parse(body.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
  expect(await set(token)).toBe(204);
});

test('[KEPT-01] [IDP-03] who got a password meanwhile, or whose manager may invite him no more, is sent no link that opens nothing', async () => {
  const manager = await world.person({ user_limit: -1, device_limit: -1 });
  const [gone] = (await imported(1, manager.token)) as [string];
  const [signsIn] = (await imported(1)) as [string];
  await pool.query('UPDATE users SET disabled = true WHERE id = $1', [manager.id]);
  await pool.query(`UPDATE users SET password_hash = 'x' WHERE email = $1`, [signsIn]);
  await sendDue();
  expect(mail).not.toHaveBeenCalled();
  expect(await states([gone, signsIn])).toEqual(['failed', null]);
  expect(await told(gone)).toEqual(['invite', 'invitation-failed ended']);
});

test('[KEPT-01] [IDP-03] what found no mail service for a week failed, and says so', async () => {
  const [email] = (await imported(1)) as [string];
  await pool.query(`UPDATE account_links SET expires_at = now() - interval '1 s'`);
  await sendDue();
  await sendDue();
  expect(mail).not.toHaveBeenCalled();
  expect(await states([email])).toEqual(['failed']);
  expect(await told(email)).toEqual(['invite', 'invitation-failed expired']);
});

test('[IDP-03] an invitation whose link is handed over says whether its mail left too, and is not repeated', async () => {
  const person = await world.person();
  mail.mockImplementation(async () => {
    throw unreachable();
  });
  const url = `/api/users/${person.id}/invitation`;
  const { body } = await ask('POST', url, { token: admin.token, body: {} });
  await services.accountMails.settled();
  await sendDue();
  expect(mail).toHaveBeenCalledTimes(1);
  expect(await states([person.email])).toEqual(['failed']);
  expect(await set(tokenIn(body.url))).toBe(204);
});

test('[KEPT-01] [IDP-03] a process that ends begins no further mail', async () => {
  const emails = await imported(2);
  const stopping = new AbortController();
  mail.mockImplementationOnce(async () => stopping.abort());
  await services.accountLinks.sendDue(stopping.signal);
  expect(mail).toHaveBeenCalledTimes(1);
  expect((await states(emails)).toSorted()).toEqual(['sent', 'waiting']);
});

test('[KEPT-01] [IDP-03] a mail that another process is about to take holds up no other, and one whose time ends while others leave does not leave', async () => {
  const emails = (await imported(3)) as [string, string, string];
  const [held, first, last] = emails;
  await pool.query(
    `UPDATE account_links SET mail_due_at = mail_due_at - interval '1 hour' WHERE user_id = $1`,
    [await idOf(held)],
  );
  await pool.query(
    `UPDATE account_links SET mail_due_at = mail_due_at + interval '1 ms' WHERE user_id = $1`,
    [await idOf(last)],
  );
  mail.mockImplementationOnce(async () => {
    await pool.query('UPDATE account_links SET expires_at = now() WHERE user_id = $1', [await idOf(last)]);
  });
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM account_links WHERE user_id = $1 FOR UPDATE', [await idOf(held)]);
    await sendDue();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  expect(recipients()).toEqual([first]);
  expect(await states(emails)).toEqual(['waiting', 'sent', 'waiting']);
  await sendDue();
  expect(await states(emails)).toEqual(['sent', 'sent', 'failed']);
});

test('[KEPT-01] [IDP-03] one whose user is removed in the moment in which it is taken is sent to nobody, and holds up no other', async () => {
  const [gone, stays] = (await imported(2)) as [string, string];
  await pool.query(
    `UPDATE account_links SET mail_due_at = mail_due_at - interval '1 hour' WHERE user_id = $1`,
    [await idOf(gone)],
  );
  await pool.query(`
    CREATE FUNCTION remove_taken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM users WHERE id = NEW.user_id; RETURN NULL;
    END $$;
    CREATE TRIGGER remove_taken AFTER UPDATE ON account_links FOR EACH ROW
      WHEN (NEW.mail_state = 'leaving' AND NEW.user_id = ${await idOf(gone)}) EXECUTE FUNCTION remove_taken()`);
  try {
    await sendDue();
  } finally {
    await pool.query('DROP FUNCTION remove_taken CASCADE');
  }
  expect(recipients()).toEqual([stays]);
});

test('[IDP-03] who asks for a new password while invitations leave is sent his link next', async () => {
  const [emails, person] = [await imported(2), await world.person()];
  mail.mockImplementationOnce(async () => {
    await ask('POST', '/api/session/reset', { body: { email: person.email } });
  });
  await sendDue();
  expect(recipients()[1]).toBe(person.email);
  expect(recipients().toSorted()).toEqual([...emails, person.email].toSorted());
});

const change = async (email: string, body: object) => {
  const id = await idOf(email);
  const whole = { id, name: 'Ana', email, ...body };
  expect((await ask('PUT', `/api/users/${id}`, { token: admin.token, body: whole })).status).toBe(200);
};
/** Beside what the account is told of the change itself. */
const invited = () =>
  mail.mock.calls.map(([{ to, text }]) => ({ to, token: tokenIn(text) })).filter(({ token }) => token !== '');
const handedOver = async (id: number) => {
  const { body } = await ask('POST', `/api/users/${id}/invitation`, { token: admin.token, body: {} });
  return tokenIn(body.url);
};

test('[KEPT-01] [IDP-03] an invitation that waits goes to the account as it was changed meanwhile; a new address is tried at once', async () => {
  const emails = (await imported(4)) as [string, string, string, string];
  const [wrong, named, raised, disabled] = emails;
  mail.mockImplementation(async () => {
    throw unreachable();
  });
  await sendDue();
  await pool.query('UPDATE account_links SET mail_tries = 5');
  mail.mockClear();
  await change(wrong, { email: `right-${wrong}` });
  await change(named, { login: named.split('@', 1)[0] });
  await change(raised, { administrator: true });
  await change(disabled, { disabled: true });
  const now = [`right-${wrong}`, named, raised, disabled];
  expect(await states(now)).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  await sendDue();
  expect(
    invited().map(({ to }) => to),
    'the others are due later',
  ).toEqual([`right-${wrong}`]);
  expect((await states(now))[0], 'its tries are counted anew').toBe('waiting');
  mail.mockReset();
  for (const email of now) await later(email);
  await sendDue();
  const links = invited();
  expect(links.map(({ to }) => to).toSorted()).toEqual([`right-${wrong}`, named, raised].toSorted());
  expect(await states(now)).toEqual(['sent', 'sent', 'sent', 'failed']);
  expect(await told(disabled)).toEqual(['invite', 'invitation-failed ended']);
  for (const { token } of links) expect(await set(token)).toBe(204);
});

test.each([
  ['its address', (email: string) => ({ email: `right-${email}` })],
  ['its login', (email: string) => ({ login: email.split('@', 1)[0] })],
])(
  '[KEPT-01] [IDP-03] one that leaves while somebody changes %s opens nothing, and another one is sent',
  async (_what, body) => {
    const [email] = (await imported(1)) as [string];
    const taken = Promise.withResolvers<void>();
    mail.mockImplementationOnce(() => taken.promise);
    const sending = sendDue();
    await expect.poll(() => mail.mock.calls.length).toBe(1);
    await change(email, body(email));
    const now = { email, ...body(email) }.email;
    expect(await states([now])).toEqual(['waiting']);
    const [begun] = invited();
    expect(await set(begun?.token ?? ''), 'from the change on').toBe(404);
    taken.resolve();
    await sending;
    await sendDue();
    const links = invited();
    expect(links.map(({ to }) => to)).toEqual([email, now]);
    expect(await states([now])).toEqual(['sent']);
    const answers = [];
    for (const { token } of links) answers.push(await set(token));
    expect(answers).toEqual([404, 204]);
    expect(await states([now])).toEqual([null]);
  },
);

test('[KEPT-01] [IDP-03] an invitation that was sent to an address that is corrected ends, and the new address gets its own, once', async () => {
  const emails = (await imported(4)) as [string, string, string, string];
  const [wrong, named, used, old] = emails;
  await sendDue();
  const first = new Map(invited().map(({ to, token }) => [to, token]));
  expect(await set(first.get(used) ?? '')).toBe(204);
  await pool.query('UPDATE account_links SET expires_at = now() WHERE user_id = $1', [await idOf(old)]);
  await services.accountMails.settled();
  mail.mockClear();
  await change(wrong, { email: `right-${wrong}` });
  await change(named, { login: named.split('@', 1)[0] });
  await change(used, { email: `right-${used}` });
  await change(old, { email: `right-${old}` });
  await services.accountMails.settled();
  const now = [`right-${wrong}`, named, `right-${used}`, `right-${old}`];
  expect(await states(now)).toEqual(['waiting', null, null, null]);
  for (const email of [wrong, named]) expect(await set(first.get(email) ?? '')).toBe(410);
  mail.mockClear();
  await sendDue();
  await anotherProcess().accountLinks.sendDue(untilAborted);
  const [link, ...more] = invited();
  expect([link?.to, more]).toEqual([`right-${wrong}`, []]);
  expect((await states(now))[0]).toBe('sent');
  expect(await told(`right-${wrong}`)).toEqual(['invite']);
  expect(await set(link?.token ?? '')).toBe(204);
});

test('[KEPT-01] [IDP-03] of an invitation for a corrected address who made it answers still: it opens nothing once he may invite no more', async () => {
  const [manager, person] = [await world.person({ user_limit: -1 }), await world.person()];
  await world.link(manager.id, { user: person.id });
  await ask('POST', `/api/users/${person.id}/invitation`, { token: manager.token, body: {} });
  await services.accountMails.settled();
  await change(person.email, { email: `right-${person.email}` });
  await pool.query('DELETE FROM user_users WHERE user_id = $1', [manager.id]);
  mail.mockClear();
  await sendDue();
  expect(invited()).toEqual([]);
  expect(await states([`right-${person.email}`])).toEqual(['failed']);
});

test('[KEPT-01] [IDP-03] one that did not leave stays told when the account is changed, until there is a password; a link that was handed over ends', async () => {
  const [failed, unsure, sent] = [await world.person(), await world.person(), await world.person()];
  const links: string[] = [];
  for (const certainlyNotSent of [true, false]) {
    mail.mockImplementationOnce(async () => {
      throw new DeliveryFailed('no', { certainlyNotSent });
    });
    links.push(await handedOver((certainlyNotSent ? failed : unsure).id));
    await services.accountMails.settled();
  }
  links.push(await handedOver(sent.id));
  await services.accountMails.settled();
  const people = [failed, unsure, sent];
  expect(await states(people.map(({ email }) => email))).toEqual(['failed', 'unsure', 'sent']);
  for (const { email } of people) await change(email, { email: `right-${email}` });
  const now = people.map(({ email }) => `right-${email}`);
  // that which was sent is sent to the new address
  expect(await states(now)).toEqual(['failed', 'unsure', 'waiting']);
  for (const link of links) expect(await set(link)).toBe(410);
  for (const email of now) await change(email, { password: 'Mar alto 8' });
  expect(await states(now)).toEqual([null, null, null]);
});

test('[KEPT-01] [IDP-03] where mail is switched off in the middle, the rest waits', async () => {
  const emails = await imported(3);
  mail.mockImplementationOnce(async () => {
    delete channels.mailer;
  });
  await sendDue();
  expect((await states(emails)).toSorted()).toEqual(['sent', 'waiting', 'waiting']);
  expect(await triesOf(emails)).toEqual([0, 0, 1]);
  const waiting = `SELECT token_hash FROM account_links WHERE mail_state = 'waiting' ORDER BY token_hash`;
  const before = await pool.query(waiting);
  await sendDue();
  expect((await pool.query(waiting)).rows, 'none is taken').toEqual(before.rows);
  channels.mailer = mailer;
  // between its mark and its mail
  ticks(() => {
    delete channels.mailer;
    return 0;
  });
  await sendDue();
  expect(mail).toHaveBeenCalledTimes(1);
  expect((await states(emails)).toSorted()).toEqual(['sent', 'waiting', 'waiting']);
  expect(await triesOf(emails)).toEqual([0, 0, 1]);
  channels.mailer = mailer;
  vi.restoreAllMocks();
  await sendDue();
  expect(recipients().toSorted()).toEqual(emails.toSorted());
});

test('[IDP-03] an invitation whose link is handed over says that it did not leave where mail was switched off meanwhile', async () => {
  const person = await world.person();
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN; LOCK company_configurations');
    await handedOver(person.id);
    delete channels.mailer;
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await services.accountMails.settled();
  expect(await states([person.email])).toEqual(['failed']);
  expect(await told(person.email)).toEqual(['invite', 'invitation-failed mail is not set up']);
});

test('[KEPT-01] [IDP-03] what was marked as leaving half a minute ago is not sent: it waits again', async () => {
  const [email] = (await imported(1)) as [string];
  // it is claimed, about to be sent, another one is looked for; and again
  const times = [0, 31_000, 40_000, 100_000, 129_000];
  ticks(() => times.shift() ?? Number.NaN);
  await sendDue();
  expect(mail).not.toHaveBeenCalled();
  expect([await states([email]), await triesOf([email])]).toEqual([['waiting'], [0]]);
  await sendDue();
  expect(recipients()).toEqual([email]);
  expect(await states([email])).toEqual(['sent']);
});

test('[KEPT-01] [IDP-03] what failed before the mail server was asked did not leave: it waits again', async () => {
  const [email] = (await imported(1)) as [string];
  const person = await world.person();
  await pool.query('ALTER TABLE company_configurations RENAME TO away');
  await sendDue();
  await handedOver(person.id);
  await services.accountMails.settled();
  await pool.query('ALTER TABLE away RENAME TO company_configurations');
  expect(mail).not.toHaveBeenCalled();
  expect([await states([email, person.email]), await triesOf([email])]).toEqual([['waiting', 'failed'], [1]]);
  expect(await told(email)).toEqual(['invite']);
  await later(email);
  await pool.query('ALTER TABLE users RENAME TO away');
  await expect(sendDue()).rejects.toThrow();
  await pool.query('ALTER TABLE away RENAME TO users');
  expect([await states([email]), await triesOf([email])]).toEqual([['waiting'], [1]]);
  await sendDue();
  expect(recipients()).toEqual([email]);
  expect(await states([email])).toEqual(['sent']);
});

/** The database takes nothing back, until what this answers is called: minutes later. */
async function takingNothingBack(): Promise<() => Promise<void>> {
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON account_links FOR EACH ROW
      WHEN (OLD.mail_state = 'leaving' AND NEW.mail_state = 'waiting') EXECUTE FUNCTION refuse()`);
  return async () => {
    await pool.query('DROP FUNCTION refuse CASCADE');
    await pool.query(`UPDATE account_links SET leaving_since = leaving_since - interval '5 minutes'`);
  };
}

test('[KEPT-01] [IDP-03] what certainly did not leave is given back once the database takes it again', async () => {
  const emails = (await imported(2)) as [string, string];
  const takeAgain = await takingNothingBack();
  mail.mockImplementationOnce(async () => {
    throw unreachable();
  });
  await expect(sendDue()).rejects.toThrow('away');
  await expect(sendDue(), 'nothing more is begun').rejects.toThrow('away');
  expect((await states(emails)).toSorted()).toEqual(['leaving', 'waiting']);
  await takeAgain();
  await sendDue();
  expect(recipients().slice(1).toSorted()).toEqual(emails.toSorted());
  expect(await states(emails)).toEqual(['sent', 'sent']);
});

test('[KEPT-01] [IDP-03] what another process has told as one that may have left is not given back', async () => {
  const [email] = (await imported(1)) as [string];
  const takeAgain = await takingNothingBack();
  mail.mockImplementationOnce(async () => {
    throw unreachable();
  });
  await expect(sendDue()).rejects.toThrow('away');
  await takeAgain();
  await anotherProcess().accountLinks.sendDue(untilAborted);
  await sendDue();
  expect(await states([email])).toEqual(['unsure']);
  expect(mail).toHaveBeenCalledTimes(1);
});
