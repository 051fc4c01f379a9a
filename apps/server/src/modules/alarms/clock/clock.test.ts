import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../../testing/alarm-scene.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { readAlarmMessageFacts } from '../../notification-deliveries/delivery-facts-queries.ts';
import { createAlarmClock } from './alarm-clock.ts';

const { ask, kysely, world, services, published, bus } = await createTestApp();
const { desk } = services;
const scene = createAlarmScene(kysely, world, desk.openQueued);
const admin = await world.administrator();

const read = async (id: number) => (await ask('GET', `/api/alarms/${id}`, { token: admin.token })).body;
const notices = () =>
  published
    .filter(({ topic }) => topic === 'deskNotices')
    .flatMap(({ message }) => message as { userId: number; json: string }[])
    .map(({ userId, json }) => ({ userId, ...JSON.parse(json) }));

/** An alarm that an operator with a live connection holds. */
async function held() {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  await desk.desk.markSeen([operator.id]);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  published.length = 0;
  return { device, operator, alarm };
}
const actedAgo = (device: number, seconds: number) =>
  sql`UPDATE alarm_claims SET acted_at = now() - ${seconds} * interval '1 second' WHERE subject = ${device}`.execute(
    kysely,
  );
const seenAgo = (userId: number, seconds: number) =>
  sql`UPDATE desk_presence SET seen_at = now() - ${seconds} * interval '1 second' WHERE user_id = ${userId}`.execute(
    kysely,
  );

test('[DESK-05] a claim is returned 60 s after the last connection is gone, and its holder is told', async () => {
  const { device, operator, alarm } = await held();
  await actedAgo(device, 90);
  await seenAgo(operator.id, 55);
  await desk.lookAtClock();
  expect(await read(alarm)).toMatchObject({ holderId: operator.id });
  await seenAgo(operator.id, 65);
  await desk.lookAtClock();
  const returned = await read(alarm);
  expect(returned).toMatchObject({ state: 'waiting', holderId: 0 });
  expect(returned.history.at(-1)).toMatchObject({
    action: 'return',
    userId: null,
    details: { reason: 'disconnected' },
  });
  expect(notices()).toMatchObject([
    { userId: operator.id, kind: 'returned', alarmId: alarm, text: 'disconnected' },
  ]);
});

test('[DESK-05] who does nothing for 5 min is asked, 15 in a call; unanswered for 60 s it is returned, an answer keeps it', async () => {
  const { device, operator, alarm } = await held();
  await actedAgo(device, 290);
  await desk.lookAtClock();
  expect((await read(alarm)).askedAt).toBeNull();
  await actedAgo(device, 310);
  await sql`UPDATE alarm_claims SET in_call = true WHERE subject = ${device}`.execute(kysely);
  await desk.lookAtClock();
  expect((await read(alarm)).askedAt).toBeNull();
  await sql`UPDATE alarm_claims SET in_call = false WHERE subject = ${device}`.execute(kysely);
  await desk.lookAtClock();
  expect((await read(alarm)).askedAt).not.toBeNull();
  expect(notices()).toMatchObject([{ userId: operator.id, kind: 'question', alarmId: alarm }]);
  expect((await ask('POST', `/api/alarms/${alarm}/still-here`, { token: operator.token })).status).toBe(204);
  expect((await read(alarm)).askedAt).toBeNull();
  await actedAgo(device, 310);
  await desk.lookAtClock();
  await sql`UPDATE alarm_claims SET asked_at = asked_at - interval '61 seconds' WHERE subject = ${device}`.execute(
    kysely,
  );
  await desk.lookAtClock();
  expect((await read(alarm)).history.at(-1)).toMatchObject({
    action: 'return',
    details: { reason: 'unanswered' },
  });
});

test('[DESK-05] a vehicle that somebody holds without an open alarm is nobody’s again: its next one waits', async () => {
  const { device, alarm } = await held();
  await sql`UPDATE alarms SET closed_at = now() WHERE id = ${alarm}`.execute(kysely);
  const other = await held();
  await desk.lookAtClock();
  const next = await scene.alarm(device, { label: 'sos' });
  expect(await read(next)).toMatchObject({ state: 'waiting', holderId: 0, dueFor: 'claim' });
  expect(await read(other.alarm)).toMatchObject({ holderId: other.operator.id });
});

