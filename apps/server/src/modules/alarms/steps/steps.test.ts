import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import { problemSentence, procedureProblems } from '@atalaia/domain/procedures/procedure-problems';
import { currentStep } from '@atalaia/domain/procedures/procedure-steps';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../../testing/alarm-scene.ts';
import { reportingDevice } from '../../../testing/reporting-device.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { createAlarmSteps, type StepsParts } from './steps-service.ts';

const texts: string[] = [];
const { ask, kysely, world, services, published } = await createTestApp({
  channels: { sendSms: async (_phone, text) => void texts.push(text) },
});
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

type Next = Record<string, string>;
const waysOf: Record<string, readonly string[]> = {
  call: ['answered', 'noAnswer', 'voicemail', 'wrongNumber'],
  phrase: ['right', 'wrong', 'duress', 'none-set'],
  command: ['sent', 'notSent'],
  question: ['yes', 'no'],
};
const step = (id: string, kind: string, next: Next = {}, more: object = {}) => {
  const ways = [...(waysOf[kind] ?? ['done']), 'skipped'].map((answer) => [answer, 'following']);
  return {
    id,
    kind,
    title: `Passo ${id}`,
    required: true,
    next: { ...Object.fromEntries(ways), ...next },
    ...more,
  };
};
const procedure = async (steps: readonly object[]) => {
  const body = { name: 'Teste', use: 'alarm', steps, publish: true };
  const made = await ask('POST', '/api/procedures', { token: admin.token, body });
  expect(made.status).toBe(200);
  return made.body.id as number;
};
/** The rule of power cuts names it from now on. */
const name = async (procedureId: number) => {
  await kysely
    .updateTable('alarm_rules')
    .set({ procedure_id: procedureId })
    .where('key', '=', 'powerCut')
    .execute();
  await services.desk.procedures.requireNameable(kysely, 'alarm', { procedureId });
  // whoever changes a rule tells those who open alarms
  const { body } = await ask('GET', '/api/alarm-rules', { token: admin.token });
  const rule = body.find(({ key }: { key: string | null }) => key === 'powerCut');
  expect((await ask('PUT', `/api/alarm-rules/${rule.id}`, { token: admin.token, body: rule })).status).toBe(
    200,
  );
};

/** A vehicle with an alarm of this procedure, held by an operator who sees it. */
async function held(steps: readonly object[], values: Parameters<typeof reportingDevice>[2] = {}) {
  await name(await procedure(steps));
  const group = await world.group();
  const customer = await world.customer(group);
  const device = await reportingDevice(kysely, world, { customer_id: customer, category: 'car', ...values });
  const operator = await world.person({ desk_role: 'operator' });
  await world.link(operator.id, { group });
  await world.link(operator.id, { device });
  const alarm = await scene.alarm(device);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  const answer = (
    stepId: string,
    expected: number,
    given: string,
    more: object = {},
    token = operator.token,
  ) =>
    ask('PUT', `/api/alarms/${alarm}/steps/${stepId}`, { token, body: { expected, answer: given, ...more } });
  const close = (more: object = {}) =>
    ask('POST', `/api/alarms/${alarm}/close`, {
      token: operator.token,
      body: { expected: 'claimed', outcomeId: 1, ...more },
    });
  return { group, customer, device, operator, alarm, answer, close };
}
const read = async (alarm: number): Promise<AlarmDetail> =>
  (await ask('GET', `/api/alarms/${alarm}`, { token: admin.token })).body;
const current = ({ procedure: of }: AlarmDetail) => currentStep(of?.steps ?? [], of?.lines ?? [])?.id;

