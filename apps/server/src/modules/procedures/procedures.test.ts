import type { ProcedureDetail, ProcedureStep } from '@atalaia/contract/desk/procedure';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world } = await createTestApp();
const admin = await world.administrator();
const supervisor = await world.person({ desk_role: 'supervisor' });
const operator = await world.person({ desk_role: 'operator' });

const text = (id: string, next: Record<string, string> = {}, title = `Passo ${id}`): ProcedureStep => ({
  ...{ id, kind: 'text', title, required: true },
  next: { done: 'following', ...next },
});
const write = (body: object) => ask('POST', '/api/procedures', { token: admin.token, body });
const made = async (use: 'alarm' | 'call' = 'alarm', steps = [text('a')]): Promise<ProcedureDetail> =>
  (await write({ name: 'Meu', use, steps, publish: true })).body;
const on = (id: number, path = '') => `/api/procedures/${id}${path}`;

test('[PROC-02] procedures are written by administrators and read by supervisors', async () => {
  const { id } = await made();
  const body = { name: 'x', use: 'alarm', steps: [text('a')] };
  const writing: ['POST' | 'PUT' | 'DELETE', string, object][] = [
    ['POST', '/api/procedures', body],
    ['PUT', on(id), { ...body, version: 1 }],
    ['POST', on(id, '/publish'), { number: 1, published: 1 }],
    ['DELETE', on(id), {}],
  ];
  for (const [method, path, sent] of writing) {
    expect((await ask(method, path, { body: sent })).status).toBe(401);
    expect((await ask(method, path, { token: supervisor.token, body: sent })).status).toBe(403);
  }
  for (const path of ['/api/procedures', on(id), on(id, '/versions'), on(id, '/versions/1')]) {
    expect((await ask('GET', path)).status).toBe(401);
    const refused = await ask('GET', path, { token: operator.token });
    expect([refused.status, refused.body.code]).toEqual([403, 'supervisor-needed']);
    expect((await ask('GET', path, { token: supervisor.token })).status).toBe(200);
  }
  expect((await write({ ...body, use: 'x' })).status).toBe(400);
  const publish = { number: 9, published: 1 };
  expect((await ask('POST', on(id, '/publish'), { token: admin.token, body: publish })).status).toBe(404);
  for (const path of ['', '/versions', '/versions/1']) {
    expect((await ask('GET', on(999_999, path), { token: admin.token })).status).toBe(404);
  }
  expect((await ask('GET', on(id, '/versions/2'), { token: admin.token })).status).toBe(404);
});

test('[PROC-01] steps that lead in a circle, nowhere, or are never reached are refused in a sentence that names the step', async () => {
  const refused: [ProcedureStep[], string][] = [
    [
      [text('a'), text('b', { done: 'a' })],
      'step 2 "Passo b" leads by "done" back to "Passo a": the procedure would never end',
    ],
    [[{ ...text('a'), next: {} }], 'step 1 "Passo a" has no way out: its answer "done" leads nowhere'],
    [[text('a', { done: 'c' })], 'step 1 "Passo a" leads by "done" to "c", which is no step'],
    [[text('a', { done: 'end' }), text('b')], 'step 2 "Passo b" is never reached'],
    [[text('a', {}, ' ')], 'step 1 "" has no title'],
    [[text('a'), text('a')], 'step 2 "Passo a" has the id of another step'],
    [[], 'the procedure has no step'],
    [
      Array.from({ length: 51 }, (_, at) => text(`s${at}`)),
      'step 51 "Passo s50" is one too many: a procedure has at most 50 steps',
    ],
  ];
  for (const [steps, sentence] of refused) {
    const { status, body } = await write({ name: 'x', use: 'alarm', steps });
    expect([status, body.code, body.message]).toEqual([400, 'invalid-procedure', sentence]);
    expect(body.details.problems[0].message).toBe(sentence);
  }
  const { id } = await made();
  const change = { version: 1, name: 'x', steps: [text('a', { done: 'a' })] };
  expect((await ask('PUT', on(id), { token: admin.token, body: change })).body.code).toBe(
    'invalid-procedure',
  );
});

