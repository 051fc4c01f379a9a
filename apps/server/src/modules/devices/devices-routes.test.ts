import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, told, kysely, pool } = await createTestApp();
const admin = await world.administrator();
const owner = await world.person({ device_limit: -1 });
const stranger = await world.person({ device_limit: -1 });
const limited = await world.person({ device_limit: 1 });
const bound = await world.person({ device_limit: -1, device_readonly: true });
const reader = await world.person({ device_limit: -1, readonly: true });

const device = await world.device({ name: 'Água Verde', unique_id: 'seen-1' });
await world.link(owner.id, { device });
await world.link(bound.id, { device });
await world.link(reader.id, { device });

test('[API-01] a device is listed and read with what is derived for it', async () => {
  const list = await ask('GET', '/api/devices', { token: owner.token });
  expect(list.status).toBe(200);
  expect(list.body).toHaveLength(1);
  expect(list.body[0]).toMatchObject({
    id: device,
    name: 'Água Verde',
    groupId: 0,
    groupName: null,
    status: 'offline',
  });
  expect((await ask('GET', `/api/devices/${device}`, { token: owner.token })).body).toEqual(list.body[0]);
});
