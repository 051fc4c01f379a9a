import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, told } = await createTestApp();

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
  told.length = 0;
  await comment(id);
  await comment(id);
  const messages = told.filter(({ topic }) => topic === 'events').map(({ message }) => message);
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
  told.length = 0;
  await comment(newer);
  expect(await siren()).toBe(older);
  await comment(older);
  expect(await siren()).toBeNull();
  const sounds = told
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
