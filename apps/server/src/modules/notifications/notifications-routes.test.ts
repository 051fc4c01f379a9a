import { eventSchema } from '@atalaia/contract/rules/event';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { expect, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Mail } from '../../platform/outbound/mail/mailer.ts';
import { createTestApp } from '../../testing/test-app.ts';

const mails: Mail[] = [];
let mailFailure: DeliveryFailed | undefined;
const { ask, world, kysely, published } = await createTestApp({
  channels: {
    mailer: {
      async send(mail) {
        if (mailFailure) throw mailFailure;
        mails.push(mail);
      },
      close: () => undefined,
    },
    sendSms: async () => undefined,
  },
});

test('[NOT-01] [AUTH-13] the types are those of the vocabulary, and the channels say whether they are set up [ING-08]', async () => {
  const { token } = await world.person();
  expect((await ask('GET', '/api/notifications/types')).status).toBe(401);
  const types = await ask('GET', '/api/notifications/types', { token });
  expect(types.body).toEqual(eventTypes.map((type) => ({ type })));
  const channels = await ask('GET', '/api/notifications/notificators', { token });
  expect(channels.body).toEqual([
    { type: 'web', configured: true },
    { type: 'mail', configured: true },
    { type: 'sms', configured: true },
    { type: 'mobile', configured: false },
    { type: 'whatsapp', configured: false },
  ]);
});

test('[NOT-01] a notification is made, listed, changed and removed, its words in order', async () => {
  const { token } = await world.person();
  const made = await ask('POST', '/api/notifications', {
    token,
    body: {
      type: 'alarm',
      always: true,
      notificators: ' mail, web ,mail',
      attributes: { alarms: 'sos,, powerCut', note: 'x' },
    },
  });
  expect(made.body).toEqual({
    id: made.body.id,
    type: 'alarm',
    always: true,
    notificators: 'mail,web',
    calendarId: 0,
    description: null,
    commandId: 0,
    attributes: { alarms: 'sos,powerCut', note: 'x' },
  });
  expect(published.filter(({ topic }) => topic === 'rules').at(-1)?.message).toEqual({
    kinds: ['notifications'],
  });
  const url = `/api/notifications/${made.body.id}`;
  const changed = await ask('PUT', url, { token, body: { type: 'ignitionOn', notificators: '' } });
  expect(changed.body).toMatchObject({ type: 'ignitionOn', always: true, notificators: null });
  expect((await ask('GET', '/api/notifications', { token })).body).toEqual([changed.body]);
  expect((await ask('DELETE', url, { token })).status).toBe(204);
  expect((await ask('GET', url, { token })).status).toBe(404);
});

test('[NOT-01] every word that nothing would come of is named, with its path', async () => {
  const { token } = await world.person();
  const { status, body } = await ask('POST', '/api/notifications', {
    token,
    body: { type: 'sunrise', notificators: 'web,fax', attributes: { alarms: 'sos,boredom' } },
  });
  expect([status, body.code]).toEqual([400, 'invalid-input']);
  expect(body.details.fields).toEqual([
    { path: 'type', message: 'holds no type of event: sunrise' },
    { path: 'notificators', message: 'holds no channel: fax' },
    { path: 'attributes.alarms', message: 'holds no alarm: boredom' },
  ]);
});

test('[NOT-01] [API-02] a notification of alarms without a list is kept and is for every alarm; what is not spoken of stays', async () => {
  const { token } = await world.person();
  const url = '/api/notifications';
  const all = await ask('POST', url, { token, body: { type: 'alarm', attributes: { alarms: ' , ' } } });
  expect([all.status, all.body.attributes]).toEqual([200, { alarms: '' }]);
  const made = await ask('POST', url, { token, body: { type: 'alarm', attributes: { alarms: 'sos' } } });
  const at = `${url}/${made.body.id}`;
  const changed = await ask('PUT', at, {
    token,
    body: { type: 'alarm', always: true, description: 'Pânico' },
  });
  expect(changed.body).toMatchObject({ attributes: { alarms: 'sos' }, description: 'Pânico', commandId: 0 });
});

test('[API-02] a saved command of a notification must be seen by who names it', async () => {
  const person = await world.person();
  const insert = kysely.insertInto('commands').values({ type: 'rebootDevice' }).returning('id');
  const { id: commandId } = await insert.executeTakeFirstOrThrow();
  const save = () =>
    ask('POST', '/api/notifications', { token: person.token, body: { type: 'ignitionOn', commandId } });
  expect((await save()).body).toMatchObject({
    code: 'reference-not-found',
    details: { fields: [{ path: 'commandId' }] },
  });
  await world.link(person.id, { command: commandId });
  expect((await save()).body.commandId).toBe(commandId);
});

test('[NOT-01] a calendar that the person does not see is refused', async () => {
  const { token } = await world.person();
  const insert = kysely.insertInto('calendars').values({ name: 'x', data: 'x' }).returning('id');
  const { id } = await insert.executeTakeFirstOrThrow();
  const body = { type: 'ignitionOn', calendarId: id };
  const { status, body: refusal } = await ask('POST', '/api/notifications', { token, body });
  expect([status, refusal.code]).toEqual([400, 'reference-not-found']);
});

