import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ensurePartitions } from '../../../ingest/partitions/ensure-partitions.ts';
import { createAlarmScene } from '../../../testing/alarm-scene.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { openingLock } from './opening-queries.ts';

const { ask, kysely, pool, world, services, bus, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

const alarmsOf = (deviceId: number) =>
  kysely.selectFrom('alarms').selectAll().where('device_id', '=', deviceId).orderBy('id').execute();
const queueOf = async (deviceId: number) =>
  (await ask('GET', `/api/desk/queue?deviceId=${deviceId}`, { token: admin.token })).body;

test('[DESK-01] the first rule in order that fits decides; an event that none fits opens no alarm', async () => {
  const device = await world.device();
  await scene.event(device, { label: 'sos' });
  await scene.event(device, { label: 'hardBraking' });
  await scene.event(device, { type: 'deviceMoving' });
  await services.desk.openQueued();
  const alarms = await alarmsOf(device);
  expect(alarms.map(({ rule_name, severity, event_count }) => [rule_name, severity, event_count])).toEqual([
    ['SOS/Pânico', 0, 1],
  ]);
  expect(await kysely.selectFrom('alarm_queue').selectAll().execute()).toEqual([]);
});

test('[DESK-01] a rule names devices by group with all below, by customer, category or number', async () => {
  const outer = await world.group();
  const inner = await world.group({ group_id: outer });
  const customer = await world.customer();
  const inGroup = await world.device({ group_id: inner });
  const ofCustomer = await world.device({ customer_id: customer });
  const ofCategory = await world.device({ category: 'ship' });
  const named = await world.device();
  const other = await world.device({ category: 'car' });
  await sql`
    INSERT INTO alarm_rules (name, position, event_types, alarms, applies_to, group_ids, customer_ids, device_ids, categories, severity)
    VALUES ('door', 50, '{alarm}', '{door}', 'some', ARRAY[${outer}]::int[], ARRAY[${customer}]::int[],
      ARRAY[${named}]::int[], '{ship}', 2)`.execute(kysely);
  bus.publish('rules', { kinds: ['alarmRules'] });
  for (const device of [inGroup, ofCustomer, ofCategory, named, other])
    await scene.event(device, { label: 'door' });
  await services.desk.openQueued();
  for (const device of [inGroup, ofCustomer, ofCategory, named])
    expect(await alarmsOf(device)).toHaveLength(1);
  expect(await alarmsOf(other)).toEqual([]);
});

test('[DESK-01] each of the events that one look opens has the place of its own position, however far apart they are in time', async () => {
  const dayMs = 86_400_000;
  await ensurePartitions(pool, Date.now() - 9 * dayMs);
  const devices = [await world.device(), await world.device(), await world.device()];
  for (const [place, device] of devices.entries()) {
    const eventId = await scene.event(device, {
      label: 'sos',
      agoSeconds: (([0, 8, 4][place] ?? 0) * dayMs) / 1000,
    });
    await sql`
      WITH here AS (
        INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
          longitude, altitude, speed, course, accuracy, attributes)
        SELECT device_id, event_time, gen_random_uuid(), event_time, event_time, 'gt06', true, false, ${10 + place}::int, 20, 0, 0, 0, 0, '{}'
        FROM events WHERE id = ${eventId} RETURNING id
      ) UPDATE events SET position_id = (SELECT id FROM here) WHERE id = ${eventId}`.execute(kysely);
  }
  await services.desk.openQueued();
  const alarms = (await Promise.all(devices.map(alarmsOf))).flat();
  expect(alarms.map(({ latitude }) => latitude)).toEqual([10, 11, 12]);
});

test('[DESK-01] a parked vehicle that leaves its geofence opens one, a driven one does not', async () => {
  const [parked, driven] = [await world.device(), await world.device()];
  for (const [device, ignition] of [
    [parked, false],
    [driven, true],
  ] as const) {
    await sql`INSERT INTO device_state (device_id, ignition) VALUES (${device}, ${ignition})
      ON CONFLICT (device_id) DO UPDATE SET ignition = excluded.ignition`.execute(kysely);
    await scene.event(device, { type: 'geofenceExit' });
  }
  await services.desk.openQueued();
  expect((await alarmsOf(parked)).map(({ rule_name }) => rule_name)).toEqual(['Saída de cerca desligado']);
  expect(await alarmsOf(driven)).toEqual([]);
});

test('[DESK-01] a rule may wait whether it goes on, and its alarm is in no queue until then', async () => {
  const device = await world.device();
  await sql`
    INSERT INTO alarm_rules (name, position, event_types, alarms, applies_to, device_ids, severity, wait_minutes, normal_alarms)
    VALUES ('waits', 0, '{alarm}', '{powerCut}', 'some', ARRAY[${device}]::int[], 1, 3, '{powerRestored}')`.execute(
    kysely,
  );
  bus.publish('rules', { kinds: ['alarmRules'] });
  await scene.event(device);
  await services.desk.openQueued();
  expect((await queueOf(device)).total).toBe(0);
  await scene.event(device, { label: 'powerRestored' });
  await services.desk.openQueued();
  const [ended] = await alarmsOf(device);
  expect(ended).toMatchObject({ outcome_name: 'Normalizado' });
  expect(ended?.closed_at).not.toBeNull();
  const event = await kysely
    .selectFrom('events')
    .select('handled_at')
    .where('device_id', '=', device)
    .orderBy('id')
    .executeTakeFirst();
  expect(event?.handled_at).not.toBeNull();
});

test('[DESK-01] what ends it closes it while nobody holds it, and is noted on what somebody holds', async () => {
  const [free, held] = [await world.device(), await world.device()];
  const operator = await scene.operator([free, held]);
  for (const device of [free, held]) await scene.alarm(device);
  const alarm = await scene.openAlarmOf(held);
  const claimed = await ask('POST', `/api/alarms/${alarm}/claim`, {
    token: operator.token,
    body: { expected: 'waiting' },
  });
  expect(claimed.status).toBe(200);
  for (const device of [free, held]) await scene.event(device, { label: 'powerRestored' });
  await services.desk.openQueued();
  expect(await scene.openAlarmOf(free)).toBe(0);
  const answer = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  expect(answer.body).toMatchObject({ state: 'claimed', outcomeName: null });
  expect(answer.body.normalisedAt).not.toBeNull();
});

test('[DESK-01] an event over 2 h late opens low and silent, SOS excepted', async () => {
  const [late, sos] = [await world.device(), await world.device()];
  await scene.event(late, { agoSeconds: 7_300 });
  await scene.event(sos, { label: 'sos', agoSeconds: 7_300 });
  await services.desk.openQueued();
  expect((await alarmsOf(late))[0]).toMatchObject({ late: true, severity: 3, siren: false, sounds_at: null });
  expect((await alarmsOf(sos))[0]).toMatchObject({ late: false, severity: 0, siren: true });
});

test('[DESK-02] further events join the open alarm and count up; after closing the next opens a new one', async () => {
  const device = await world.device();
  const first = await scene.alarm(device);
  const [opened] = await alarmsOf(device);
  for (let count = 0; count < 3; count += 1) await scene.event(device);
  await services.desk.openQueued();
  expect(await alarmsOf(device)).toEqual([
    expect.objectContaining({ event_count: 4, sounds_at: opened?.sounds_at }),
  ]);
  await ask('POST', `/api/alarms/${first}/close`, {
    token: admin.token,
    body: { expected: 'waiting', outcomeId: 2 },
  });
  await scene.event(device);
  await services.desk.openQueued();
  expect(
    (await alarmsOf(device)).map(({ event_count, closed_at }) => [event_count, closed_at === null]),
  ).toEqual([
    [4, false],
    [1, true],
  ]);
});

test('[DESK-02] one that comes after the window sounds again and ends a holding', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const held = await ask('POST', `/api/alarms/${alarm}/hold`, {
    token: operator.token,
    body: { expected: 'claimed', until, reasonId: 1 },
  });
  expect(held.body).toMatchObject({ state: 'held', holdReason: 'Aguardando retorno do cliente' });
  const before = (await alarmsOf(device))[0];
  await scene.alarm(device);
  expect((await alarmsOf(device))[0]).toMatchObject({ event_count: 2, sounds_at: before?.sounds_at });
  await sql`UPDATE alarms SET last_joined_at = now() - interval '11 minutes' WHERE id = ${alarm}`.execute(
    kysely,
  );
  await scene.alarm(device);
  const answer = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  expect(answer.body).toMatchObject({ state: 'claimed', eventCount: 3, heldUntil: null, pausedAt: null });
  expect(answer.body.soundsAt).not.toBe(before?.sounds_at);
});