test('[PROC-01] a step is done by who holds the alarm, in the order 401, 403, 400, 404', async () => {
  const { alarm, answer, operator, device } = await held([step('a', 'text'), step('b', 'question')]);
  const path = `/api/alarms/${alarm}/steps/a`;
  const body = { expected: 0, answer: 'done', text: 'ok' };
  expect((await ask('PUT', path, { body })).status).toBe(401);
  const stranger = await world.person();
  expect((await ask('PUT', path, { token: stranger.token, body })).body.code).toBe('desk-role-needed');
  expect((await answer('a', -1, 'done')).status).toBe(400);
  expect((await answer('a', 0, 'done')).body.details.fields[0].path).toBe('text');
  expect((await answer('a', 0, 'yes', { text: 'x' })).body.details.fields[0].path).toBe('answer');
  expect((await answer('a', 0, 'skipped', { text: 'x' })).status).toBe(400);
  const blind = await scene.operator();
  expect((await ask('PUT', path, { token: blind.token, body })).status).toBe(404);
  expect((await answer('x', 0, 'done')).status).toBe(404);
  for (const [given, more] of [['send'], ['check', { spoken: 'x' }], ['right']] as const) {
    const { status, body } = await answer('a', 0, given, more);
    expect([given, status, body.details.fields[0].path]).toEqual([given, 400, 'answer']);
  }
  const early = await answer('b', 0, 'yes');
  expect([early.status, early.body.code, early.body.details.stepId]).toEqual([409, 'step-changed', 'a']);
  const other = await scene.operator([device]);
  const refused = await ask('PUT', path, { token: other.token, body });
  expect([refused.status, refused.body.code]).toEqual([409, 'alarm-claimed']);
  const done = await answer('a', 0, 'done', { text: 'ok' });
  expect(done.body.procedure.lines).toMatchObject([
    { number: 1, stepId: 'a', answer: 'done', details: { text: 'ok' } },
  ]);
  expect(done.body.history.at(-1)).toMatchObject({
    action: 'step',
    userId: operator.id,
    details: { id: 'a', title: 'Passo a', kind: 'text', answer: 'done', text: 'ok' },
  });
  await expect(sql`DELETE FROM alarm_steps WHERE alarm_id = ${alarm}`.execute(kysely)).rejects.toThrow(
    'never changed',
  );
});

