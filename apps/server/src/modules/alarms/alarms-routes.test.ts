import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

const actions = async (id: number) =>
  (
    await kysely
      .selectFrom('alarm_history')
      .select('action')
      .where('alarm_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const claim = (token: string, id: number, expected = 'waiting') =>
  ask('POST', `/api/alarms/${id}/claim`, { token, body: { expected } });

test('[DESK-14] the desk asks for a right that an administrator gives', async () => {
  expect((await ask('GET', '/api/desk/queue')).status).toBe(401);
  const stranger = await world.person();
  const refused = await ask('GET', '/api/desk/queue', { token: stranger.token });
  expect([refused.status, refused.body.code]).toEqual([403, 'desk-role-needed']);
  const operator = await scene.operator();
  const many = await ask('POST', '/api/alarms/close-many', {
    token: operator.token,
    body: { ids: [1], outcomeId: 1 },
  });
  expect([many.status, many.body.code]).toEqual([403, 'supervisor-needed']);
  const reader = await world.person({ desk_role: 'operator', readonly: true });
  expect((await ask('GET', '/api/desk/queue', { token: reader.token })).status).toBe(200);
  expect((await ask('POST', '/api/alarms/claim-next', { token: reader.token })).body.code).toBe(
    'account-readonly',
  );
  const manager = await world.person({ desk_role: 'supervisor', user_limit: -1 });
  await world.link(manager.id, { user: stranger.id });
  const { body: user } = await ask('GET', `/api/users/${stranger.id}`, { token: manager.token });
  const given = await ask('PUT', `/api/users/${stranger.id}`, {
    token: manager.token,
    body: { ...user, deskRole: 'operator' },
  });
  expect([given.status, given.body.code]).toEqual([403, 'protected-field']);
  const byAdmin = await ask('PUT', `/api/users/${stranger.id}`, {
    token: admin.token,
    body: { ...user, deskRole: 'operator' },
  });
  expect(byAdmin.body.deskRole).toBe('operator');
});

test('[DESK-14] a new monitor begins as operator', async () => {
  const body = {
    name: 'Central',
    email: 'central-new@example.com',
    password: 'central-nova',
    attributes: { profile: 'central' },
  };
  expect((await ask('POST', '/api/users', { token: admin.token, body })).body.deskRole).toBe('operator');
  const client = { ...body, email: 'client-new@example.com', attributes: {}, deviceLimit: 0 };
  expect((await ask('POST', '/api/users', { token: admin.token, body: client })).body.deskRole).toBe('none');
});

test('[DESK-03] [DESK-12] the queue is in order of severity and deadline, of the vehicles that one sees', async () => {
  const [mine, also, foreign] = [await world.device(), await world.device(), await world.device()];
  const operator = await scene.operator([mine, also]);
  const power = await scene.alarm(mine);
  const sos = await scene.alarm(also, { label: 'sos' });
  const older = await scene.alarm(also, { label: 'tampering' });
  await scene.age(older, 30);
  const hidden = await scene.alarm(foreign, { label: 'sos' });
  const { body } = await ask('GET', '/api/desk/queue', { token: operator.token });
  expect(body.alarms.map(({ id }: { id: number }) => id)).toEqual([sos, older, power]);
  expect(body.counts).toMatchObject({ critical: { waiting: 1 }, high: { waiting: 2, claimed: 0 } });
  expect(body.total).toBe(3);
  expect((await ask('GET', `/api/alarms/${hidden}`, { token: operator.token })).status).toBe(404);
  expect((await claim(operator.token, hidden)).status).toBe(404);
  const all = await ask('GET', '/api/desk/queue', { token: admin.token });
  expect(all.body.total).toBeGreaterThan(3);
});

test('[DESK-04] the next one is the most urgent that nobody holds and one sees, with its vehicle', async () => {
  const [first, second] = [await world.device(), await world.device()];
  const [ana, rui] = [await scene.operator([first, second]), await scene.operator([first, second])];
  const power = await scene.alarm(first);
  const sos = await scene.alarm(second, { label: 'sos' });
  const sibling = await scene.alarm(second, { label: 'tampering' });
  const next = (token: string) => ask('POST', '/api/alarms/claim-next', { token });
  expect((await next(ana.token)).body.alarm).toMatchObject({
    id: sos,
    state: 'claimed',
    holderId: ana.id,
  });
  expect((await next(rui.token)).body.alarm).toMatchObject({ id: power, holderId: rui.id });
  expect((await next(rui.token)).body).toEqual({ alarm: null });
  expect(await actions(sibling)).toEqual(['open', 'claim']);
});

test('[DESK-04] twenty who claim at once never hold the same one', async () => {
  const devices = await Promise.all(Array.from({ length: 30 }, () => world.device()));
  for (const device of devices) await scene.event(device);
  await services.desk.openQueued();
  const people = await Promise.all(Array.from({ length: 20 }, () => scene.operator(devices)));
  const taken: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(
      people.map(({ token }) => ask('POST', '/api/alarms/claim-next', { token })),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      if (body.alarm) taken.push(body.alarm.deviceId);
    }
  }
  expect(taken.toSorted((a, b) => a - b)).toEqual(devices.toSorted((a, b) => a - b));
});

test('[DESK-04] [ING-08] the next one asked for twice with one key is one, also among others at once', async () => {
  const devices = await Promise.all([1, 2, 3, 4].map(() => world.device()));
  const [ana, rui] = [await scene.operator(devices), await scene.operator(devices)];
  for (const device of devices) await scene.event(device);
  await services.desk.openQueued();
  const next = (token: string, key: string) =>
    ask('POST', '/api/alarms/claim-next', { token, headers: { 'idempotency-key': key } });
  const answers = await Promise.all([
    next(ana.token, 'key-of-ana'),
    next(ana.token, 'key-of-ana'),
    next(rui.token, 'key-of-rui'),
  ]);
  const again = await next(ana.token, 'key-of-ana');
  const [first, twice, other] = answers;
  const given = [first, twice].flatMap((one) => (one?.status === 200 ? [one.body.alarm.id] : []));
  expect(given.length).toBeGreaterThan(0);
  expect(new Set([...given, again.body.alarm.id]).size).toBe(1);
  expect(other?.body.alarm.id).not.toBe(given[0]);
  const { rows } = await sql`SELECT FROM alarm_claims WHERE user_id = ${ana.id}`.execute(kysely);
  expect(rows).toHaveLength(1);
});

test('[DESK-04] what another holds is refused with who and since when; so is a state that holds no more', async () => {
  const device = await world.device();
  const [ana, rui] = [await scene.operator([device]), await scene.operator([device])];
  const alarm = await scene.alarm(device);
  expect((await claim(ana.token, alarm)).body).toMatchObject({ state: 'claimed', dueFor: 'close' });
  const refused = await claim(rui.token, alarm);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'alarm-claimed', details: { holderId: ana.id } });
  expect(refused.body.details.since).not.toBeNull();
  const stale = await ask('POST', `/api/alarms/${alarm}/resume`, {
    token: ana.token,
    body: { expected: 'held' },
  });
  expect(stale.status).toBe(409);
  expect(stale.body).toMatchObject({
    code: 'alarm-changed',
    details: { alarm: { id: alarm, state: 'claimed' } },
  });
  await ask('POST', `/api/alarms/${alarm}/close`, {
    token: ana.token,
    body: { expected: 'claimed', outcomeId: 1 },
  });
  for (const act of ['claim', 'release', 'notes-not']) {
    if (act === 'notes-not') continue;
    const answer = await ask('POST', `/api/alarms/${alarm}/${act}`, {
      token: rui.token,
      body: { expected: 'waiting' },
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'alarm-changed']);
  }
});

