import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { reportingDevice } from '../../testing/reporting-device.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

/** A customer with a vehicle, phrases, an operator who sees both, and an alarm that he holds. */
async function scenario({ held = true } = {}) {
  const group = await world.group();
  const customer = await world.customer(group);
  const device = await reportingDevice(kysely, world, { customer_id: customer, category: 'car' });
  const operator = await world.person({ desk_role: 'operator' });
  await world.link(operator.id, { group });
  const { status } = await ask('PUT', `/api/customers/${customer}/contacts`, {
    token: admin.token,
    body: {
      contacts: [
        { name: 'Ana', role: 'Titular', phones: [], passPhrase: 'Pé de Moleque', counterPhrase: 'Paçoca' },
        { name: 'Rui', phones: [{ number: '+55 85 99999-0000', whatsapp: true }] },
      ],
      passPhrase: 'Jangada Azul',
      duressPhrase: 'Lua de Prata',
    },
  });
  expect(status).toBe(200);
  const alarm = await scene.alarm(device);
  if (held) {
    await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  }
  return { group, customer, device, operator, alarm };
}
const check = (token: string, alarm: number, spoken: string) =>
  ask('POST', `/api/alarms/${alarm}/phrase-checks`, { token, body: { spoken } });
const audited = async (customer: number) => {
  const { rows } = await sql<{ action: string; answer: string | null }>`
    SELECT action, details ->> 'answer' AS answer FROM audit WHERE noun = 'customer' AND object_id = ${customer} ORDER BY id`.execute(
    kysely,
  );
  return rows.map(({ action, answer }) => [action, answer].filter(Boolean).join(' '));
};
const notices = () =>
  published
    .filter(({ topic }) => topic === 'deskNotices')
    .flatMap(({ message }) => message as { userId: number; json: string }[])
    .map(({ userId, json }) => ({ userId, ...JSON.parse(json) }));

test('[PROC-03] phrases are sealed where they lie, and no list of contacts says them', async () => {
  const { customer, operator } = await scenario();
  const { rows } = await sql<{ stored: string }>`
    SELECT concat_ws(' ', b.pass_phrase, b.duress_phrase, c.pass_phrase, c.counter_phrase) AS stored
    FROM contact_books AS b JOIN contacts AS c USING (customer_id) WHERE customer_id = ${customer} ORDER BY c.position LIMIT 1`.execute(
    kysely,
  );
  expect(rows[0]?.stored).toMatch(/^(sealed:v1:\S+ ?){4}$/);
  const { text, body } = await ask('GET', `/api/customers/${customer}/contacts`, { token: operator.token });
  expect(text).not.toMatch(/Moleque|Jangada|Prata|Pa.oca|sealed/);
  expect(body).toMatchObject({
    version: 1,
    hasPassPhrase: true,
    hasCounterPhrase: false,
    hasDuressPhrase: true,
    contacts: [{ name: 'Ana', hasPassPhrase: true, hasCounterPhrase: true }, { name: 'Rui' }],
  });
});

test('[PROC-03] they are shown for 30 s on an alarm that one holds, and each look is in the audit', async () => {
  const { customer, operator, alarm } = await scenario();
  const url = `/api/alarms/${alarm}/phrases`;
  expect((await ask('POST', url)).status).toBe(401);
  const other = await scene.operator();
  await sql`UPDATE users SET administrator = true WHERE id = ${other.id}`.execute(kysely);
  const refused = await ask('POST', url, { token: other.token });
  expect([refused.status, refused.body.code]).toEqual([409, 'work-not-held']);
  const { status, body } = await ask('POST', url, { token: operator.token });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    duressPhrase: 'Lua de Prata',
    phrases: [
      { contactId: null, passPhrase: 'Jangada Azul', counterPhrase: null },
      { name: 'Ana', passPhrase: 'Pé de Moleque', counterPhrase: 'Paçoca' },
    ],
  });
  const shownMs = Date.parse(body.until) - Date.now();
  expect(shownMs > 0 && shownMs <= 30_000).toBe(true);
  expect(await audited(customer)).toEqual(['update', 'look-phrases']);
  await ask('POST', `/api/alarms/${alarm}/close`, {
    token: operator.token,
    body: { expected: 'claimed', outcomeId: 1 },
  });
  expect((await ask('POST', url, { token: operator.token })).body.code).toBe('work-not-held');
});

