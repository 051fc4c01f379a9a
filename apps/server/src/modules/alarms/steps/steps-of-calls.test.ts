import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../../testing/alarm-scene.ts';
import { reportingDevice } from '../../../testing/reporting-device.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { Person } from '../../../testing/world.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

const step = (id: string, kind: string, answers: readonly string[], more: object = {}) => ({
  ...{ id, kind, title: `Passo ${id}`, required: true },
  next: Object.fromEntries(answers.map((answer) => [answer, 'following'])),
  ...more,
});
const call = step('call', 'call', ['answered', 'noAnswer', 'voicemail', 'wrongNumber'], {
  ...{ role: null, place: 1 },
});
const tell = (userIds: readonly number[] = [], supervisors = true) =>
  step('tell', 'tell', ['done'], { supervisors, userIds, notificators: ['mobile'] });
const openingCase = step('case', 'case', ['done'], { openingType: 'robbery' });
const block = step('block', 'command', ['sent', 'notSent'], { command: { type: 'engineStop' } });

/** A call with these steps, held by the one who took it. */
async function called(steps: readonly object[], operator: Person, deviceId?: number) {
  const body = { name: 'Ligação', use: 'call', steps, publish: true };
  const made = await ask('POST', '/api/procedures', { token: admin.token, body });
  expect([made.status, made.body.message]).toEqual([200, undefined]);
  const callProcedures = { question: made.body.id };
  await ask('PUT', '/api/desk/settings', { token: admin.token, body: { callProcedures } });
  const opening = { reason: 'question', ...(deviceId && { deviceId }) };
  const { body: opened } = await ask('POST', '/api/alarms', { token: operator.token, body: opening });
  const alarm: number = opened.id;
  const answer = (stepId: string, expected: number, given: string, more = {}, token = operator.token) =>
    ask('PUT', `/api/alarms/${alarm}/steps/${stepId}`, { token, body: { expected, answer: given, ...more } });
  const act = (name: string, more: object, token = operator.token) =>
    ask('POST', `/api/alarms/${alarm}/${name}`, { token, body: { expected: 'claimed', ...more } });
  return { alarm, answer, act };
}
const read = async (alarm: number): Promise<AlarmDetail> =>
  (await ask('GET', `/api/alarms/${alarm}`, { token: admin.token })).body;
const linesOf = async (alarm: number) =>
  (await read(alarm)).procedure?.lines.map(({ answer, details }) => [answer, details.text]);

/** A vehicle with its customer, and an operator who sees both. */
async function vehicle() {
  const group = await world.group();
  const customer = await world.customer(group);
  const device = await reportingDevice(kysely, world, { customer_id: customer, category: 'car' });
  const operator = await scene.operator();
  await world.link(operator.id, { group });
  return { group, customer, device, operator };
}

test('[OUT-04] [PROC-01] a token sends the command of a step with the scope commands alone', async () => {
  const { device, operator } = await vehicle();
  const { alarm, answer } = await called([block], operator, device);
  const expiration = new Date(Date.now() + 86_400_000).toISOString();
  const key = async (scopes: string) =>
    (await ask('POST', '/api/session/token', { token: operator.token, body: { expiration, scopes } })).text;
  const send = { block: { reason: 'theft' } };
  const refused = await answer('block', 0, 'send', send, await key('read,write'));
  expect([refused.status, refused.body.code]).toEqual([403, 'scope-missing']);
  expect(await linesOf(alarm)).toEqual([]);
  const sent = await answer('block', 0, 'send', send, await key('read,write,commands'));
  expect([sent.status, sent.body.procedure.lines.at(-1).answer]).toEqual([200, 'sent']);
});

