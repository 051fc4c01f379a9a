import { type Linkable, linkableKinds } from '@atalaia/contract/accounts/linkable';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool } = await createTestApp();
const admin = await world.administrator();

async function page(token: string, path: string) {
  const { status, body, headers } = await ask('GET', `/api/permissions/${path}`, { token });
  expect(status, JSON.stringify(body)).toBe(200);
  const rows = body as Linkable[];
  return {
    total: Number(headers['x-total-count']),
    rows,
    names: rows.map(({ name }) => name),
    standing: rows.map(
      ({ name, linked, inherited }) => `${name} ${linked ? 'own' : (inherited?.name ?? 'free')}`,
    ),
  };
}

async function geofence(name: string, description: string | null = null): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    'INSERT INTO geofences (name, description, area) VALUES ($1, $2, $3) RETURNING id',
    [name, description, 'CIRCLE (1 2, 3)'],
  );
  return rows[0]?.id ?? 0;
}

const give = (table: string, ownerId: number, id: number) =>
  pool.query(`INSERT INTO ${table} VALUES ($1, $2)`, [ownerId, id]);

test('[PERM-01] what is linked comes first, then what is inherited and from which group, then the rest, each by name', async () => {
  const far = await world.group({ name: 'Frota inteira' });
  const near = await world.group({ name: 'Caminhões', group_id: far });
  const device = await world.device({ group_id: near });
  const [água, base, casa, depósito, estrada] = [
    await geofence('ordem água'),
    await geofence('ordem base'),
    await geofence('ordem casa'),
    await geofence('ordem depósito'),
    await geofence('ordem estrada'),
  ];
  await give('device_geofences', device, estrada);
  await give('group_geofences', near, casa);
  await give('group_geofences', far, casa);
  await give('group_geofences', far, depósito);
  await give('group_geofences', near, estrada);
  const all = await page(admin.token, `geofence?deviceId=${device}&keyword=ordem`);
  expect(all.standing).toEqual([
    'ordem estrada own',
    'ordem casa Caminhões',
    'ordem depósito Frota inteira',
    'ordem água free',
    'ordem base free',
  ]);
  expect(all.total).toBe(5);
  expect(all.rows[0]?.inherited).toEqual({ from: 'group', id: near, name: 'Caminhões' });
  expect([água, base].every((id) => all.rows.some((row) => row.id === id))).toBe(true);

  const ofGroup = await page(admin.token, `geofence?groupId=${near}&keyword=ordem&limit=3`);
  expect(ofGroup.standing).toEqual(['ordem casa own', 'ordem estrada own', 'ordem depósito Frota inteira']);
  expect(ofGroup.total).toBe(5);
});

test('[PERM-01] pages run over the three parts without a gap, and a part can be asked for alone', async () => {
  const user = await world.person();
  const group = await world.group({ name: 'página grupo' });
  const ids: number[] = [];
  for (const at of [1, 2, 3, 4, 5, 6, 7]) {
    ids.push(await world.device({ name: `página ${at}`, group_id: at === 4 || at === 5 ? group : null }));
  }
  await world.link(user.id, { group });
  for (const at of [7, 6]) await world.link(user.id, { device: ids[at - 1] ?? 0 });
  const names: string[] = [];
  for (const offset of [0, 3, 6]) {
    const { names: some, total } = await page(
      admin.token,
      `device?userId=${user.id}&keyword=página&limit=3&offset=${offset}`,
    );
    expect(total).toBe(7);
    names.push(...some);
  }
  expect(names).toEqual([6, 7, 4, 5, 1, 2, 3].map((at) => `página ${at}`));
  const part = (standing: string) =>
    page(admin.token, `device?userId=${user.id}&keyword=página&standing=${standing}&limit=1000`);
  expect(await part('linked')).toMatchObject({ total: 2, names: ['página 6', 'página 7'] });
  expect(await part('free')).toMatchObject({ total: 3, names: ['página 1', 'página 2', 'página 3'] });
});

test('[PERM-01] a user inherits devices through groups and his customer, and groups below a linked one', async () => {
  const customer = await world.customer();
  const user = await world.person({ customer_id: customer });
  const top = await world.group({ name: 'herança topo' });
  const below = await world.group({ name: 'herança abaixo', group_id: top });
  const lowest = await world.group({ name: 'herança fim', group_id: below });
  await world.link(user.id, { group: top });
  await world.device({ name: 'herança carro', group_id: lowest });
  await world.device({ name: 'herança moto', customer_id: customer });
  const devices = await page(admin.token, `device?userId=${user.id}&keyword=herança`);
  expect(devices.rows.map(({ name, inherited }) => [name, inherited?.from, inherited?.name])).toEqual([
    ['herança carro', 'group', 'herança fim'],
    ['herança moto', 'customer', expect.stringMatching(/^customer/)],
  ]);
  const groups = await page(admin.token, `group?userId=${user.id}&keyword=herança`);
  expect(groups.standing).toEqual([
    'herança topo own',
    'herança abaixo herança topo',
    'herança fim herança topo',
  ]);
});

test('[PERM-03] every kind of every owner has its page, and no other has', async () => {
  const owners = {
    userId: (await world.person()).id,
    deviceId: await world.device(),
    groupId: await world.group(),
  };
  for (const [owner, kinds] of Object.entries(linkableKinds)) {
    const id = owners[owner as keyof typeof owners];
    for (const kind of kinds) await page(admin.token, `${kind}?${owner}=${id}`);
  }
  const { token } = admin;
  const refused = [
    'calendar?deviceId=1',
    'driver',
    'driver?deviceId=1&groupId=1',
    'planet?deviceId=1',
    'driver?deviceId=1&limit=1001',
  ];
  for (const path of refused) {
    expect([path, (await ask('GET', `/api/permissions/${path}`, { token })).status]).toEqual([path, 400]);
  }
});

test('[ROLE-01] a page holds what the caller sees, of owners he sees, and names no group that he does not see', async () => {
  const [manager, managed] = [await world.person(), await world.person()];
  await world.link(manager.id, { user: managed.id });
  const hidden = await world.group({ name: 'segredo grupo' });
  const own = await world.device({ name: 'segredo meu', group_id: hidden });
  await world.device({ name: 'segredo alheio', group_id: hidden });
  await world.link(manager.id, { device: own });
  await world.link(managed.id, { group: hidden });
  const { rows, total } = await page(manager.token, `device?userId=${managed.id}&keyword=segredo`);
  expect(total).toBe(1);
  expect(rows).toMatchObject([
    { id: own, linked: false, inherited: { from: 'group', id: hidden, name: null } },
  ]);
  const stranger = await world.person();
  const { status } = await ask('GET', `/api/permissions/device?userId=${stranger.id}`, {
    token: manager.token,
  });
  expect(status).toBe(404);
});

test('[ROLE-01] of users neither the owner nor whoever is above him is offered', async () => {
  const [top, middle, bottom] = [
    await world.person({ name: 'ordem-u topo' }),
    await world.person({ name: 'ordem-u meio' }),
    await world.person({ name: 'ordem-u base' }),
  ];
  await world.link(top.id, { user: middle.id });
  await world.link(middle.id, { user: bottom.id });
  const of = async (id: number) => (await page(admin.token, `user?userId=${id}&keyword=ordem-u`)).standing;
  expect(await of(top.id)).toEqual(['ordem-u meio own', 'ordem-u base free']);
  expect(await of(bottom.id)).toEqual([]);
});
