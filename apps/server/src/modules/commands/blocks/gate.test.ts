import { expect, test } from 'vitest';
import { reportingDevice } from '../../../testing/reporting-device.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const texts: string[] = [];
const { ask, world, kysely, pool } = await createTestApp({
  channels: { sendSms: async (_phone, text) => void texts.push(text) },
});
const admin = await world.administrator();
const { token } = admin;
const supervisor = await world.person({ desk_role: 'supervisor' });
const operator = await world.person({ desk_role: 'operator' });

const send = (body: object, as = token) => ask('POST', '/api/commands/send', { token: as, body });
const block = (deviceId: number, more: object = {}, as = token) =>
  ask('POST', '/api/blocks', { token: as, body: { deviceId, reason: 'theft', ...more } });
const act = (id: number, what: string, as: string, body?: object) =>
  ask('POST', `/api/blocks/${id}/${what}`, { token: as, ...(body && { body }) });

async function car(values: Parameters<typeof reportingDevice>[2] = {}) {
  const deviceId = await reportingDevice(kysely, world, { category: 'car', ...values });
  for (const { id } of [supervisor, operator]) await world.link(id, { device: deviceId });
  return deviceId;
}

const sentOf = (deviceId: number) =>
  kysely.selectFrom('sent_commands').select(['type', 'state']).where('device_id', '=', deviceId).execute();
const stateOf = async (id: number) => (await ask('GET', `/api/blocks/${id}`, { token })).body.state;

const policyIds: number[] = [];
async function policy(body: object) {
  const made = await ask('POST', '/api/block-policies', { token, body: { name: 'teste', ...body } });
  expect(made.status).toBe(200);
  policyIds.push(made.body.id);
  return made.body;
}

test('[BLOCK-01] every way to a block passes the gate: form, panel, batch, saved command, output, typed text, SMS', async () => {
  const deviceId = await car({ category: 'person', phone: '11988887777' });
  const saved = await ask('POST', '/api/commands', {
    token,
    body: { type: 'custom', description: 'x', attributes: { data: 'RELAY,1#' } },
  });
  const output = { type: 'outputControl', attributes: { index: 1, data: '1' } };
  const typed = { type: 'custom', attributes: { data: 'Relay,1#' } };
  const ways: [string, () => ReturnType<typeof send>][] = [
    ['form', () => send({ deviceId, type: 'engineStop' })],
    ['form with a reason', () => send({ deviceId, type: 'engineStop', confirmation: { reason: 'x' } })],
    ['panel', () => block(deviceId)],
    ['panel, when it stops', () => block(deviceId, { when: 'standstill' })],
    ['saved command', () => send({ deviceId, id: saved.body.id })],
    ['output', () => send({ deviceId, ...output })],
    ['typed text', () => send({ deviceId, ...typed })],
    ['SMS', () => send({ deviceId, type: 'engineStop', textChannel: true })],
    ['typed SMS', () => send({ deviceId, ...typed, textChannel: true })],
  ];
  for (const [name, way] of ways) {
    const { status, body } = await way();
    expect([name, status, body.code, body.details?.rule]).toEqual([name, 403, 'block-refused', 'never']);
    expect(body.details).toMatchObject({ policyName: 'Nunca bloquear', lift: 'policy' });
  }
  const batch = await ask('POST', '/api/commands/batch', {
    token,
    body: { devicesId: [deviceId], groupsId: [], commandType: 'engineStop', confirmation: { reason: 'x' } },
  });
  expect(batch.body).toMatchObject([{ deviceId, state: 'refused', code: 'block-refused' }]);
  expect(await sentOf(deviceId)).toEqual([]);
  expect(texts).toEqual([]);
});

test('[BLOCK-01] what ships: vehicles of danger stand still and have a second person; people, animals and boats never are', async () => {
  const careful = 'ambulance fireTruck police minibus bus schoolBus tankTruck motorcycle'.split(' ');
  for (const category of careful) {
    const { body } = await ask('GET', `/api/blocks/check?deviceId=${await car({ category })}`, { token });
    expect([category, body.policy.moment.value, body.needsSecond]).toEqual([category, 'standstill', true]);
  }
  for (const category of 'person animal package boat ship jetSki plane helicopter drone'.split(' ')) {
    const refused = await block(await car({ category }));
    expect([category, refused.body.details?.rule]).toEqual([category, 'never']);
  }
  const plain = await ask('GET', `/api/blocks/check?deviceId=${await car()}`, { token });
  expect(plain.body).toMatchObject({ needsSecond: false, hindrances: [], installed: 'unknown' });
});

