import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, pool } = await createTestApp();
const person = await world.person();
const { token } = person;
const base = {
  description: 'charging',
  attribute: 'charging',
  expression: 'power > 13',
  type: 'boolean',
  priority: 3,
};

test('[ATT-01] a computed attribute is kept when its expression can be read, and refused with where it cannot', async () => {
  const save = (body: object) =>
    ask('POST', '/api/attributes/computed', { token, body: { ...base, ...body } });
  const made = await save({});
  expect(made.body).toEqual({ id: expect.any(Number), ...base });
  expect((await ask('GET', '/api/attributes/computed', { token })).body).toEqual([made.body]);
  for (const [expression, position] of [
    ['power >', 7],
    ['nosuch(1)', 0],
    ['a = 1', 2],
  ] as const) {
    const { status, body } = await save({ expression });
    expect([status, body.code, body.details.fields[0].path]).toEqual([
      400,
      'invalid-expression',
      'expression',
    ]);
    expect(Math.abs(body.details.position - position), expression).toBeLessThanOrEqual(1);
  }
  const { rows } = await pool.query('SELECT FROM computed_attributes');
  expect(rows).toHaveLength(1);
});

test('[ATT-01] an expression is tried out against the last position of a device one sees', async () => {
  const [device, silent] = [await world.device(), await world.device()];
  await world.link(person.id, { device });
  await world.link(person.id, { device: silent });
  const position = {
    id: 1,
    deviceId: device,
    speed: 10,
    fixTime: '2026-11-21T00:00:00.000Z',
    attributes: { power: 13.5 },
  };
  await pool.query(
    'INSERT INTO device_state (device_id, position) VALUES ($1, $2) ON CONFLICT (device_id) DO UPDATE SET position = $2',
    [device, position],
  );
  const attempt = (body: object, deviceId = device) =>
    ask('POST', `/api/attributes/computed/test?deviceId=${deviceId}`, { token, body: { ...base, ...body } });
  expect((await attempt({})).body).toBe(true);
  expect((await attempt({ expression: 'speed * 2', type: 'number' })).body).toBe(20);
  expect((await attempt({ expression: "power > 13 ? 'on' : 'off'", type: 'string' })).body).toBe('on');
  expect((await attempt({ expression: 'lastSpeed', type: 'number' })).body).toBe(10);
  expect(
    (await attempt({ expression: 'math:round(attributes.power) + device.id', type: 'number' })).body,
  ).toBe(14 + device);
  expect((await attempt({ expression: 'fuel * 2', type: 'number' })).status).toBe(204);
  expect((await attempt({ expression: 'speed', type: 'boolean' })).body.code).toBe('invalid-expression');
  expect((await attempt({ expression: 'speed +' })).body.code).toBe('invalid-expression');
  expect((await attempt({}, silent)).status).toBe(404);
  expect((await attempt({}, await world.device())).status).toBe(404);
});

test('[ATT-01] one that is named as a field of the position, or is of another type than its key, is refused with the reason', async () => {
  for (const [attribute, message] of [
    ['latitude', 'Is a field of the position'],
    ['totalDistance', 'counted by the server'],
    ['fuel', 'always a number'],
  ] as const) {
    const { status, body } = await ask('POST', '/api/attributes/computed', {
      token,
      body: { ...base, attribute },
    });
    expect([status, body.details?.fields[0].path]).toEqual([400, 'attribute']);
    expect(body.message).toContain(message);
  }
});
