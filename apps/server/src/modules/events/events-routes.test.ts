import { eventSchema } from '@atalaia/contract/rules/event';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { markHandled } from './events-queries.ts';

const { ask, world, kysely, published } = await createTestApp();

/** An operator, a device he sees, and its events. */
async function scene() {
  const operator = await world.person({ name: 'Ana Operadora' });
  const deviceId = await world.device({ name: 'Fiorino 7' });
  await world.link(operator.id, { device: deviceId });
  const { token } = operator;
  return {
    token,
    deviceId,
    event: (type: string, event_time?: string) => world.event(deviceId, type, event_time),
    comment: (id: number, body: object = { comment: 'Liguei para o motorista' }) =>
      ask('POST', `/api/events/${id}/comment`, { token, body }),
    read: async (id: number) => (await ask('GET', `/api/events/${id}`, { token })).body,
    ids: async (query: string): Promise<number[]> => {
      const { body } = await ask('GET', `/api/events?${query}`, { token });
      return body.map(({ id }: { id: number }) => id);
    },
    setSiren: (siren_event_id: number | null) =>
      kysely
        .insertInto('device_state')
        .values({ device_id: deviceId, siren_event_id })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ siren_event_id }))
        .execute(),
    async siren() {
      const select = kysely.selectFrom('device_state').select('siren_event_id');
      return (await select.where('device_id', '=', deviceId).executeTakeFirst())?.siren_event_id;
    },
  };
}

test('[EVT-03] a comment marks the event as handled, with who, when and what', async () => {
  const { event, comment, read, token } = await scene();
  const id = await event('deviceOverspeed');
  expect(await read(id)).toMatchObject({ id, name: 'Fiorino 7', handledAt: null, handledBy: null });
  const { status, body } = await comment(id, {
    eventId: id,
    comment: ' Multado ',
    attributes: { phone: '85' },
  });
  expect([status, body.comment, body.userName, body.attributes]).toEqual([
    200,
    'Multado',
    'Ana Operadora',
    { phone: '85' },
  ]);
  const handled = await read(id);
  expect([handled.handledBy, Date.parse(handled.handledAt) > 0]).toEqual(['Ana Operadora', true]);
  const { body: comments } = await ask('GET', `/api/events/${id}/comments`, { token });
  expect(comments).toEqual([body]);
});

test('[EVT-03] a later comment adds to the first, which stays the one that handled it', async () => {
  const { event, comment, read, deviceId } = await scene();
  const id = await event('alarm');
  await comment(id);
  const first = await read(id);
  const other = await world.person({ name: 'Bruno' });
  await world.link(other.id, { device: deviceId });
  const body = { comment: 'Também liguei' };
  await ask('POST', `/api/events/${id}/comment`, { token: other.token, body });
  expect(await read(id)).toEqual(first);
  const { body: comments } = await ask('GET', `/api/events/${id}/comments`, { token: other.token });
  expect(comments.map(({ userName }: { userName: string }) => userName)).toEqual(['Ana Operadora', 'Bruno']);
});

test('[EVT-04] a handled event is told to everyone who sees the device, once', async () => {
  const { event, comment, deviceId, read } = await scene();
  const id = await event('deviceOverspeed');
  published.length = 0;
  await comment(id);
  await comment(id);
  const messages = published.filter(({ topic }) => topic === 'events').map(({ message }) => message);
  expect(messages).toHaveLength(1);
  const [fragment] = messages[0] as { deviceId: number; json: string }[];
  expect(fragment?.deviceId).toBe(deviceId);
  expect(JSON.parse(fragment?.json ?? '')).toEqual({ ...(await read(id)), deviceSiren: false });
});

test('[EVT-04] the siren of a device goes out with its last waiting alarm, and not before', async () => {
  const { event, comment, setSiren, siren } = await scene();
  const [older, newer] = [await event('alarm'), await event('alarm')];
  await event('deviceOverspeed');
  await setSiren(newer);
  published.length = 0;
  await comment(newer);
  expect(await siren()).toBe(older);
  await comment(older);
  expect(await siren()).toBeNull();
  const sounds = published
    .filter(({ topic }) => topic === 'events')
    .map(({ message }) => JSON.parse((message as { json: string }[])[0]?.json ?? '').deviceSiren);
  expect(sounds).toEqual([true, false]);
});