test('[DESK-06] what is put off comes back to who put it off, or to the queue when he is gone', async () => {
  const [here, away] = [await held(), await held()];
  for (const { alarm, operator } of [here, away]) {
    const until = new Date(Date.now() + 600_000).toISOString();
    await ask('POST', `/api/alarms/${alarm}/hold`, {
      token: operator.token,
      body: { expected: 'claimed', until, reasonId: 4 },
    });
    await scene.age(alarm, 601);
  }
  await actedAgo(away.device, 700);
  await seenAgo(away.operator.id, 600);
  await seenAgo(here.operator.id, 0);
  published.length = 0;
  await desk.lookAtClock();
  expect(await read(here.alarm)).toMatchObject({ state: 'claimed', holderId: here.operator.id });
  expect(notices()).toContainEqual(expect.objectContaining({ kind: 'hold-over', userId: here.operator.id }));
  await actedAgo(away.device, 700);
  await desk.lookAtClock();
  expect(await read(away.alarm)).toMatchObject({ state: 'waiting', holderId: 0 });
});

test('[DESK-06] what is put off is not asked about and not returned before its time', async () => {
  const { device, operator, alarm } = await held();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await ask('POST', `/api/alarms/${alarm}/hold`, {
    token: operator.token,
    body: { expected: 'claimed', until, reasonId: 1 },
  });
  await actedAgo(device, 2_000);
  await seenAgo(operator.id, 2_000);
  await desk.lookAtClock();
  expect(await read(alarm)).toMatchObject({ state: 'held', holderId: operator.id, askedAt: null });
});

test('[DESK-01] a rule that waited opens its alarm when that goes on', async () => {
  const device = await world.device();
  const alarm = await scene.alarm(device);
  await sql`UPDATE alarms SET pending_until = now() + interval '1 minute' WHERE id = ${alarm}`.execute(
    kysely,
  );
  await desk.lookAtClock();
  expect((await read(alarm)).state).toBe('pending');
  await scene.age(alarm, 61);
  await desk.lookAtClock();
  const opened = await read(alarm);
  expect(opened.state).toBe('waiting');
  expect(Date.parse(opened.claimDueAt)).toBeGreaterThan(Date.parse(opened.now));
});

async function escalation(steps: readonly object[]) {
  const device = await world.device();
  const body = { name: 'padrão', steps };
  const made = await ask('POST', '/api/escalations', { token: admin.token, body });
  const rule = {
    name: `regra ${device}`,
    eventTypes: ['alarm'],
    alarms: ['shock'],
    appliesTo: 'some',
    deviceIds: [device],
    severity: 'medium',
    escalationId: made.body.id,
  };
  const created = await ask('POST', '/api/alarm-rules', { token: admin.token, body: rule });
  expect(created.status).toBe(200);
  return { device, alarm: await scene.alarm(device, { label: 'shock' }) };
}

test('[SLA-02] a step fires once at its time: raises, tells by its channels, hands to a team; several processes at once too', async () => {
  const boss = await scene.operator([], 'supervisor');
  await desk.desk.setDuty({ ...boss, userId: boss.id } as never, 'on').catch(() => undefined);
  await kysely
    .insertInto('desk_presence')
    .values({ user_id: boss.id, state: 'on' })
    .onConflict((on) => on.doNothing())
    .execute();
  const team = await ask('POST', '/api/desk-teams', {
    token: admin.token,
    body: { name: 'Noite', userIds: [boss.id] },
  });
  const { alarm, device } = await escalation([
    {
      afterSeconds: 60,
      of: 'unclaimed',
      userIds: [boss.id],
      notificators: ['mail', 'web'],
      raiseTo: 'critical',
    },
    { afterSeconds: 600, of: 'unclosed', teamId: team.body.id },
  ]);
  await world.link(boss.id, { device });
  await desk.lookAtClock();
  expect((await read(alarm)).severity).toBe('medium');
  await scene.age(alarm, 61);
  published.length = 0;
  const clocks = [1, 2, 3].map(() =>
    createAlarmClock({
      kysely,
      commit: services.commit,
      readSettings: desk.desk.readSettings,
      countOnDuty: desk.desk.countOnDuty,
      queueMessages: async (within, alarmId, userIds, notificators) => {
        const { queueAlarmMessages } = await import(
          '../../notification-deliveries/delivery-facts-queries.ts'
        );
        await queueAlarmMessages(within, alarmId, userIds, notificators);
      },
    }),
  );
  await Promise.all(clocks.map((look) => look()));
  await Promise.all(clocks.map((look) => look()));
  expect(await read(alarm)).toMatchObject({ severity: 'critical', siren: true, teamId: 0 });
  const sent = await kysely
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('alarm_id', '=', alarm)
    .execute();
  expect(sent).toMatchObject([{ user_id: boss.id, notificator: 'mail', state: 'waiting' }]);
  expect(notices().filter(({ kind }) => kind === 'escalated')).toHaveLength(1);
  await scene.age(alarm, 600);
  await desk.lookAtClock();
  expect(await read(alarm)).toMatchObject({ teamId: team.body.id, teamName: 'Noite' });
  bus.publish('alarms', { alarmIds: [] });
});