test('[BLOCK-01] of several policies the strictest of each rule holds, and each refusal names its own and what lifts it', async () => {
  const above = await world.group();
  const group = await world.group({ group_id: above });
  const slow = await policy({ name: 'devagar', groupIds: [above], maxSpeedKph: 5, maxFixAgeSeconds: 120 });
  const fresh = await policy({ name: 'recente', groupIds: [group], maxSpeedKph: 50, maxFixAgeSeconds: 60 });
  const refusalOf = async (deviceId: number, more: object = {}) => {
    const { status, body } = await block(deviceId, more);
    return [status, body.details?.rule, body.details?.policyId, body.details?.lift, body.details?.limit];
  };
  const fast = await car({ group_id: group, speedKph: 10 });
  expect(await refusalOf(fast)).toEqual([403, 'max-speed', slow.id, 'wait', 5]);
  // what a policy says no confirmation lifts
  const confirmation = { reason: 'meant' };
  expect(await refusalOf(fast, { confirmation })).toEqual([403, 'max-speed', slow.id, 'wait', 5]);
  const old = await car({ group_id: group, ageMs: 90_000 });
  expect(await refusalOf(old)).toEqual([403, 'fix-age', fresh.id, 'wait', 60]);
  expect((await block(await car({ group_id: group }))).body.state).toBe('requested');
  expect((await block(await car({ group_id: await world.group(), speedKph: 10 }))).status).toBe(200);
  await ask('PUT', `/api/block-policies/${slow.id}`, { token, body: { name: 'devagar', enabled: false } });
  expect((await block(fast)).status).toBe(200);
});

