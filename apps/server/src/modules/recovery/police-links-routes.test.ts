import { expect, test } from 'vitest';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createLinkGuesses } from '../sessions/link-guesses-service.ts';

const { ask, world, kysely, pool } = await createTestApp();
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')`,
);

const openedMs = Date.UTC(2026, 0, 10, 10);
const officer = { name: 'Sgt. Lima', unit: '5º BPM', phone: '85988887777' };
const closing = {
  closingDate: '2026-01-10T18:00:00.000Z',
  closingType: 'vehicleFound',
  vehicleDamaged: false,
  closingAddress: 'Pátio',
  closingDescription: 'Achado',
};

async function scene(fixMs = openedMs + 60_000) {
  const operator = await world.person({ name: 'Ana Operadora', desk_role: 'operator' });
  const customerId = await world.customer();
  const attributes = { plate: 'ABC1D23', color: 'branca', devicePassword: 'secret' };
  const deviceId = await world.device({ customer_id: customerId, attributes });
  await world.link(operator.id, { device: deviceId });
  const state = { latitude: -3.75, longitude: -38.55, fix_time: new Date(fixMs), speed: 10, course: 90 };
  await kysely
    .insertInto('device_state')
    .values({ device_id: deviceId, ...state })
    .execute();
  const { token } = operator;
  const opening = { deviceId, customerId, openingType: 'robbery', openingDescription: 'Levado' };
  const body = { ...opening, openingDate: new Date(openedMs).toISOString() };
  const { id } = (await ask('POST', '/api/sinisters/open', { token, body })).body;
  const at = `/api/sinisters/${id}/police-links`;
  const make = (more: object = {}) => ask('POST', at, { token, body: more });
  const list = async () => (await ask('GET', at, { token })).body;
  const visit = (link: string, body: object = officer) => ask('POST', `/api/police/${link}/visits`, { body });
  const look = (visit: string) => ask('GET', `/api/police/visits/${visit}`);
  return { operator, token, id: id as number, deviceId, customerId, at, make, list, visit, look };
}

/** Somebody who was called out to a case. */
async function agentOf(token: string, sinisterId: number) {
  const responder = { name: 'Agente Rui', kind: 'agent', phone: '85977776666' };
  const responderId = (await ask('POST', '/api/responders', { token, body: responder })).body.id;
  const body = { responderId, approvedBy: 'Bia Chefe' };
  const made = (await ask('POST', `/api/sinisters/${sinisterId}/call-outs`, { token, body })).body;
  const path = `/api/call-outs/${made.token}`;
  return {
    look: () => ask('GET', path),
    answer: (answer: string) => ask('POST', `${path}/answers`, { body: { answer } }),
  };
}

test('[COCK-05] an officer says who he is before he sees anything, and each of his looks is counted and audited', async () => {
  const { make, visit, look, list, id } = await scene();
  const made = (await make()).body;
  expect((await visit(made.token, { name: 'Sgt. Lima', unit: '', phone: '' })).status).toBe(400);
  expect((await look(made.token)).status).toBe(404);
  const { visit: own } = (await visit(made.token)).body;
  const { status, body, text } = await look(own);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    openingType: 'robbery',
    vehicle: { plate: 'ABC1D23', color: 'branca' },
    place: { latitude: -3.75, longitude: -38.55 },
  });
  for (const secret of ['secret', 'José', 'customer', 'deviceId']) expect(text).not.toContain(secret);
  await look(own);
  const [link] = await list();
  expect(link.visits).toMatchObject([{ ...officer, looks: 2 }]);
  expect(JSON.stringify(link)).not.toContain(made.token);
  const audited = await kysely
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('noun', '=', 'sinister')
    .where('object_id', '=', id)
    .where('action', '=', 'look')
    .execute();
  expect(audited).toMatchObject([{ details: officer }]);
});

test('[COCK-05] the link shows nothing from before the event, neither a place nor a trail', async () => {
  const { make, visit, look, deviceId } = await scene(openedMs - 1000);
  await storePositions(pool, [
    { deviceId, timeMs: openedMs - 60_000, latitude: -1 },
    { deviceId, timeMs: openedMs + 60_000, latitude: -2 },
  ]);
  const { visit: own } = (await visit((await make()).body.token)).body;
  expect((await look(own)).body.place).toBeNull();
  const trail = (await ask('GET', `/api/police/visits/${own}/trail`)).body;
  expect(trail.map((one: { latitude: number }) => one.latitude)).toEqual([-2]);
});

test('[COCK-05] the link ends when it is revoked, at its time, with the case, and when its maker sees the case no more', async () => {
  const ways: ((of: Awaited<ReturnType<typeof scene>>, linkId: number) => Promise<unknown>)[] = [
    ({ at, token }, linkId) => ask('DELETE', `${at}/${linkId}`, { token }),
    (_, linkId) =>
      kysely
        .updateTable('police_links')
        .set({ expires_at: new Date(0) })
        .where('id', '=', linkId)
        .execute(),
    ({ id, token }) => ask('PUT', `/api/sinisters/${id}/close`, { token, body: { id, ...closing } }),
    ({ operator }) => kysely.deleteFrom('user_devices').where('user_id', '=', operator.id).execute(),
    ({ operator }) =>
      kysely.updateTable('users').set({ disabled: true }).where('id', '=', operator.id).execute(),
  ];
  for (const end of ways) {
    const one = await scene();
    const { token, id } = (await one.make()).body;
    const { visit: own } = (await one.visit(token)).body;
    expect((await one.look(own)).status).toBe(200);
    await end(one, id);
    expect((await one.look(own)).body.code).toBe('share-ended');
    expect((await one.visit(token)).body.code).toBe('share-ended');
    expect((await ask('GET', `/api/police/visits/${own}/trail`)).body.code).toBe('share-ended');
  }
});

