import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, pool } = await createTestApp();
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM (now() - interval '1 day') TO (now() + interval '1 day')`,
);

async function scene() {
  const maker = await world.person({ name: 'Ana Operadora' });
  const uniqueId = `share-${maker.id}`;
  const deviceId = await world.device({
    name: 'Fiorino 7',
    unique_id: uniqueId,
    category: 'van',
    phone: '85',
  });
  await world.link(maker.id, { device: deviceId });
  const place = {
    latitude: -3.5,
    longitude: -38.5,
    course: 90,
    speed: 12,
    fix_time: '2026-11-20T10:00:00.000Z',
  };
  await kysely
    .insertInto('device_state')
    .values({ device_id: deviceId, ...place })
    .execute();
  const share = async (more: object = {}) =>
    (
      await ask('POST', '/api/location/session', {
        token: maker.token,
        body: { deviceUniqueIds: uniqueId, ...more },
      })
    ).body;
  const look = (token: string) => ask('GET', `/api/location/${token}`);
  return { maker, deviceId, uniqueId, share, look };
}

test('[SHARE-02] a link tells a stranger name, place, course, speed, time and category, and nothing else', async () => {
  const { share, look } = await scene();
  const { token } = await share();
  const { status, body } = await look(token);
  expect([status, body.devices]).toEqual([
    200,
    [
      {
        name: 'Fiorino 7',
        category: 'van',
        latitude: -3.5,
        longitude: -38.5,
        course: 90,
        speed: 12,
        fixTime: '2026-11-20T10:00:00.000Z',
        trail: [],
      },
    ],
  ]);
});

test('[SEC-01] [SHARE-02] a link is 256 random bits, stored as their hash, and ends after 24 hours', async () => {
  const { share, maker } = await scene();
  const answer = await share();
  expect(Buffer.from(answer.token, 'base64url')).toHaveLength(32);
  const row = await kysely
    .selectFrom('location_shares')
    .selectAll()
    .where('id', '=', answer.id)
    .executeTakeFirstOrThrow();
  expect(row.token_hash).toEqual(createHash('sha256').update(answer.token).digest());
  const hours = (Date.parse(answer.expiresAt) - Date.parse(answer.createdAt)) / 3_600_000;
  expect(hours).toBeCloseTo(24, 2);
  const audit = await kysely.selectFrom('audit').selectAll().where('user_id', '=', maker.id).execute();
  expect([audit.map(({ action }) => action), JSON.stringify(audit).includes(answer.token)]).toEqual([
    ['share'],
    false,
  ]);
});

test('[SHARE-02] several devices are shared at once, until an instant that lies ahead', async () => {
  const { share, look, maker, uniqueId } = await scene();
  const second = await world.device({ unique_id: `${uniqueId}-b`, name: 'Zafira' });
  await world.link(maker.id, { device: second });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const answer = await share({ deviceUniqueIds: [uniqueId, `${uniqueId}-b`], expiration });
  expect(answer.expiresAt).toBe(expiration);
  const { devices } = (await look(answer.token)).body;
  expect(devices.map(({ name, latitude }: { name: string; latitude: number }) => [name, latitude])).toEqual([
    ['Fiorino 7', -3.5],
    ['Zafira', null],
  ]);
  const past = await share({ expiration: '2020-01-01T00:00:00.000Z' });
  expect([past.code, past.details.fields[0].path]).toEqual(['invalid-input', 'expiration']);
});

test('[GOV-01] a link shows the name or not, and the way since it was made only where that was chosen', async () => {
  const { share, look, deviceId } = await scene();
  const [plain, whole] = [await share({ showsName: false }), await share({ showsTrail: true })];
  expect([plain.showsName, plain.showsTrail, whole.showsName, whole.showsTrail]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  const madeMs = Date.parse(whole.createdAt);
  await storePositions(
    pool,
    [-60, 10, 20].map((seconds, number) => ({
      deviceId,
      timeMs: madeMs + seconds * 1000,
      latitude: -3.5 - number / 10,
    })),
  );
  await kysely
    .updateTable('device_state')
    .set({ fix_time: new Date(madeMs + 20_000).toISOString() })
    .where('device_id', '=', deviceId)
    .execute();
  const [{ devices: hidden }, { devices: shown }] = [
    (await look(plain.token)).body,
    (await look(whole.token)).body,
  ];
  expect(hidden).toMatchObject([{ name: null, trail: [] }]);
  // what was before the link is nobody's
  expect(shown).toMatchObject([
    {
      name: 'Fiorino 7',
      trail: [
        { latitude: -3.6, longitude: -38.5 },
        { latitude: -3.7, longitude: -38.5 },
      ],
    },
  ]);
});

test('[ROLE-01] what is not seen cannot be shared', async () => {
  const { share } = await scene();
  const foreign = await scene();
  const answer = await share({ deviceUniqueIds: foreign.uniqueId });
  expect([answer.code, answer.details.fields[0].path]).toEqual(['reference-not-found', 'deviceUniqueIds']);
});

test('[SHARE-01] an unknown link is 404, one that expired or was revoked is 410', async () => {
  const { share, look, maker } = await scene();
  expect((await look('nothing')).status).toBe(404);
  const [revoked, expired] = [await share(), await share()];
  const deleted = await ask('DELETE', `/api/location/sessions/${revoked.id}`, { token: maker.token });
  await kysely
    .updateTable('location_shares')
    .set({ expires_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', expired.id)
    .execute();
  expect(deleted.status).toBe(204);
  for (const { token } of [revoked, expired]) {
    const { status, body } = await look(token);
    expect([status, body.code]).toEqual([410, 'share-ended']);
  }
});

test('[SHARE-02] a maker who loses sight of a device shows it no more, and one who is disabled shows nothing', async () => {
  const { share, look, maker, deviceId } = await scene();
  const { token } = await share();
  await kysely.deleteFrom('user_devices').where('device_id', '=', deviceId).execute();
  const lost = await look(token);
  expect([lost.status, lost.body.code]).toEqual([410, 'share-ended']);
  await world.link(maker.id, { device: deviceId });
  expect((await look(token)).body.devices).toHaveLength(1);
  await kysely.updateTable('users').set({ disabled: true }).where('id', '=', maker.id).execute();
  expect((await look(token)).status).toBe(410);
  await kysely
    .updateTable('users')
    .set({ disabled: false, expiration_time: '2026-01-01T00:00:00Z' })
    .where('id', '=', maker.id)
    .execute();
  expect((await look(token)).status).toBe(410);
});

test('[SHARE-02] a disabled device is shown to nobody, and not shared', async () => {
  const { share, look, maker, deviceId, uniqueId } = await scene();
  const second = await world.device({ unique_id: `${uniqueId}-b`, name: 'Zafira' });
  await world.link(maker.id, { device: second });
  const [alone, both] = [await share(), await share({ deviceUniqueIds: [uniqueId, `${uniqueId}-b`] })];
  await kysely.updateTable('devices').set({ disabled: true }).where('id', '=', deviceId).execute();
  expect((await look(alone.token)).body.code).toBe('share-ended');
  expect((await look(both.token)).body.devices).toMatchObject([{ name: 'Zafira' }]);
  const again = await share();
  expect([again.code, again.details.fields[0].path]).toEqual(['device-disabled', 'deviceUniqueIds']);
});

test('[SHARE-02] who made a link lists and revokes it, an administrator everybody’s, others none', async () => {
  const { share, maker, uniqueId, deviceId } = await scene();
  const { token: _token, ...listed } = await share();
  const list = async (token: string) => (await ask('GET', '/api/location/sessions', { token })).body;
  expect(await list(maker.token)).toEqual([listed]);
  expect(listed).toMatchObject({
    sharedBy: 'Ana Operadora',
    devices: [{ id: deviceId, uniqueId, name: 'Fiorino 7' }],
  });
  const stranger = await world.person();
  expect(await list(stranger.token)).toEqual([]);
  const refused = await ask('DELETE', `/api/location/sessions/${listed.id}`, { token: stranger.token });
  expect(refused.status).toBe(404);
  const { token } = await world.administrator();
  expect(await list(token)).toContainEqual(listed);
  expect((await ask('DELETE', `/api/location/sessions/${listed.id}`, { token })).status).toBe(204);
  expect(await list(maker.token)).toEqual([]);
});

test('[API-02] share/device and share/group take a form and answer the token, which opens the shared place', async () => {
  const person = await world.person();
  const group = await world.group();
  const inGroup = await world.device({ name: 'Em grupo', group_id: group });
  await world.link(person.id, { group });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  const share = (path: string, fields: Record<string, string>) =>
    ask('POST', `/api/share/${path}`, {
      token: person.token,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  for (const [path, fields] of [
    ['device', { deviceId: String(inGroup) }],
    ['group', { groupId: String(group) }],
  ] as const) {
    const { status, text } = await share(path, { ...fields, expiration });
    expect([path, status]).toEqual([path, 200]);
    const { body } = await ask('GET', `/api/location/${text}`);
    expect(body.devices.map(({ name }: { name: string }) => name)).toEqual(['Em grupo']);
  }
  expect((await share('device', { deviceId: String(inGroup) })).status).toBe(400);
  expect((await share('device', { deviceId: String(await world.device()), expiration })).status).toBe(404);
});