test('[PROC-02] saving makes a new version, old ones can be read, and a draft is not published', async () => {
  const { id } = await made();
  const draft = await ask('PUT', on(id), {
    token: admin.token,
    body: { version: 1, name: 'Novo', steps: [text('b', { extra: 'nowhere' })] },
  });
  expect(draft.body).toMatchObject({ publishedVersion: 1, latestVersion: 2, name: 'Novo' });
  // what is no answer of the step is not kept
  expect(draft.body.steps[0].next).toEqual({ done: 'following' });
  const old = await ask('GET', on(id, '/versions/1'), { token: supervisor.token });
  expect(old.body).toMatchObject({ number: 1, name: 'Meu', isPublished: true, steps: [{ id: 'a' }] });
  const versions = await ask('GET', on(id, '/versions'), { token: supervisor.token });
  expect(
    versions.body.map(({ number, isPublished, savedBy }: never) => [number, isPublished, savedBy]),
  ).toEqual([
    [2, false, 'person1'],
    [1, true, 'person1'],
  ]);
  await expect(
    sql`UPDATE procedure_versions SET name = 'x' WHERE procedure_id = ${id}`.execute(kysely),
  ).rejects.toThrow('never changed');
  const published = await ask('POST', on(id, '/publish'), {
    token: admin.token,
    body: { number: 2, published: 1 },
  });
  expect(published.body).toMatchObject({ publishedVersion: 2, latestVersion: 2 });
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('noun', '=', 'procedure')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'create', details: { name: 'Meu', version: 1 } },
    { action: 'publish', details: { version: 1 } },
    { action: 'update', details: { name: 'Novo', version: 2 } },
    { action: 'publish', details: { version: 2 } },
  ]);
});

test('[PROC-02] of two editors at once the second is told what stands, and saves nothing', async () => {
  const { id } = await made();
  const save = (name: string) =>
    ask('PUT', on(id), { token: admin.token, body: { version: 1, name, steps: [text('a')] } });
  const answers = await Promise.all([save('Um'), save('Dois')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'edited-meanwhile',
    details: { current: { latestVersion: 2, steps: [{ id: 'a' }] } },
  });
  const publish = { number: 2, published: 0 };
  const stale = await ask('POST', on(id, '/publish'), { token: admin.token, body: publish });
  expect([stale.status, stale.body.code]).toEqual([409, 'edited-meanwhile']);
  expect(stale.body.details.current.publishedVersion).toBe(1);
});

test('[PROC-02] rules and calls name published procedures of their use, and one that is named is not archived', async () => {
  const draft = (await write({ name: 'Rascunho', use: 'alarm', steps: [text('a')] })).body;
  const ofCalls = await made('call');
  const ofAlarms = await made('alarm');
  const rule = (procedureId: number) =>
    ask('POST', '/api/alarm-rules', {
      token: admin.token,
      body: { name: 'Regra', eventTypes: ['alarm'], severity: 'low', procedureId },
    });
  for (const id of [draft.id, ofCalls.id, 999_999]) {
    const { status, body } = await rule(id);
    expect([status, body.code, body.details.fields[0].path]).toEqual([
      400,
      'reference-not-found',
      'procedureId',
    ]);
  }
  const named = await rule(ofAlarms.id);
  expect(named.body.procedureId).toBe(ofAlarms.id);
  const settings = (question: number) =>
    ask('PUT', '/api/desk/settings', { token: admin.token, body: { callProcedures: { question } } });
  expect((await settings(ofAlarms.id)).body.details.fields[0].path).toBe('callProcedures.question');
  expect((await settings(ofCalls.id)).body.callProcedures.question).toBe(ofCalls.id);

  const { body: listed } = await ask('GET', '/api/procedures', { token: supervisor.token });
  const shown = (id: number) => listed.find((one: ProcedureDetail) => one.id === id);
  expect(shown(ofAlarms.id)).toMatchObject({
    ...{ rules: [{ key: null, name: 'Regra' }], callReasons: [], publishedVersion: 1 },
  });
  // what ships is said in the reader's language
  const jamming = listed.find(({ key }: ProcedureDetail) => key === 'jamming');
  expect(jamming.rules).toEqual([{ key: 'jamming', name: expect.any(String) }]);
  expect(shown(ofCalls.id)).toMatchObject({ rules: [], callReasons: ['question'] });
  const archive = (id: number) => ask('DELETE', on(id), { token: admin.token });
  expect((await archive(ofAlarms.id)).body).toMatchObject({
    code: 'in-use',
    details: { rules: [{ key: null, name: 'Regra' }] },
  });
  expect((await archive(ofCalls.id)).body).toMatchObject({ code: 'in-use' });
  await settings(0);
  expect((await archive(ofCalls.id)).status).toBe(204);
  expect((await archive(ofCalls.id)).status).toBe(404);
  expect((await settings(ofCalls.id)).status).toBe(400);
  const names = async (path: string) =>
    (await ask('GET', path, { token: supervisor.token })).body.map(({ id }: ProcedureDetail) => id);
  expect(await names('/api/procedures')).not.toContain(ofCalls.id);
  expect(await names('/api/procedures?all=true')).toContain(ofCalls.id);
});