test('[BLOCK-01] in a forbidden geofence nothing is blocked, and at standstill or with the ignition off only what is so', async () => {
  const group = await world.group();
  const fence = await kysely
    .insertInto('geofences')
    .values({ name: 'ponte', area: 'CIRCLE (-3.7 -38.5, 500)' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const bridge = await policy({ name: 'ponte', groupIds: [group], forbiddenGeofenceIds: [fence.id] });
  const on = await block(await car({ group_id: group, place: [-3.7001, -38.5] }));
  expect(on.body.details).toMatchObject({
    rule: 'geofence',
    policyId: bridge.id,
    lift: 'wait',
    limit: fence.id,
  });
  expect((await block(await car({ group_id: group, place: [-3.8, -38.5] }))).status).toBe(200);

  const parked = await world.group();
  await policy({ name: 'desligado', groupIds: [parked], moment: 'ignitionOff' });
  const running = await block(await car({ group_id: parked, ignition: true }));
  expect(running.body.details).toMatchObject({ rule: 'ignition-off', lift: 'wait' });
  expect((await block(await car({ group_id: parked, ignition: false }))).status).toBe(200);
  const waits = await block(await car({ group_id: parked, ignition: true }), { when: 'standstill' });
  expect([waits.body.state, waits.body.when]).toEqual(['waiting', 'ignitionOff']);
  const stale = await block(await car({ category: 'motorcycle', ageMs: 40_000 }));
  expect(stale.body.details.rule).toBe('standstill');
});

test('[BLOCK-01] [BLOCK-05] debt is no reason, and a device without a block installed is offered none', async () => {
  const deviceId = await car();
  const debt = await block(deviceId, { reason: 'debt' });
  expect([debt.status, debt.body.details.fields[0].path]).toEqual([400, 'reason']);
  const bare = await car({ attributes: JSON.stringify({ blockInstalled: 'no' }) });
  const refused = await block(bare);
  expect(refused.body.details).toMatchObject({ rule: 'not-installed', lift: 'device' });
  expect((await send({ deviceId: bare, type: 'engineStop' })).body.code).toBe('block-refused');
});

test('[BLOCK-02] nobody confirms his own; a second one with the right does, in time, and both are in history and audit', async () => {
  const deviceId = await car({ category: 'motorcycle' });
  const asked = await block(deviceId, { note: 'pela titular' }, supervisor.token);
  expect(asked.body).toMatchObject({
    state: 'requested',
    stateReason: 'second-person',
    askedBy: supervisor.id,
  });
  const { id } = asked.body;
  expect(await sentOf(deviceId)).toEqual([]);
  expect((await act(id, 'confirm', supervisor.token)).body.code).toBe('own-request');
  expect((await act(id, 'confirm', operator.token)).body.code).toBe('supervisor-needed');
  expect((await act(id, 'alone', operator.token, { reason: 'x' })).body.code).toBe('forbidden');
  const confirmed = await act(id, 'confirm', token);
  expect([confirmed.status, confirmed.body.confirmedBy]).toEqual([200, admin.id]);
  expect(confirmed.body.history.map(({ action }: { action: string }) => action)).toEqual([
    'ask',
    'confirm',
    'queue',
  ]);
  expect(await sentOf(deviceId)).toEqual([{ type: 'engineStop', state: 'queued' }]);
  expect((await act(id, 'confirm', token)).body.code).toBe('block-changed');
  const audited = await kysely
    .selectFrom('audit')
    .select(['user_id', 'action'])
    .where('noun', '=', 'block')
    .where('object_id', '=', id)
    .execute();
  expect(audited).toEqual([{ user_id: admin.id, action: 'confirm' }]);
  const edit = kysely.deleteFrom('block_history').where('block_id', '=', id).execute();
  await expect(edit).rejects.toThrow('never changed');
});

test('[BLOCK-02] an expired confirmation, a policy changed meanwhile and a refusal are said in words of their own, and send nothing', async () => {
  const group = await world.group();
  const own = await policy({ name: 'dupla', groupIds: [group], secondPerson: true });
  const asked = async () => (await block(await car({ group_id: group }), {}, operator.token)).body;
  const expired = await asked();
  await kysely
    .updateTable('block_requests')
    .set({ confirm_until: new Date(Date.now() - 1000).toISOString() })
    .where('id', '=', expired.id)
    .execute();
  expect((await act(expired.id, 'confirm', supervisor.token)).body.code).toBe('block-expired');

  const refused = await asked();
  expect((await act(refused.id, 'refuse', operator.token, { reason: 'x' })).body.code).toBe(
    'supervisor-needed',
  );
  const mine = (await block(await car({ group_id: group }), {}, supervisor.token)).body;
  expect((await act(mine.id, 'refuse', supervisor.token, { reason: 'x' })).body.code).toBe('own-request');
  const no = await act(refused.id, 'refuse', supervisor.token, { reason: 'não é o titular' });
  expect(no.body).toMatchObject({ state: 'refused', stateReason: 'second-person' });

  const changed = await asked();
  await ask('PUT', `/api/block-policies/${own.id}`, { token, body: { name: 'dupla', maxSpeedKph: 7 } });
  const answer = await act(changed.id, 'confirm', supervisor.token);
  expect([answer.status, answer.body.code]).toEqual([409, 'block-policy-changed']);
  expect(await stateOf(changed.id)).toBe('refused');
  for (const one of [expired, refused, changed]) expect(await sentOf(one.deviceId)).toEqual([]);
});

test('[BLOCK-02] after 3 minutes the asker goes on alone where the policy allows it, and it is listed for review', async () => {
  const group = await world.group();
  await policy({ name: 'sozinho', groupIds: [group], secondPerson: true });
  const { id, deviceId } = (await block(await car({ group_id: group }), {}, operator.token)).body;
  const early = await act(id, 'alone', operator.token, { reason: 'ninguém respondeu' });
  expect([early.status, early.body.code]).toEqual([409, 'alone-too-early']);
  const past = { alone_from: new Date(Date.now() - 1000).toISOString() };
  await kysely.updateTable('block_requests').set(past).where('id', '=', id).execute();
  const alone = await act(id, 'alone', operator.token, { reason: 'ninguém respondeu' });
  expect([alone.status, alone.body.aloneReason]).toEqual([200, 'ninguém respondeu']);
  expect(await sentOf(deviceId)).toEqual([{ type: 'engineStop', state: 'queued' }]);
  const reviewIds = async () =>
    (await ask('GET', '/api/blocks?review=true', { token })).body.map((row: { id: number }) => row.id);
  expect(await reviewIds()).toEqual([id]);
  expect((await act(id, 'review', supervisor.token)).body.reviewedByName).toBeTruthy();
  expect(await reviewIds()).toEqual([]);
  // looked at once, and never by who went on alone
  expect((await act(id, 'review', token)).body.code).toBe('block-changed');
  const own = (await block(await car({ group_id: group }), {}, supervisor.token)).body;
  await kysely.updateTable('block_requests').set(past).where('id', '=', own.id).execute();
  expect((await act(own.id, 'review', token)).body.code).toBe('block-changed');
  expect((await act(own.id, 'alone', supervisor.token, { reason: 'só eu' })).status).toBe(200);
  expect((await act(own.id, 'review', supervisor.token)).body.code).toBe('own-request');
  expect(await reviewIds()).toEqual([own.id]);
  expect((await act(own.id, 'review', token)).status).toBe(200);

  await policy({ name: 'nunca sozinho', groupIds: [group], secondPerson: true, aloneAllowed: false });
  const strict = (await block(await car({ group_id: group }), {}, operator.token)).body;
  await kysely.updateTable('block_requests').set({ confirm_until: past.alone_from }).execute();
  expect(strict.aloneFrom).toBeNull();
  const until = { confirm_until: new Date(Date.now() + 60_000).toISOString() };
  await kysely.updateTable('block_requests').set(until).where('id', '=', strict.id).execute();
  expect((await act(strict.id, 'alone', operator.token, { reason: 'x' })).body.code).toBe(
    'alone-not-allowed',
  );
});

test('[BLOCK-02] an open theft lifts the second person where the policy says so; those with the right are asked on their phones', async () => {
  const group = await world.group();
  await policy({ name: 'dupla', groupIds: [group], secondPerson: true });
  const stolen = await car({ group_id: group });
  await world.sinister(stolen);
  expect((await block(stolen, {}, operator.token)).body).toMatchObject({
    confirmUntil: null,
    state: 'requested',
  });
  expect(await sentOf(stolen)).toHaveLength(1);
  await policy({ name: 'sempre dupla', groupIds: [group], secondPerson: true, theftLiftsSecond: false });
  const other = await car({ group_id: group });
  await world.sinister(other);
  const asked = (await block(other, {}, supervisor.token)).body;
  expect(asked.confirmUntil).not.toBeNull();
  const told = await kysely
    .selectFrom('notification_deliveries')
    .select(['user_id', 'notificator'])
    .where('device_id', '=', other)
    .execute();
  expect(told).toEqual([{ user_id: admin.id, notificator: 'mobile' }]);
});

test('[BLOCK-04] two who ask at once: one request is made, the other one is told whose; it is taken back by its asker', async () => {
  const deviceId = await car();
  const answers = await Promise.all([
    block(deviceId, { when: 'standstill' }, operator.token),
    block(deviceId, { when: 'standstill' }, supervisor.token),
    send({ deviceId, type: 'engineStop' }),
  ]);
  const [made] = answers.filter(({ status }) => status < 300);
  const others = answers.filter(({ status }) => status >= 300);
  expect(others.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'block-under-way'],
    [409, 'block-under-way'],
  ]);
  expect(others[0]?.body.details).toMatchObject({ kind: 'block', askedByName: expect.any(String) });
  const release = { deviceId, reason: 'engano' };
  const crossing = await ask('POST', '/api/blocks/release', { token, body: release });
  expect(crossing.body.code).toBe('block-under-way');
  const id = made?.body.blockId ?? made?.body.id;
  const taken = await act(id, 'withdraw', token, { reason: 'engano' });
  expect(taken.body.state).toBe('withdrawn');
  expect((await act(id, 'withdraw', token, { reason: 'de novo' })).body.code).toBe('block-changed');
  expect(await sentOf(deviceId)).not.toContainEqual({ type: 'engineStop', state: 'queued' });
});