test('[EVT-04] an alarm handled while a newer one sounds leaves the siren to the newer', async () => {
  const { event, comment, setSiren, siren } = await scene();
  const [older, newer] = [await event('alarm'), await event('alarm')];
  await setSiren(newer);
  await comment(older);
  expect(await siren()).toBe(newer);
});

test('[EVT-04] two who handle two alarms of a vehicle at once leave no siren on', async () => {
  const { event, comment, deviceId, setSiren, siren } = await scene();
  const [older, newer] = [await event('alarm'), await event('alarm')];
  await setSiren(newer);
  const other = await world.person();
  // the first has handled his alarm and not committed yet when the second handles the other
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
  const { promise: handled, resolve: hasHandled } = Promise.withResolvers<void>();
  const first = kysely.transaction().execute(async (transaction) => {
    await markHandled(transaction, { id: older, device_id: deviceId }, other.id);
    hasHandled();
    await committed;
  });
  await handled;
  const second = comment(newer);
  await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))]);
  commit();
  await first;
  expect((await second).status).toBe(200);
  expect(await siren()).toBeNull();
});

test('[EVT-01] handling says something, and of the event of the address', async () => {
  const { event, comment, read } = await scene();
  const id = await event('alarm');
  const empty = await comment(id, { comment: '  ' });
  expect([empty.status, empty.body.details.fields[0].path]).toEqual([400, 'comment']);
  const other = await comment(id, { eventId: id + 1, comment: 'x' });
  expect([other.status, other.body.details.fields[0].path]).toEqual([400, 'eventId']);
  expect((await read(id)).handledAt).toBeNull();
});

test('[ROLE-07] events are listed and read by who sees their device, filtered and newest first', async () => {
  const { event, comment, ids, deviceId } = await scene();
  const early = await event('alarm', '2026-11-19T10:00:00.000Z');
  const late = await event('deviceOverspeed', '2026-11-20T10:00:00.000Z');
  await comment(early);
  expect(await ids('')).toEqual([late, early]);
  expect(await ids('type=alarm&type=ignitionOn')).toEqual([early]);
  expect(await ids('handled=false')).toEqual([late]);
  expect(await ids('handled=true')).toEqual([early]);
  expect(await ids('from=2026-11-20T00:00:00Z')).toEqual([late]);
  expect(await ids('to=2026-11-20T00:00:00Z')).toEqual([early]);
  expect(await ids('limit=1&offset=1')).toEqual([early]);
  expect(await ids(`id=${late}&deviceId=${deviceId}`)).toEqual([late]);
  const stranger = await world.person();
  const seen = await ask('GET', '/api/events', { token: stranger.token });
  const one = await ask('GET', `/api/events/${late}`, { token: stranger.token });
  expect([seen.body, one.status]).toEqual([[], 404]);
});

test('the last to arrive comes first, whatever its number', async () => {
  const { event, ids, deviceId } = await scene();
  const [first, second] = [await event('alarm'), await event('deviceMoving')];
  const arrived = new Date(Date.now() + 60_000);
  await kysely.updateTable('events').set({ server_time: arrived }).where('id', '=', first).execute();
  expect(await ids(`deviceId=${deviceId}`)).toEqual([first, second]);
});

