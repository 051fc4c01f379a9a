import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
type Token = { readonly token: string };
const duty = (person: Token, state: string) =>
  ask('PUT', '/api/desk/duty', { token: person.token, body: { state } });
const seenAgo = (userId: number, seconds: number) =>
  sql`UPDATE desk_presence SET seen_at = now() - ${seconds} * interval '1 second' WHERE user_id = ${userId}`.execute(
    kysely,
  );
const operators = async (person: Token, query = '') =>
  (await ask('GET', `/api/desk/operators${query}`, { token: person.token })).body as {
    userId: number;
    duty: string;
  }[];

test('[SHIFT-01] 5 min without a connection is "Fora", and a connection alone does not bring one back', async () => {
  const person = await scene.operator();
  await duty(person, 'on');
  const dutyOf = async () => (await operators(person)).find(({ userId }) => userId === person.id)?.duty;
  const offered = async () =>
    (await operators(person, '?onDuty=true')).some(({ userId }) => userId === person.id);
  await seenAgo(person.id, 290);
  expect(await dutyOf()).toBe('on');
  expect(await offered(), 'what is passed to him would come back at once').toBe(false);
  await services.desk.desk.markSeen([person.id]);
  expect([await dutyOf(), await offered()]).toEqual(['on', true]);
  await seenAgo(person.id, 310);
  expect(await dutyOf()).toBe('off');
  await services.desk.desk.markSeen([person.id]);
  expect([await dutyOf(), await offered()]).toEqual(['off', false]);
  await duty(person, 'on');
  expect([await dutyOf(), await offered()]).toEqual(['on', true]);
  await duty(person, 'pause');
  expect([await dutyOf(), await offered()]).toEqual(['pause', false]);
});

test('[SHIFT-01] who takes an alarm, the next one or a chosen one, is on duty from then on; who is passed one is not', async () => {
  const devices = [await world.device(), await world.device(), await world.device()];
  const [next, chosen, passed] = [
    await scene.operator(devices),
    await scene.operator(devices),
    await scene.operator(devices),
  ];
  const dutyOf = async (person: { readonly id: number; readonly token: string }) =>
    (await operators(person)).find(({ userId }) => userId === person.id)?.duty;
  await duty(next, 'off');
  await duty(passed, 'on');
  const alarms = [await scene.alarm(devices[0]!), await scene.alarm(devices[1]!)];
  const took = await ask('POST', '/api/alarms/claim-next', { token: next.token, body: {} });
  const own = took.body.alarm.id as number;
  const other = alarms.find((id) => id !== own)!;
  const claimed = await ask('POST', `/api/alarms/${other}/claim`, {
    token: chosen.token,
    body: { expected: 'waiting' },
  });
  expect(claimed.status).toBe(200);
  expect([await dutyOf(next), await dutyOf(chosen)]).toEqual(['on', 'on']);
  // a pause that he chose afterwards stays: only the next taking ends it
  await duty(next, 'pause');
  const given = await ask('POST', `/api/alarms/${own}/pass`, {
    token: next.token,
    body: { expected: 'claimed', userId: passed.id, note: 'x' },
  });
  expect(given.status).toBe(200);
  expect(await dutyOf(next)).toBe('pause');
  await duty(passed, 'pause');
  const third = await scene.alarm(devices[2]!);
  await ask('POST', `/api/alarms/${third}/claim`, { token: next.token, body: { expected: 'waiting' } });
  expect([await dutyOf(next), await dutyOf(passed)]).toEqual(['on', 'pause']);
});

test('[SHIFT-03] a vehicle is watched with a reason until its end, by who sees it', async () => {
  const [device, foreign] = [await world.device(), await world.device()];
  const operator = await scene.operator([device]);
  const other = await scene.operator([foreign]);
  const watch = (body: object) => ask('POST', '/api/watched-devices', { token: operator.token, body });
  expect((await watch({ deviceId: device, reason: '', until: inHours(1) })).status).toBe(400);
  expect((await watch({ deviceId: device, reason: 'x', until: inHours(-1) })).status).toBe(400);
  expect((await watch({ deviceId: device, reason: 'x', until: inHours(31 * 24) })).status).toBe(400);
  expect((await watch({ deviceId: foreign, reason: 'x', until: inHours(1) })).status).toBe(400);
  await watch({ deviceId: device, reason: 'rota perigosa', until: inHours(1) });
  const { body: made } = await watch({ deviceId: device, reason: 'carga valiosa', until: inHours(2) });
  const list = async (token: string) => (await ask('GET', '/api/watched-devices', { token })).body;
  expect(await list(operator.token)).toMatchObject([
    { id: made.id, deviceId: device, reason: 'carga valiosa' },
  ]);
  expect(await list(other.token)).toEqual([]);
  const end = (token: string) => ask('DELETE', `/api/watched-devices/${made.id}`, { token });
  expect((await end(other.token)).status).toBe(404);
  await sql`UPDATE watched_devices SET until = now() - interval '1 second' WHERE id = ${made.id}`.execute(
    kysely,
  );
  expect(await list(operator.token), 'its end has come').toEqual([]);
  expect((await end(operator.token)).status).toBe(404);
  const { body: again } = await watch({ deviceId: device, reason: 'x', until: inHours(1) });
  expect((await ask('DELETE', `/api/watched-devices/${again.id}`, { token: operator.token })).status).toBe(
    204,
  );
  expect(await list(operator.token)).toEqual([]);
});