test('[ING-08] a test goes out by every channel that is set up, and says how each went', async () => {
  const person = await world.person({ name: 'Ana', email: 'ana@example.com' });
  const { status, body } = await ask('POST', '/api/notifications/test', { token: person.token });
  expect(status).toBe(200);
  expect(body).toEqual([
    { type: 'web', sent: false, reason: 'the user sees no device' },
    { type: 'mail', sent: true, reason: null },
    { type: 'sms', sent: false, reason: 'the user has no phone number' },
  ]);
  expect(mails.at(-1)).toMatchObject({ to: 'ana@example.com', subject: 'Teste de notificação' });
});

test('[ING-08] the test of the browser reaches the live channel of the person alone', async () => {
  const person = await world.person();
  // nothing failed on the way to him: there is nothing to tell him of
  const none = await ask('POST', '/api/notifications/test/web', { token: person.token });
  expect([none.status, none.body.code]).toEqual([404, 'not-found']);
  expect(none.body.details).toEqual({ reason: 'the user sees no device' });
  const device = await world.device();
  await world.link(person.id, { device });
  const { body } = await ask('POST', '/api/notifications/test/web', { token: person.token });
  expect(body).toEqual({ type: 'web', sent: true, reason: null });
  const message = published.filter(({ topic }) => topic === 'notificationDeliveries').at(-1)?.message;
  expect(message).toMatchObject([{ userId: person.id, deviceId: device }]);
  const [{ json } = { json: '{}' }] = message as { json: string }[];
  expect(eventSchema.parse(JSON.parse(json))).toMatchObject({ type: 'test', deviceId: device });
});

test('[ING-08] a channel that is not set up refuses its test by a code of its own; an unknown one is bad input', async () => {
  const { token } = await world.person();
  const mobile = await ask('POST', '/api/notifications/test/mobile', { token });
  expect([mobile.status, mobile.body.code]).toEqual([409, 'channel-not-set-up']);
  expect((await ask('POST', '/api/notifications/test/fax', { token })).status).toBe(400);
});

test('[SEC-01] what the mail server said is told to an administrator alone', async () => {
  mailFailure = new DeliveryFailed('mail.internal answered 550', { certainlyNotSent: true, isLasting: true });
  const url = '/api/notifications/test/mail';
  const ordinary = await ask('POST', url, { token: (await world.person()).token });
  expect([ordinary.status, ordinary.body.code]).toEqual([502, 'delivery-failed']);
  expect(ordinary.text).not.toContain('mail.internal');
  const admin = await ask('POST', url, { token: (await world.administrator()).token });
  expect(admin.body.details).toEqual({ reason: 'mail.internal answered 550' });
  mailFailure = undefined;
});

test('[SEC-01] five tests a minute are enough for one person', async () => {
  const { token } = await world.person();
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++)
    statuses.push((await ask('POST', '/api/notifications/test/mail', { token })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const other = await world.person();
  expect((await ask('POST', '/api/notifications/test/mail', { token: other.token })).status).toBe(200);
});

test('[SEC-01] a test that comes again with its key sends no second message', async () => {
  const { token } = await world.person({ email: 'uma@example.com' });
  const before = mails.length;
  const headers = { 'idempotency-key': crypto.randomUUID() };
  for (const _ of [1, 2]) {
    const { status } = await ask('POST', '/api/notifications/test/mail', { token, headers });
    expect([status, mails.length - before]).toEqual([200, 1]);
  }
});

test('[NOT-01] [ROLE-01] a notification is snoozed for its person alone, for an hour, until he ends it, and the audit has both', async () => {
  const [owner, colleague, stranger] = [
    await world.person({ readonly: true }),
    await world.person(),
    await world.person(),
  ];
  const { id } = await kysely
    .insertInto('notifications')
    .values({ type: 'ignitionOn', always: true, notificators: 'web' })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const who of [owner, colleague]) await world.link(who.id, { notification: id });
  const snooze = (token?: string, body: object = { minutes: 60 }) =>
    ask('PUT', `/api/notifications/${id}/snooze`, { ...(token && { token }), body });
  const snoozed = async ({ token }: { token: string }) =>
    (await ask('GET', '/api/notifications/snoozes', { token })).body;
  expect((await snooze()).status).toBe(401);
  expect((await snooze(owner.token, { minutes: 0 })).status).toBe(400);
  expect((await snooze(owner.token, { minutes: 1_441 })).status).toBe(400);
  expect((await snooze(stranger.token)).status).toBe(404);
  // twice at once is once
  const [made] = await Promise.all([snooze(owner.token), snooze(owner.token)]);
  expect(made.status).toBe(200);
  const left = Date.parse(made.body.until) - Date.now();
  expect(left > 59 * 60_000 && left <= 61 * 60_000).toBe(true);
  expect(await snoozed(owner)).toMatchObject([{ notificationId: id }]);
  expect(await snoozed(colleague)).toEqual([]);
  // one that is over is none
  await kysely
    .updateTable('notification_snoozes')
    .set({ until: new Date(Date.now() - 1000).toISOString() })
    .execute();
  expect(await snoozed(owner)).toEqual([]);
  await snooze(owner.token);
  expect((await ask('DELETE', `/api/notifications/${id}/snooze`, { token: owner.token })).status).toBe(204);
  expect(await snoozed(owner)).toEqual([]);
  const lines = await kysely
    .selectFrom('audit')
    .select(['user_id', 'details'])
    .where('noun', '=', 'notification')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
  expect(lines.length).toBe(4);
  expect(lines.every(({ user_id }) => user_id === owner.id)).toBe(true);
  expect(lines.at(-1)?.details).toMatchObject({ snoozedUntil: null });
});
