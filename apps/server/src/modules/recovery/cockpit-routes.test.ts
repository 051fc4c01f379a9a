import { expect, test } from 'vitest';
import { storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, pool, published, services } = await createTestApp({
  channels: { sendSms: async () => undefined },
});
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-01-01') TO ('2026-02-01')`,
);

const openedMs = Date.UTC(2026, 0, 20, 10);
const instant = (ms: number) => new Date(ms).toISOString();

async function scene() {
  const operator = await world.person({ name: 'Ana Operadora', desk_role: 'operator' });
  const customerId = await world.customer();
  const attributes = { plate: `AB${customerId}` };
  const deviceId = await world.device({ customer_id: customerId, category: 'truck', attributes });
  await world.link(operator.id, { device: deviceId });
  const { token } = operator;
  const opening = { deviceId, customerId, openingType: 'robbery', openingDescription: 'Levado' };
  const body = { ...opening, openingDate: instant(openedMs) };
  const { id } = (await ask('POST', '/api/sinisters/open', { token, body })).body;
  const at = `/api/sinisters/${id}`;
  const read = async (as = token) => (await ask('GET', `${at}/cockpit`, { token: as })).body;
  return { operator, token, id: id as number, deviceId, attributes, at, read };
}

test('[COCK-01] the screen tells the last fix, usual stops, last cell, and the block’s state', async () => {
  const { deviceId, read } = await scene();
  await kysely
    .insertInto('device_state')
    .values({
      device_id: deviceId,
      ...{ latitude: -3.7, longitude: -38.5, fix_time: instant(openedMs + 1000), status: 'online' },
      position: JSON.stringify({ address: 'Rua A', attributes: { blocked: true } }),
    })
    .execute();
  const stood = (hour: number, latitude: number) => ({
    deviceId,
    timeMs: openedMs - hour * 3_600_000,
    latitude,
    speedKnots: 0,
  });
  await storePositions(pool, [stood(30, -1), stood(31, -1), stood(32, -1), stood(40, -2)]);
  await pool.query(`UPDATE positions SET network = '{"radioType":"gsm","cellId":7}' WHERE latitude = -2`);
  const block = {
    device_id: deviceId,
    device_name: 'x',
    reason: 'theft',
    asked_by_name: 'Bia',
    policy: '{}',
    command: '{}',
  };
  await kysely
    .insertInto('block_requests')
    .values([
      { ...block, kind: 'block', state: 'expired' },
      { ...block, kind: 'block', state: 'confirmed' },
    ])
    .execute();
  const { device, whereabouts, lastBlock } = await read();
  expect(device).toMatchObject({ latitude: -3.7, status: 'online', address: 'Rua A', blocked: true });
  expect(whereabouts.plausibleKmh).toBe(80);
  expect(whereabouts.usualStops.map((one: { hours: number }) => one.hours)).toEqual([3, 1]);
  expect(whereabouts.cell).toBeNull();
  expect(lastBlock).toMatchObject({ kind: 'block', state: 'confirmed', by: 'Bia', reason: 'theft' });
});

test('[COCK-01] a second tracker of the same plate stands beside it, as far as the caller sees it', async () => {
  const { attributes, operator, read } = await scene();
  const [seen] = [await world.device({ attributes }), await world.device({ attributes })];
  await world.link(operator.id, { device: seen! });
  expect((await read()).twins.map((one: { deviceId: number }) => one.deviceId)).toEqual([seen]);
});

test('[COCK-01] a plate is the same however it is written; who has none has no twins', async () => {
  const { deviceId, operator, read } = await scene();
  const named = (id: number, plate: string) =>
    kysely
      .updateTable('devices')
      .set({ attributes: JSON.stringify({ plate }) })
      .where('id', '=', id)
      .execute();
  const twin = await world.device({ attributes: { plate: 'abc1d23' } });
  await world.link(operator.id, { device: twin });
  const twins = async () => (await read()).twins.map((one: { deviceId: number }) => one.deviceId);
  await named(deviceId, 'ABC-1D23');
  expect(await twins()).toEqual([twin]);
  for (const plate of ['', ' - ']) {
    await named(deviceId, plate);
    await named(twin, plate);
    expect(await twins()).toEqual([]);
  }
});

