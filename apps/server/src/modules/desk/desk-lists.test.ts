import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test('[DESK-16] a silenced device opens an alarm by SOS alone, for at most 24 h, and says so', async () => {
  const device = await world.device();
  const foreign = await world.device();
  const operator = await scene.operator([device]);
  const silence = (deviceId: number, hours: number) =>
    ask('POST', '/api/silences', {
      token: operator.token,
      body: { deviceId, reason: 'workshop', until: inHours(hours) },
    });
  expect((await silence(device, 25)).status).toBe(400);
  expect((await silence(device, -1)).status).toBe(400);
  expect((await silence(foreign, 1)).status).toBe(400);
  const made = await silence(device, 2);
  expect(made.body).toMatchObject({ deviceId: device, reason: 'workshop' });
  expect(await scene.alarm(device)).toBe(0);
  const sos = await scene.alarm(device, { label: 'sos' });
  expect((await ask('GET', `/api/alarms/${sos}`, { token: operator.token })).body.silencedUntil).toBe(
    made.body.until,
  );
  const { body } = await ask('GET', `/api/silences?deviceId=${device}`, { token: operator.token });
  expect(body).toHaveLength(1);
  expect((await ask('DELETE', `/api/silences/${made.body.id}`, { token: operator.token })).status).toBe(204);
  await scene.event(device);
  await services.desk.openQueued();
  expect(
    await kysely.selectFrom('alarms').select('id').where('device_id', '=', device).execute(),
  ).toHaveLength(2);
});

test('[DESK-16] a silenced customer silences all of his devices', async () => {
  const group = await world.group();
  const customer = await world.customer(group);
  const device = await world.device({ customer_id: customer, group_id: group });
  const operator = await scene.operator();
  await world.link(operator.id, { group });
  const body = { customerId: customer, reason: 'installation', until: inHours(1) };
  expect((await ask('POST', '/api/silences', { token: operator.token, body })).status).toBe(200);
  expect(await scene.alarm(device)).toBe(0);
});

const named = (list: string) =>
  published
    .splice(0)
    .flatMap(({ topic, message }) =>
      topic === 'deskLists' && (message as { list: string }).list === list ? [message] : [],
    );

test('[DESK-16] the desk is told when a silence is made and when it ends, and open alarms show its end', async () => {
  const device = await world.device();
  const { token } = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  const silencedUntil = async () => (await ask('GET', `/api/alarms/${alarm}`, { token })).body.silencedUntil;
  named('silences');
  const body = { deviceId: device, reason: 'workshop', until: inHours(1) };
  const made = await ask('POST', '/api/silences', { token, body });
  expect(published).toContainEqual({ topic: 'alarms', message: { alarmIds: [alarm] } });
  expect(named('silences')).toEqual([{ list: 'silences' }]);
  expect(await silencedUntil()).toBe(made.body.until);
  await ask('DELETE', `/api/silences/${made.body.id}`, { token });
  expect(published).toContainEqual({ topic: 'alarms', message: { alarmIds: [alarm] } });
  expect(named('silences')).toEqual([{ list: 'silences' }]);
  expect(await silencedUntil()).toBe(null);
});

test('[DESK-18] what a person muted is kept for him alone, on every screen of his, until it ends or he shows all', async () => {
  const person = await scene.operator();
  const other = await scene.operator();
  const outsider = await world.person();
  const put = (ruleId: number, minutes: number, token: string | undefined = person.token) =>
    ask('PUT', `/api/desk/muted-rules/${ruleId}`, { ...(token && { token }), body: { minutes } });
  expect((await put(1, 60, '')).status).toBe(401);
  expect((await put(1, 60, outsider.token)).status).toBe(403);
  expect((await put(1, 0)).status).toBe(400);
  expect((await put(1, 24 * 60 + 1)).status).toBe(400);
  expect((await put(9999, 60)).status).toBe(404);
  named('muted-rules');
  expect((await put(1, 60)).body).toMatchObject([{ ruleId: 1, ruleName: 'SOS/Pânico' }]);
  await put(2, 30);
  expect(named('muted-rules')).toEqual([
    { list: 'muted-rules', userId: person.id },
    { list: 'muted-rules', userId: person.id },
  ]);
  const rulesOf = async (token: string) =>
    (await ask('GET', '/api/desk/muted-rules', { token })).body.map(
      ({ ruleId }: { ruleId: number }) => ruleId,
    );
  expect([await rulesOf(person.token), await rulesOf(other.token)]).toEqual([[2, 1], []]);
  await sql`UPDATE muted_alarm_rules SET until = now() WHERE rule_id = 2`.execute(kysely);
  expect(await rulesOf(person.token)).toEqual([1]);
  await put(1, 60, other.token);
  named('muted-rules');
  expect((await ask('DELETE', '/api/desk/muted-rules', { token: person.token })).status).toBe(204);
  expect(named('muted-rules')).toEqual([{ list: 'muted-rules', userId: person.id }]);
  expect([await rulesOf(person.token), await rulesOf(other.token)]).toEqual([[], [1]]);
});

const silent = (device: number, hours: number, ignition: boolean) =>
  sql`INSERT INTO device_state (device_id, last_update, ignition) VALUES (${device}, now() - ${hours} * interval '1 hour', ${ignition})
    ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update, ignition = excluded.ignition`.execute(
    kysely,
  );

test('[DESK-17] vehicles are listed that are silent for 24 h with ignition on or 72 h parked, until their first position', async () => {
  const devices = [await world.device(), await world.device(), await world.device(), await world.device()];
  const [on, onSoon, parked, parkedSoon] = devices;
  const operator = await scene.operator(devices);
  await silent(on ?? 0, 25, true);
  await silent(onSoon ?? 0, 23, true);
  await silent(parked ?? 0, 73, false);
  await silent(parkedSoon ?? 0, 25, false);
  const list = async () => (await ask('GET', '/api/no-communication', { token: operator.token })).body;
  expect((await list()).map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([parked, on]);
  const put = (id: number | undefined, body: object) =>
    ask('PUT', `/api/no-communication/${id}`, { token: operator.token, body });
  expect((await put(onSoon, { reason: 'x' })).status).toBe(404);
  const changed = await put(on, { reason: 'bateria', userId: operator.id, nextContactAt: inHours(5) });
  expect(changed.body).toMatchObject({ reason: 'bateria', userId: operator.id });
  expect((await put(on, { reason: null })).body).toMatchObject({ reason: null, userId: operator.id });
  await silent(on ?? 0, 0, true);
  expect((await list()).map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([parked]);
});
