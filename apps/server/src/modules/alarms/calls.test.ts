import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services } = await createTestApp();
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
