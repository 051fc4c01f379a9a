/**
 * The table of calls that the product's first client makes, row by row: each is asked as that client asks it and answers
 * with what the table names.
 */
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { expect, test } from 'vitest';
import { pngImage } from '../images.ts';
import { createTestApp } from '../test-app.ts';

const { app, ask, world } = await createTestApp();
const { token, id: userId } = await world.administrator();
const group = await world.group({ name: 'Frota' });
const customerId = await world.customer();

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const answer = await ask(method, `/api/${path}`, { token, ...(body ? { body } : {}) });
  expect([method, path, answer.status < 300 ? 'done' : answer.text]).toEqual([method, path, 'done']);
  return answer.body;
};
const idOf = async (path: string, body: object): Promise<number> => (await call('POST', path, body)).id;
const period = 'from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z';

const device: { id: number; uniqueId: string; name: string } = await call('POST', 'devices', {
  ...{ name: 'Ônix', uniqueId: 'every-call', groupId: group, customerId, category: 'car' },
  attributes: { plate: 'ABC1D23', speedLimit: '60' },
});

test('[API-01] [API-04] devices: list with filters and a stamp against caches, by customer, created, changed, counts set', async () => {
  await call('POST', 'devices', { name: 'Água', uniqueId: 'every-call-2' });
  const list = await call('GET', 'devices?_dc=1763700000000&all=true');
  expect(list.map(({ name }: { name: string }) => name)).toEqual(['Água', 'Ônix']);
  expect(list[1]).toMatchObject({ groupName: 'Frota', customerId, attributes: { speedLimit: 60 } });
  const ofCustomer = await call('GET', `devices?customerId=${customerId}`);
  expect(ofCustomer).toEqual([list[1]]);
  // derived fields come back as they went out, and are passed over
  const changed = await call('PUT', `devices/${device.id}`, {
    ...list[1],
    name: 'Ônix 2',
    groupName: 'x',
    withTrace: true,
  });
  expect(changed).toMatchObject({ name: 'Ônix 2', groupName: 'Frota' });
  const counts = { deviceId: device.id, totalDistance: 12_000, hours: 7_200_000 };
  await call('PUT', `devices/${device.id}/accumulators`, counts);
});

test('[API-01] every noun is listed, created, read, changed and removed at its own address', async () => {
  const calendar = Buffer.from(
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260101T080000Z\r\nDTEND:20260101T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR',
  ).toString('base64');
  const customer = {
    ...{
      cpfCnpj: '529.982.247-25',
      type: 'F',
      name: 'Ana',
      street: 'Rua A',
      number: '1',
      neighborhood: 'Centro',
    },
    ...{ city: 'Fortaleza', state: 'CE', postalCode: '60000-000', phone: '85999990000', status: 'active' },
    ...{
      notificationEmail: 'ana@example.com',
      category: 'client',
      registrationDate: '2026-11-21T03:00:00.000Z',
    },
  };
  const nouns: Readonly<Record<string, object>> = {
    calendars: { name: 'Horário', data: `data:text/calendar;base64,${calendar}` },
    groups: { name: 'Filial' },
    drivers: { name: 'João', uniqueId: 'A1' },
    geofences: { name: 'Pátio', area: 'CIRCLE (-3.73 -38.52, 50)' },
    maintenance: { name: 'Óleo', type: 'totalDistance', start: 0, period: 10_000_000 },
    notifications: {
      type: 'alarm',
      notificators: 'web,mail',
      always: true,
      attributes: { alarms: 'sos,powerCut' },
    },
    customers: customer,
    users: { name: 'Bia', email: 'bia@example.com', password: 'segredo1', customerId },
    'attributes/computed': { description: 'v', attribute: 'v', expression: 'speed * 2', type: 'number' },
  };
  for (const [path, body] of Object.entries(nouns)) {
    const made = await call('POST', path, { id: 0, ...body });
    expect(made.id).toBeGreaterThan(0);
    expect(await call('GET', path)).toContainEqual(made);
    expect(await call('GET', `${path}/${made.id}`)).toEqual(made);
    expect(await call('PUT', `${path}/${made.id}`, made)).toEqual(made);
    if (path === 'users') {
      const named = await call('GET', `users?customerId=${customerId}`);
      expect(named.map(({ email }: { email: string }) => email)).toEqual(['bia@example.com']);
    }
    await call('DELETE', `${path}/${made.id}`);
    expect((await ask('GET', `/api/${path}/${made.id}`, { token })).status).toBe(404);
  }
});

test('[API-01] a person signs in by form; who calls is asked of every call but the open ones', async () => {
  const refused = await app.inject({
    method: 'POST',
    url: '/api/session',
    payload: 'email=nobody&password=wrong',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'invalid-credentials']);
  expect((await ask('GET', '/api/server')).body).toMatchObject({
    zoom: null,
    latitude: null,
    longitude: null,
  });
  expect((await ask('GET', '/api/company/configurations/nobody')).status).toBe(200);
  expect((await ask('GET', '/api/location/nothing')).status).toBe(404);
  for (const path of ['devices', 'positions', 'sinisters', 'commands/types', 'notifications/types']) {
    expect([path, (await ask('GET', `/api/${path}`)).status]).toEqual([path, 401]);
  }
});

