import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { calendarFile } from '../../testing/calendar-file.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createContactMessages } from './contact-messages.ts';
import { dialAddress } from './work-contacts-service.ts';

const { ask, kysely, world, services } = await createTestApp({
  channels: { dialUrl: 'https://pabx.example/dial?to={phone}' },
});
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

test('[PROC-04] a book holds 20 contacts of 6 phones each, and no more', async () => {
  const customer = await world.customer();
  const many = (count: number, phoneCount: number) =>
    Array.from({ length: count }, (_, at) => ({
      name: `Contato ${at}`,
      phones: Array.from({ length: phoneCount }, () => rui.phones[0]),
    }));
  expect((await put(customer, { contacts: many(20, 6) })).status).toBe(200);
  const crowded = await put(customer, { contacts: many(21, 1) });
  expect([crowded.status, crowded.body.details.fields[0].path]).toEqual([400, 'contacts']);
  const talkative = await put(customer, { contacts: many(1, 7) });
  expect([talkative.status, talkative.body.details.fields[0].path]).toEqual([400, 'contacts.0.phones']);
  expect((await book(customer)).body.contacts).toHaveLength(20);
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

test('[PROC-04] a refused request changes nothing, and the client reads why', async () => {
  const group = await world.group();
  const customer = await world.customer(group);
  const client = await world.person({ customer_id: customer });
  await put(customer, { contacts: [ana], passPhrase: 'Jangada Azul' });
  const { body: asked } = await put(customer, { contacts: [rui], passPhrase: null }, client.token);
  expect(asked.decision).toBeNull();
  const refuse = (body: object, token = admin.token) =>
    ask('POST', `/api/contact-requests/${asked.request.id}/refuse`, { token, body });
  expect((await refuse({ note: 'eu mesmo' }, client.token)).body.code).toBe('forbidden');
  expect((await refuse({ note: ' ' })).status).toBe(400);
  expect((await refuse({ note: 'Não confirmado por telefone' })).status).toBe(200);
  const { body } = await book(customer, client.token);
  expect([people(body), body.hasPassPhrase, body.request]).toEqual([['Ana'], true, null]);
  expect(body.decision).toMatchObject({ accepted: false, note: 'Não confirmado por telefone' });
  expect((await refuse({ note: 'outra vez' })).status).toBe(404);
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
  const texts: string[] = [];
  const never = new AbortController().signal;
  await sql`UPDATE contact_messages SET state = 'sending' WHERE phone = ${ana.phones[0]?.number ?? ''}`.execute(
    kysely,
  );
  const send = createContactMessages({
    kysely,
    channels: {
      sendSms: async (phone, text) => {
        sent.push(phone);
        texts.push(text);
      },
    },
    readServer: async () => ({ attributes: { 'ui.language': 'en' } }),
  });
  await Promise.all([send(never), send(never), send(never)]);
  await send(never);
  expect(sent).toEqual([rui.phones[0]?.number]);
  expect(texts[0]).toMatch(/^The contacts of .* were changed/);
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

async function calendar(until: string): Promise<number> {
  const data = Buffer.from(calendarFile('20200101T000000Z', `DTEND:${until}`)).toString('base64');
  const { body } = await ask('POST', '/api/calendars', { token: admin.token, body: { name: until, data } });
  return body.id;
}

test('[PROC-04] who works on an alarm is told whom to call, in order, who is within his hours, and what dials him', async () => {
  const customer = await world.customer(await world.group());
  await kysely
    .updateTable('customers')
    .set({ cellphone: '85 91111-1111', phone: '' })
    .where('id', '=', customer)
    .execute();
  const device = await world.device({ customer_id: customer });
  const [always, over] = [await calendar('20990101T000000Z'), await calendar('20200102T000000Z')];
  await put(customer, {
    contacts: [
      { ...ana, calendarId: always },
      { ...rui, calendarId: over },
      { name: 'Lia', phones: phones('(85) 3333-0000') },
    ],
    passPhrase: 'Jangada Azul',
  });
  const alarm = await scene.alarm(device);
  const operator = await scene.operator([device]);
  const url = `/api/alarms/${alarm}/contacts`;
  const named = async (token: string, path = url) => {
    const { status, body, text } = await ask('GET', path, { token });
    expect([status, text.includes('Jangada')]).toEqual([200, false]);
    return body;
  };
  expect((await ask('GET', url)).status).toBe(401);
  expect(
    (await ask('GET', url, { token: (await world.person({ customer_id: customer })).token })).body.code,
  ).toBe('desk-role-needed');
  expect((await ask('GET', url, { token: (await scene.operator()).token })).status).toBe(404);
  const before = await named(operator.token);
  expect([people(before), before.withheld, before.hasPhrases]).toEqual([[expect.any(String)], true, false]);
  await ask('POST', `/api/alarms/${alarm}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  const held = await named(operator.token);
  expect(held).toMatchObject({
    customerId: customer,
    withheld: false,
    isHeld: true,
    hasPhrases: true,
    contacts: [
      {
        name: 'Ana',
        role: 'Titular',
        inHours: true,
        hoursChangeAt: '2099-01-01T00:00:00.000Z',
        phones: [{ whatsapp: true, dialUrl: 'https://pabx.example/dial?to=%2B5585988880001' }],
      },
      { name: 'Rui', inHours: false, hoursChangeAt: null },
      { name: 'Lia', inHours: null, phones: [{ dialUrl: 'https://pabx.example/dial?to=8533330000' }] },
      { contactId: null, role: 'customer', phones: [{ number: '85 91111-1111' }] },
    ],
  });
  // a number that the book has is not listed again as the customer's own
  await kysely
    .updateTable('customers')
    .set({ cellphone: '(85) 98888-0001' })
    .where('id', '=', customer)
    .execute();
  expect(people(await named(operator.token))).toEqual(['Ana', 'Rui', 'Lia']);
  await kysely
    .updateTable('customers')
    .set({ cellphone: '85 91111-1111' })
    .where('id', '=', customer)
    .execute();
  const sinister = await world.sinister(device);
  await sql`UPDATE sinisters SET customer_id = ${customer} WHERE id = ${sinister}`.execute(kysely);
  expect(people(await named(operator.token, `/api/sinisters/${sinister}/contacts`))).toEqual(people(held));
  const colleague = await scene.operator([device]);
  expect((await named(colleague.token)).withheld).toBe(true);
});

test('[PROC-04] without a softphone a number is dialled by its digits alone', () => {
  expect(dialAddress(undefined, '+55 (85) 98888-0001')).toBe('tel:+5585988880001');
  expect(dialAddress('sip:{phone}@pabx.example', '85 98888-0001&x=@evil')).toBe(
    'sip:85988880001@pabx.example',
  );
});