test('[SLA-02] a step that hands an alarm to a team takes it from whoever holds it without closing it', async () => {
  const team = await ask('POST', '/api/desk-teams', {
    token: admin.token,
    body: { name: 'Madrugada', userIds: [admin.id] },
  });
  const { alarm, device } = await escalation([{ afterSeconds: 600, of: 'unclosed', teamId: team.body.id }]);
  const operator = await scene.operator([device]);
  await desk.desk.markSeen([operator.id]);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  await scene.age(alarm, 601);
  await desk.lookAtClock();
  const handed = await read(alarm);
  expect(handed).toMatchObject({ state: 'waiting', holderId: 0, teamName: 'Madrugada' });
  expect(
    handed.history.map(({ action, details }: { action: string; details: object }) => [action, details]),
  ).toContainEqual(['return', { reason: 'handed' }]);
});

test('[SLA-02] [DESK-12] a step tells of an alarm only people of the desk who see its vehicle, also as the message leaves', async () => {
  const [sees, blind, client] = [await scene.operator(), await scene.operator(), await world.person()];
  const boss = await world.administrator();
  const named = [sees, blind, client, boss].map(({ id }) => id);
  const { alarm, device } = await escalation([
    { afterSeconds: 60, of: 'unclaimed', userIds: named, notificators: ['mail', 'web'] },
  ]);
  for (const { id } of [sees, client]) await world.link(id, { device });
  await scene.age(alarm, 61);
  published.length = 0;
  await desk.lookAtClock();
  const told = [sees.id, boss.id].toSorted((one, other) => one - other);
  const sent = await kysely
    .selectFrom('notification_deliveries')
    .selectAll()
    .where('alarm_id', '=', alarm)
    .orderBy('user_id')
    .execute();
  expect(sent.map(({ user_id }) => user_id)).toEqual(told);
  const escalated = notices().filter(({ kind }) => kind === 'escalated');
  expect(escalated.map(({ userId }) => userId)).toEqual(told);
  expect((await read(alarm)).history.at(-1)).toMatchObject({ action: 'escalate', details: { notTold: 2 } });
  // the vehicle leaves his sight while the message waits
  await sql`DELETE FROM user_devices WHERE user_id = ${sees.id}`.execute(kysely);
  const ids = sent.map(({ id }) => id);
  const facts = await readAlarmMessageFacts(kysely, ids, new Date().toISOString());
  expect(facts.map(({ mayReceive }) => mayReceive).toSorted()).toEqual([false, true]);
});

test('[SLA-02] what is claimed does not escalate as unclaimed; overdue steps of one alarm go out as one', async () => {
  const boss = await scene.operator([], 'supervisor');
  await kysely.insertInto('desk_presence').values({ user_id: boss.id, state: 'on' }).execute();
  const step = { afterSeconds: 60, of: 'unclaimed', userIds: [boss.id], notificators: ['mail'] };
  const { alarm, device } = await escalation([step, { ...step, afterSeconds: 120 }]);
  await world.link(boss.id, { device });
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: admin.token, body: { expected: 'waiting' } });
  await scene.age(alarm, 200);
  await desk.lookAtClock();
  const sent = () =>
    kysely.selectFrom('notification_deliveries').selectAll().where('alarm_id', '=', alarm).execute();
  expect(await sent()).toEqual([]);
  await ask('POST', `/api/alarms/${alarm}/release`, { token: admin.token, body: { expected: 'claimed' } });
  await desk.lookAtClock();
  expect(await sent()).toHaveLength(1);
  expect((await read(alarm)).history.at(-1)).toMatchObject({
    action: 'escalate',
    details: { positions: [0, 1] },
  });
});

