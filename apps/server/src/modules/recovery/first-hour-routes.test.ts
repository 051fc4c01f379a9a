import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();

const openingDate = '2025-11-20T10:00:00.000Z';

/** An operator with a case of a vehicle that he sees. */
async function scene() {
  const operator = await world.person({ name: 'Ana Operadora', desk_role: 'operator' });
  const customerId = await world.customer();
  const deviceId = await world.device({ customer_id: customerId, attributes: { plate: 'ABC1D23' } });
  await world.link(operator.id, { device: deviceId });
  const { token } = operator;
  const opening = { deviceId, customerId, openingDate, openingType: 'robbery', openingDescription: 'Levado' };
  const { id } = (await ask('POST', '/api/sinisters/open', { token, body: opening })).body;
  const at = (path: string) => `/api/sinisters/${id}/${path}`;
  return { token, id: id as number, deviceId, customerId, at };
}

const stepOf = (body: { steps: { step: string }[] }, step: string) =>
  body.steps.find((one) => one.step === step);

test('[COCK-03] the first hour tells what is done and what is missing, each with its time since the opening', async () => {
  const { token, at } = await scene();
  const fresh = (await ask('GET', at('first-hour'), { token })).body;
  expect(fresh).toMatchObject({ openedAt: openingDate, sinalUntil: '2025-11-23T10:00:00.000Z' });
  expect(fresh.steps).toHaveLength(7);
  expect(fresh.steps.every((one: { doneAt: unknown }) => one.doneAt === null)).toBe(true);
  const body = { doneAt: '2025-11-20T10:04:30.000Z', reference: 'BO 1234/2025' };
  const noted = await ask('PUT', at('first-hour/policeReport'), { token, body });
  expect(stepOf(noted.body, 'policeReport')).toEqual({
    step: 'policeReport',
    doneAt: '2025-11-20T10:04:30.000Z',
    afterSeconds: 270,
    reference: 'BO 1234/2025',
    doneBy: 'Ana Operadora',
    source: 'noted',
  });
  const later = await ask('PUT', at('first-hour/policeReport'), {
    token,
    body: { doneAt: '2025-11-20T10:05:00.000Z' },
  });
  expect(stepOf(later.body, 'policeReport')).toMatchObject({ afterSeconds: 300, reference: 'BO 1234/2025' });
  const back = await ask('DELETE', at('first-hour/policeReport'), { token });
  expect(stepOf(back.body, 'policeReport')).toMatchObject({ doneAt: null, reference: null });
  expect((await ask('DELETE', at('first-hour/policeReport'), { token })).status).toBe(404);
});

test('[COCK-03] a block is told by its own request, also one that waits, the first one since the opening, and by nobody’s click', async () => {
  const { token, at, deviceId } = await scene();
  const request = (asked_at: string, asked_by_name: string, state = 'withdrawn', kind = 'block') => ({
    ...{ device_id: deviceId, device_name: 'x', reason: 'theft', policy: '{}', command: '{}' },
    ...{ kind, state, asked_at, asked_by_name },
  });
  await kysely
    .insertInto('block_requests')
    .values([
      request('2025-11-20T09:00:00.000Z', 'Antes'),
      request('2025-11-20T10:10:00.000Z', 'Segundo', 'waiting'),
      request('2025-11-20T10:02:00.000Z', 'Primeiro'),
      request('2025-11-20T10:01:00.000Z', 'Liberou', 'released', 'release'),
    ])
    .execute();
  const { body } = await ask('GET', at('first-hour'), { token });
  expect(stepOf(body, 'blockAsked')).toMatchObject({ afterSeconds: 120, doneBy: 'Primeiro' });
  expect((await ask('PUT', at('first-hour/blockAsked'), { token, body: {} })).status).toBe(400);
});

test('[COCK-03] the owner is reached by the first call that was answered, unless somebody noted it before', async () => {
  const { token, at } = await scene();
  const call = (outcome: string) =>
    ask('POST', at('tries'), { token, body: { name: 'Dona Ana', phone: '+55 85 98888-0001', outcome } });
  const reached = async () =>
    stepOf((await ask('GET', at('first-hour'), { token })).body, 'ownerReached') as object;
  await call('noAnswer');
  expect(await reached()).toMatchObject({ doneAt: null, source: null });
  await call('answered');
  expect(await reached()).toMatchObject({ doneBy: 'Ana Operadora', source: 'call' });
  const body = { doneAt: '2025-11-20T10:04:00.000Z' };
  await ask('PUT', at('first-hour/ownerReached'), { token, body });
  expect(await reached()).toMatchObject({ afterSeconds: 240, source: 'noted' });
});