test('[PROC-03] they are shown on an open case of a vehicle whose alarms one holds', async () => {
  const { device, customer, operator } = await scenario();
  const sinister = await world.sinister(device);
  await sql`UPDATE sinisters SET customer_id = ${customer} WHERE id = ${sinister}`.execute(kysely);
  const url = `/api/sinisters/${sinister}/phrases`;
  expect((await ask('POST', url, { token: operator.token })).body.phrases).toHaveLength(2);
  expect((await ask('POST', url, { token: admin.token })).body.code).toBe('work-not-held');
  const stranger = await scene.operator();
  expect((await ask('POST', url, { token: stranger.token })).status).toBe(404);
  await sql`UPDATE sinisters SET status = 'closed' WHERE id = ${sinister}`.execute(kysely);
  expect((await ask('POST', url, { token: operator.token })).body.code).toBe('work-not-held');
});

test('[PROC-03] who holds an alarm uses the phrases of its customer on it, whether he sees the customer or not', async () => {
  const { device, alarm, customer } = await scenario({ held: false });
  const operator = await scene.operator([device]);
  const url = `/api/alarms/${alarm}/phrases`;
  expect((await ask('POST', url, { token: operator.token })).body.code).toBe('work-not-held');
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  expect((await ask('POST', url, { token: operator.token })).body.phrases).toHaveLength(2);
  expect((await check(operator.token, alarm, 'Jangada Azul')).body.answer).toBe('right');
  expect(await audited(customer)).toEqual(['update', 'look-phrases', 'check-phrase right']);
  expect((await ask('GET', `/api/customers/${customer}/contacts`, { token: operator.token })).status).toBe(
    404,
  );
});

test('[PROC-03] each look is a line of the audit of its own, also after the 30 s', async () => {
  const { customer, operator, alarm } = await scenario();
  for (let look = 0; look < 2; look++) {
    await ask('POST', `/api/alarms/${alarm}/phrases`, { token: operator.token });
  }
  expect(await audited(customer)).toEqual(['update', 'look-phrases', 'look-phrases']);
});

test('[PROC-03] "Confere" and "Não confere" of who heard the phrase are noted in history and audit', async () => {
  const { customer, operator, alarm } = await scenario();
  const heard = (token: string, body: object) =>
    ask('POST', `/api/alarms/${alarm}/phrase-answers`, { token, body });
  expect((await heard(admin.token, { answer: 'right' })).body.code).toBe('work-not-held');
  expect((await heard(operator.token, { answer: 'duress' })).status).toBe(400);
  for (const answer of ['wrong', 'right']) expect((await heard(operator.token, { answer })).status).toBe(204);
  expect(await audited(customer)).toEqual(['update', 'check-phrase wrong', 'check-phrase right']);
  const { body } = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  const lines = body.history.filter(({ action }: { action: string }) => action === 'phrase');
  expect(lines.map(({ details }: { details: object }) => details)).toEqual([
    { answer: 'wrong' },
    { answer: 'right' },
  ]);
});

test('[PROC-03] a vehicle that changed hands since shows nothing of whose it was', async () => {
  const { device, operator, alarm, group } = await scenario();
  const next = await world.customer(group);
  await ask('PUT', `/api/customers/${next}/contacts`, {
    token: admin.token,
    body: { contacts: [], passPhrase: 'Vento Sul' },
  });
  await kysely.updateTable('devices').set({ customer_id: next }).where('id', '=', device).execute();
  // the alarm was the former customer's: it shows no phrase, of neither
  const { body } = await ask('POST', `/api/alarms/${alarm}/phrases`, { token: operator.token });
  expect(body).toMatchObject({ duressPhrase: null, phrases: [] });
  for (const spoken of ['Jangada Azul', 'Vento Sul']) {
    expect((await check(operator.token, alarm, spoken)).body).toEqual({ answer: 'none-set' });
  }
});

test('[PROC-03] a spoken phrase is right whatever its case, accents and punctuation, of the customer or a contact', async () => {
  const { customer, operator, alarm } = await scenario();
  const said = ['jangada azul', 'PE DE MOLEQUE!', 'paçoca', 'jangada', '!?'];
  const answers: string[] = [];
  for (const spoken of said) answers.push((await check(operator.token, alarm, spoken)).body.answer);
  expect(answers).toEqual(['right', 'right', 'wrong', 'wrong', 'wrong']);
  expect((await audited(customer)).filter((line) => line.startsWith('check'))).toEqual(
    answers.map((answer) => `check-phrase ${answer}`),
  );
  const { body } = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  expect(body.history.filter(({ action }: { action: string }) => action === 'phrase')[2].details).toEqual({
    answer: 'wrong',
  });
});

