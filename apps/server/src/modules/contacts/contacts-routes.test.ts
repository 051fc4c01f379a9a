import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createContactMessages } from './contact-messages.ts';

const { ask, kysely, world, services } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();

const book = (customer: number, token = admin.token) =>
  ask('GET', `/api/customers/${customer}/contacts`, { token });
const put = (customer: number, body: object, token = admin.token) =>
  ask('PUT', `/api/customers/${customer}/contacts`, { token, body });
const phones = (number: string) => [{ number, whatsapp: true }];
const ana = { name: 'Ana', role: 'Titular', phones: phones('+55 85 98888-0001') };
const rui = { name: 'Rui', phones: phones('85 98888-0002') };
const people = (body: { contacts: { name: string }[] }) => body.contacts.map(({ name }) => name);

test('[PROC-04] contacts are kept in the order of calling; who is not named goes, who is named stays the same one', async () => {
  const customer = await world.customer();
  const { body: first } = await put(customer, { contacts: [ana, rui] });
  expect(people(first)).toEqual(['Ana', 'Rui']);
  const [one, other] = first.contacts;
  const { body } = await put(customer, {
    version: 1,
    contacts: [
      { ...rui, id: other.id },
      { name: 'Lia', phones: [] },
    ],
  });
  expect(people(body)).toEqual(['Rui', 'Lia']);
  expect(body.contacts[0].id).toBe(other.id);
  expect(body.version).toBe(2);
  const stale = await put(customer, { version: 1, contacts: [] });
  expect([stale.status, stale.body.code, people(stale.body.details.current)]).toEqual([
    409,
    'edited-meanwhile',
    ['Rui', 'Lia'],
  ]);
  const gone = await put(customer, { contacts: [{ ...ana, id: one.id }] });
  expect([gone.status, gone.body.code]).toEqual([400, 'reference-not-found']);
  expect(people((await book(customer)).body)).toEqual(['Rui', 'Lia']);
});

test('[PROC-04] the contact of another customer is not taken over by its number', async () => {
  const [customer, other] = [await world.customer(), await world.customer()];
  const { body } = await put(other, { contacts: [ana] });
  expect((await put(customer, { contacts: [{ ...rui, id: body.contacts[0].id }] })).status).toBe(400);
  expect(people((await book(other)).body)).toEqual(['Ana']);
});

test('[PROC-04] a phone of letters and a calendar that one does not see are refused by their field', async () => {
  const customer = await world.customer(await world.group());
  const bad = await put(customer, { contacts: [{ name: 'Ana', phones: phones('ligue já') }] });
  expect([bad.status, bad.body.details.fields[0].path]).toEqual([400, 'contacts.0.phones.0.number']);
  expect((await put(customer, { contacts: [{ ...ana, calendarId: 99_999 }] })).body.code).toBe(
    'reference-not-found',
  );
});

test('[PROC-04] a client’s own change is a request: nothing changes until the centre accepts it, and the former ones are told', async () => {
  const group = await world.group();
  const customer = await world.customer(group);
  const client = await world.person({ customer_id: customer, device_readonly: true });
  const monitor = await world.person({ desk_role: 'operator' });
  await world.link(monitor.id, { group });
  const { body: first } = await put(customer, { contacts: [ana, rui], passPhrase: 'Jangada Azul' });
  const asked = await put(
    customer,
    { contacts: [{ name: 'Zé', phones: phones('85 97777-0000') }], passPhrase: 'Lua' },
    client.token,
  );
  expect([asked.status, people(asked.body), asked.body.byRequest]).toEqual([202, ['Ana', 'Rui'], true]);
  expect(asked.text).not.toMatch(/Lua|Jangada/);
  expect((await ask('GET', '/api/contact-requests', { token: client.token })).body).toEqual([]);
  const stranger = await world.person();
  expect((await ask('GET', '/api/contact-requests', { token: stranger.token })).body).toEqual([]);
  const { body: waiting } = await ask('GET', '/api/contact-requests', { token: monitor.token });
  expect(waiting).toMatchObject([
    { customerId: customer, changesPassPhrase: true, contacts: [{ name: 'Zé' }] },
  ]);
  const accept = (token: string) =>
    ask('POST', `/api/contact-requests/${waiting[0].id}/accept`, { token, body: {} });
  expect((await accept(stranger.token)).status).toBe(404);
  expect((await accept(client.token)).body.code).toBe('forbidden');
  const { status, body } = await accept(monitor.token);
  expect([status, people(body.book), body.book.version]).toEqual([200, ['Zé'], first.version + 1]);
  expect(body.told.map(({ name }: { name: string }) => name)).toEqual(['Ana', 'Rui']);
  expect((await accept(monitor.token)).status).toBe(404);
  const { rows } = await sql`SELECT change FROM contact_requests WHERE customer_id = ${customer}`.execute(
    kysely,
  );
  expect(rows).toEqual([{ change: '' }]);
});