test('[COCK-03] the number of a step that is done leaves its time and who did it; a time that is said changes both', async () => {
  const { token, at, deviceId } = await scene();
  const other = await world.person({ name: 'Bia Operadora', desk_role: 'operator' });
  await world.link(other.id, { device: deviceId });
  const put = async (step: string, body: object, as: string) =>
    stepOf((await ask('PUT', at(`first-hour/${step}`), { token: as, body })).body, step);
  await put('policeReport', { doneAt: '2025-11-20T10:04:30.000Z' }, token);
  const done = { doneAt: '2025-11-20T10:04:30.000Z', doneBy: 'Ana Operadora' };
  expect(await put('policeReport', { reference: 'BO 1' }, other.token)).toMatchObject({
    ...done,
    reference: 'BO 1',
  });
  expect(await put('policeReport', {}, other.token)).toMatchObject({ ...done, reference: 'BO 1' });
  const said = { doneAt: '2025-11-20T10:06:00.000Z' };
  expect(await put('policeReport', said, other.token)).toMatchObject({ ...said, doneBy: 'Bia Operadora' });
  // derived from a call, not from a note
  const tried = { name: 'Dona Ana', phone: '+55 85 98888-0001', outcome: 'answered' };
  await ask('POST', at('tries'), { token, body: tried });
  await kysely.updateTable('contact_tries').set({ at: '2025-11-20T10:09:00.000Z' }).execute();
  expect(await put('ownerReached', { reference: 'x' }, other.token)).toMatchObject({
    ...{ afterSeconds: 540, doneBy: 'Ana Operadora', reference: 'x' },
  });
});

test('[COCK-03] agents are sent by a call-out that was neither declined nor cancelled', async () => {
  const { token, at, id } = await scene();
  const callOut = (name: string, state: string, created_at: string) => ({
    ...{ sinister_id: id, name, state, created_at, phone: '85', token_hash: Buffer.from(`${id} ${name}`) },
    ...{ user_id: 1, created_by: 'Ana', approved_by: 'Bia' },
  });
  const sent = async () => stepOf((await ask('GET', at('first-hour'), { token })).body, 'agentsSent');
  await kysely
    .insertInto('call_outs')
    .values([
      callOut('Recusou', 'declined', '2025-11-20T10:01:00.000Z'),
      callOut('Cancelado', 'cancelled', '2025-11-20T10:02:00.000Z'),
    ])
    .execute();
  expect(await sent()).toMatchObject({ doneAt: null });
  await kysely
    .insertInto('call_outs')
    .values(callOut('Foi', 'sent', '2025-11-20T10:03:00.000Z'))
    .execute();
  expect(await sent()).toMatchObject({ afterSeconds: 180, reference: 'Foi' });
});

test('[COCK-03] a customer who sees his vehicle does not see or note the first hour', async () => {
  const { at, deviceId } = await scene();
  const client = await world.person();
  await world.link(client.id, { device: deviceId });
  const asked = [
    ask('GET', at('first-hour'), { token: client.token }),
    ask('PUT', at('first-hour/policeCalled'), { token: client.token, body: {} }),
    ask('DELETE', at('first-hour/policeCalled'), { token: client.token }),
  ];
  for (const { status, body } of await Promise.all(asked))
    expect([status, body.code]).toEqual([403, 'forbidden']);
});

test('[COCK-03] no step lies before the opening or ahead, and a closed case takes none', async () => {
  const { token, at, id } = await scene();
  const note = (body: object) => ask('PUT', at('first-hour/policeCalled'), { token, body });
  for (const doneAt of ['2025-11-20T09:59:59.000Z', new Date(Date.now() + 3_600_000).toISOString()]) {
    const refused = await note({ doneAt });
    expect([refused.status, refused.body.details]).toMatchObject([400, { fields: [{ path: 'doneAt' }] }]);
  }
  const closing = {
    id,
    closingDate: '2025-11-20T18:00:00.000Z',
    closingType: 'vehicleFound',
    vehicleDamaged: false,
    closingAddress: 'Pátio',
    closingDescription: 'Achado',
  };
  await ask('PUT', `/api/sinisters/${id}/close`, { token, body: closing });
  expect((await note({})).body.code).toBe('sinister-closed');
});