test('[SHELL-05] [ROLE-07] GET /events/open-alarms gives every alarm that waits, to who sees its device', async () => {
  const { event, comment, token, deviceId } = await scene();
  const open = (query = '', as = token) => ask('GET', `/api/events/open-alarms${query}`, { token: as });
  expect((await ask('GET', '/api/events/open-alarms')).status).toBe(401);
  for (const query of ['?limit=-1', '?limit=2001', '?limit=many', '?beforeId=-1', '?beforeId=x']) {
    expect([query, (await open(query)).status]).toEqual([query, 400]);
  }
  const stranger = await world.person();
  const waiting: number[] = [];
  for (let count = 0; count < 5; count += 1)
    waiting.unshift(await event('alarm', '2020-01-01T00:00:00.000Z'));
  const handled = await event('alarm');
  await comment(handled);
  for (let count = 0; count < 30; count += 1) await event('ignitionOn');

  const { status, body } = await open();
  expect(status).toBe(200);
  expect(body.map(({ id }: { id: number }) => id)).toEqual(waiting);
  const [first] = body;
  expect(eventSchema.parse(first)).toEqual(first);
  expect(first).toMatchObject({ deviceId, type: 'alarm', name: 'Fiorino 7' });
  expect(first).not.toHaveProperty('handledBy');
  expect((await open('', stranger.token)).body).toEqual([]);

  const pages = [await open('?limit=2'), await open(`?limit=2&beforeId=${waiting[1]}`)];
  expect(pages.flatMap((page) => page.body.map(({ id }: { id: number }) => id))).toEqual(waiting.slice(0, 4));
  expect((await open(`?beforeId=${waiting.at(-1)}`)).body).toEqual([]);

  await comment(waiting[0] ?? 0);
  expect((await open()).body.map(({ id }: { id: number }) => id)).toEqual(waiting.slice(1));
  const administrator = await world.person({ administrator: true });
  const seenByAll = async () => {
    const { body: all } = await open('', administrator.token);
    return all.filter((one: { deviceId: number }) => one.deviceId === deviceId);
  };
  expect(await seenByAll()).toHaveLength(4);
  expect((await ask('DELETE', `/api/devices/${deviceId}`, { token: administrator.token })).status).toBe(204);
  expect(await seenByAll()).toEqual([]);
});

test('[EVT-03] handled events are searched by who, when, what, device and type; by people of the desk, of what they see', async () => {
  const { event, deviceId, token: client } = await scene();
  const operator = await world.person({ name: 'Bruno Tavares', desk_role: 'operator' });
  const other = await world.device({ name: 'Alheio' });
  await world.link(operator.id, { device: deviceId });
  const { token } = operator;
  const handle = (id: number, comment: string) =>
    ask('POST', `/api/events/${id}/comment`, { token, body: { comment } });
  const search = async (query = '') => (await ask('GET', `/api/events/handled?${query}`, { token })).body;
  const ids = async (query: string) => (await search(query)).map(({ id }: { id: number }) => id);
  const [overspeed, idle, open] = [
    await event('deviceOverspeed'),
    await event('deviceMoving'),
    await event('deviceMoving'),
  ];
  await handle(overspeed, 'Multa avisada ao gestor');
  await handle(idle, 'Motor ligado na doca');
  await markHandled(kysely, { id: await world.event(other, 'deviceMoving'), device_id: other }, operator.id);

  expect((await ask('GET', '/api/events/handled')).status).toBe(401);
  expect((await ask('GET', '/api/events/handled', { token: client })).status).toBe(403);
  expect((await ask('GET', '/api/events/handled?limit=1001', { token })).status).toBe(400);
  expect((await ask('GET', `/api/events/handled?deviceId=${other}`, { token })).status).toBe(404);
  expect(await ids('')).toEqual([idle, overspeed]);
  expect(await ids('')).not.toContain(open);
  expect((await search())[0]).toMatchObject({
    ...{ handledBy: 'Bruno Tavares', handledById: operator.id, comment: 'Motor ligado na doca', plate: null },
  });
  expect(await ids('keyword=MULTA')).toEqual([overspeed]);
  expect(await ids('keyword=fiorino')).toEqual([idle, overspeed]);
  expect(await ids('type=deviceMoving')).toEqual([idle]);
  expect(await ids(`deviceId=${deviceId}&userId=${operator.id}&limit=1&offset=1`)).toEqual([overspeed]);
  expect(await ids('userId=999999')).toEqual([]);
  expect(await ids('from=2100-01-01T00:00:00Z')).toEqual([]);
  expect(await ids('to=2000-01-01T00:00:00Z')).toEqual([]);
});

test('[API-02] a period of events that ends before it begins is refused in words, not answered as empty', async () => {
  const { token: asking } = await world.administrator();
  const period = 'from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z';
  for (const path of ['/api/events', '/api/events/handled', '/api/positions']) {
    const { status, body } = await ask('GET', `${path}?${period}`, { token: asking });
    expect([status, body.message], path).toEqual([400, expect.stringMatching(/must not be before from/i)]);
  }
});
