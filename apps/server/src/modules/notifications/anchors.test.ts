import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool, services, anotherProcess } = await createTestApp();
const admin = await world.administrator();
const place = { latitude: -3.73, longitude: -38.52, name: 'Âncora: Onix', notificators: 'web,mobile' };

interface Seen {
  readonly id: number;
  readonly name: string;
  readonly area: string;
  readonly attributes: Record<string, unknown>;
}
async function client(values: object = {}) {
  const [person, deviceId] = [await world.person(values), await world.device()];
  await world.link(person.id, { device: deviceId });
  const url = `/api/devices/${deviceId}/anchor`;
  const seen = async (noun: string, query = ''): Promise<Seen[]> =>
    (await ask('GET', `/api/${noun}${query}`, { token: person.token })).body;
  return {
    ...{ ...person, deviceId, seen },
    lay: (more: object = {}) => ask('PUT', url, { token: person.token, body: { ...place, ...more } }),
    take: () => ask('DELETE', url, { token: person.token }),
    state: async () => {
      const { own, others } = (await ask('GET', url, { token: person.token })).body;
      return { own, others };
    },
    ownNotifications: async () => (await ask('GET', url, { token: person.token })).body.ownNotifications,
    /** Of those that are his. */
    counts: async () => [
      (await seen('geofences', `?userId=${person.id}`)).length,
      (await seen('notifications', `?userId=${person.id}`)).length,
    ],
  };
}

test.each([
  ['a user', {}],
  ['whose devices are read-only', { device_readonly: true }],
])('[LIST-05] [ROLE-02] %s lays an anchor by one request, and takes it away by one', async (_who, values) => {
  const one = await client(values);
  expect((await one.lay()).status).toBe(204);
  const [circle] = await one.seen('geofences', `?deviceId=${one.deviceId}`);
  expect(circle).toMatchObject({
    name: place.name,
    area: expect.stringMatching(/^CIRCLE ?\(-3\.73 -38\.52, 100\)$/),
  });
  expect(await one.seen('notifications', `?deviceId=${one.deviceId}`)).toMatchObject([
    {
      ...{ type: 'geofenceExit', always: false, notificators: 'web,mobile' },
      attributes: { template: 'anchor', ownDeviceId: one.deviceId, geofences: String(circle?.id) },
    },
  ]);
  expect(await one.state()).toEqual({ own: true, others: false });
  expect((await one.lay({ latitude: 1 })).status, 'it lies').toBe(204);
  expect(await one.counts()).toEqual([1, 1]);
  expect((await one.seen('geofences'))[0]).toEqual(circle);
  const { rows } = await pool.query(
    `SELECT string_agg(action || ' ' || noun, ', ' ORDER BY id) AS lines FROM audit WHERE user_id = $1`,
    [one.id],
  );
  expect(rows[0].lines).toBe('create geofence, link device, create notification, link device');
  expect((await one.take()).status).toBe(204);
  expect(await one.counts()).toEqual([0, 0]);
  expect((await one.take()).status, 'there is none').toBe(204);
  expect((await one.lay()).status).toBe(204);
  expect(await one.counts()).toEqual([1, 1]);
});

test('[LIST-05] an anchor whose notification is refused leaves no circle', async () => {
  const one = await client();
  const { status, body } = await one.lay({ notificators: 'pigeon' });
  expect([status, body.details.fields[0].path]).toEqual([400, 'notificators']);
  expect(await one.counts()).toEqual([0, 0]);
  expect((await pool.query(`SELECT FROM geofences WHERE created_by = $1`, [one.id])).rowCount).toBe(0);
});

test('[LIST-05] of two who lay it at once, also by two processes, one does; another person has his own', async () => {
  const one = await client();
  const other = anotherProcess().notifications;
  const caller = await services.sessions.byToken(one.token, 'bearer', '127.0.0.1');
  if (!caller) throw new Error('no session');
  const laid = await Promise.all([
    one.lay(),
    other.layAnchor(caller, one.deviceId, place),
    one.lay(),
    other.layAnchor(caller, one.deviceId, place),
  ]);
  expect([laid[0], laid[2]].map(({ status }) => status)).toEqual([204, 204]);
  expect(await one.counts()).toEqual([1, 1]);
  const another = await world.person();
  await world.link(another.id, { device: one.deviceId });
  const url = `/api/devices/${one.deviceId}/anchor`;
  expect((await ask('PUT', url, { token: another.token, body: place })).status).toBe(204);
  // of another person's that does not tell him he is told nothing
  await Promise.all([one.take(), one.take()]);
  expect(await one.state()).toEqual({ own: false, others: false });
  expect(await one.counts()).toEqual([0, 0]);
  const left = await ask('GET', `/api/notifications?userId=${another.id}`, { token: another.token });
  expect(left.body).toHaveLength(1);
});

