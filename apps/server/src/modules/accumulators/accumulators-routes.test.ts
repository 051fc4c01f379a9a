import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();

const setUp = async () => {
  const person = await world.person();
  const deviceId = await world.device();
  await world.link(person.id, { device: deviceId });
  return { ...person, deviceId, url: `/api/devices/${deviceId}/accumulators` };
};

test('[DEV-02] totalDistance and hours are set, read back, and audited with what stood before', async () => {
  const { token, deviceId, url } = await setUp();
  expect((await ask('GET', url, { token })).body).toEqual({ deviceId, totalDistance: 0, hours: 0 });
  const body = { deviceId, totalDistance: 120_500, hours: 7_200_000 };
  expect((await ask('PUT', url, { token, body })).status).toBe(204);
  expect((await ask('GET', url, { token })).body).toEqual(body);
  const [line] = await kysely.selectFrom('audit').selectAll().where('action', '=', 'accumulators').execute();
  expect(line).toMatchObject({
    noun: 'device',
    object_id: deviceId,
    details: { totalDistance: 120_500, hours: 7_200_000, before: { totalDistance: 0, hours: 0 } },
  });
});

test('[DEV-02] [API-02] what is left out counts on, the device is the one of the address', async () => {
  const { token, deviceId, url } = await setUp();
  await ask('PUT', url, { token, body: { totalDistance: 5000, hours: 60_000 } });
  expect((await ask('PUT', url, { token, body: { hours: 7_200_000 } })).status).toBe(204);
  expect((await ask('GET', url, { token })).body).toEqual({
    deviceId,
    totalDistance: 5000,
    hours: 7_200_000,
  });
  expect((await ask('PUT', url, { token, body: { totalDistance: 9000 } })).status).toBe(204);
  expect((await ask('GET', url, { token })).body).toEqual({
    deviceId,
    totalDistance: 9000,
    hours: 7_200_000,
  });
});

test('[DEV-02] [ERR-02] every field that is no number is named, and nothing is written', async () => {
  const { token, deviceId, url } = await setUp();
  const { status, body } = await ask('PUT', url, { token, body: { totalDistance: -1, hours: 'many' } });
  expect(status).toBe(400);
  expect(body.details.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
    'hours',
    'totalDistance',
  ]);
  const huge = { deviceId, totalDistance: 1e308, hours: 1e308 };
  expect((await ask('PUT', url, { token, body: huge })).body.details.fields).toHaveLength(2);
  const other = { deviceId: deviceId + 1, totalDistance: 1, hours: 1 };
  const mistaken = await ask('PUT', url, { token, body: other });
  expect(mistaken.body.details.fields).toMatchObject([{ path: 'deviceId' }]);
  expect((await ask('GET', url, { token })).body).toMatchObject({ totalDistance: 0 });
});