test('[PROC-03] five wrong ones by one person are the last for 15 min, and the refused one is audited too', async () => {
  const { customer, operator, alarm } = await scenario();
  for (let time = 0; time < 5; time += 1) await check(operator.token, alarm, `errada ${time}`);
  const { status, body } = await check(operator.token, alarm, 'Jangada Azul');
  expect([status, body.code]).toEqual([429, 'too-many-requests']);
  expect(body.details.retryAfterSeconds).toBeGreaterThan(800);
  expect((await audited(customer)).at(-1)).toBe('check-phrase limited');
  await sql`UPDATE phrase_checks SET at = at - interval '15 minutes' WHERE customer_id = ${customer}`.execute(
    kysely,
  );
  expect((await check(operator.token, alarm, 'Jangada Azul')).body.answer).toBe('right');
});

test('[PROC-03] twenty wrong ones of all people together bind everybody', async () => {
  const { customer, operator, alarm } = await scenario();
  await sql`INSERT INTO phrase_checks (customer_id, user_id, is_wrong) SELECT ${customer}, -n, true FROM generate_series(1, 20) AS n`.execute(
    kysely,
  );
  expect((await check(operator.token, alarm, 'Jangada Azul')).status).toBe(429);
});

test('[PROC-03] a duress phrase makes the alarm critical and tells the supervisors who see it, and none of the customer', async () => {
  const { customer, group, operator, alarm } = await scenario();
  const people = await Promise.all([
    world.person({ desk_role: 'supervisor' }),
    world.person({ desk_role: 'supervisor', customer_id: customer }),
    world.person({ desk_role: 'operator' }),
    world.person({ customer_id: customer }),
  ]);
  for (const { id } of people) await world.link(id, { group });
  const [supervisor, , , client] = people;
  const stranger = await world.person({ desk_role: 'supervisor' });
  await ask('PUT', '/api/desk/settings', { token: admin.token, body: { clientsSeeHandling: true } });
  const handlingOf = async () =>
    (await ask('GET', '/api/alarms/handling', { token: client?.token ?? '' })).body;
  const before = await handlingOf();
  expect(before).toMatchObject([{ alarmId: alarm, state: 'working' }]);
  published.length = 0;
  expect((await check(operator.token, alarm, 'lua de prata')).body).toEqual({ answer: 'duress' });
  const { body } = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  expect(body).toMatchObject({ severity: 'critical', duressAt: expect.any(String) });
  expect(body.history.map(({ action }: { action: string }) => action)).toContain('duress');
  const told = notices().filter(({ kind }) => kind === 'duress');
  const ids = told.map(({ userId }) => userId);
  expect(ids).toContain(supervisor?.id);
  for (const { id } of [...people.slice(1), stranger]) expect(ids).not.toContain(id);
  const { rows } = await sql<{ id: number }>`
    SELECT user_id AS id FROM notification_deliveries WHERE alarm_id = ${alarm}`.execute(kysely);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  expect(published.filter(({ topic }) => topic === 'events' || topic === 'notificationDeliveries')).toEqual(
    [],
  );
  // the client's own screens: they stay as they were before the phrase
  expect(await handlingOf()).toEqual(before);
});

test('[PROC-03] the comment that a closed alarm under duress leaves on its events says nothing of it', async () => {
  const { operator, alarm, device } = await scenario();
  await ask('POST', `/api/alarms/${alarm}/duress`, { token: operator.token });
  const body = { expected: 'claimed', outcomeId: 1, note: 'coação confirmada pela polícia' };
  expect((await ask('POST', `/api/alarms/${alarm}/close`, { token: operator.token, body })).status).toBe(200);
  const { rows } = await sql<{ comment: string }>`
    SELECT comment FROM event_comments JOIN events ON events.id = event_id WHERE device_id = ${device}`.execute(
    kysely,
  );
  expect(rows).toEqual([{ comment: 'Tratado' }]);
});

