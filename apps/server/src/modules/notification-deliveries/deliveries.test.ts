/** The whole way: an event of the queue, its notifications, a mail in a real mail server. */
import { weeklyHoursData } from '@atalaia/domain/time/weekly-hours';
import { type Kysely, sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createInProcessBus, type WebDeliveryFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { createMailer } from '../../platform/outbound/mail/mailer.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { startMailServer } from '../../platform/outbound/testing/mail-server.ts';
import { createCommit } from '../../queries/commit.ts';
import { createWorld } from '../../testing/world.ts';
import { createDeliveryMetrics } from './deliveries-metrics.ts';
import { createDeliveriesService } from './deliveries-service.ts';

const database = await createTestDatabase();
const { kysely } = database;
const world = createWorld(kysely);
afterAll(() => database.drop());

const minute = 60_000;
/** A Saturday, 09:00 in Fortaleza. */
const eventTime = '2026-11-21T12:00:00.000Z';
let nowMs = Date.parse(eventTime);
let published: WebDeliveryFragment[] = [];

beforeEach(async () => {
  nowMs = Date.parse(eventTime);
  published = [];
  await sql`TRUNCATE users, sign_in_names, groups, devices, events, event_queue, notification_deliveries, notifications, calendars CASCADE`.execute(
    kysely,
  );
});

const bus = createInProcessBus((_topic, error) => {
  throw error;
});
bus.subscribe('notificationDeliveries', (fragments) => published.push(...fragments));

/** One running server; another one beside it, or after it, is made in the same way. */
function serverWith(channels: Channels) {
  const registry = new Registry();
  const service = createDeliveriesService({
    brandMail: async (_userId, mail) => mail,
    kysely,
    commit: createCommit(kysely, bus, new Set()),
    channels,
    count: createDeliveryMetrics(registry),
    publicUrl: 'https://rastreio.example',
    readServer: async () => ({}),
    geocoding: { nearest: () => null },
    carryOut: async () => undefined,
    nowMs: () => nowMs,
  });
  const run = async (signal = new AbortController().signal) => {
    for (const job of service.jobs) await job.work(signal);
  };
  return { ...service, run, registry };
}

async function mailServer() {
  const server = await startMailServer();
  const settings = { url: server.url, from: 'atalaia@example.com' };
  const mailer = createMailer(settings, createOutboundMetrics(new Registry()));
  if (!mailer) throw new Error('settings make a mailer');
  onTestFinished(() => mailer.close());
  return { ...server, mailer };
}

/** A channel whose service answers as it is set up, one answer after the other, and then takes everything. */
function smsService(...answers: DeliveryFailed[]) {
  const sent: { phone: string; text: string }[] = [];
  const sendSms = async (phone: string, text: string) => {
    const answer = answers.shift();
    if (answer) throw answer;
    sent.push({ phone, text });
  };
  return { sent, sendSms };
}

const notSent = () => new DeliveryFailed('busy', { certainlyNotSent: true });

interface NotificationFacts {
  readonly type?: string;
  readonly always?: boolean;
  readonly notificators?: string;
  readonly alarms?: string;
  readonly calendar_id?: number;
}

async function notification(userIds: readonly number[], facts: NotificationFacts = {}): Promise<number> {
  const { alarms, ...values } = facts;
  const { id } = await kysely
    .insertInto('notifications')
    .values({
      type: 'ignitionOn',
      always: true,
      notificators: 'mail',
      ...values,
      attributes: JSON.stringify(alarms === undefined ? {} : { alarms }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const userId of userIds) await world.link(userId, { notification: id });
  return id;
}

async function happens(
  deviceId: number,
  type = 'ignitionOn',
  attributes = {},
  db: Kysely<Schema> = kysely,
  at = eventTime,
) {
  const values = { device_id: deviceId, type, event_time: at, server_time: at };
  const { id } = await db
    .insertInto('events')
    .values({ ...values, attributes: JSON.stringify(attributes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('event_queue').values({ event_id: id, device_id: deviceId }).execute();
  return id;
}

const states = async () =>
  (await kysely.selectFrom('notification_deliveries').selectAll().orderBy('id').execute()).map(
    ({ state, attempts, notificator, last_error }) => ({ state, attempts, notificator, last_error }),
  );

test('[ING-08] [NOT-01] an event becomes one mail in the words of its reader, and no second one', async () => {
  const server = await mailServer();
  const person = await world.person({ email: 'ana@example.com' });
  const device = await world.device({
    name: 'Fiorino <1>',
    attributes: JSON.stringify({ plate: 'abc1d23' }),
  });
  await world.link(person.id, { device });
  await notification([person.id]);
  // a second one that requests the same does not double the mail
  await notification([person.id], { notificators: 'mail,web' });
  const event = await happens(device);
  const one = serverWith({ mailer: server.mailer });
  await one.run();
  // an event that comes into the queue again is known
  await kysely.insertInto('event_queue').values({ event_id: event, device_id: device }).execute();
  await one.run();
  await serverWith({ mailer: server.mailer }).run();
  expect(server.received).toHaveLength(1);
  const { to = [], raw = '' } = server.received[0] ?? {};
  expect(to).toEqual(['ana@example.com']);
  const body = decoded(raw);
  expect(body).toContain('Ignição ligada');
  expect(body).toContain('Dispositivo: Fiorino <1> (ABC1D23)');
  expect(body).toContain('Fiorino &lt;1&gt; (ABC1D23)');
  expect(body).toContain('Horário: 21/11/2026 - 09:00:00 (fuso America/Fortaleza)');
  expect(body).toContain('https://rastreio.example/');
  expect(published.map(({ json, ...rest }) => ({ ...rest, event: JSON.parse(json).id }))).toEqual([
    { userId: person.id, deviceId: device, event },
  ]);
  expect(await one.registry.metrics()).toContain(
    'atalaia_notices_total{notificator="mail",outcome="sent"} 1',
  );
});

/** The readable parts of a mail, whatever the transfer encoding. */
function decoded(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

test('[ING-08] who does not see the device is not told, though the notification is his', async () => {
  const { sent, sendSms } = smsService();
  const blind = await world.person({ phone: '1' });
  const seeing = await world.person({ phone: '2' });
  const device = await world.device();
  await world.link(seeing.id, { device });
  await notification([blind.id, seeing.id], { notificators: 'sms,web' });
  await happens(device);
  await serverWith({ sendSms }).run();
  expect(sent.map(({ phone }) => phone)).toEqual(['2']);
  expect(published.map(({ userId }) => userId)).toEqual([seeing.id]);
});

test('[ING-08] a disabled, an expired and an unlinked person are not told', async () => {
  const { sent, sendSms } = smsService();
  const device = await world.device();
  const people = [
    await world.person({ phone: '1', disabled: true }),
    await world.person({ phone: '2', expiration_time: '2026-11-21T11:59:00Z' }),
    await world.person({ phone: '3', expiration_time: '2026-11-21T12:01:00Z' }),
  ];
  for (const person of people) await world.link(person.id, { device });
  await world.link((await world.person({ phone: '4' })).id, { device });
  await notification(
    people.map(({ id }) => id),
    { notificators: 'sms,web' },
  );
  await happens(device);
  await serverWith({ sendSms }).run();
  expect(sent.map(({ phone }) => phone)).toEqual(['3']);
  expect(published.map(({ userId }) => userId)).toEqual([people[2]?.id]);
});

test('[NOT-01] one that is not for every device holds for the linked ones, their groups and the groups above', async () => {
  const { sent, sendSms } = smsService();
  const above = await world.group();
  const group = await world.group({ group_id: above });
  const [linked, inGroup, other] = [
    await world.device(),
    await world.device({ group_id: group }),
    await world.device(),
  ];
  const person = await world.person({ phone: '1', administrator: true });
  const id = await notification([person.id], { always: false, notificators: 'sms' });
  await kysely
    .insertInto('device_notifications')
    .values({ device_id: linked, notification_id: id })
    .execute();
  await kysely.insertInto('group_notifications').values({ group_id: above, notification_id: id }).execute();
  for (const device of [linked, inGroup, other]) await happens(device);
  await serverWith({ sendSms }).run();
  const deliveries = await kysely
    .selectFrom('notification_deliveries')
    .select('device_id')
    .orderBy('device_id')
    .execute();
  expect(deliveries.map(({ device_id }) => device_id)).toEqual([linked, inGroup]);
  expect(sent).toHaveLength(2);
});

test('[NOT-01] [API-02] of the alarms only those listed are told; where none is listed, all', async () => {
  const { sent, sendSms } = smsService();
  const attributes = JSON.stringify({ language: 'en' });
  const [some, all] = [
    await world.person({ phone: '1', attributes }),
    await world.person({ phone: '2', attributes }),
  ];
  const device = await world.device({ name: 'Van' });
  for (const { id } of [some, all]) await world.link(id, { device });
  await notification([some.id], { type: 'alarm', alarms: 'sos, powerCut', notificators: 'sms' });
  await notification([all.id], { type: 'alarm', notificators: 'sms' });
  for (const alarm of ['sos', 'vibration', 'powerCut']) await happens(device, 'alarm', { alarm });
  await serverWith({ sendSms }).run();
  expect(sent.map(({ phone, text }) => `${phone} ${text.split(' · ')[0]}`).toSorted()).toEqual([
    '1 Alarm: Power cut',
    '1 Alarm: SOS/Panic',
    '2 Alarm: Power cut',
    '2 Alarm: SOS/Panic',
    '2 Alarm: Vibration',
  ]);
});

const weekdays = (days: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;TZID=America/Fortaleza:20260101T080000',
    'DTEND;TZID=America/Fortaleza:20260101T180000',
    `RRULE:FREQ=WEEKLY;BYDAY=${days}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

test('[NOT-01] while a notification is snoozed its person alone is told nothing; its events and its command stay, and it ends by itself', async () => {
  const { sent, sendSms } = smsService();
  const server = serverWith({ sendSms });
  const [snoozed, awake] = [
    await world.person({ phone: '85911110001' }),
    await world.person({ phone: '85911110002' }),
  ];
  const device = await world.device();
  for (const { id } of [snoozed, awake]) await world.link(id, { device });
  const command = await kysely
    .insertInto('commands')
    .values({ type: 'getVersion', description: 'x', attributes: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const id = await notification([snoozed.id, awake.id], { notificators: 'sms,web' });
  const owned = { command_id: command.id, created_by: snoozed.id };
  await kysely.updateTable('notifications').set(owned).where('id', '=', id).execute();
  const until = new Date(nowMs + 3_600_000).toISOString();
  await kysely
    .insertInto('notification_snoozes')
    .values({ user_id: snoozed.id, notification_id: id, until })
    .execute();
  await happens(device);
  await server.run();
  expect(sent.map(({ phone }) => phone)).toEqual(['85911110002']);
  expect(published.map(({ userId }) => userId)).toEqual([awake.id]);
  expect((await states()).filter(({ notificator }) => notificator === 'command')).toHaveLength(1);
  // another of his for the same events is none that is snoozed
  await notification([snoozed.id], { notificators: 'web' });
  await happens(device);
  await server.run();
  expect(published.filter(({ userId }) => userId === snoozed.id)).toHaveLength(1);
  nowMs += 3_600_001;
  await happens(device);
  await server.run();
  expect(sent.filter(({ phone }) => phone === '85911110001')).toHaveLength(1);
  expect(
    await kysely.selectFrom('events').select('id').where('device_id', '=', device).execute(),
  ).toHaveLength(3);
});

test('[LIST-05] the notice of an anchor says that it is one, and no other says so', async () => {
  const server = serverWith({});
  const person = await world.person();
  const device = await world.device();
  await world.link(person.id, { device });
  const id = await notification([person.id], { notificators: 'web' });
  await happens(device);
  await server.run();
  const attributes = JSON.stringify({ template: 'anchor' });
  await kysely.updateTable('notifications').set({ attributes }).where('id', '=', id).execute();
  await happens(device);
  await server.run();
  expect(published.map(({ json }) => JSON.parse(json).attributes)).toEqual([
    { notificationId: id },
    { notificationId: id, template: 'anchor' },
  ]);
});

async function calendar(days: string): Promise<number> {
  const data = Buffer.from(weekdays(days)).toString('base64');
  const insert = kysely.insertInto('calendars').values({ name: days, data }).returning('id');
  return (await insert.executeTakeFirstOrThrow()).id;
}

test('[ING-08] [CAL-01] the calendar of the notification decides by the time of the event', async () => {
  const { sent, sendSms } = smsService();
  const [weekend, working] = [await world.person({ phone: 'sa' }), await world.person({ phone: 'mo' })];
  const device = await world.device();
  for (const { id } of [weekend, working]) await world.link(id, { device });
  const saturday = await calendar('SA');
  await notification([weekend.id], { notificators: 'sms', calendar_id: saturday });
  await notification([working.id], { notificators: 'sms', calendar_id: await calendar('MO,TU,WE,TH,FR') });
  const server = serverWith({ sendSms });
  await happens(device);
  await server.run();
  expect(await kysely.selectFrom('notification_deliveries').select('user_id').execute()).toEqual([
    { user_id: weekend.id },
  ]);
  // a calendar that was changed holds at once
  const data = Buffer.from(weekdays('SU')).toString('base64');
  await kysely.updateTable('calendars').set({ data }).where('id', '=', saturday).execute();
  await happens(device);
  await server.run();
  expect(sent).toHaveLength(1);
});

test('[ING-08] [CAL-01] hours of the week from the editor decide in their zone, and keep quiet on a holiday', async () => {
  const { sent, sendSms } = smsService();
  const person = await world.person({ phone: '1' });
  const device = await world.device({ name: 'Onix' });
  await world.link(person.id, { device });
  const office = [{ from: 8 * 60, to: 18 * 60 }];
  const data = weeklyHoursData({
    // an hour behind the server's
    timezone: 'America/Manaus',
    days: [office, office, office, office, office, [], []],
    onHolidays: 'none',
    holidays: ['blackConsciousness'],
    firstYear: 2026,
    lastYear: 2036,
    otherDays: ['2026-11-24'],
  });
  const insert = kysely.insertInto('calendars').values({ name: 'Expediente', data }).returning('id');
  const { id } = await insert.executeTakeFirstOrThrow();
  await notification([person.id], { notificators: 'sms', calendar_id: id });
  const server = serverWith({ sendSms });
  const sentAt = async (at: string) => {
    sent.length = 0;
    nowMs = Date.parse(at);
    await happens(device, 'ignitionOn', {}, kysely, at);
    await server.run();
    return sent.length;
  };
  // Thursday the 19th: eight in Manaus is twelve by UTC
  expect(await sentAt('2026-11-19T11:59:00.000Z')).toBe(0);
  expect(await sentAt('2026-11-19T12:00:00.000Z')).toBe(1);
  expect(await sentAt('2026-11-19T21:59:00.000Z')).toBe(1);
  expect(await sentAt('2026-11-19T22:00:00.000Z')).toBe(0);
  // Friday the 20th is a holiday, Saturday has no hours, Tuesday the 24th is a day of their own
  expect(await sentAt('2026-11-20T15:00:00.000Z')).toBe(0);
  expect(await sentAt('2026-11-21T15:00:00.000Z')).toBe(0);
  expect(await sentAt('2026-11-23T15:00:00.000Z')).toBe(1);
  expect(await sentAt('2026-11-24T15:00:00.000Z')).toBe(0);
  // another holiday, which was not chosen
  expect(await sentAt('2026-12-25T15:00:00.000Z')).toBe(1);
});

test('[ING-08] what did not go out is tried again, later each time, and given up with its reason', async () => {
  const failures = Array.from({ length: 6 }, notSent);
  const { sent, sendSms } = smsService(...failures);
  const person = await world.person({ phone: '1' });
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id], { notificators: 'sms' });
  await happens(device);
  const server = serverWith({ sendSms });
  await server.run();
  expect(await states()).toEqual([{ state: 'waiting', attempts: 1, notificator: 'sms', last_error: 'busy' }]);
  nowMs += 7_000;
  await server.run();
  expect((await states())[0]).toMatchObject({ attempts: 1 });
  nowMs += 8_000;
  await server.run();
  expect((await states())[0]).toMatchObject({ attempts: 2, state: 'waiting' });
  for (const waitMinutes of [1, 4, 16, 64]) {
    nowMs += waitMinutes * minute;
    // a restart in between forgets nothing
    await serverWith({ sendSms }).run();
  }
  expect(await states()).toEqual([
    { state: 'given-up', attempts: 6, notificator: 'sms', last_error: 'busy' },
  ]);
  expect(sent).toEqual([]);
});

test('[ING-08] what may have arrived is not sent twice', async () => {
  const { sendSms } = smsService(new DeliveryFailed('no answer', { certainlyNotSent: false }));
  const person = await world.person({ phone: '1' });
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id], { notificators: 'sms' });
  await happens(device);
  await serverWith({ sendSms }).run();
  expect(await states()).toEqual([
    { state: 'given-up', attempts: 1, notificator: 'sms', last_error: 'no answer' },
  ]);
});

test('[ING-08] a server killed between the claim and the sending: the next one sends it, once', async () => {
  const server = await mailServer();
  const person = await world.person();
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id]);
  await happens(device);
  // the killed one: it claims, and from then on does nothing
  const killed = createDeliveriesService({
    brandMail: async (_userId, mail) => mail,
    kysely,
    commit: createCommit(kysely, bus, new Set()),
    channels: { mailer: server.mailer },
    count: () => undefined,
    publicUrl: undefined,
    readServer: () => new Promise(() => undefined),
    geocoding: { nearest: () => null },
    carryOut: async () => undefined,
    nowMs: () => nowMs,
  });
  const never = new AbortController().signal;
  await killed.jobs[0]?.work(never);
  void killed.jobs[1]?.work(never);
  await expect.poll(async () => (await dueTimes())[0]).toBe('2026-11-21T12:05:00.000Z');
  const next = serverWith({ mailer: server.mailer });
  await next.run();
  expect(server.received).toHaveLength(0);
  nowMs += 5 * minute;
  await next.run();
  await next.run();
  expect(server.received).toHaveLength(1);
});

const dueTimes = async () =>
  (await kysely.selectFrom('notification_deliveries').select('next_try_at').execute()).map(
    ({ next_try_at }) => next_try_at,
  );

test('[ING-08] a server killed when the mail was taken and before it wrote that down: no second mail', async () => {
  const server = await mailServer();
  const person = await world.person();
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id]);
  await happens(device);
  const { mailer } = server;
  const killed = serverWith({
    mailer: { ...mailer, send: (mail) => mailer.send(mail).then(() => new Promise(() => undefined)) },
  });
  void killed.run();
  await expect.poll(() => server.received.length).toBe(1);
  nowMs += 5 * minute;
  await serverWith({ mailer }).run();
  expect(server.received).toHaveLength(1);
  expect(await states()).toEqual([
    { state: 'given-up', attempts: 1, notificator: 'mail', last_error: 'cut off while it was being sent' },
  ]);
});

test('[ING-08] one person gets five SMS a minute; the rest waits, others do not', async () => {
  const { sent, sendSms } = smsService();
  const [busy, calm] = [await world.person({ phone: 'busy' }), await world.person({ phone: 'calm' })];
  const [loud, quiet] = [await world.device(), await world.device()];
  await world.link(busy.id, { device: loud });
  await world.link(calm.id, { device: quiet });
  await notification([busy.id, calm.id], { notificators: 'sms' });
  for (let i = 0; i < 8; i++) await happens(loud);
  await happens(quiet);
  const server = serverWith({ sendSms });
  await server.run();
  const count = (phone: string) => sent.filter((one) => one.phone === phone).length;
  expect([count('busy'), count('calm')]).toEqual([5, 1]);
  nowMs += minute;
  await server.run();
  expect([count('busy'), count('calm')]).toEqual([8, 1]);
});

test('[ING-08] a flood ends: what is over the bound for ten minutes is given up', async () => {
  const { sent, sendSms } = smsService();
  const person = await world.person({ phone: '1' });
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id], { notificators: 'sms' });
  for (let i = 0; i < 80; i++) await happens(device);
  const server = serverWith({ sendSms });
  for (let second = 0; second <= 12 * 60; second += 20) {
    await server.run();
    nowMs += 20_000;
  }
  const ended = await states();
  expect(ended.filter(({ state }) => state === 'sent')).toHaveLength(sent.length);
  expect(sent.length).toBeGreaterThanOrEqual(50);
  expect(sent.length).toBeLessThanOrEqual(60);
  const dropped = ended.filter(({ state }) => state === 'given-up');
  expect(dropped).toHaveLength(80 - sent.length);
  expect(new Set(dropped.map(({ last_error }) => last_error))).toEqual(new Set(['too many in a minute']));
});

test('[ING-08] who lost his rights while a message waited is not told', async () => {
  const { sent, sendSms } = smsService(notSent());
  const person = await world.person({ phone: '1' });
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id], { notificators: 'sms' });
  await happens(device);
  const server = serverWith({ sendSms });
  await server.run();
  await kysely.deleteFrom('user_devices').execute();
  nowMs += minute;
  await server.run();
  expect(sent).toEqual([]);
  expect((await states())[0]).toMatchObject({ state: 'given-up' });
});

test('[ING-08] a push goes to every phone of a person; one that took it is enough', async () => {
  const rung: string[] = [];
  const sendPush: Channels['sendPush'] = async ({ token, title }) => {
    if (token === 'old') throw new DeliveryFailed('gone', { certainlyNotSent: true, isLasting: true });
    rung.push(`${token}: ${title}`);
  };
  const person = await world.person({ attributes: JSON.stringify({ notificationTokens: 'old, new' }) });
  const device = await world.device({ name: 'Van' });
  await world.link(person.id, { device });
  await notification([person.id], { notificators: 'mobile' });
  await happens(device);
  await serverWith({ sendPush }).run();
  expect(rung).toEqual(['new: Ignição ligada · Van']);
  expect((await states())[0]).toMatchObject({ state: 'sent' });
});

test('[LIST-05] one that names geofences is for those alone: an anchor is not pulled by another fence of the vehicle', async () => {
  const person = await world.person();
  const device = await world.device();
  await world.link(person.id, { device });
  const fence = async (name: string) => {
    const insert = kysely.insertInto('geofences').values({ name, area: 'CIRCLE (0 0, 100)' }).returning('id');
    return (await insert.executeTakeFirstOrThrow()).id;
  };
  const [anchor, other] = [await fence('anchor'), await fence('other')];
  const id = await notification([person.id], { type: 'geofenceExit', notificators: 'web' });
  const attributes = JSON.stringify({ geofences: String(anchor) });
  await kysely.updateTable('notifications').set({ attributes }).where('id', '=', id).execute();
  for (const geofence of [other, anchor]) {
    const eventId = await happens(device, 'geofenceExit');
    await kysely.updateTable('events').set({ geofence_id: geofence }).where('id', '=', eventId).execute();
  }
  await serverWith({}).run();
  const { rows } = await sql<{ geofence_id: number }>`
    SELECT e.geofence_id FROM notification_deliveries n JOIN events e ON e.id = n.event_id`.execute(kysely);
  expect(rows).toEqual([{ geofence_id: anchor }]);
});

test('[ING-08] a channel that is not set up leaves nothing behind', async () => {
  const person = await world.person();
  const device = await world.device();
  await world.link(person.id, { device });
  await notification([person.id], { notificators: 'web,mail,sms,mobile' });
  await happens(device);
  await serverWith({}).run();
  expect(await states()).toMatchObject([{ notificator: 'web', state: 'sent' }]);
  expect(await kysely.selectFrom('event_queue').selectAll().execute()).toEqual([]);
});