const linked = (owner: 'device' | 'group' | 'user', id: number, geofence: number) =>
  pool.query(`INSERT INTO ${owner}_geofences (${owner}_id, geofence_id) VALUES ($1, $2)`, [id, geofence]);

test.each([
  ['another vehicle', async (circle: number) => linked('device', await world.device(), circle)],
  ['a group', async (circle: number) => linked('group', await world.group(), circle)],
  ['another person', async (circle: number) => linked('user', (await world.person()).id, circle)],
  [
    'another notification',
    async (circle: number) => {
      const body = { type: 'geofenceEnter', notificators: 'web', attributes: { geofences: `7, ${circle}` } };
      expect((await ask('POST', '/api/notifications', { token: admin.token, body })).status).toBe(200);
    },
  ],
])('[LIST-05] a circle that %s uses too stays when the anchor is taken away', async (_what, use) => {
  const one = await client();
  await one.lay();
  const [circle] = await one.seen('geofences');
  await use(circle?.id ?? 0);
  expect((await one.take()).status).toBe(204);
  expect(await one.seen('notifications')).toEqual([]);
  expect(await one.seen('geofences')).toEqual([circle]);
});

test('[LIST-05] a circle that is gone already is no hindrance', async () => {
  const one = await client();
  await one.lay();
  await pool.query('DELETE FROM geofences WHERE created_by = $1', [one.id]);
  expect((await one.take()).status).toBe(204);
  expect(await one.counts()).toEqual([0, 0]);
});

test('[LIST-05] [ROLE-01] nobody lays an anchor of a vehicle that he does not see, and who may only read lays none', async () => {
  const [one, reader] = [await client(), await client({ readonly: true })];
  const foreign = `/api/devices/${await world.device()}/anchor`;
  expect((await ask('GET', foreign)).status).toBe(401);
  expect((await ask('GET', foreign, { token: one.token })).status).toBe(404);
  for (const method of ['PUT', 'DELETE'] as const) {
    const body = method === 'PUT' ? { body: place } : {};
    expect((await ask(method, foreign, { ...body })).status).toBe(401);
    expect((await ask(method, foreign, { token: reader.token, ...body })).status).toBe(403);
    expect((await ask(method, foreign, { token: one.token, ...body })).status).toBe(404);
  }
  expect((await one.lay({ latitude: 91 })).status).toBe(400);
  const url = `/api/devices/${one.deviceId}/anchor`;
  expect((await ask('PUT', url, { token: admin.token, body: place })).status).toBe(204);
  expect(await one.counts(), 'his own alone').toEqual([0, 0]);
  expect((await one.lay()).status).toBe(204);
  await pool.query('DELETE FROM user_devices WHERE user_id = $1', [one.id]);
  expect((await one.lay()).status, 'he sees it no more').toBe(404);
  expect((await one.take()).status, 'his own goes').toBe(204);
  expect(await one.counts()).toEqual([0, 0]);
  expect((await one.take()).status).toBe(404);
});

const ofNobody = [
  ['has no maker', async () => null],
  [
    'a person made who is there no more',
    async () => {
      const { id } = await world.person();
      await pool.query('DELETE FROM users WHERE id = $1', [id]);
      return id;
    },
  ],
] as const;