test('[COCK-01] the timeline holds what everybody did since the opening, the newest first; the desk’s acts for the desk alone', async () => {
  const { deviceId, token, at, read } = await scene();
  const occurrence = {
    category: 'policeArriveAtTheScene',
    occurrenceDate: instant(openedMs + 60_000),
    description: 'Chegaram',
  };
  await ask('POST', `${at}/occurrences`, { token, body: occurrence });
  await ask('PUT', `${at}/first-hour/policeCalled`, { token, body: { doneAt: instant(openedMs + 30_000) } });
  await kysely
    .insertInto('sent_commands')
    .values({
      ...{ device_id: deviceId, expires_at: instant(openedMs), user_name: 'Bia', type: 'engineStop' },
      created_at: instant(openedMs + 90_000),
    })
    .execute();
  await world.event(deviceId, 'suspectedJamming', instant(openedMs + 120_000));
  await kysely
    .insertInto('block_requests')
    .values({
      ...{ device_id: deviceId, device_name: 'x', reason: 'robbery', asked_by_name: 'Bia', policy: '{}' },
      ...{ command: '{}', kind: 'block', state: 'waiting', asked_at: instant(openedMs + 80_000), note: 'Já' },
    })
    .execute();
  await ask('POST', `${at}/tries`, {
    token,
    body: { name: 'Dona Ana', phone: '+55 85 98888-0001', outcome: 'noAnswer' },
  });
  const { timeline } = await read();
  expect(timeline.map((one: { kind: string; word: string }) => `${one.kind} ${one.word}`)).toEqual([
    'contactTry noAnswer',
    'event suspectedJamming',
    'command engineStop',
    'block robbery',
    'occurrence policeArriveAtTheScene',
    'step policeCalled',
    'opened robbery',
  ]);
  expect(timeline[0]).toMatchObject({ by: 'Ana Operadora', detail: 'Dona Ana' });
  expect(timeline[2]).toMatchObject({ by: 'Bia' });
  expect(timeline[3]).toMatchObject({ by: 'Bia', detail: 'waiting', text: 'Já' });
  expect(timeline[4]).toMatchObject({ by: 'Ana Operadora', text: 'Chegaram' });
  const { occurrences } = (await ask('GET', at, { token })).body;
  expect(timeline[4].occurrenceId).toBe(occurrences[0].id);
  // whom they called is nobody's on another screen, nor is his number on this one
  expect(JSON.stringify(timeline)).not.toContain('98888');
});

test('[COCK-01] who looks is seen by the others, told once, and gone when he leaves or falls silent', async () => {
  const { deviceId, at, token, id } = await scene();
  const bia = await world.person({ name: 'Bia Chefe', readonly: true, desk_role: 'supervisor' });
  await world.link(bia.id, { device: deviceId });
  const watch = (as: string) => ask('PUT', `${at}/watching`, { token: as });
  await watch(token);
  const before = published.filter(({ topic }) => topic === 'sinisters').length;
  const names = (body: { name: string }[]) => body.map(({ name }) => name);
  expect(names((await watch(bia.token)).body)).toEqual(['Ana Operadora', 'Bia Chefe']);
  await watch(bia.token);
  expect(published.filter(({ topic }) => topic === 'sinisters').length).toBe(before + 1);
  await ask('DELETE', `${at}/watching`, { token });
  expect(names((await watch(bia.token)).body)).toEqual(['Bia Chefe']);
  await kysely
    .updateTable('sinister_watchers')
    .set({ seen_at: new Date(Date.now() - 60_000) })
    .where('sinister_id', '=', id)
    .execute();
  expect((await ask('GET', `${at}/cockpit`, { token })).body.watchers).toEqual([]);
});