test('[BLOCK-04] a block taken back while it waits for its tracker never leaves; one on the wire is not taken back', async () => {
  const waiting = (await block(await car())).body;
  expect(waiting).toMatchObject({ state: 'requested', stateReason: 'tracker' });
  expect((await act(waiting.id, 'withdraw', operator.token, { reason: 'x' })).body.code).toBe('forbidden');
  expect((await act(waiting.id, 'withdraw', token, { reason: 'engano' })).status).toBe(200);
  expect(await sentOf(waiting.deviceId)).toEqual([{ type: 'engineStop', state: 'failed' }]);
  const gone = (await block(await car())).body;
  await kysely
    .updateTable('sent_commands')
    .set({ state: 'sent', sent_at: new Date().toISOString() })
    .where('device_id', '=', gone.deviceId)
    .execute();
  const late = await act(gone.id, 'withdraw', token, { reason: 'engano' });
  expect([late.status, late.body.code]).toEqual([409, 'block-on-the-wire']);
});

test('[BLOCK-06] a release of what is blocked needs a reason, and a pass phrase or a supervisor', async () => {
  const deviceId = await car({ category: 'car' });
  const { id } = (await block(deviceId)).body;
  await kysely
    .updateTable('sent_commands')
    .set({ state: 'sent' })
    .where('device_id', '=', deviceId)
    .execute();
  await kysely
    .updateTable('block_requests')
    .set({ state: 'confirmed', sent_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  expect((await send({ deviceId, type: 'engineResume' })).body.code).toBe('release-reason-needed');
  expect((await send({ deviceId, type: 'custom', attributes: { data: 'Relay,0#' } })).body.code).toBe(
    'release-reason-needed',
  );
  const release = (as: string, more: object = {}) =>
    ask('POST', '/api/blocks/release', { token: as, body: { deviceId, reason: 'recuperado', ...more } });
  expect((await release(operator.token)).body.code).toBe('pass-phrase-needed');
  expect((await release(operator.token, { passPhrase: 'x' })).body.code).toBe('pass-phrase-not-set');
  expect((await release(supervisor.token, { reason: ' ' })).status).toBe(400);
  const theft = await world.sinister(deviceId);
  const double = await release(supervisor.token);
  expect(double.body).toMatchObject({ kind: 'release', state: 'requested', stateReason: 'second-person' });
  expect((await act(double.body.id, 'confirm', supervisor.token)).body.code).toBe('own-request');
  expect((await act(double.body.id, 'withdraw', supervisor.token, { reason: 'x' })).status).toBe(200);
  await kysely.updateTable('sinisters').set({ status: 'closed' }).where('id', '=', theft).execute();
  expect((await release(supervisor.token)).body).toMatchObject({
    state: 'requested',
    stateReason: 'tracker',
  });
  const again = await release(supervisor.token);
  expect(again.body).toMatchObject({ kind: 'release', state: 'requested' });
  expect((await sentOf(deviceId)).filter(({ type }) => type === 'engineResume')).toHaveLength(1);
  expect((await release(token)).body.code).toBe('block-under-way');
  const [row] = (await ask('GET', '/api/blocks/blocked', { token: operator.token })).body.filter(
    (one: { block: { id: number } }) => one.block.id === id,
  );
  expect(row).toMatchObject({ isOverdue: false, release: { kind: 'release' } });
});

test('[BLOCK-07] above the limits a client of the field is answered 202 in words, and its block waits until it stops', async () => {
  const fast = await car({ speedKph: 60 });
  const answer = await send({ deviceId: fast, type: 'engineStop' });
  expect([answer.status, answer.body.state, answer.body.sentId]).toEqual([202, 'waiting', 0]);
  expect(answer.body.message).toContain('parar');
  expect(await stateOf(answer.body.blockId)).toBe('waiting');
  expect(await sentOf(fast)).toEqual([]);
  const second = await send({ deviceId: await car({ category: 'bus' }), type: 'engineStop' });
  expect([second.status, second.body.state]).toEqual([202, 'requested']);
  expect(second.body.message).toContain('segunda pessoa');
  const safe = await send({ deviceId: await car(), type: 'engineStop' });
  expect([safe.status, safe.body.state, safe.body.message]).toEqual([202, 'queued', undefined]);
});

test('[BLOCK-06] a batch of releases gives back what nobody blocked here, and asks for reason and right of what is blocked', async () => {
  const [blocked, free] = [await car(), await car()];
  const { id } = (await block(blocked)).body;
  const sent = { state: 'confirmed', sent_at: new Date().toISOString() };
  await kysely.updateTable('sent_commands').set({ state: 'sent' }).where('device_id', '=', blocked).execute();
  await kysely.updateTable('block_requests').set(sent).where('id', '=', id).execute();
  const batch = async (as: string, more: object = {}) => {
    const body = { devicesId: [blocked, free], groupsId: [], commandType: 'engineResume', ...more };
    const answer = await ask('POST', '/api/commands/batch', { token: as, body });
    return answer.body.map(({ state, code }: Record<string, string>) => code ?? state);
  };
  expect(await batch(token)).toEqual(['release-reason-needed', 'queued']);
  const confirmation = { reason: 'recuperados' };
  expect(await batch(operator.token, { confirmation })).toEqual(['pass-phrase-needed', 'queued']);
  expect(await batch(supervisor.token, { confirmation })).toEqual(['queued', 'queued']);
});

test('[BLOCK-04] a block of an unseen vehicle is not there; a database that fails is no such answer', async () => {
  const { id } = (await block(await car())).body;
  const read = (as: string) => ask('GET', `/api/blocks/${id}`, { token: as });
  expect((await read((await world.person({ desk_role: 'operator' })).token)).status).toBe(404);
  await pool.query('ALTER TABLE user_devices RENAME TO away');
  try {
    expect((await read(operator.token)).body.code).toBe('internal-error');
  } finally {
    await pool.query('ALTER TABLE away RENAME TO user_devices');
  }
  expect((await read(operator.token)).status).toBe(200);
});