test('[PROC-04] messages to the former contacts leave once each: what a process that died had begun is not sent again', async () => {
  const group = await world.group();
  const customer = await world.customer(group);
  const client = await world.person({ customer_id: customer });
  await put(customer, { contacts: [ana, rui] });
  const { body: asked } = await put(customer, { contacts: [] }, client.token);
  await sql`DELETE FROM contact_messages`.execute(kysely);
  await ask('POST', `/api/contact-requests/${asked.request.id}/accept`, { token: admin.token, body: {} });
  const sent: string[] = [];
  const never = new AbortController().signal;
  await sql`UPDATE contact_messages SET state = 'sending' WHERE phone = ${ana.phones[0]?.number ?? ''}`.execute(
    kysely,
  );
  const send = createContactMessages({ kysely, sendSms: async (phone) => void sent.push(phone) });
  await Promise.all([send(never), send(never), send(never)]);
  await send(never);
  expect(sent).toEqual([rui.phones[0]?.number]);
  const { rows } = await sql<{ state: string }>`SELECT state FROM contact_messages ORDER BY id`.execute(
    kysely,
  );
  expect(rows.map(({ state }) => state)).toEqual(['sending', 'sent']);
});

test('[PROC-04] a try is noted with its outcome on an alarm that one holds, and its recording later', async () => {
  const group = await world.group();
  const customer = await world.customer(group);
  const device = await world.device({ customer_id: customer });
  const operator = await world.person({ desk_role: 'operator' });
  await world.link(operator.id, { group });
  const alarm = await scene.alarm(device);
  const note = (token: string, body: object) => ask('POST', `/api/alarms/${alarm}/tries`, { token, body });
  const call = { name: 'Ana', phone: '+55 85 98888-0001', outcome: 'noAnswer' };
  expect((await note(operator.token, call)).body.code).toBe('work-not-held');
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  expect((await note(operator.token, { ...call, outcome: 'busy' })).status).toBe(400);
  const { body: noted } = await note(operator.token, call);
  expect(noted).toMatchObject({ ...call, recordingUrl: null });
  const { body: detail } = await ask('GET', `/api/alarms/${alarm}`, { token: operator.token });
  expect(detail.history.at(-1)).toMatchObject({
    action: 'call',
    details: { name: 'Ana', outcome: 'noAnswer' },
  });
  const record = (token: string, recordingUrl: string) =>
    ask('PUT', `/api/contact-tries/${noted.id}/recording`, { token, body: { recordingUrl } });
  expect((await record(operator.token, 'ftp://x')).status).toBe(400);
  expect((await record((await scene.operator()).token, 'https://pabx.example/1')).status).toBe(404);
  expect((await record(operator.token, 'https://pabx.example/1')).body.recordingUrl).toBe(
    'https://pabx.example/1',
  );
  const sinister = await world.sinister(device);
  const ofCase = await ask('POST', `/api/sinisters/${sinister}/tries`, {
    token: operator.token,
    body: { ...call, outcome: 'answered' },
  });
  expect(ofCase.status).toBe(200);
  const { body: list } = await ask('GET', `/api/sinisters/${sinister}/tries`, { token: operator.token });
  expect(list).toMatchObject([{ outcome: 'answered', userName: expect.any(String) }]);
});