test('[SLA-02] with nobody on duty the first step fires at once', async () => {
  await sql`UPDATE desk_presence SET seen_at = now() - interval '1 hour'`.execute(kysely);
  const { alarm } = await escalation([
    { afterSeconds: 3_000, of: 'unclaimed', raiseTo: 'critical' },
    { afterSeconds: 3_000, of: 'unclaimed', raiseTo: 'critical' },
  ]);
  await desk.lookAtClock();
  expect((await read(alarm)).history.at(-1)).toMatchObject({
    action: 'escalate',
    details: { positions: [0] },
  });
});

test('[SLA-02] an alarm whose row somebody holds for long holds up the steps of no other', async () => {
  const { alarm } = await held();
  // it came while its vehicle was being claimed
  await sql`UPDATE alarms SET first_claimed_at = NULL, first_claimed_by = NULL WHERE id = ${alarm}`.execute(
    kysely,
  );
  const { alarm: other } = await escalation([{ afterSeconds: 60, of: 'unclosed', raiseTo: 'critical' }]);
  await scene.age(other, 61);
  await kysely.transaction().execute(async (stopped) => {
    await sql`SELECT FROM alarms WHERE id = ${alarm} FOR UPDATE`.execute(stopped);
    await desk.lookAtClock();
    expect((await read(other)).severity).toBe('critical');
  });
  const before = await read(alarm);
  await desk.lookAtClock();
  expect((await read(alarm)).version).toBe(before.version + 1);
});

test('[SLA-01] each severity has its times, and a rule may set its own', async () => {
  const device = await world.device();
  const alarm = await read(await scene.alarm(device, { label: 'sos' }));
  const after = (key: string) => Math.round((Date.parse(alarm[key]) - Date.parse(alarm.openedAt)) / 1000);
  expect([after('claimDueAt'), after('closeDueAt')]).toEqual([60, 900]);
  const settings = await ask('GET', '/api/desk/settings', { token: admin.token });
  const deadlines = { ...settings.body.deadlines, critical: { claimSeconds: 30, closeSeconds: 300 } };
  expect(
    (await ask('PUT', '/api/desk/settings', { token: admin.token, body: { deadlines } })).body.deadlines,
  ).toEqual(deadlines);
  const other = await read(await scene.alarm(await world.device(), { label: 'sos' }));
  expect(Math.round((Date.parse(other.claimDueAt) - Date.parse(other.openedAt)) / 1000)).toBe(30);
  const own = await world.device();
  const rule = {
    name: 'own',
    eventTypes: ['alarm'],
    alarms: ['door'],
    appliesTo: 'some',
    deviceIds: [own],
    severity: 'low',
    claimSeconds: 77,
  };
  await ask('POST', '/api/alarm-rules', { token: admin.token, body: rule });
  const ruled = await read(await scene.alarm(own, { label: 'door' }));
  expect(Math.round((Date.parse(ruled.claimDueAt) - Date.parse(ruled.openedAt)) / 1000)).toBe(77);
});

test('[SLA-03] the board counts what waits, who holds what, and the work by operator', async () => {
  const supervisor = await scene.operator([], 'supervisor');
  const { operator, alarm, device } = await held();
  await world.link(supervisor.id, { device });
  const second = await scene.alarm(device, { label: 'tampering' });
  await ask('POST', `/api/alarms/${second}/close`, {
    token: operator.token,
    body: { expected: 'claimed', outcomeId: 1 },
  });
  const refused = await ask('GET', '/api/desk/board', { token: operator.token });
  expect(refused.status).toBe(403);
  const { body } = await ask('GET', '/api/desk/board', { token: supervisor.token });
  expect(body.byOperator).toMatchObject([
    { userId: operator.id, total: { taken: 2, closed: 1, withinClose: 1 } },
  ]);
  expect(body.hours).toHaveLength(24);
  expect(body.operators.find(({ userId }: { userId: number }) => userId === operator.id).holds).toMatchObject(
    [{ alarmId: alarm }],
  );
  const figures = await ask('GET', '/api/desk/figures', { token: supervisor.token });
  expect(figures.body).toMatchObject({ claimed: 1, waiting: 0 });
});