test('[COCK-01] what was done at the desk is told who works there, and nobody else', async () => {
  const { deviceId, token, operator, read } = await scene();
  const times = { first_event_at: instant(openedMs), last_event_at: instant(openedMs) };
  const due = { claim_due_at: instant(openedMs), close_due_at: instant(openedMs), due_at: instant(openedMs) };
  const { id } = await kysely
    .insertInto('alarms')
    .values({
      ...{ kind: 'manual', subject: deviceId, device_id: deviceId, severity: 0, ...times, ...due },
      ...{ claim_seconds: 60, close_seconds: 600, call_reason: 'robbery' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto('alarm_history')
    .values({ alarm_id: id, action: 'claimed', user_name: 'Bia' })
    .execute();
  const acts = async () =>
    (await read(token)).timeline.filter((one: { kind: string }) => one.kind === 'alarm');
  const setRole = (desk_role: string) =>
    kysely.updateTable('users').set({ desk_role }).where('id', '=', operator.id).execute();
  // a monitor without a part in the desk
  await kysely
    .updateTable('users')
    .set({ attributes: JSON.stringify({ profile: 'central' }) })
    .where('id', '=', operator.id)
    .execute();
  await setRole('none');
  expect(await acts()).toEqual([]);
  await setRole('operator');
  expect(await acts()).toMatchObject([{ word: 'claimed', detail: 'robbery', by: 'Bia' }]);
  const rule = await kysely
    .selectFrom('alarm_rules')
    .select(['id', 'name'])
    .where('key', '=', 'jamming')
    .executeTakeFirstOrThrow();
  const setRule = (rule_name: string) =>
    kysely.updateTable('alarms').set({ rule_id: rule.id, rule_name }).where('id', '=', id).execute();
  await setRule(rule.name);
  expect(await acts()).toMatchObject([{ detail: 'jamming' }]);
  await setRule('Named by hand');
  expect(await acts()).toMatchObject([{ detail: 'Named by hand' }]);
});

test('[COCK-01] a customer sees his vehicle and case, but not the screen, nor does he stand among who looks', async () => {
  const { deviceId, at } = await scene();
  const client = await world.person();
  await world.link(client.id, { device: deviceId });
  const monitor = await world.person({ attributes: JSON.stringify({ profile: 'central' }) });
  await world.link(monitor.id, { device: deviceId });
  const asked = (token: string) =>
    Promise.all([
      ask('GET', `${at}/cockpit`, { token }),
      ask('PUT', `${at}/watching`, { token }),
      ask('DELETE', `${at}/watching`, { token }),
    ]);
  expect((await ask('GET', at, { token: client.token })).status).toBe(200);
  expect((await asked(client.token)).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await asked(monitor.token)).map(({ status }) => status)).toEqual([200, 200, 204]);
  for (const part of ['responders', 'call-outs', 'police-links', 'police-texts']) {
    expect((await ask('GET', `${at}/${part}`, { token: client.token })).status).toBe(403);
    expect((await ask('GET', `${at}/${part}`, { token: monitor.token })).status).toBe(200);
  }
  const body = { responderId: 1, approvedBy: 'x' };
  expect((await ask('POST', `${at}/call-outs`, { token: client.token, body })).status).toBe(403);
  expect((await ask('POST', `${at}/police-links`, { token: client.token, body: {} })).status).toBe(403);
});

test('[COCK-01] usual stops are read once a case: what arrives later of the time before does not change them', async () => {
  const { deviceId, read } = await scene();
  const stood = (hour: number, latitude: number) => ({
    ...{ deviceId, timeMs: openedMs - hour * 3_600_000, latitude, speedKnots: 0 },
  });
  await storePositions(pool, [stood(50, -5)]);
  const [one, other] = await Promise.all([read(), read()]);
  expect([one, other].map(({ whereabouts }) => whereabouts.usualStops.length)).toEqual([1, 1]);
  await storePositions(pool, [stood(60, -6)]);
  expect((await read()).whereabouts.usualStops).toHaveLength(1);
});

/** What a request publishes of its case, and whether to the centre alone. */
async function told(...request: Parameters<typeof ask>) {
  published.length = 0;
  const { status, body } = await ask(...request);
  expect([request[1], status < 300]).toEqual([request[1], true]);
  const centreOnly = published.flatMap(({ topic, message }) =>
    topic === 'sinisters' ? (message as { centreOnly?: true }[]).map((one) => one.centreOnly === true) : [],
  );
  return { centreOnly, body };
}

test('[DESK-12] [SIN-14] what the centre does in a case is told the centre alone; what changes in the case, everybody', async () => {
  const { at, token } = await scene();
  const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    told(method, `${at}/${path}`, { token, ...(body && { body }) });
  const nothing = {
    ...{ factKind: null, factAt: null, place: null, narrative: null, consentBy: null, consentAt: null },
    ...{ notifierName: null, notifierDocument: null, notifierPhone: null, notifierEmail: null },
    notifierAddress: null,
  };
  const link = await write('POST', 'police-links', {});
  const officer = { name: 'Sgt. Lima', unit: '1º BPM', phone: '85988887777' };
  const acts = [
    link,
    await told('POST', `/api/police/${link.body.token}/visits`, { body: officer }),
    await write('DELETE', `police-links/${link.body.id}`),
    await write('PUT', 'watching'),
    await write('DELETE', 'watching'),
    await write('PUT', 'first-hour/policeCalled', {}),
    await write('DELETE', 'first-hour/policeCalled'),
    await write('PUT', 'police-texts', { ...nothing, place: 'Rua B' }),
    await write('POST', 'tries', { name: 'Dona Ana', phone: '+55 85 98888-0001', outcome: 'noAnswer' }),
  ];
  expect(acts.map(({ centreOnly }) => centreOnly)).toEqual(acts.map(() => [true]));
  const occurrence = {
    category: 'policeArriveAtTheScene',
    occurrenceDate: instant(openedMs + 60_000),
    description: 'Chegaram',
  };
  expect((await write('POST', 'occurrences', occurrence)).centreOnly).toEqual([false]);
});

test('[DESK-12] of a call-out clients hear what is written into the case, and not how its link goes, when it is opened or what it costs', async () => {
  const { at, token } = await scene();
  const agent = { name: 'Agente Rui', kind: 'agent', phone: '85977776666' };
  const responderId = (await ask('POST', '/api/responders', { token, body: agent })).body.id;
  const body = { responderId, approvedBy: 'Bia Chefe' };
  const made = await told('POST', `${at}/call-outs`, { token, body });
  expect(made.centreOnly).toEqual([false]);
  const of = `${at}/call-outs/${made.body.id}`;
  const renewed = await told('POST', `${of}/link`, { token });
  expect(renewed.centreOnly).toEqual([true]);
  const link = `/api/call-outs/${renewed.body.token}`;
  const sms = await told('POST', `${of}/sms`, { token, body: { token: renewed.body.token } });
  expect(sms.centreOnly).toEqual([true, true]);
  expect((await told('GET', link)).centreOnly).toEqual([true]);
  expect((await told('POST', `${link}/answers`, { body: { answer: 'onTheWay' } })).centreOnly).toEqual([
    false,
  ]);
  expect((await told('PUT', of, { token, body: { km: 12 } })).centreOnly).toEqual([true]);
});

test('[DESK-12] the live channel takes for people of the centre who may open the screen', async () => {
  const { deviceId, at, operator } = await scene();
  const people = [
    operator,
    await world.person(),
    await world.person({ device_limit: 5 }),
    await world.person({ device_limit: -1 }),
    await world.person({ attributes: JSON.stringify({ profile: 'central' }) }),
    await world.person({ desk_role: 'supervisor', readonly: true }),
    await world.administrator(),
  ];
  for (const { id } of people.slice(1)) await world.link(id, { device: deviceId });
  const ids = people.map(({ id }) => id);
  const statuses = await Promise.all(
    people.map(async ({ token }) => (await ask('GET', `${at}/cockpit`, { token })).status),
  );
  expect(statuses).toEqual([200, 403, 200, 200, 200, 200, 200]);
  const found = await services.desk.desk.centreUsers(ids);
  expect(ids.map((id) => found.includes(id))).toEqual(statuses.map((status) => status === 200));
});