test('[API-01] commands: types of a device, one that is sent, and a batch whose targets stand in the address', async () => {
  const types = await call('GET', `commands/types?deviceId=${device.id}`);
  expect(types.map(({ type }: { type: string }) => type)).toContain('custom');
  const command = {
    id: 0,
    deviceId: device.id,
    textChannel: false,
    description: '',
    type: 'custom',
    attributes: { data: 'x' },
  };
  expect(await call('POST', 'commands/send', command)).toMatchObject({
    deviceId: device.id,
    type: 'custom',
    state: 'queued',
  });
  for (const targets of [
    `devicesIds=${device.id}`,
    `groupsIds=${group}`,
    `groupsIds=${group}&devicesIds=${device.id}`,
  ]) {
    const sent = await call('POST', `commands/batch?${targets}`, { type: 'engineResume' });
    expect(sent.map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([device.id]);
  }
});

test('[API-01] links are made and taken away by the owner’s number and that of a type', async () => {
  const geofenceId = await idOf('geofences', { name: 'Cerca_Ônix', area: 'CIRCLE (-3.73 -38.52, 20)' });
  await call('POST', 'permissions', { deviceId: device.id, geofenceId });
  expect(await call('GET', `geofences?deviceId=${device.id}`)).toHaveLength(1);
  await call('DELETE', 'permissions', { deviceId: device.id, geofenceId });
  expect(await call('GET', `geofences?deviceId=${device.id}`)).toEqual([]);
});

test('[API-01] positions by number or by device and time; reports as rows and as a spreadsheet', async () => {
  for (const query of ['', '?id=1&id=2', `?deviceId=${device.id}&${period}`]) {
    expect(await call('GET', `positions${query}`)).toEqual([]);
  }
  for (const kind of ['route', 'events', 'trips', 'stops', 'summary']) {
    const query = `deviceId=${device.id}&groupId=${group}&${period}&type=allEvents&markers=true&mail=false&_dc=1`;
    expect(Array.isArray(await call('GET', `reports/${kind}?${query}`))).toBe(true);
    const sheet = await ask('GET', `/api/reports/${kind}?${query}`, {
      token,
      headers: { accept: spreadsheetType },
    });
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, spreadsheetType]);
  }
});

test('[API-01] events are read and commented; what can be told, and how, is listed', async () => {
  const eventId = await world.event(device.id);
  expect(await call('GET', `events/${eventId}`)).toMatchObject({ id: eventId, deviceId: device.id });
  await call('POST', `events/${eventId}/comment`, { eventId, comment: 'Cliente avisado', attributes: {} });
  expect(await call('GET', 'notifications/types')).toContainEqual({ type: 'alarm' });
  expect(await call('GET', 'notifications/notificators')).toContainEqual(
    expect.objectContaining({ type: 'web' }),
  );
});

test('[API-01] [API-05] a case is opened, added to, closed and printed; lists hold the open ones or all', async () => {
  const opened = await call('POST', 'sinisters/open', {
    ...{ deviceId: device.id, customerId, openingDate: '2025-11-20T10:00:00.000Z', openingType: 'theft' },
    ...{ openingAddress: 'Rua A, 1', openingDescription: 'Levado' },
  });
  const at = `sinisters/${opened.id}`;
  const occurrence = await call('POST', `${at}/occurrences`, {
    ...{ sinisterId: opened.id, category: 'supportOnTheWay', occurrenceDate: '2025-11-20T11:00:00.000Z' },
    ...{ address: 'Rua B', description: 'Apoio', attributes: {} },
  });
  expect(await call('GET', `${at}/occurrences`)).toEqual([occurrence]);
  expect(await call('GET', 'sinisters')).toHaveLength(1);
  const closed = await call('PUT', `${at}/close`, {
    ...{
      id: opened.id,
      closingDate: '2025-11-20T18:00:00.000Z',
      closingType: 'vehicleFound',
      vehicleDamaged: false,
    },
    ...{ closingAddress: 'Rua C', closingDescription: 'Recuperado' },
  });
  expect(closed).toMatchObject({ id: opened.id, status: 'closed' });
  expect(await call('GET', 'sinisters')).toEqual([]);
  expect(await call('GET', 'sinisters?all=true')).toHaveLength(1);
  const url = `/api/reports/sinister?sinisterId=${opened.id}`;
  const pdf = await ask('GET', url, { token, headers: { accept: 'application/pdf' } });
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
});

test('[API-01] a place is shared by a token, and a company gets its look and its logo', async () => {
  const share = await call('POST', 'location/session', { deviceUniqueIds: [device.uniqueId] });
  const shared = await ask('GET', `/api/location/${share.token}`);
  expect(shared.body.devices).toHaveLength(1);
  const payload = new FormData();
  payload.set('name', 'logo.png');
  payload.set('attachment', new Blob([pngImage(350, 350)], { type: 'image/png' }), 'logo.png');
  const request = new Request('http://localhost/', { method: 'POST', body: payload });
  const { logoUrl } = (
    await ask('POST', '/api/company/configurations/upload', {
      token,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      body: Buffer.from(await request.arrayBuffer()),
    })
  ).body;
  const look = {
    ...{ label: 'acme', theme: '#aa0000', logoUrl },
    ...{ androidAppUrl: 'https://play.example.com/a', iosAppUrl: 'https://apps.example.com/a' },
  };
  const made = await call('POST', 'company/configurations', look);
  expect(await call('PUT', 'company/configurations/acme', made)).toEqual(made);
  expect((await ask('GET', '/api/company/configurations/acme')).body).toEqual(made);
  expect((await call('GET', 'session')).id).toBe(userId);
});
