import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function scene() {
  const operator = await world.person({ name: 'Ana Operadora', desk_role: 'operator' });
  const customerId = await world.customer();
  const attributes = { plate: 'ABC1D23', color: 'branca' };
  const deviceId = await world.device({ customer_id: customerId, attributes });
  await world.link(operator.id, { device: deviceId });
  const state = { latitude: -3.75, longitude: -38.55, fix_time: '2025-11-20T10:05:00.000Z' };
  await kysely
    .insertInto('device_state')
    .values({ device_id: deviceId, ...state })
    .execute();
  const { token } = operator;
  const opening = { deviceId, customerId, openingType: 'robbery', openingDescription: 'Levado' };
  const body = { ...opening, openingDate: '2025-11-20T10:00:00.000Z' };
  const { id } = (await ask('POST', '/api/sinisters/open', { token, body })).body;
  const responder = async (more: object = {}) =>
    (
      await ask('POST', '/api/responders', {
        token,
        body: { name: 'Agente Rui', kind: 'agent', phone: '85977776666', ...more },
      })
    ).body.id as number;
  const at = `/api/sinisters/${id}`;
  const call = (responderId: number, more: object = {}) =>
    ask('POST', `${at}/call-outs`, { token, body: { responderId, approvedBy: 'Bia Chefe', ...more } });
  const answer = (link: string, answer: string, more: object = {}) =>
    ask('POST', `/api/call-outs/${link}/answers`, { body: { answer, ...more } });
  const occurrences = async () => (await ask('GET', `${at}/occurrences`, { token })).body;
  return { operator, token, id: id as number, deviceId, at, responder, call, answer, occurrences };
}

test('[COCK-02] a call-out by link is answered step by step without an account, and each answer writes its occurrence', async () => {
  const { token, at, responder, call, answer, occurrences } = await scene();
  const responderId = await responder({ callOutCents: 15_000, kmCents: 250 });
  const made = (await call(responderId, { message: 'Veículo na BR-116' })).body;
  expect(made).toMatchObject({ name: 'Agente Rui', state: 'sent', approvedBy: 'Bia Chefe', responderId });
  const seen = await ask('GET', `/api/call-outs/${made.token}`);
  expect(seen.body).toMatchObject({
    message: 'Veículo na BR-116',
    state: 'sent',
    vehicle: { plate: 'ABC1D23' },
    place: { latitude: -3.75 },
  });
  expect(seen.text).not.toContain('José');
  expect((await answer(made.token, 'onTheWay')).body.state).toBe('onTheWay');
  const place = { latitude: -3.751235, longitude: -38.55, note: 'Rua sem saída', file: picture };
  expect((await answer(made.token, 'onSite', place)).status).toBe(200);
  expect((await answer(made.token, 'recovered')).body.state).toBe('recovered');
  const told = await occurrences();
  expect(told.map((one: { category: string }) => one.category)).toEqual([
    'promptResponseActivated',
    'supportOnTheWay',
    'supportArrivesOnSite',
    'supportDoesOnSitePreservation',
  ]);
  expect(told[2]).toMatchObject({
    reportedBy: 'Agente Rui',
    address: '-3.751235, -38.550000',
    description: 'Agente Rui está no local. Rua sem saída',
    attributes: { ext: 'png' },
  });
  const image = await ask('GET', told[2].attributes.file, { token });
  expect(image.status).toBe(200);
  await ask('PUT', `${at}/call-outs/${made.id}`, { token, body: { km: 12 } });
  const [listed] = (await ask('GET', `${at}/call-outs`, { token })).body;
  expect(listed).toMatchObject({ state: 'recovered', km: 12, costCents: 18_000, latitude: -3.751235 });
  for (const time of ['onTheWayAt', 'onSiteAt', 'endedAt']) expect(listed[time]).not.toBeNull();
  expect((await ask('GET', `${at}/first-hour`, { token })).body.steps.at(-1)).toMatchObject({
    step: 'agentsSent',
    doneBy: 'Ana Operadora',
  });
});