test('[DESK-06] putting off pauses the clock where the reason says so; going on gives the time back', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  await claim(operator.token, alarm);
  const body = (reasonId: number, ms = 3_600_000) => ({
    expected: 'claimed',
    reasonId,
    until: new Date(Date.now() + ms).toISOString(),
  });
  const hold = (reasonId: number, ms?: number) =>
    ask('POST', `/api/alarms/${alarm}/hold`, { token: operator.token, body: body(reasonId, ms) });
  expect((await hold(1, 25 * 3_600_000)).status).toBe(400);
  expect((await hold(1, -1)).status).toBe(400);
  expect((await hold(99)).status).toBe(400);
  expect((await hold(4)).body).toMatchObject({ state: 'held', pausedAt: null });
  await ask('POST', `/api/alarms/${alarm}/resume`, { token: operator.token, body: { expected: 'held' } });
  const held = await hold(1);
  expect(held.body.pausedAt).not.toBeNull();
  await sql`UPDATE alarms SET paused_at = now() - interval '10 minutes' WHERE id = ${alarm}`.execute(kysely);
  const gone = await ask('POST', `/api/alarms/${alarm}/resume`, {
    token: operator.token,
    body: { expected: 'held' },
  });
  const longer = Date.parse(gone.body.closeDueAt) - Date.parse(held.body.closeDueAt);
  expect(Math.round(longer / 60_000)).toBe(10);
  expect(gone.body).toMatchObject({ state: 'claimed', pausedAt: null, dueAt: gone.body.closeDueAt });
});