/** Whom messages of the alarm go to. */
const messaged = async (alarm: number) => {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT user_id AS id FROM notification_deliveries WHERE alarm_id = ${alarm}`.execute(kysely);
  return rows.map(({ id }) => id);
};
/** Whose screens say it. */
const noticed = (alarm: number, kind: string) =>
  published
    .filter(({ topic }) => topic === 'deskNotices')
    .flatMap(({ message }) => message as readonly { userId: number; json: string }[])
    .filter(({ json }) => JSON.parse(json).kind === kind && JSON.parse(json).alarmId === alarm)
    .map(({ userId }) => userId);

test('[PROC-01] [PROC-03] of a call about no vehicle every supervisor is told, of one about a customer those who see him', async () => {
  const { group, customer } = await vehicle();
  const operator = await scene.operator();
  const [anywhere, seeing] = [await scene.operator([], 'supervisor'), await scene.operator([], 'supervisor')];
  await world.link(seeing.id, { group });
  const own = await world.person({ desk_role: 'supervisor', customer_id: customer });
  for (const about of [null, customer]) {
    const supervisors = about === null ? [anywhere.id, seeing.id, own.id] : [seeing.id];
    const others = about === null ? [operator.id] : [operator.id, anywhere.id, own.id];
    const of = async () => {
      const one = await called([tell()], operator);
      await sql`UPDATE alarms SET customer_id = ${about} WHERE id = ${one.alarm}`.execute(kysely);
      return one;
    };
    const telling = await of();
    expect((await telling.answer('tell', 0, 'done')).status).toBe(200);
    const duress = await of();
    const raised = await ask('POST', `/api/alarms/${duress.alarm}/duress`, { token: operator.token });
    expect(raised.status).toBe(204);
    for (const [alarm, kind] of [
      [telling.alarm, 'escalated'],
      [duress.alarm, 'duress'],
    ] as const) {
      const told = await messaged(alarm);
      expect(told).toEqual(expect.arrayContaining(supervisors));
      expect(told.filter((id) => others.includes(id))).toEqual([]);
      expect(noticed(alarm, kind).toSorted()).toEqual(told.toSorted());
    }
  }
});

test('[PROC-01] a step that would tell nobody is refused in words, and is not done', async () => {
  const operator = await scene.operator();
  const gone = await world.person({ desk_role: 'operator', disabled: true });
  const named = await scene.operator();
  const nobody = await called([tell([gone.id], false)], operator);
  const refused = await nobody.answer('tell', 0, 'done');
  expect([refused.status, refused.body.code]).toEqual([422, 'nobody-to-tell']);
  expect(await linesOf(nobody.alarm)).toEqual([]);
  const somebody = await called([tell([gone.id, named.id], false)], operator);
  expect((await somebody.answer('tell', 0, 'done')).status).toBe(200);
  expect(await messaged(somebody.alarm)).toEqual([named.id]);
});

test('[PROC-01] [DESK-08] where no case can be opened, what was done is written and answers the step', async () => {
  const { device, operator } = await vehicle();
  const bare = await world.device();
  await world.link(operator.id, { device: bare });
  for (const [about, path] of [
    [undefined, 'deviceId'],
    [bare, 'customerId'],
  ] as const) {
    const { answer, act, alarm } = await called([openingCase], operator, about);
    const refused = await answer('case', 0, 'done');
    expect([refused.status, refused.body.details.fields[0].path]).toEqual([400, path]);
    expect((await act('close', { outcomeId: 1 })).status).toBe(422);
    const done = await answer('case', 0, 'done', { text: 'Passado à polícia' });
    expect(done.body.procedure.lines[0].details).toEqual({ noCase: true, text: 'Passado à polícia' });
    expect(done.body.openSteps).toBe(0);
    expect((await act('close', { outcomeId: 1 })).status).toBe(200);
    expect((await read(alarm)).sinisterId).toBeNull();
  }
  // where one can be, the text tells how it happened
  const { answer } = await called([openingCase], operator, device);
  const opened = await answer('case', 0, 'done', { text: 'Na esquina' });
  expect(opened.body.sinisterId).not.toBeNull();
  expect(opened.body.procedure.lines[0].details).not.toHaveProperty('noCase');
});

const inCall = async (alarm: number) => {
  const { rows } = await sql<{ inCall: boolean }>`
    SELECT in_call AS "inCall" FROM alarm_claims JOIN alarms USING (subject) WHERE alarms.id = ${alarm}`.execute(
    kysely,
  );
  return rows[0]?.inCall;
};

test('[DESK-05] who claims an alarm whose first step is a call is in a call, and so is who takes it over in one', async () => {
  const { device, operator } = await vehicle();
  const supervisor = await scene.operator([device], 'supervisor');
  const note = step('note', 'text', ['done']);
  const first = await called([call, note], operator, device);
  expect(await inCall(first.alarm)).toBe(true);
  await sql`UPDATE alarm_claims SET acted_at = now() - interval '6 minutes' WHERE subject = ${device}`.execute(
    kysely,
  );
  await services.desk.lookAtClock();
  expect(await read(first.alarm)).toMatchObject({ holderId: operator.id, askedAt: null });
  expect((await first.answer('call', 0, 'noAnswer')).status).toBe(200);
  expect(await inCall(first.alarm)).toBe(false);
  // done once, it is no more the first
  expect((await first.act('release', {})).status).toBe(200);
  expect((await first.act('claim', { expected: 'waiting' })).status).toBe(200);
  expect(await inCall(first.alarm)).toBe(false);
  await first.answer('note', 1, 'done', { text: 'x' });
  expect((await first.act('close', { outcomeId: 1 })).status).toBe(200);

  const later = await called([note, call], operator, device);
  expect(await inCall(later.alarm)).toBe(false);
  await later.answer('note', 0, 'done', { text: 'x' });
  expect(await inCall(later.alarm)).toBe(true);
  // given back in the middle, it goes on with the call for whoever takes it
  expect((await later.act('release', {})).status).toBe(200);
  expect(await inCall(later.alarm)).toBe(false);
  expect((await later.act('claim', { expected: 'waiting' })).status).toBe(200);
  expect(await inCall(later.alarm)).toBe(true);
  expect((await later.act('take-over', {}, supervisor.token)).status).toBe(200);
  expect(await inCall(later.alarm)).toBe(true);
});

test('[SLA-01] [DESK-06] a clock that stood and goes on in a new pause keeps what was left', async () => {
  const operator = await scene.operator();
  const look = step('look', 'wait', ['done'], { minutes: 5 });
  const { alarm, answer, act } = await called([look], operator);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM alarm_hold_reasons WHERE pauses_clock AND retired_at IS NULL LIMIT 1`.execute(kysely);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  expect((await act('hold', { until, reasonId: rows[0]?.id })).status).toBe(200);
  await sql`UPDATE alarms SET paused_at = now() - interval '10 minutes' WHERE id = ${alarm}`.execute(kysely);
  const due = async () => {
    const { rows: found } = await sql<{ close: number; due: number; paused: boolean }>`
      SELECT extract(epoch FROM close_due_at)::float8 AS close, extract(epoch FROM due_at)::float8 AS due,
        paused_at IS NOT NULL AS paused FROM alarms WHERE id = ${alarm}`.execute(kysely);
    return found[0] ?? { close: 0, due: 0, paused: false };
  };
  const before = await due();
  expect(before.paused).toBe(true);
  expect((await answer('look', 0, 'wait')).status).toBe(200);
  const after = await due();
  expect(after.paused).toBe(false);
  for (const added of [after.close - before.close, after.due - before.due]) {
    expect(added).toBeGreaterThanOrEqual(600);
    expect(added).toBeLessThan(660);
  }
});