test('[COCK-02] an answer twice, or behind where the call-out is, is refused and writes nothing', async () => {
  const { responder, call, answer, occurrences } = await scene();
  const { token } = (await call(await responder())).body;
  await answer(token, 'onSite');
  const before = (await occurrences()).length;
  for (const late of ['onSite', 'onTheWay', 'declined']) {
    const refused = await answer(token, late);
    expect([refused.status, refused.body.code]).toEqual([409, 'call-out-answered']);
  }
  const both = await Promise.all([answer(token, 'recovered'), answer(token, 'recovered')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await occurrences()).toHaveLength(before + 1);
  expect((await answer(token, 'gone')).status).toBe(400);
});

test('[COCK-02] a link is over when it was declined or cancelled, with the case, and with the eyes of who made it', async () => {
  const ways: ((
    of: Awaited<ReturnType<typeof scene>>,
    made: { id: number; token: string },
  ) => Promise<unknown>)[] = [
    ({ answer }, { token }) => answer(token, 'declined'),
    ({ at, token }, { id }) => ask('PUT', `${at}/call-outs/${id}`, { token, body: { cancelled: true } }),
    ({ id, token }) =>
      ask('PUT', `/api/sinisters/${id}/close`, {
        token,
        body: {
          ...{ id, closingDate: '2025-11-20T18:00:00.000Z', closingType: 'vehicleFound' },
          ...{ vehicleDamaged: false, closingAddress: 'Pátio', closingDescription: 'Achado' },
        },
      }),
    ({ operator }) => kysely.deleteFrom('user_devices').where('user_id', '=', operator.id).execute(),
  ];
  for (const end of ways) {
    const one = await scene();
    const made = (await one.call(await one.responder())).body;
    expect((await ask('GET', `/api/call-outs/${made.token}`)).status).toBe(200);
    await end(one, made);
    expect((await ask('GET', `/api/call-outs/${made.token}`)).body.code).toBe('share-ended');
    expect((await one.answer(made.token, 'onSite')).body.code).toBe('share-ended');
  }
  expect((await ask('GET', '/api/call-outs/guess')).status).toBe(404);
});

test('[COCK-02] who may not be sent is not: an authorization that ran out, one of another directory', async () => {
  const [{ responder, call, at, token }, other] = [await scene(), await scene()];
  const expired = await responder({ name: 'Vencida', authorizedUntil: '2025-01-31' });
  const refused = await call(expired);
  expect([refused.body.code, refused.body.details]).toEqual([
    'authorization-expired',
    { authorizedUntil: '2025-01-31' },
  ]);
  expect((await call(await other.responder())).status).toBe(400);
  expect((await ask('GET', `${at}/call-outs`, { token })).body).toEqual([]);
});

test('[COCK-02] the directory is listed by distance: by a tracker that the caller sees, else by the base', async () => {
  const { token, at, responder, operator } = await scene();
  const tracked = await world.device();
  const unseen = await world.device();
  for (const device_id of [tracked, unseen]) {
    const place = { latitude: -3.76, longitude: -38.55 };
    await kysely
      .insertInto('device_state')
      .values({ device_id, ...place })
      .execute();
  }
  await world.link(operator.id, { device: tracked });
  await responder({ name: 'Sem lugar' });
  await responder({ name: 'Base', latitude: -3.8, longitude: -38.55 });
  await responder({ name: 'Rastreado', latitude: 10, longitude: 10, deviceId: tracked });
  await responder({ name: 'Escondido', latitude: -4, longitude: -38.55, deviceId: unseen });
  const { body } = await ask('GET', `${at}/responders`, { token });
  expect(body.map((one: { name: string; placedBy: string }) => [one.name, one.placedBy])).toEqual([
    ['Rastreado', 'tracker'],
    ['Base', 'base'],
    ['Escondido', 'base'],
    ['Sem lugar', null],
  ]);
  expect(body[0].distanceMetres).toBeGreaterThan(1000);
  expect(body[0].distanceMetres).toBeLessThan(1200);
  expect([body[0].bearing, body[3].distanceMetres]).toEqual([0, null]);
});

test('[COCK-02] the export holds the call-outs of the cases that one sees, with times, km, cost and who approved', async () => {
  const { token, at, responder, call } = await scene();
  const { id } = (await call(await responder({ name: '=Agente; Rui' }))).body;
  await ask('PUT', `${at}/call-outs/${id}`, { token, body: { km: 7.5, costCents: 12_345 } });
  const stranger = await world.person();
  const path = '/api/reports/call-outs?from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z';
  const { text, headers } = await ask('GET', path, { token });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, line] = text.replace('\uFEFF', '').split('\r\n');
  expect(head).toContain('Aprovado por');
  expect(line).toContain(`"'=Agente; Rui"`);
  expect(line).toContain(';Bia Chefe;');
  expect(line).toMatch(/;7,5;123,45$/);
  const none = (await ask('GET', path, { token: stranger.token })).text;
  expect(none.split('\r\n')).toHaveLength(2);
});

test('[COCK-02] a call-out is changed through its own case alone', async () => {
  const [one, other] = [await scene(), await scene()];
  const { id } = (await other.call(await other.responder())).body;
  const refused = await ask('PUT', `${one.at}/call-outs/${id}`, {
    token: one.token,
    body: { cancelled: true },
  });
  expect(refused.status).toBe(404);
  const [still] = (await ask('GET', `${other.at}/call-outs`, { token: other.token })).body;
  expect(still).toMatchObject({ id, state: 'sent', sinisterId: other.id });
});

test('[COCK-02] a call-out that ended is not cancelled: what was answered last stays', async () => {
  const { token, at, responder, call, answer } = await scene();
  const made = (await call(await responder())).body;
  await answer(made.token, 'recovered');
  const path = `${at}/call-outs/${made.id}`;
  const refused = await ask('PUT', path, { token, body: { cancelled: true, km: 3 } });
  expect([refused.status, refused.body.code]).toEqual([409, 'call-out-answered']);
  const [still] = (await ask('GET', `${at}/call-outs`, { token })).body;
  expect(still).toMatchObject({ state: 'recovered', km: null });
});