test('[PROC-01] two screens never do a step twice: the second is told what stands', async () => {
  const { answer, alarm } = await held([step('ask', 'question', { no: 'end' }), step('b', 'text')]);
  const before = (await read(alarm)).version;
  const both = await Promise.all([answer('ask', 0, 'yes'), answer('ask', 0, 'no')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body.code).toBe('step-changed');
  expect(refused?.body.details.lines).toHaveLength(1);
  const after = await read(alarm);
  expect(after.procedure?.lines).toHaveLength(1);
  // who only looks is told by its version
  expect(after.version).toBeGreaterThan(before);
});

test('[PROC-01] nothing is done of an alarm that one gave back, nor of a closed one whose vehicle one still works on', async () => {
  const { answer, alarm, device, operator, close } = await held([step('a', 'text', {}, { required: false })]);
  const changed = async () => {
    const { status, body } = await answer('a', 0, 'done', { text: 'x' });
    return [status, body.code, body.details.alarm.state];
  };
  const act = (name: string, expected: string) =>
    ask('POST', `/api/alarms/${alarm}/${name}`, { token: operator.token, body: { expected } });
  expect((await act('release', 'claimed')).status).toBe(200);
  expect(await changed()).toEqual([409, 'alarm-changed', 'waiting']);
  const other = await scene.alarm(device, { label: 'jamming' });
  expect((await act('claim', 'waiting')).status).toBe(200);
  expect((await close()).status).toBe(200);
  expect(await read(other)).toMatchObject({ state: 'claimed', holderId: operator.id });
  expect(await changed()).toEqual([409, 'alarm-changed', 'closed']);
  expect((await read(alarm)).procedure?.lines).toEqual([]);
});

test('[DESK-08] it closes when its required steps are done or not on the way; the refusal names what is open', async () => {
  const steps = [
    step('ask', 'question', { yes: 'police', no: 'note' }),
    step('police', 'text', { done: 'last' }),
    step('note', 'text'),
    step('last', 'text'),
    step('maybe', 'text', {}, { required: false }),
  ];
  const { answer, close, alarm } = await held(steps);
  const open = async () => (await close()).body.details.steps.map(({ id }: { id: string }) => id);
  expect((await close()).status).toBe(422);
  expect(await open()).toEqual(['ask', 'last']);
  expect((await read(alarm)).openSteps).toBe(2);
  await answer('ask', 0, 'no');
  expect(await open()).toEqual(['note', 'last']);
  await answer('note', 1, 'done', { text: 'x' });
  const event = (await read(alarm)).events[0]?.eventId;
  const comment = await ask('POST', `/api/events/${event}/comment`, {
    token: admin.token,
    body: { comment: 'x' },
  });
  expect(comment.body.code).toBe('alarm-claimed');
  expect(await open()).toEqual(['last']);
  await answer('last', 2, 'done', { text: 'x' });
  expect((await close()).body.alarm).toMatchObject({ state: 'closed', openSteps: 0 });
});

test('[DESK-08] a comment on its event names the open steps; a supervisor closes over them with a reason', async () => {
  const { alarm, operator, device } = await held([step('a', 'text')]);
  const event = (await read(alarm)).events[0]?.eventId;
  const comment = await ask('POST', `/api/events/${event}/comment`, {
    token: operator.token,
    body: { comment: 'visto' },
  });
  expect([comment.status, comment.body.code]).toEqual([422, 'steps-open']);
  expect(comment.body.details.steps).toMatchObject([{ id: 'a', title: 'Passo a' }]);
  const supervisor = await scene.operator([device], 'supervisor');
  await ask('POST', `/api/alarms/${alarm}/take-over`, {
    token: supervisor.token,
    body: { expected: 'claimed' },
  });
  const body = { expected: 'claimed', outcomeId: 1, overrideReason: 'sem contato possível' };
  const closed = await ask('POST', `/api/alarms/${alarm}/close`, { token: supervisor.token, body });
  expect(closed.body.alarm.history.at(-1).details).toMatchObject({ override: true });
});

test('[PROC-02] an alarm keeps the version that it was opened with; the next one has the new one, a draft none', async () => {
  const id = await procedure([step('one', 'text')]);
  await name(id);
  const [first, second, third] = [await world.device(), await world.device(), await world.device()];
  const before = await scene.alarm(first);
  const save = (version: number, steps: object[], publish: boolean) =>
    ask('PUT', `/api/procedures/${id}`, {
      token: admin.token,
      body: { version, name: 'Teste', steps, publish },
    });
  await save(1, [step('two', 'text')], false);
  const meanwhile = await scene.alarm(second);
  await save(2, [step('three', 'text')], true);
  const after = await scene.alarm(third);
  const opened = await Promise.all([before, meanwhile, after].map(read));
  expect(opened.map((one) => [one.procedure?.version, current(one)])).toEqual([
    [1, 'one'],
    [1, 'one'],
    [3, 'three'],
  ]);
});

test('[PROC-01] a call is noted among the tries with its outcome, and leads to its own step', async () => {
  const steps = [
    step('call', 'call', { answered: 'end' }, { role: null, place: 1 }),
    step('again', 'call', {}, { role: 'Titular', place: 1 }),
  ];
  const { answer, alarm, operator } = await held(steps);
  const contact = { contactId: null, name: 'Ana', phone: '+55 85 99999-0000' };
  const done = await answer('call', 0, 'voicemail', { contact, text: 'deixei recado' });
  expect(current(done.body)).toBe('again');
  const tries = await ask('GET', `/api/alarms/${alarm}/tries`, { token: operator.token });
  expect(tries.body).toMatchObject([{ name: 'Ana', outcome: 'voicemail', note: 'deixei recado' }]);
  expect(done.body.procedure.lines[0].details).toMatchObject({ tryId: tries.body[0].id, name: 'Ana' });
});

test('[PROC-01] a spoken phrase is compared by the server, and what was said stands nowhere', async () => {
  const steps = [step('phrase', 'phrase', { wrong: 'end' }), step('fine', 'text')];
  const { answer, alarm, customer } = await held(steps);
  await ask('PUT', `/api/customers/${customer}/contacts`, {
    token: admin.token,
    body: { contacts: [], passPhrase: 'Jangada Azul' },
  });
  // nobody says himself what came of it
  expect((await answer('phrase', 0, 'none-set')).status).toBe(400);
  expect((await answer('phrase', 0, 'check')).status).toBe(400);
  const done = await answer('phrase', 0, 'check', { spoken: 'jangada azul' });
  expect([done.body.procedure.lines[0].answer, current(done.body)]).toEqual(['right', 'fine']);
  expect(JSON.stringify(await read(alarm))).not.toMatch(/jangada/i);
});

const block = { command: { type: 'engineStop' } };
const sentOf = (device: number) =>
  kysely.selectFrom('sent_commands').select('type').where('device_id', '=', device).execute();

const blocksOf = (device: number) =>
  kysely
    .selectFrom('block_requests')
    .select(['asked_by', 'reason', 'moment'])
    .where('device_id', '=', device)
    .execute();

test('[PROC-01] [BLOCK-01] a command passes the gate of blocks, is sent once, and what was refused can be passed over', async () => {
  const never = await held([step('block', 'command', {}, block)], { category: 'person' });
  const refused = await never.answer('block', 0, 'send', { block: { reason: 'theft' } });
  expect([refused.status, refused.body.code, refused.body.details.rule]).toEqual([
    403,
    'block-refused',
    'never',
  ]);
  expect((await read(never.alarm)).procedure?.lines.map(({ answer }) => answer)).toEqual([
    'sending',
    'refused',
  ]);
  expect(await sentOf(never.device)).toEqual([]);
  expect((await never.answer('block', 2, 'sent')).status).toBe(400);
  expect((await never.answer('block', 2, 'notSent')).body.openSteps).toBe(0);

  const { answer, alarm, device, operator } = await held([step('block', 'command', {}, block)]);
  // required: it is tried before it is passed over; and nobody says that it was sent but who sent it
  expect((await answer('block', 0, 'notSent')).status).toBe(400);
  expect((await answer('block', 0, 'sent')).status).toBe(400);
  const both = await Promise.all([
    answer('block', 0, 'send', { block: { reason: 'theft' } }),
    answer('block', 0, 'send', { block: { reason: 'theft' } }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await sentOf(device)).toEqual([{ type: 'engineStop' }]);
  const { procedure: of } = await read(alarm);
  expect(of?.lines.map((line) => line.answer)).toEqual(['sending', 'sent']);
  expect(of?.lines[1]?.details).toMatchObject({ blockId: expect.any(Number), sentId: expect.any(Number) });
  const asked = { asked_by: operator.id, reason: 'theft', moment: 'now' };
  expect(await blocksOf(device)).toEqual([asked]);

  const waits = await held([step('block', 'command', {}, { ...block, when: 'standstill' })]);
  expect((await waits.answer('block', 0, 'send', { block: { reason: 'theft' } })).status).toBe(200);
  expect(await blocksOf(waits.device)).toEqual([
    { ...asked, asked_by: waits.operator.id, moment: 'standstill' },
  ]);
  expect(await sentOf(waits.device)).toEqual([]);
});

/** The same service with one of its parts replaced. */
const stepsWith = (parts: Partial<StepsParts>) =>
  createAlarmSteps({
    ...{ kysely, commit: services.commit, queueMessages: async () => {} },
    noteTry: services.tries.noteWithin,
    checkPhrase: services.phrases.checkOn,
    noteHeard: services.phrases.noteHeard,
    sendCommand: services.commands.send,
    openCase: services.sinisters.open,
    ...parts,
  });

test('[PROC-01] a command whose process ends in the middle is not sent again by the same request', async () => {
  const { answer, alarm, operator, device } = await held([step('block', 'command', {}, block)]);
  const row = await kysely
    .selectFrom('users')
    .selectAll()
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow();
  const caller = { userId: row.id, administrator: false, user: row, address: null } as never;
  let sendings = 0;
  const steps = stepsWith({
    sendCommand: () => {
      sendings += 1;
      throw new Error('the process ended');
    },
  });
  const input = { expected: 0, answer: 'send', block: { reason: 'theft' } } as const;
  await expect(steps.answer(caller, alarm, 'block', input)).rejects.toThrow('the process ended');
  await expect(steps.answer(caller, alarm, 'block', input)).rejects.toMatchObject({ code: 'step-changed' });
  expect(sendings).toBe(1);
  // also who knows that it began waits until it would have ended
  expect((await answer('block', 1, 'send', { block: { reason: 'theft' } })).body.code).toBe('step-changed');
  await sql`ALTER TABLE alarm_steps DISABLE TRIGGER alarm_steps_kept`.execute(kysely);
  await sql`UPDATE alarm_steps SET at = at - interval '31 seconds' WHERE alarm_id = ${alarm}`.execute(kysely);
  await sql`ALTER TABLE alarm_steps ENABLE TRIGGER alarm_steps_kept`.execute(kysely);
  await expect(steps.answer(caller, alarm, 'block', input)).rejects.toMatchObject({ code: 'step-changed' });
  expect(sendings).toBe(1);
  expect((await answer('block', 1, 'send', { block: { reason: 'theft' } })).status).toBe(200);
  expect(await sentOf(device)).toHaveLength(1);
});

test('[PROC-01] a pause puts the alarm off, and it comes back to its holder by the clock of the server', async () => {
  const { answer, alarm, operator } = await held([step('look', 'wait', {}, { minutes: 5 })]);
  expect((await answer('look', 0, 'done')).body.code).toBe('step-waits');
  const waits = await answer('look', 0, 'wait');
  expect(waits.body).toMatchObject({ state: 'held', holdReason: 'Passo look', holderId: operator.id });
  const minutes = (Date.parse(waits.body.heldUntil) - Date.parse(waits.body.now)) / 60_000;
  expect(minutes).toBeGreaterThan(4.9);
  expect(minutes).toBeLessThanOrEqual(5);
  const early = await answer('look', 1, 'done');
  expect([early.status, early.body.code]).toEqual([409, 'step-waits']);
  await services.desk.desk.markSeen([operator.id]);
  await kysely
    .insertInto('desk_presence')
    .values({ user_id: operator.id, state: 'on' })
    .onConflict((on) => on.column('user_id').doUpdateSet({ state: 'on', seen_at: sql`now()` }))
    .execute();
  await scene.age(alarm, 301);
  await services.desk.lookAtClock();
  expect(await read(alarm)).toMatchObject({ state: 'claimed', holderId: operator.id });
  expect((await answer('look', 1, 'done')).body.openSteps).toBe(0);
});

test('[PROC-01] a case opens with the vehicle and the customer, once; one that is open is taken', async () => {
  const kind = { openingType: 'robbery' };
  const { answer, device, customer } = await held([step('case', 'case', {}, kind)]);
  const done = await answer('case', 0, 'done', { text: 'Levaram na esquina' });
  expect(done.status).toBe(200);
  const rows = () =>
    kysely
      .selectFrom('sinisters')
      .select(['id', 'customer_id', 'opening_type', 'opening_description'])
      .where('device_id', '=', device)
      .execute();
  const [opened] = await rows();
  expect(opened).toMatchObject({
    customer_id: customer,
    opening_type: 'robbery',
    opening_description: 'Levaram na esquina',
  });
  expect(done.body).toMatchObject({ sinisterId: opened?.id, openSteps: 0 });
  expect(done.body.procedure.lines[0].details.sinisterId).toBe(opened?.id);

  await name(await procedure([step('again', 'case', {}, kind)]));
  await sql`UPDATE alarms SET closed_at = now() WHERE device_id = ${device}`.execute(kysely);
  const next = await scene.alarm(device);
  await ask('POST', `/api/alarms/${next}/claim`, { token: admin.token, body: { expected: 'waiting' } });
  await ask('POST', `/api/alarms/${next}/take-over`, { token: admin.token, body: { expected: 'claimed' } });
  const body = { expected: 0, answer: 'done' };
  const taken = await ask('PUT', `/api/alarms/${next}/steps/again`, { token: admin.token, body });
  expect(taken.body.procedure.lines[0].details.sinisterId).toBe(opened?.id);
  expect(await rows()).toHaveLength(1);
});

test('[PROC-01] telling reaches supervisors who see the vehicle and who is named, once, never a customer’s own people', async () => {
  const tell = { supervisors: true, userIds: [] as number[], notificators: ['mobile'] };
  const stranger = await scene.operator([], 'supervisor');
  const steps = [step('tell', 'tell', {}, tell), step('again', 'tell', {}, { ...tell, required: false })];
  const { answer, alarm, device, group, customer } = await held(steps);
  const telling = await scene.operator([device], 'supervisor');
  const seeing = await scene.operator([device], 'supervisor');
  const own = await world.person({ desk_role: 'supervisor', customer_id: customer });
  await world.link(own.id, { group });
  const body = { expected: 'claimed' };
  await ask('POST', `/api/alarms/${alarm}/take-over`, { token: telling.token, body });
  const both = await Promise.all([1, 2].map(() => answer('tell', 0, 'done', {}, telling.token)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await read(alarm)).procedure?.lines).toHaveLength(1);
  const told = () =>
    kysely
      .selectFrom('notification_deliveries')
      .select(['user_id', 'notificator'])
      .where('alarm_id', '=', String(alarm) as never)
      .execute();
  const first = await told();
  const ids = first.map(({ user_id }) => user_id);
  expect(ids).toContain(seeing.id);
  expect(ids).not.toContain(stranger.id);
  expect(ids).not.toContain(own.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(first.every(({ notificator }) => notificator === 'mobile')).toBe(true);
  // on the screens of everybody who is told but on one's own
  const shown = published
    .filter(({ topic }) => topic === 'deskNotices')
    .flatMap(({ message }) => message as readonly { userId: number; json: string }[])
    .filter(({ json }) => JSON.parse(json).kind === 'escalated' && JSON.parse(json).alarmId === alarm);
  expect(shown.map(({ userId }) => userId).toSorted()).toEqual(
    ids.filter((id) => id !== telling.id).toSorted(),
  );
  expect((await answer('again', 1, 'skipped', {}, telling.token)).status).toBe(200);
  expect(await told()).toHaveLength(first.length);
});

test('[PROC-01] procedures ship for SOS, power cut, robbery, jamming, tow and a contradicted block; each one ends', async () => {
  const { rows } = await sql<{ key: string; steps: ProcedureStep[]; named: number }>`
    SELECT p.key, v.steps, (SELECT count(*)::int FROM alarm_rules AS r WHERE r.key = p.key) AS named
    FROM procedures AS p JOIN procedure_versions AS v ON v.procedure_id = p.id AND v.number = p.published_version
    WHERE p.key IS NOT NULL ORDER BY p.id`.execute(kysely);
  expect(rows.map(({ key }) => key)).toEqual([
    'sos',
    'powerCut',
    'reportedTheft',
    'jamming',
    'tow',
    'blockContradicted',
  ]);
  for (const { key, steps, named } of rows) {
    expect([key, procedureProblems(steps).map(problemSentence)]).toEqual([key, []]);
    expect([key, named]).toEqual([key, key === 'reportedTheft' ? 0 : 1]);
    expect(steps.every((one) => one.key === `${key}.${one.id}`)).toBe(true);
  }
  // closed in one click
  const required = (key: string) =>
    rows.find((one) => one.key === key)?.steps.filter((one) => one.required).length;
  expect([required('powerCut'), required('tow')]).toEqual([0, 0]);
});

test('[PROC-02] [DESK-15] a call has the procedure of its reason', async () => {
  const device = await world.device();
  const operator = await scene.operator([device]);
  const open = (reason: string) =>
    ask('POST', '/api/alarms', { token: operator.token, body: { reason, deviceId: device } });
  const theft = await open('reportedTheft');
  expect(theft.body.procedure).toMatchObject({ key: 'reportedTheft', version: 1, lines: [] });
  expect(theft.body.openSteps).toBeGreaterThan(0);
  expect((await open('question')).body.procedure).toBeNull();
});