test('[PROC-03] duress without an open alarm opens a critical one', async () => {
  const { customer, device, operator, alarm } = await scenario();
  await ask('POST', `/api/alarms/${alarm}/close`, {
    token: operator.token,
    body: { expected: 'claimed', outcomeId: 1 },
  });
  const { user } = await callerOf(operator.id);
  const caller = {
    userId: operator.id,
    administrator: false,
    user,
    address: '127.0.0.1',
    via: 'bearer',
  } as const;
  const asked = { ...caller, session: undefined };
  expect(await services.phrases.check(asked, customer, 'lua de prata', { deviceId: device })).toBe('duress');
  const opened = await scene.openAlarmOf(device);
  const { body } = await ask('GET', `/api/alarms/${opened}`, { token: admin.token });
  expect(body).toMatchObject({
    callReason: 'duress',
    severity: 'critical',
    state: 'waiting',
    customerId: customer,
  });
});

test('[BLOCK-06] [PROC-03] a release goes by the phrase that is kept here; one of duress is refused as a wrong one and raises the alarm', async () => {
  const { device, operator } = await scenario();
  const { body: block, status } = await ask('POST', '/api/blocks', {
    token: admin.token,
    body: { deviceId: device, reason: 'theft' },
  });
  expect(status).toBe(200);
  await sql`UPDATE sent_commands SET state = 'sent' WHERE device_id = ${device}`.execute(kysely);
  await sql`UPDATE block_requests SET state = 'confirmed', sent_at = now() WHERE id = ${block.id}`.execute(
    kysely,
  );
  const release = async (passPhrase: string) =>
    ask('POST', '/api/blocks/release', {
      token: operator.token,
      body: { deviceId: device, reason: 'recuperado', passPhrase },
    });
  expect((await release('outra coisa')).body.code).toBe('pass-phrase-wrong');
  expect((await release('LUA DE PRATA')).body.code).toBe('pass-phrase-wrong');
  const { rows } =
    await sql`SELECT FROM alarms WHERE device_id = ${device} AND duress_at IS NOT NULL`.execute(kysely);
  expect(rows).toHaveLength(1);
  expect((await release('jangada azul')).body).toMatchObject({ kind: 'release' });
});

test('[BLOCK-06] [PROC-03] an operator who sees the vehicle and not its customer releases by the phrase; who is not at the desk is told nothing', async () => {
  const { device, customer } = await scenario();
  const operator = await world.person({ desk_role: 'operator' });
  await world.link(operator.id, { device });
  const stranger = await world.person();
  await world.link(stranger.id, { device });
  const say = async (id: number, about: number) => {
    const caller = {
      ...(await callerOf(id)),
      userId: id,
      administrator: false,
      address: '',
      via: 'bearer',
    } as const;
    const asked = services.phrases.check({ ...caller, session: undefined }, customer, 'jangada azul', {
      deviceId: about,
    });
    return asked.catch(({ code }) => code);
  };
  expect(await say(operator.id, device)).toBe('right');
  expect(await say(operator.id, await world.device())).toBe('not-found');
  expect(await say(stranger.id, device)).toBe('not-found');
});

test('[PROC-03] a customer’s own people never learn whether a phrase is right', async () => {
  const { customer } = await scenario();
  const client = await world.person({ customer_id: customer });
  const { user } = await callerOf(client.id);
  const caller = {
    userId: client.id,
    administrator: false,
    user,
    address: '127.0.0.1',
    via: 'bearer',
  } as const;
  await expect(
    services.phrases.check({ ...caller, session: undefined }, customer, 'Jangada Azul'),
  ).rejects.toMatchObject({ code: 'forbidden' });
});

test('[PROC-03] a duress phrase like another, and a phrase without letter or digit, are refused by their field', async () => {
  const { customer } = await scenario();
  const put = (body: object) =>
    ask('PUT', `/api/customers/${customer}/contacts`, { token: admin.token, body });
  const same = await put({ contacts: [], duressPhrase: 'jangada  AZUL' });
  expect([same.status, same.body.details.fields[0].path]).toEqual([400, 'duressPhrase']);
  const empty = await put({ contacts: [], counterPhrase: '?!' });
  expect([empty.status, empty.body.details.fields[0].path]).toEqual([400, 'counterPhrase']);
});

async function callerOf(id: number) {
  return {
    user: await kysely.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  };
}
