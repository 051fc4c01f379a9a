import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);

test('[DESK-15] a vehicle is found by plate, phone, CPF or name, and the call opens held by who took it', async () => {
  const customer = await world.customer();
  await sql`UPDATE customers SET name = 'Serra Azul', cellphone = '(85) 99876-5432' WHERE id = ${customer}`.execute(
    kysely,
  );
  const device = await world.device({ customer_id: customer, attributes: { plate: 'ABC-1D23' } });
  const foreign = await world.device({ attributes: { plate: 'ABC1D24' } });
  const operator = await scene.operator([device]);
  for (const keyword of ['abc1d', 'ABC-1D23', '998765432', '529.982.247-25', 'serra']) {
    const found = await ask('GET', `/api/alarms/subjects?keyword=${encodeURIComponent(keyword)}`, {
      token: operator.token,
    });
    expect([keyword, found.body.map(({ deviceId }: { deviceId: number }) => deviceId)]).toEqual([
      keyword,
      [device],
    ]);
  }
  const open = (deviceId: number) =>
    ask('POST', '/api/alarms', {
      token: operator.token,
      body: { reason: 'reportedTheft', deviceId, callerPhone: '85 91111-2222' },
    });
  expect((await open(foreign)).status).toBe(400);
  const opened = await open(device);
  expect(opened.body).toMatchObject({
    kind: 'manual',
    callReason: 'reportedTheft',
    severity: 'critical',
    state: 'claimed',
    holderId: operator.id,
    plate: 'ABC-1D23',
    customerName: 'Serra Azul',
  });
  const called = await ask('GET', `/api/alarms/${opened.body.id}/contacts`, { token: operator.token });
  expect(called.body.contacts[0]).toMatchObject({ role: 'caller', phones: [{ number: '85 91111-2222' }] });
  const other = await scene.operator([device]);
  const refused = await ask('POST', '/api/alarms', {
    token: other.token,
    body: { reason: 'question', deviceId: device },
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'alarm-claimed']);
});

test('[DESK-15] a call about no vehicle yet opens too, and closes', async () => {
  const operator = await scene.operator();
  const opened = await ask('POST', '/api/alarms', {
    token: operator.token,
    body: { reason: 'question', callerName: 'Ana' },
  });
  expect(opened.body).toMatchObject({ deviceId: 0, severity: 'low', caller: { name: 'Ana' } });
  const body = { expected: 'claimed', outcomeId: 3 };
  const closed = await ask('POST', `/api/alarms/${opened.body.id}/close`, { token: operator.token, body });
  expect(closed.body.alarm.state).toBe('closed');
});

test('[DESK-15] [DESK-02] a call about no vehicle is given one later: it is the vehicle’s then, with all of its alarms, and who does not see the vehicle loses sight of it', async () => {
  const customer = await world.customer();
  const device = await world.device({ customer_id: customer, attributes: { plate: 'QRS4B17' } });
  const operator = await scene.operator([device]);
  const blind = await scene.operator();
  const waiting = await scene.alarm(device);
  const open = async () =>
    (await ask('POST', '/api/alarms', { token: operator.token, body: { reason: 'question' } })).body.id;
  const about = (id: number, deviceId: number, { token } = operator, expected = 'claimed') =>
    ask('POST', `/api/alarms/${id}/vehicle`, { token, body: { expected, deviceId } });
  const sees = async (id: number) => (await ask('GET', `/api/alarms/${id}`, { token: blind.token })).status;
  const call = await open();
  expect(await sees(call)).toBe(200);

  // not his, a vehicle that he does not see, a state that does not hold
  expect((await about(call, device, await scene.operator([device]))).body.code).toBe('alarm-claimed');
  const foreign = await about(call, await world.device());
  expect([foreign.status, foreign.body.details.fields[0].path]).toEqual([400, 'deviceId']);
  expect((await about(call, device, operator, 'held')).body.code).toBe('alarm-changed');

  published.length = 0;
  const given = await about(call, device);
  expect(given.body).toMatchObject({
    ...{ deviceId: device, plate: 'QRS4B17', customerId: customer, state: 'claimed' },
    ...{ holderId: operator.id, siblingIds: [waiting] },
  });
  expect(given.body.history.at(-1)).toMatchObject({ action: 'vehicle', userId: operator.id });
  expect(published.map(({ topic, message }) => [topic, message])).toEqual(
    expect.arrayContaining([
      ['alarms', { alarmIds: [waiting, call] }],
      ['deskLists', { list: 'queue' }],
    ]),
  );
  expect(await sees(call)).toBe(404);
  const sibling = await ask('GET', `/api/alarms/${waiting}`, { token: operator.token });
  expect(sibling.body).toMatchObject({ state: 'claimed', holderId: operator.id });
  // the claim that it had alone is nobody's
  const { rows } =
    await sql`SELECT FROM alarm_claims WHERE subject = ${-call} AND user_id IS NOT NULL`.execute(kysely);
  expect(rows).toEqual([]);
  // it has one, and another operator's vehicle stays his
  expect((await about(call, device)).body.code).toBe('alarm-changed');
  const held = await world.device();
  const colleague = await scene.operator([held]);
  await world.link(operator.id, { device: held });
  const theirs = await scene.alarm(held);
  await ask('POST', `/api/alarms/${theirs}/claim`, {
    token: colleague.token,
    body: { expected: 'waiting' },
  });
  const refused = await about(await open(), held);
  expect([refused.status, refused.body.details.holderId]).toEqual([409, colleague.id]);
});

test('[DESK-13] the report gives the alarms of a period by rule, severity, operator, customer and outcome, with their times', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const alarm = await scene.alarm(device);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  await ask('POST', `/api/alarms/${alarm}/close`, {
    token: operator.token,
    body: { expected: 'claimed', outcomeId: 1, note: 'ok' },
  });
  await scene.alarm(device, { label: 'sos' });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const report = async (more = '') =>
    (
      await ask('GET', `/api/reports/alarms?from=${from}&to=${to}&deviceId=${device}${more}`, {
        token: operator.token,
      })
    ).body;
  expect((await report()).map(({ severity }: { severity: string }) => severity)).toEqual([
    'critical',
    'high',
  ]);
  for (const filter of ['severity=high', 'outcomeId=1', `userId=${operator.id}`, 'ruleId=4']) {
    expect(await report(`&${filter}`), filter).toMatchObject([
      { id: alarm, withinClaim: true, withinClose: true, note: 'ok' },
    ]);
  }
  expect(await report('&customerId=999')).toEqual([]);
  const refused = await ask('GET', `/api/reports/alarms?from=${to}&to=${from}`, { token: operator.token });
  expect(refused.status).toBe(400);
});