test('[DESK-06] passing on goes to a colleague on duty with a note, or back to the queue', async () => {
  const device = await world.device();
  const [ana, rui, blind] = [
    await scene.operator([device]),
    await scene.operator([device]),
    await scene.operator(),
  ];
  const alarm = await scene.alarm(device);
  await claim(ana.token, alarm);
  const pass = (userId: number) =>
    ask('POST', `/api/alarms/${alarm}/pass`, {
      token: ana.token,
      body: { expected: 'claimed', userId, note: 'sabe mais' },
    });
  expect((await pass(rui.id)).body.code).toBe('colleague-away');
  expect((await pass(blind.id)).status).toBe(404);
  expect((await pass((await world.person()).id)).status).toBe(404);
  await kysely.insertInto('desk_presence').values({ user_id: rui.id, state: 'on' }).execute();
  published.length = 0;
  expect((await pass(rui.id)).body).toMatchObject({ holderId: rui.id });
  expect(published.find(({ topic }) => topic === 'deskNotices')?.message).toMatchObject([{ userId: rui.id }]);
  const released = await ask('POST', `/api/alarms/${alarm}/release`, {
    token: rui.token,
    body: { expected: 'claimed' },
  });
  expect(released.body).toMatchObject({ state: 'waiting', holderId: 0, dueFor: 'claim' });
  expect(await actions(alarm)).toEqual(['open', 'claim', 'pass', 'return']);
});

test('[DESK-14] a supervisor takes over, and the one it is taken from is told', async () => {
  const device = await world.device();
  const [operator, supervisor] = [
    await scene.operator([device]),
    await scene.operator([device], 'supervisor'),
  ];
  const alarm = await scene.alarm(device);
  await claim(operator.token, alarm);
  const body = { expected: 'claimed', reason: 'demora' };
  expect((await ask('POST', `/api/alarms/${alarm}/take-over`, { token: operator.token, body })).status).toBe(
    403,
  );
  published.length = 0;
  const taken = await ask('POST', `/api/alarms/${alarm}/take-over`, { token: supervisor.token, body });
  expect(taken.body.holderId).toBe(supervisor.id);
  expect(published.find(({ topic }) => topic === 'deskNotices')?.message).toMatchObject([
    { userId: operator.id },
  ]);
});

test('[DESK-05] a half-written note stays and is shown to the next', async () => {
  const device = await world.device();
  const [ana, rui] = [await scene.operator([device]), await scene.operator([device])];
  const alarm = await scene.alarm(device);
  await claim(ana.token, alarm);
  const draft = (token: string, text: string) =>
    ask('PUT', `/api/alarms/${alarm}/draft`, { token, body: { text } });
  expect((await draft(rui.token, 'x')).status).toBe(409);
  expect((await draft(ana.token, 'liguei, chamou até')).status).toBe(204);
  await ask('POST', `/api/alarms/${alarm}/release`, { token: ana.token, body: { expected: 'claimed' } });
  expect((await claim(rui.token, alarm)).body.draft).toMatchObject({ text: 'liguei, chamou até' });
  const noted = await ask('POST', `/api/alarms/${alarm}/notes`, {
    token: rui.token,
    body: { note: 'atendeu' },
  });
  expect(noted.body.draft).toBeNull();
  expect(noted.body.history.at(-1)).toMatchObject({
    action: 'note',
    details: { note: 'atendeu' },
    userId: rui.id,
  });
});

const step = {
  id: 's1',
  title: 'Ligar para o titular',
  kind: 'call',
  required: true,
  doneAt: null,
  doneBy: null,
  answer: null,
};