test('[PROC-01] what is written beside any answer stands in its line', async () => {
  const { device, customer, operator } = await vehicle();
  await ask('PUT', `/api/customers/${customer}/contacts`, {
    token: admin.token,
    body: { contacts: [], passPhrase: 'Jangada Azul' },
  });
  const phrase = (id: string) => step(id, 'phrase', ['right', 'wrong', 'duress', 'none-set']);
  const look = step('look', 'wait', ['done'], { minutes: 5 });
  const steps = [block, phrase('one'), phrase('two'), phrase('three'), look];
  const { alarm, answer } = await called(steps, operator, device);
  const given: [string, string, object?][] = [
    ['block', 'send', { block: { reason: 'theft' } }],
    ['one', 'check', { spoken: 'jangada azul' }],
    ['two', 'right'],
    ['three', 'wrong'],
    ['look', 'wait'],
  ];
  for (const [id, said, more] of given) {
    const lines = (await linesOf(alarm))?.length ?? 0;
    const { status } = await answer(id, lines, said, { ...more, text: `nota ${id}` });
    expect([id, status]).toEqual([id, 200]);
  }
  expect(await linesOf(alarm)).toEqual([
    ['sending', 'nota block'],
    ['sent', undefined],
    ['right', 'nota one'],
    ['right', 'nota two'],
    ['wrong', 'nota three'],
    ['waiting', 'nota look'],
  ]);
});
