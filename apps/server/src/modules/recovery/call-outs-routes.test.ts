import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { afterEach, expect, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { pngImage } from '../../testing/images.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { withCallOutPhones } from './call-out-phones.ts';

/** What the SMS service does with a message; it takes it unless a test says otherwise. */
const taken: string[] = [];
const sms = {
  send: async (phone: string, text: string): Promise<void> => void taken.push(`${phone} ${text}`),
};
const channels = { sendSms: (phone: string, text: string) => sms.send(phone, text) };
const { ask, world, kysely, services } = await createTestApp({ channels });
afterEach(() => {
  taken.length = 0;
  sms.send = async (phone, text) => void taken.push(`${phone} ${text}`);
});

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
    id: made.id,
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
    address: null,
    description: 'Agente Rui está no local. Rua sem saída',
    attributes: { ext: 'png' },
  });
  // a client reads all of an occurrence: where the agent was stands in the call-out, and in the cockpit of the centre
  expect(JSON.stringify(told)).not.toContain('3.751235');
  const { timeline } = (await ask('GET', `${at}/cockpit`, { token })).body;
  expect(timeline).toContainEqual(
    expect.objectContaining({ word: 'supportArrivesOnSite', detail: '-3.751235, -38.55' }),
  );
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

test('[COCK-02] an authorization holds until its last day ends where the installation is', async () => {
  const { at, token, responder, call } = await scene();
  const admin = await world.person({ administrator: true });
  const set = (timezone: string | null) =>
    ask('PUT', '/api/server', { token: admin.token, body: { timezone } });
  const dayIn = (zone: string, daysAgo = 0) =>
    new Date(Date.now() - daysAgo * 86_400_000).toLocaleDateString('sv-SE', { timeZone: zone });
  // at each hour the day of one of both is another than that of UTC
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    expect((await set(zone)).status).toBe(200);
    const last = await responder({ name: `last ${zone}`, authorizedUntil: dayIn(zone) });
    const over = await responder({ name: `over ${zone}`, authorizedUntil: dayIn(zone, 1) });
    expect([zone, (await call(last)).status, (await call(over)).body.code]).toEqual([
      ...[zone, 200, 'authorization-expired'],
    ]);
    const { body } = await ask('GET', `${at}/responders`, { token });
    const listed = (id: number) => body.find((one: { id: number }) => one.id === id).isAuthorized;
    expect([zone, listed(last), listed(over)]).toEqual([zone, true, false]);
  }
  await set(null);
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
  // the spreadsheet has the same: what the caller's clock shows
  await kysely
    .updateTable('call_outs')
    .set({ created_at: '2025-11-21T00:30:00.000Z' })
    .where('id', '=', id)
    .execute();
  const stranger = await world.person({ desk_role: 'operator' });
  const path = '/api/reports/call-outs?from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z';
  const { text, headers } = await ask('GET', path, { token });
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [head, line] = text.replace('\uFEFF', '').split('\r\n');
  expect(head).toContain('Aprovado por');
  expect(head).toContain(';Telefone;Situação;Acionado em;');
  expect(line).toContain(';Acionado;2025-11-20 21:30:00;');
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

test('[COCK-02] an answer that is sent again with its key is written once, at once and later, and is answered as it stands', async () => {
  const { responder, call, answer, occurrences } = await scene();
  const { token } = (await call(await responder())).body;
  const key = 'a'.repeat(32);
  const both = await Promise.all([answer(token, 'onTheWay', { key }), answer(token, 'onTheWay', { key })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await answer(token, 'onSite', { key: 'b'.repeat(32) });
  const late = await answer(token, 'onTheWay', { key });
  expect([late.status, late.body.state]).toEqual([200, 'onSite']);
  expect(await occurrences()).toHaveLength(3);
  expect((await answer(token, 'onTheWay', { key: 'c'.repeat(32) })).body.code).toBe('call-out-answered');
});

test('[COCK-02] a photo that is too large, of another kind, or broken is refused, and nothing is written', async () => {
  const { responder, call, answer, occurrences } = await scene();
  const { token } = (await call(await responder())).body;
  const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
  const png = pngImage(20, 20);
  const large = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]);
  const files = [
    dataUrl('image/png', large),
    dataUrl('image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    dataUrl('image/png', png.subarray(0, -20)),
    'https://example.com/photo.png',
  ];
  const refused = [];
  for (const file of files) refused.push((await answer(token, 'onTheWay', { file })).body.code);
  expect(refused).toEqual(['body-too-large', 'unsupported-media-type', 'invalid-input', 'invalid-input']);
  expect(await occurrences()).toHaveLength(1);
  expect((await ask('GET', `/api/call-outs/${token}`)).body.state).toBe('sent');
});

test('[COCK-02] the link goes by SMS once however often it is asked for, in the language of who gets it, and the case notes how', async () => {
  const { token, at, responder, call } = await scene();
  const made = (await call(await responder({ attributes: { language: 'en' } }))).body;
  expect(made.text).toContain(`/call-out/${made.token}`);
  let goOn = () => {};
  sms.send = (phone, text) =>
    new Promise((resolve) => {
      taken.push(`${phone} ${text}`);
      goOn = resolve;
    });
  const path = `${at}/call-outs/${made.id}/sms`;
  const first = ask('POST', path, { token, body: { token: made.token } });
  await expect.poll(() => taken).toHaveLength(1);
  const second = await ask('POST', path, { token, body: { token: made.token } });
  expect([second.status, second.body.channelState]).toEqual([200, 'sending']);
  goOn();
  expect((await first).body).toMatchObject({ channel: 'sms', channelState: 'sent' });
  expect(taken).toEqual([`85977776666 ${made.text}`]);
  expect(made.text).toMatch(/^Prompt response: ABC1D23, incident \d+\. Open to see/);
  expect((await ask('POST', path, { token, body: { token: 'another' } })).status).toBe(404);
  expect(taken).toHaveLength(1);
});

test('[COCK-02] a message that the service refused is noted as failed; of one that may have left it stays open', async () => {
  const { token, at, responder, call } = await scene();
  const made = (await call(await responder())).body;
  const send = () => ask('POST', `${at}/call-outs/${made.id}/sms`, { token, body: { token: made.token } });
  const stateOf = async () => (await ask('GET', `${at}/call-outs`, { token })).body[0].channelState;
  sms.send = async () => {
    throw new DeliveryFailed('refused', { certainlyNotSent: true });
  };
  const refused = await send();
  expect([refused.status, refused.body.code, await stateOf()]).toEqual([502, 'sms-not-sent', 'failed']);
  sms.send = async () => {
    throw new DeliveryFailed('no answer', { certainlyNotSent: false });
  };
  expect([(await send()).status, await stateOf()]).toEqual([502, 'sending']);
});

test('[COCK-02] another link ends the one before; what WhatsApp was opened with and when the link was opened are noted', async () => {
  const { token, at, responder, call, answer } = await scene();
  const made = (await call(await responder())).body;
  const path = `${at}/call-outs/${made.id}`;
  const opened = await ask('PUT', path, { token, body: { opened: 'whatsapp' } });
  expect(opened.body).toMatchObject({ channel: 'whatsapp', channelState: 'opened', seenAt: null });
  await ask('GET', `/api/call-outs/${made.token}`);
  expect((await ask('GET', `${at}/call-outs`, { token })).body[0].seenAt).not.toBeNull();
  const renewed = (await ask('POST', `${path}/link`, { token })).body;
  expect(renewed).toMatchObject({ id: made.id, channel: null, seenAt: null });
  expect((await ask('GET', `/api/call-outs/${made.token}`)).status).toBe(404);
  const adopted = await answer(renewed.token, 'recovered');
  expect([adopted.status, adopted.body.id]).toEqual([200, made.id]);
  const late = await ask('POST', `${path}/link`, { token });
  expect([late.status, late.body.code]).toEqual([409, 'call-out-answered']);
});

test('[COCK-02] occurrences that answers write are in the installation’s language', async () => {
  const { responder, call, answer, occurrences } = await scene();
  const admin = await world.person({ administrator: true });
  const set = (attributes: object) => ask('PUT', '/api/server', { token: admin.token, body: { attributes } });
  await set({ 'ui.language': 'en' });
  const { token } = (await call(await responder())).body;
  await answer(token, 'onTheWay');
  await set({});
  expect((await occurrences()).map((one: { description: string }) => one.description)).toEqual([
    'Agente Rui called out. Approved by Bia Chefe.',
    'Agente Rui is on the way.',
  ]);
});

test('[COCK-02] the export of one case is a spreadsheet where one is asked for', async () => {
  const [one, other] = [await scene(), await scene()];
  for (const { call, responder } of [one, other]) await call(await responder());
  await kysely
    .insertInto('user_devices')
    .values({ user_id: one.operator.id, device_id: other.deviceId })
    .execute();
  const period = 'from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z';
  const answer = await ask('GET', `/api/reports/call-outs?${period}&sinisterId=${one.id}`, {
    token: one.token,
    headers: { accept: spreadsheetType },
  });
  expect(answer.headers['content-type']).toBe(spreadsheetType);
  const csv = await ask('GET', `/api/reports/call-outs?${period}&sinisterId=${one.id}`, { token: one.token });
  expect(csv.text.trim().split('\r\n')).toHaveLength(2);
  const all = await ask('GET', `/api/reports/call-outs?${period}`, { token: one.token });
  expect(all.text.trim().split('\r\n')).toHaveLength(3);
});

test('[COCK-02] an answer has the time at which it was given, within what can be: after the call and what was answered before, not ahead, at most a day back', async () => {
  const { token, at, responder, call, answer, occurrences } = await scene();
  const now = Date.now();
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const times = async () => (await ask('GET', `${at}/call-outs`, { token })).body[0];
  const called = async (created_at: string) => {
    const { id, token: link } = (await call(await responder())).body;
    await kysely.updateTable('call_outs').set({ created_at }).where('id', '=', id).execute();
    return link;
  };
  const link = await called(ago(120));
  await answer(link, 'onTheWay', { givenAt: ago(60) });
  expect((await times()).onTheWayAt).toBe(ago(60));
  const told = (await occurrences()).find((one: { category: string }) => one.category === 'supportOnTheWay');
  expect(told.occurrenceDate).toBe(ago(60));
  await answer(link, 'onSite', { givenAt: ago(90) });
  expect((await times()).onSiteAt).toBe(ago(60));
  await answer(link, 'recovered', { givenAt: ago(-60) });
  expect(Math.abs(Date.parse((await times()).endedAt) - now)).toBeLessThan(60_000);
  expect((await answer(await called(ago(60)), 'onTheWay', { givenAt: ago(90) })).status).toBe(200);
  expect((await times()).onTheWayAt).toBe(ago(60));
  await answer(await called(ago(72 * 60)), 'onTheWay', { givenAt: ago(48 * 60) });
  expect(Math.abs(now - 24 * 3_600_000 - Date.parse((await times()).onTheWayAt))).toBeLessThan(60_000);
});

test('[APP-03] the phone of who is on his way is a tracker: from his yes until the call-out is over, and to the centre alone', async () => {
  const { token, at, responder, call, answer } = await scene();
  const made = (await call(await responder())).body;
  const now = Date.now();
  const place = (latitude: number, agoMs = 0) =>
    ask('POST', `/api/call-outs/${made.token}/places`, {
      body: { latitude, longitude: -38.5, at: new Date(now - agoMs).toISOString() },
    });
  const seen = async () => (await ask('GET', `${at}/call-outs`, { token })).body[0];
  expect((await place(-3.1)).status).toBe(410);
  expect(await seen()).toMatchObject({ latitude: null, placedAt: null });
  await answer(made.token, 'onTheWay');
  expect((await place(-3.2)).status).toBe(204);
  expect(await seen()).toMatchObject({ latitude: -3.2, placedAt: expect.any(String) });
  // one that was on its way for longer puts him back nowhere
  await place(-3.9, 60_000);
  expect(await seen()).toMatchObject({ latitude: -3.2 });
  expect((await ask('GET', `/api/call-outs/${made.token}`)).text).not.toContain('-3.2');
  await answer(made.token, 'recovered');
  expect((await place(-3.3)).status).toBe(410);
  expect(await seen()).toMatchObject({ latitude: -3.2 });
  expect(
    (
      await ask('POST', '/api/call-outs/nobody/places', {
        body: { latitude: 1, longitude: 1, at: new Date() },
      })
    ).status,
  ).toBe(404);
});

test('[APP-03] an app of the stores reports by the same link; of a call-out that is over it is thanked and nothing is written', async () => {
  const { token, at, responder, call, answer } = await scene();
  const made = (await call(await responder())).body;
  const asked: string[] = [];
  const handle = withCallOutPhones(async ({ url }) => {
    asked.push(url);
    return { status: 400, body: 'the device is not registered' };
  }, services.recovery.calledOut);
  let seconds = Math.floor(Date.now() / 1000);
  const report = (id: string, lat: number) =>
    handle({
      method: 'GET',
      url: `/osmand?id=${id}&lat=${lat}&lon=-38.5&timestamp=${seconds++}`,
      ...{ contentType: undefined, body: '', remoteAddress: '10.0.0.9' },
    });
  const latitude = async () => (await ask('GET', `${at}/call-outs`, { token })).body[0].latitude;
  await answer(made.token, 'onTheWay');
  expect(await report(`callout-${made.token}`, -3.4)).toEqual({ status: 200, body: '' });
  expect(await latitude()).toBe(-3.4);
  await answer(made.token, 'recovered');
  expect(await report(`callout-${made.token}`, -3.5)).toEqual({ status: 200, body: '' });
  expect(await latitude()).toBe(-3.4);
  expect(asked).toEqual([]);
  // a tracker is a tracker, whatever its report holds beside its id
  expect((await report('8612', -3.5)).status).toBe(400);
  expect((await report('8612&note=callout-x', -3.5)).status).toBe(400);
  expect(asked).toHaveLength(2);
});