test('[DESK-08] it closes with an outcome, its events are handled with that comment, the siren goes out', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const event = await scene.event(device);
  await kysely
    .insertInto('device_state')
    .values({ device_id: device, siren_event_id: event })
    .onConflict((on) => on.column('device_id').doUpdateSet({ siren_event_id: event }))
    .execute();
  await services.desk.openQueued();
  const alarm = await scene.openAlarmOf(device);
  await claim(operator.token, alarm);
  const close = (body: object) =>
    ask('POST', `/api/alarms/${alarm}/close`, {
      token: operator.token,
      body: { expected: 'claimed', ...body },
    });
  expect((await close({ outcomeId: 6 })).status).toBe(400);
  const closed = await close({ outcomeId: 2, note: 'bateria trocada' });
  expect(closed.body.alarm).toMatchObject({ state: 'closed', outcomeName: 'Alarme falso', holderId: 0 });
  const { body } = await ask('GET', `/api/events/${event}/comments`, { token: operator.token });
  expect(body).toMatchObject([{ comment: 'Alarme falso: bateria trocada' }]);
  const state = await kysely
    .selectFrom('device_state')
    .select('siren_event_id')
    .where('device_id', '=', device)
    .executeTakeFirst();
  expect(state?.siren_event_id).toBeNull();
  expect(
    await kysely.selectFrom('alarm_claims').select('user_id').where('subject', '=', device).execute(),
  ).toEqual([{ user_id: null }]);
});

test('[DESK-08] it does not close while a required step is open, unless a supervisor overrides with a reason', async () => {
  const device = await world.device();
  const [operator, supervisor] = [
    await scene.operator([device]),
    await scene.operator([device], 'supervisor'),
  ];
  const alarm = await scene.alarm(device);
  await kysely
    .updateTable('alarms')
    .set({ steps: JSON.stringify([step]) })
    .where('id', '=', alarm)
    .execute();
  await claim(operator.token, alarm);
  const close = (token: string, more: object = {}) =>
    ask('POST', `/api/alarms/${alarm}/close`, {
      token,
      body: { expected: 'claimed', outcomeId: 1, ...more },
    });
  const refused = await close(operator.token, { overrideReason: 'quero' });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: 'steps-open',
    details: { steps: [{ id: 's1', title: step.title }] },
  });
  await ask('POST', `/api/alarms/${alarm}/take-over`, {
    token: supervisor.token,
    body: { expected: 'claimed' },
  });
  expect((await close(supervisor.token)).status).toBe(422);
  const closed = await close(supervisor.token, { overrideReason: 'sem telefone' });
  expect(closed.body.alarm.history.at(-1).details).toMatchObject({
    override: true,
    overrideReason: 'sem telefone',
  });
});

test('[DESK-08] a note is asked for where the rule says so', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  await kysely.updateTable('alarms').set({ requires_note: true }).where('id', '=', alarm).execute();
  await claim(operator.token, alarm);
  const close = (more: object) =>
    ask('POST', `/api/alarms/${alarm}/close`, {
      token: operator.token,
      body: { expected: 'claimed', outcomeId: 1, ...more },
    });
  expect((await close({})).body.code).toBe('note-required');
  expect((await close({ note: 'ok' })).status).toBe(200);
});

test('[DESK-08] closing may take the next one in the same call; what nobody holds closes in one', async () => {
  const [first, second] = [await world.device(), await world.device()];
  const operator = await scene.operator([first, second]);
  const [one, other] = [await scene.alarm(first), await scene.alarm(second)];
  const answer = await ask('POST', `/api/alarms/${one}/close`, {
    token: operator.token,
    body: { expected: 'waiting', outcomeId: 3, next: true },
  });
  expect(answer.body).toMatchObject({
    alarm: { id: one, state: 'closed' },
    next: { id: other, holderId: operator.id },
  });
});