test('[COCK-05] a link is of one case: another case’s link is not revoked by it, and a closed case gets none', async () => {
  const [one, other] = [await scene(), await scene()];
  await kysely
    .insertInto('user_devices')
    .values({ user_id: one.operator.id, device_id: other.deviceId })
    .execute();
  const { id, token } = (await other.make()).body;
  expect((await ask('DELETE', `${one.at}/${id}`, { token: one.token })).status).toBe(404);
  expect((await other.visit(token)).status).toBe(200);
  const far = new Date(Date.now() + 31 * 24 * 3_600_000).toISOString();
  expect((await one.make({ expiresAt: far })).status).toBe(400);
  expect((await one.make({ expiresAt: '2026-01-01T00:00:00.000Z' })).status).toBe(400);
  const body = { id: one.id, ...closing };
  await ask('PUT', `/api/sinisters/${one.id}/close`, { token: one.token, body });
  expect((await one.make()).body.code).toBe('sinister-closed');
});

test('[COCK-05] how many officers come through one link is bounded', async () => {
  const { make, visit } = await scene();
  const { token, id } = (await make()).body;
  await kysely
    .insertInto('police_visits')
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        link_id: id as number,
        token_hash: Buffer.from(`${id} ${index}`),
        ...officer,
      })),
    )
    .execute();
  expect((await visit(token)).status).toBe(429);
});

test('[COCK-05] who guesses at links waits, in every process; a right link of the same address is answered all the same', async () => {
  const { make, visit } = await scene();
  const { visit: own } = (await visit((await make()).body.token)).body;
  const address = '203.0.113.9';
  const from = async (path: string) => (await ask('GET', path, { address })).status;
  const statuses: number[] = [];
  for (let guess = 0; guess < 22; guess++) {
    statuses.push(
      await from(guess % 2 ? `/api/police/visits/guess-${guess}` : `/api/call-outs/guess-${guess}`),
    );
  }
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 404));
  expect(statuses.slice(20)).toContain(429);
  await kysely.updateTable('sign_in_attempts').set({ failures: 40 }).where('failures', '>=', 20).execute();
  expect(await from('/api/police/visits/one-more')).toBe(429);
  // another process, on the same rows
  const elsewhere = createLinkGuesses(kysely);
  await expect(elsewhere.find(address, async () => undefined)).rejects.toMatchObject({
    code: 'too-many-requests',
  });
  expect(await elsewhere.find(address, async () => 'found')).toBe('found');
  expect(await from(`/api/police/visits/${own}`)).toBe(200);
});

test('[COCK-05] [COCK-02] a database that fails ends no link: officer and agent read of a fault, and go on afterwards', async () => {
  const { make, visit, look, token, id } = await scene();
  const link = (await make()).body.token;
  const { visit: own } = (await visit(link)).body;
  const agent = await agentOf(token, id);
  await pool.query('ALTER TABLE user_devices RENAME TO away');
  try {
    for (const asked of [look(own), visit(link), agent.look(), agent.answer('onTheWay')])
      expect((await asked).body.code).toBe('internal-error');
  } finally {
    await pool.query('ALTER TABLE away RENAME TO user_devices');
  }
  for (const asked of [look(own), visit(link), agent.look()]) expect((await asked).status).toBe(200);
});

test('[COCK-02] an answer needs one connection to the database', async () => {
  const { token, id } = await scene();
  const agent = await agentOf(token, id);
  const held = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
  try {
    expect((await agent.answer('onTheWay')).status).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
});

test('[COCK-05] requests of one address are bounded, by a right link too', async () => {
  const { make, visit, at, token } = await scene();
  const { id, token: link } = (await make()).body;
  const { visit: own } = (await visit(link)).body;
  await ask('DELETE', `${at}/${id}`, { token });
  const address = '203.0.113.10';
  const answers = await Promise.all(
    Array.from({ length: 301 }, () => ask('GET', `/api/police/visits/${own}`, { address })),
  );
  const counted = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([counted(410), counted(429)]).toEqual([300, 1]);
});

test('[COCK-05] the officer reads the centre’s telephone, where one is set', async () => {
  const { make, visit, look } = await scene();
  const { visit: own } = (await visit((await make()).body.token)).body;
  expect((await look(own)).body.centrePhone).toBeNull();
  const admin = await world.person({ administrator: true });
  const set = (attributes: object) => ask('PUT', '/api/server', { token: admin.token, body: { attributes } });
  expect((await set({ 'ui.language': 'xx' })).status).toBe(400);
  expect((await set({ 'ui.centrePhone': '0800 700 1234' })).status).toBe(200);
  expect((await look(own)).body.centrePhone).toBe('0800 700 1234');
});
