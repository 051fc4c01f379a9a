/** A notification that carries out a saved command at an event (API-02): by whose right, how often, and what holds it back. */
import { beforeEach, expect, test } from 'vitest';
import { reportingDevice } from '../../testing/reporting-device.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, services } = await createTestApp();
const never = new AbortController().signal;
const run = async () => {
  for (const job of services.deliveries.jobs) await job.work(never);
};

const owner = await world.person({ device_limit: -1 });
const savedCommand = async (type = 'rebootDevice', as = owner) =>
  (await ask('POST', '/api/commands', { token: as.token, body: { type, description: type, attributes: {} } }))
    .body.id as number;
const notify = (body: object, as = owner) =>
  ask('POST', '/api/notifications', {
    ...{ token: as.token, body: { type: 'ignitionOn', always: true, notificators: 'command', ...body } },
  });

async function happens(deviceId: number, type = 'ignitionOn') {
  const time = new Date().toISOString();
  const values = { device_id: deviceId, type, event_time: time, server_time: time, attributes: '{}' };
  const { id } = await kysely.insertInto('events').values(values).returning('id').executeTakeFirstOrThrow();
  await kysely.insertInto('event_queue').values({ event_id: id, device_id: deviceId }).execute();
}

const sentTo = (deviceId: number) =>
  kysely
    .selectFrom('sent_commands')
    .select(['type', 'user_id'])
    .where('device_id', '=', deviceId)
    .orderBy('id')
    .execute();
const ends = () =>
  kysely
    .selectFrom('notification_deliveries')
    .select(['state', 'last_error'])
    .where('notificator', '=', 'command')
    .execute();

beforeEach(async () => {
  await kysely.deleteFrom('notification_deliveries').execute();
  await kysely.deleteFrom('notifications').execute();
});

test('[API-02] an event has the notification’s command sent to its device, once, as its owner', async () => {
  const deviceId = await reportingDevice(kysely, world);
  const [commandId, second] = [await savedCommand(), await savedCommand('getVersion')];
  const colleague = await world.person();
  for (const { id } of [owner, colleague]) await world.link(id, { device: deviceId });
  const made = await notify({ commandId });
  expect(made.body).toMatchObject({ commandId, notificators: 'command' });
  await world.link(colleague.id, { notification: made.body.id });
  // the same command by another notification is not sent again; another command is
  await notify({ commandId, always: true });
  await notify({ commandId: second });
  await happens(deviceId);
  await Promise.all([run(), run()]);
  await run();
  const sent = await sentTo(deviceId);
  expect(sent.map(({ type }) => type).sort()).toEqual(['getVersion', 'rebootDevice']);
  expect(sent.every(({ user_id }) => user_id === owner.id)).toBe(true);
  expect((await ends()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  const [line] = await kysely
    .selectFrom('audit')
    .select(['user_id', 'address'])
    .where('noun', '=', 'command')
    .where('action', '=', 'send')
    .execute();
  expect(line).toEqual({ user_id: owner.id, address: null });
});

test('[API-02] [ROLE-01] it goes to no device that its owner does not see, and not for an owner who may only read', async () => {
  const [foreign, own] = [await reportingDevice(kysely, world), await reportingDevice(kysely, world)];
  const other = await world.person();
  await world.link(other.id, { device: foreign });
  await world.link(owner.id, { device: own });
  const { body } = await notify({ commandId: await savedCommand() });
  await world.link(other.id, { notification: body.id });
  await happens(foreign);
  await run();
  expect([await sentTo(foreign), await ends()]).toEqual([[], []]);
  await happens(own);
  await kysely.updateTable('users').set({ readonly: true }).where('id', '=', owner.id).execute();
  await run();
  await kysely.updateTable('users').set({ readonly: false }).where('id', '=', owner.id).execute();
  expect(await sentTo(own)).toEqual([]);
  expect(await ends()).toEqual([
    { state: 'given-up', last_error: 'account-readonly: this account may only read' },
  ]);
});

test('[API-02] [ROLE-03] it is not sent for an owner who may not sign in any more, also where that was after the event', async () => {
  const deviceId = await reportingDevice(kysely, world);
  const [disabled, expired] = [await world.person(), await world.person()];
  for (const { id } of [disabled, expired]) await world.link(id, { device: deviceId });
  for (const as of [disabled, expired]) await notify({ commandId: await savedCommand('getVersion', as) }, as);
  await happens(deviceId);
  const [expand, ...send] = services.deliveries.jobs;
  await expand?.work(never);
  expect(await ends()).toHaveLength(2);
  const past = new Date(Date.now() - 60_000).toISOString();
  await kysely.updateTable('users').set({ disabled: true }).where('id', '=', disabled.id).execute();
  await kysely.updateTable('users').set({ expiration_time: past }).where('id', '=', expired.id).execute();
  for (const job of send) await job.work(never);
  expect(await sentTo(deviceId)).toEqual([]);
  expect((await ends()).map(({ state }) => state)).toEqual(['given-up', 'given-up']);
});

test('[API-02] a process that ended as it was sent has it sent by nobody else', async () => {
  const deviceId = await reportingDevice(kysely, world);
  await world.link(owner.id, { device: deviceId });
  await notify({ commandId: await savedCommand() });
  await happens(deviceId);
  await services.deliveries.jobs[0]?.work(never);
  const past = new Date(Date.now() - 1000).toISOString();
  await kysely.updateTable('notification_deliveries').set({ state: 'sending', next_try_at: past }).execute();
  await run();
  expect(await sentTo(deviceId)).toEqual([]);
  expect(await ends()).toEqual([{ state: 'given-up', last_error: 'cut off while it was being sent' }]);
});

test('[CMD-07] [API-02] a block waits for a vehicle that drives too fast, as a person’s does', async () => {
  const deviceId = await reportingDevice(kysely, world, { speedKph: 90 });
  await world.link(owner.id, { device: deviceId });
  await notify({ commandId: await savedCommand('engineStop') });
  await happens(deviceId);
  await run();
  expect(await sentTo(deviceId)).toEqual([]);
  const blocks = await kysely
    .selectFrom('block_requests')
    .select(['state'])
    .where('device_id', '=', deviceId)
    .execute();
  expect(blocks).toEqual([{ state: 'waiting' }]);
});

test('[API-02] the result of a command carries out none, and the channel needs a command; only its owner names one', async () => {
  const commandId = await savedCommand();
  const refused = await notify({ commandId, type: 'commandResult' });
  expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, 'commandId']);
  expect((await notify({ commandId: 0 })).body.details.fields[0].path).toBe('commandId');
  const { body } = await notify({ commandId });
  const put = (changes: object, as = owner) =>
    ask('PUT', `/api/notifications/${body.id}`, { token: as.token, body: { ...body, ...changes } });
  const changed = await put({ type: 'commandResult', commandId: undefined });
  expect(changed.body.details.fields[0].path).toBe('commandId');
  const other = await world.person();
  await world.link(other.id, { notification: body.id });
  const foreign = await savedCommand('getVersion', other);
  expect((await put({ commandId: foreign }, other)).body.code).toBe('protected-field');
});