test('[DESK-02] whoever holds a vehicle holds its later alarms too', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const first = await scene.alarm(device);
  await ask('POST', `/api/alarms/${first}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  const second = await scene.alarm(device, { label: 'sos' });
  expect(second).not.toBe(first);
  const answer = await ask('GET', `/api/alarms/${second}`, { token: operator.token });
  expect(answer.body).toMatchObject({
    state: 'claimed',
    holderId: operator.id,
    dueFor: 'close',
    siblingIds: [first],
  });
});

test('[DESK-02] two processes that open at once open each event once, in the order of a device', async () => {
  const devices = await Promise.all([1, 2, 3, 4].map(() => world.device()));
  for (let round = 0; round < 10; round += 1) for (const device of devices) await scene.event(device);
  const { createOpener } = await import('./opener.ts');
  const { createOpeningRules } = await import('./opening-rules-queries.ts');
  const { readDeskSettings } = await import('../../desk/desk-settings-queries.ts');
  const openers = [1, 2, 3].map(() =>
    createOpener({
      kysely,
      commit: services.commit,
      rules: createOpeningRules(kysely, bus),
      readSettings: readDeskSettings,
      handleEvents: services.events.handleOfAlarms,
      publishHandled: services.events.publishHandled,
    }),
  );
  for (let left = 1; left > 0; ) {
    await Promise.all(openers.map((open) => open()));
    left = (await kysely.selectFrom('alarm_queue').select('event_id').execute()).length;
  }
  for (const device of devices) {
    const alarms = await alarmsOf(device);
    expect(alarms).toEqual([expect.objectContaining({ event_count: 10 })]);
    const members = await kysely
      .selectFrom('alarm_events')
      .select('event_id')
      .where('alarm_id', '=', alarms[0]?.id ?? 0)
      .execute();
    expect(members).toHaveLength(10);
  }
});

test('[DESK-02] an opener waits for nobody: what a person changes just now stays in the queue, the rest opens', async () => {
  const [locked, free] = [await world.device(), await world.device()];
  const alarm = await scene.alarm(locked);
  await scene.event(locked);
  await scene.event(free);
  let finish = () => {};
  let isLocked = () => {};
  const lock = new Promise<void>((resolve) => {
    isLocked = resolve;
  });
  const act = kysely.transaction().execute(async (transaction) => {
    await sql`SELECT FROM alarm_claims WHERE subject = ${locked} FOR UPDATE`.execute(transaction);
    await sql`SELECT FROM alarms WHERE id = ${alarm} FOR UPDATE`.execute(transaction);
    isLocked();
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  await lock;
  await services.desk.openQueued();
  expect(await alarmsOf(free)).toHaveLength(1);
  expect((await alarmsOf(locked))[0]?.event_count).toBe(1);
  finish();
  await act;
  await services.desk.openQueued();
  expect((await alarmsOf(locked))[0]?.event_count).toBe(2);
});

test('[DESK-02] what another opener works on waits in the queue: its events are opened after those before them', async () => {
  const [held, free] = [await world.device(), await world.device()];
  await kysely.transaction().execute(async (opener) => {
    await sql`SELECT pg_advisory_xact_lock(${openingLock}, ${held})`.execute(opener);
    for (const device of [held, free]) await scene.event(device);
    await services.desk.openQueued();
    expect([await alarmsOf(held), (await alarmsOf(free)).length]).toEqual([[], 1]);
  });
  await services.desk.openQueued();
  expect(await alarmsOf(held)).toHaveLength(1);
});

test('[DESK-02] every process hears of an opened alarm after its commit', async () => {
  const device = await world.device();
  published.length = 0;
  const alarm = await scene.alarm(device);
  expect(published).toContainEqual({ topic: 'alarms', message: { alarmIds: [alarm] } });
});

test('[DESK-09] its own copy of plate, customer and place; the history is refused to be changed', async () => {
  const device = await world.device({ attributes: { plate: 'ABC1D23' } });
  const alarm = await scene.alarm(device);
  await kysely.updateTable('devices').set({ attributes: {} }).where('id', '=', device).execute();
  const answer = await ask('GET', `/api/alarms/${alarm}`, { token: admin.token });
  expect(answer.body.plate).toBe('ABC1D23');
  expect(answer.body.history.map(({ action }: { action: string }) => action)).toEqual(['open']);
  for (const change of [
    sql`UPDATE alarm_history SET action = 'x' WHERE alarm_id = ${alarm}`,
    sql`DELETE FROM alarm_history WHERE alarm_id = ${alarm}`,
  ]) {
    await expect(change.execute(kysely)).rejects.toThrow('never changed');
  }
});

test('[DESK-09] a device with an open alarm cannot be removed', async () => {
  const device = await world.device();
  await scene.alarm(device);
  const answer = await ask('DELETE', `/api/devices/${device}`, { token: admin.token });
  expect([answer.status, answer.body.code]).toEqual([409, 'in-use']);
});