test('[SHIFT-02] who leaves writes a note over the list made for him, and who comes accepts it with the alarms', async () => {
  const [mine, hidden] = [await world.device(), await world.device()];
  const leaver = await scene.operator([mine, hidden]);
  const comer = await scene.operator([mine]);
  const stranger = await scene.operator([await world.device()]);
  await duty(leaver, 'on');
  for (const device of [mine, hidden]) {
    const alarm = await scene.alarm(device);
    await ask('POST', `/api/alarms/${alarm}/claim`, { token: leaver.token, body: { expected: 'waiting' } });
  }
  const sinister = await world.sinister(hidden);
  await ask('POST', '/api/watched-devices', {
    token: leaver.token,
    body: { deviceId: mine, reason: 'carga', until: inHours(1) },
  });
  await sql`INSERT INTO sent_commands (device_id, type, state, expires_at) VALUES (${mine}, 'engineStop', 'queued', now() + interval '1 hour')`.execute(
    kysely,
  );
  const { body: list } = await ask('GET', '/api/desk/handovers/list', { token: leaver.token });
  const brief = (items: readonly { kind: string; deviceId: number }[]) =>
    items.map(({ kind, deviceId }) => [kind, deviceId]);
  expect(brief(list)).toEqual([
    ['alarm', mine],
    ['alarm', hidden],
    ['sinister', hidden],
    ['command', mine],
    ['watched', mine],
  ]);
  expect(list[2].id).toBe(sinister);
  const post = (note: string) => ask('POST', '/api/desk/handovers', { token: leaver.token, body: { note } });
  expect((await post(' ')).status).toBe(400);
  const { body: handover } = await post('Fica de olho no caminhão.');
  const seen = async (token: string) =>
    (await ask('GET', '/api/desk/handovers', { token })).body.filter(
      ({ id }: { id: number }) => id === handover.id,
    );
  const [told] = await seen(comer.token);
  expect(brief(told.items), 'of the vehicles that he sees').toEqual([
    ['alarm', mine],
    ['command', mine],
    ['watched', mine],
  ]);
  expect(told).toMatchObject({ note: 'Fica de olho no caminhão.', acceptedAt: null });
  expect(await seen(stranger.token)).toEqual([]);
  const accept = (token: string) => ask('POST', `/api/desk/handovers/${handover.id}/accept`, { token });
  expect((await accept(stranger.token)).status).toBe(404);
  expect((await accept(leaver.token)).body.code, 'his own').toBe('handover-accepted');
  const answers = await Promise.all([accept(comer.token), accept(comer.token)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const holders = await sql<{ subject: number; userId: number }>`
    SELECT subject, user_id AS "userId" FROM alarm_claims WHERE subject IN (${mine}, ${hidden}) ORDER BY subject`.execute(
    kysely,
  );
  expect(holders.rows, 'what he does not see stays').toEqual([
    { subject: mine, userId: comer.id },
    { subject: hidden, userId: leaver.id },
  ]);
  const history = await ask('GET', `/api/alarms/${await scene.openAlarmOf(mine)}`, { token: comer.token });
  expect(history.body.history.at(-1)).toMatchObject({
    action: 'pass',
    details: { handover: true, userId: comer.id },
  });
  expect((await operators(comer)).find(({ userId }) => userId === leaver.id)?.duty).toBe('off');
});

test('[SHIFT-02] what nobody accepts within 10 min goes to the supervisors, once', async () => {
  const leaver = await scene.operator();
  const supervisor = await scene.operator([], 'supervisor');
  const { body: handover } = await ask('POST', '/api/desk/handovers', {
    token: leaver.token,
    body: { note: 'x' },
  });
  const age = (seconds: number) =>
    sql`UPDATE shift_handovers SET created_at = now() - ${seconds} * interval '1 second' WHERE id = ${handover.id}`.execute(
      kysely,
    );
  const told = () =>
    published
      .filter(({ topic }) => topic === 'deskNotices')
      .flatMap(({ message }) => message as { userId: number; json: string }[])
      .filter(({ userId, json }) => userId === supervisor.id && json.includes('"handover"'));
  await age(590);
  await services.desk.shift.escalate();
  expect(told()).toHaveLength(0);
  await age(601);
  await Promise.all([services.desk.shift.escalate(), services.desk.shift.escalate()]);
  expect(told()).toHaveLength(1);
  const { body } = await ask('GET', '/api/desk/handovers', { token: supervisor.token });
  expect(body.find(({ id }: { id: number }) => id === handover.id).escalatedAt).not.toBeNull();
});