test('[DESK-08] a comment on an event closes its alarm as handled, or names the open steps', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const [event, also] = [await scene.event(device), await scene.event(device)];
  await services.desk.openQueued();
  const alarm = await scene.openAlarmOf(device);
  await kysely
    .updateTable('alarms')
    .set({ steps: JSON.stringify([step]) })
    .where('id', '=', alarm)
    .execute();
  const comment = () =>
    ask('POST', `/api/events/${event}/comment`, { token: operator.token, body: { comment: 'visto' } });
  expect((await comment()).body).toMatchObject({ code: 'steps-open' });
  expect((await ask('GET', `/api/events/${event}`, { token: operator.token })).body.handledAt).toBeNull();
  await kysely.updateTable('alarms').set({ steps: '[]' }).where('id', '=', alarm).execute();
  expect((await comment()).status).toBe(200);
  const { body } = await ask('GET', `/api/alarms/of-event/${event}`, { token: operator.token });
  expect(body).toMatchObject({ id: alarm, state: 'closed', outcomeName: 'Tratado' });
  const { body: other } = await ask('GET', `/api/events/${also}/comments`, { token: operator.token });
  expect(other).toMatchObject([{ comment: 'visto' }]);
});

test('[DESK-12] a comment of who is not of the desk leaves its alarm open', async () => {
  const device = await world.device();
  const client = await world.person();
  await world.link(client.id, { device });
  const event = await scene.event(device, { label: 'sos' });
  await services.desk.openQueued();
  const answer = await ask('POST', `/api/events/${event}/comment`, {
    token: client.token,
    body: { comment: 'engano' },
  });
  expect(answer.status).toBe(200);
  expect(await scene.openAlarmOf(device)).not.toBe(0);
});

test('[DESK-08] a supervisor closes many of one rule, none critical, with one outcome', async () => {
  const devices = [await world.device(), await world.device(), await world.device()];
  const supervisor = await scene.operator(devices, 'supervisor');
  const powers = [];
  for (const device of devices) powers.push(await scene.alarm(device));
  const sos = await scene.alarm(devices[0] ?? 0, { label: 'sos' });
  const tamper = await scene.alarm(devices[1] ?? 0, { label: 'tampering' });
  await kysely
    .updateTable('alarms')
    .set({ steps: JSON.stringify([step]) })
    .where('id', '=', powers[2] ?? 0)
    .execute();
  const { body } = await ask('POST', '/api/alarms/close-many', {
    token: supervisor.token,
    body: { ids: [...powers, sos, tamper], outcomeId: 3 },
  });
  expect(body.closed).toEqual(powers.slice(0, 2));
  expect(body.left).toEqual([
    { id: powers[2], reason: 'steps-open' },
    { id: sos, reason: 'critical' },
    { id: tamper, reason: 'other-rule' },
  ]);
  const refused = await ask('POST', '/api/alarms/close-many', {
    token: supervisor.token,
    body: { ids: [sos], outcomeId: 3 },
  });
  expect([refused.status, refused.body.code]).toEqual([422, 'critical-one-by-one']);
});

test('[DESK-07] one call gives all that its screen shows, another what happened lately', async () => {
  const customer = await world.customer();
  await kysely
    .updateTable('customers')
    .set({ cellphone: '85 99999-0000' })
    .where('id', '=', customer)
    .execute();
  const device = await world.device({ customer_id: customer });
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  const sinister = await world.sinister(device);
  const { body } = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  expect(body).toMatchObject({
    sinisterId: sinister,
    events: [{ alarm: 'powerCut' }],
    ruleKey: 'powerCut',
  });
  const called = await ask('GET', `/api/alarms/${alarm}/contacts`, { token: operator.token });
  expect(called.body.contacts[0]).toMatchObject({ phones: [{ number: '85 99999-0000' }] });
  const recent = await ask('GET', `/api/alarms/${alarm}/recent`, { token: operator.token });
  expect(recent.body).toMatchObject({ alarms: [], sinisters: [{ id: sinister }], commands: [] });
});

test('[DESK-07] a rule that ships is named by its key, until somebody gives it a name of his own', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  const shown = async () => (await ask('GET', `/api/alarms/${alarm}`, { token: operator.token })).body;
  const { ruleId, ruleName } = await shown();
  await kysely.updateTable('alarm_rules').set({ name: 'Sem energia' }).where('id', '=', ruleId).execute();
  expect(await shown()).toMatchObject({ ruleName, ruleKey: null });
  await kysely.updateTable('alarm_rules').set({ name: ruleName }).where('id', '=', ruleId).execute();
  expect(await shown()).toMatchObject({ ruleName, ruleKey: 'powerCut' });
});