test.each(ofNobody)(
  "[LIST-05] [ROLE-02] an anchor that %s is nobody else's: whoever alone is told by it takes it away as his own",
  async (_what, maker) => {
    const [one, bound, other] = [await client(), await client({ device_readonly: true }), await client()];
    const orphaned = async ({ id, deviceId }: { readonly id: number; readonly deviceId: number }) => {
      const attributes = { template: 'anchor', ownDeviceId: deviceId };
      const { rows } = await pool.query(
        `INSERT INTO notifications (type, always, notificators, attributes, created_by)
        VALUES ('geofenceExit', false, 'web', $1, $2) RETURNING id`,
        [attributes, await maker()],
      );
      await world.link(id, { notification: rows[0].id });
      return Number(rows[0].id);
    };
    await orphaned(one);
    expect(await one.state()).toEqual({ own: true, others: false });
    expect((await one.lay()).status, 'it lies').toBe(204);
    expect(await one.counts()).toEqual([0, 1]);
    expect((await one.take()).status).toBe(204);
    expect(await one.state()).toEqual({ own: false, others: false });
    expect(await one.counts()).toEqual([0, 0]);
    // he may remove what he made himself, and nothing else
    await orphaned(bound);
    expect(await bound.state()).toEqual({ own: false, others: false });
    expect((await bound.take()).status).toBe(204);
    expect(await bound.counts()).toEqual([0, 1]);
    // another person would be told no more
    const shared = await orphaned(one);
    await world.link(other.id, { notification: shared });
    expect(await one.state()).toEqual({ own: false, others: false });
    expect((await one.take()).status).toBe(204);
    expect(await other.counts()).toEqual([0, 1]);
  },
);

test('[LIST-05] [ROLE-02] an anchor that somebody else made neither keeps him from one of his own nor is taken away by him', async () => {
  const one = await client();
  const attributes = { template: 'anchor', ownDeviceId: one.deviceId };
  const body = { type: 'geofenceExit', notificators: 'web', attributes };
  const { body: foreign } = await ask('POST', '/api/notifications', { token: admin.token, body });
  await world.link(one.id, { notification: foreign.id });
  const ids = async () => (await one.seen('notifications')).map(({ id }) => id);
  expect(await ids()).toEqual([foreign.id]);
  expect(await one.state()).toEqual({ own: false, others: true });
  expect((await one.take()).status).toBe(204);
  expect(await ids()).toEqual([foreign.id]);
  expect((await one.lay()).status).toBe(204);
  expect(await one.state()).toEqual({ own: true, others: true });
  expect(await one.counts()).toEqual([1, 2]);
  expect((await one.take()).status).toBe(204);
  expect(await ids()).toEqual([foreign.id]);
  // his it stays where it tells himself no more
  await pool.query('DELETE FROM user_notifications WHERE notification_id = $1 AND user_id <> $2', [
    foreign.id,
    one.id,
  ]);
  expect(await one.state()).toEqual({ own: false, others: true });
  expect((await one.take()).status).toBe(204);
  expect(await ids()).toEqual([foreign.id]);
});

test("[LIST-05] [ROLE-02] which alerts of a vehicle are one's own is said: those that one made, and those of nobody that tell nobody else", async () => {
  const [one, bound, other] = [await client(), await client({ device_readonly: true }), await client()];
  const alert = (deviceId: number, template: string | undefined = 'sos') => ({
    ...{ type: 'alarm', always: false, notificators: 'web' },
    attributes: { alarms: 'sos', ownDeviceId: deviceId, ...(template && { template }) },
  });
  const made = async (token: string, body: object) =>
    (await ask('POST', '/api/notifications', { token, body })).body.id as number;
  const told = async (who: { readonly id: number }, id: number) => {
    await world.link(who.id, { notification: id });
    return id;
  };
  expect(await one.ownNotifications()).toEqual([]);
  const own = await made(one.token, alert(one.deviceId));
  await made(one.token, alert(other.deviceId));
  await made(one.token, { ...alert(one.deviceId), attributes: { alarms: 'sos', ownDeviceId: one.deviceId } });
  const foreign = await told(one, await made(admin.token, alert(one.deviceId)));
  const nobodys = await told(one, await made(admin.token, alert(one.deviceId, 'powerCut')));
  const shared = await told(other, await told(one, await made(admin.token, alert(one.deviceId, 'powerCut'))));
  const of = await told(bound, await made(admin.token, alert(bound.deviceId)));
  await pool.query('UPDATE notifications SET created_by = NULL WHERE id = ANY($1)', [[nobodys, shared, of]]);
  // who made it is told by it too
  await pool.query('DELETE FROM user_notifications WHERE user_id = $1 AND notification_id = $2', [
    ...[admin.id, nobodys],
  ]);
  expect(await one.ownNotifications()).toEqual([own, nobodys]);
  expect(await one.state(), 'none of them is an anchor').toEqual({ own: false, others: false });
  expect(await bound.ownNotifications(), 'he may take away what he made, and nothing else').toEqual([]);
  expect((await one.seen('notifications')).map(({ id }) => id)).toContain(foreign);
});
