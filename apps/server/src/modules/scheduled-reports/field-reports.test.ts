/** Scheduled reports as clients of the field know them: `reports`, and links of devices and groups. */
import { expect, test } from 'vitest';
import { calendarFile } from '../../testing/calendar-file.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const person = await world.person();
const { token } = person;
const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = token) =>
  ask(method, `/api/${path}`, { token: as, ...(body && { body }) });
const calendarId: number = (await send('POST', 'calendars', { name: 'x', data: calendarFile() })).body.id;
const create = (body: object = {}) =>
  send('POST', 'reports', { type: 'trips', calendarId, description: 'Viagens', attributes: {}, ...body });
const ours = async (id: number) => (await send('GET', `scheduled-reports/${id}`)).body;

test('[API-02] a report is made, listed, changed and removed in the field’s shape, and is one of ours', async () => {
  const { status, body } = await create({ id: 0, attributes: { period: 'lastWeek', own: 1 } });
  const attributes = { own: 1, period: 'lastWeek' };
  expect([status, body]).toEqual([
    200,
    { id: body.id, calendarId, type: 'trips', description: 'Viagens', attributes },
  ]);
  expect(await ours(body.id)).toMatchObject({ name: 'Viagens', period: 'lastWeek', userId: person.id });
  expect((await send('GET', 'reports')).body).toEqual([body]);
  const put = await send('PUT', `reports/${body.id}`, {
    ...body,
    description: null,
    calendarId: 0,
    attributes: null,
  });
  expect(put.body).toMatchObject({
    description: 'trips',
    calendarId: 0,
    attributes: { period: 'yesterday' },
  });
  const kept = await send('PUT', `reports/${body.id}`, { id: body.id, type: 'stops', calendarId });
  expect(kept.body).toMatchObject({ type: 'stops', calendarId });
  expect((await send('PUT', `reports/${body.id}`, { type: 'stops' })).body.calendarId).toBe(calendarId);
  expect((await create({ attributes: { period: 'soon' } })).body.code).toBe('invalid-input');
  expect((await send('DELETE', `reports/${body.id}`)).status).toBe(204);
  expect((await send('GET', 'reports')).body).toEqual([]);
});

test('[API-02] devices and groups are linked to it one by one, listed by them, audited, and taken away again', async () => {
  const [one, other, group] = [await world.device(), await world.device(), await world.group()];
  await world.link(person.id, { device: one });
  await world.link(person.id, { group });
  const { id: reportId } = (await create()).body;
  for (const link of [{ deviceId: one }, { deviceId: one }, { groupId: group }, { userId: person.id }]) {
    expect((await send('POST', 'permissions', { ...link, reportId })).status).toBe(204);
  }
  expect(await ours(reportId)).toMatchObject({ deviceIds: [one], groupIds: [group], calendarId });
  for (const query of [`deviceId=${one}`, `groupId=${group}`, `userId=${person.id}`])
    expect((await send('GET', `reports?${query}`)).body.map((row: { id: number }) => row.id)).toContain(
      reportId,
    );
  expect((await send('GET', `reports?deviceId=${other}`)).status).toBe(404);
  const unseen = await send('POST', 'permissions', { deviceId: other, reportId });
  expect([unseen.status, unseen.body.code]).toEqual([400, 'reference-not-found']);
  const stranger = await world.person();
  expect((await send('POST', 'permissions', { deviceId: one, reportId }, stranger.token)).status).toBe(404);
  const shared = await send('POST', 'permissions', { userId: stranger.id, reportId });
  expect(shared.body.code).toBe('protected-field');
  const gone = await ask('DELETE', '/api/permissions', { token, body: { deviceId: one, reportId } });
  expect([gone.status, (await ours(reportId)).deviceIds]).toEqual([204, []]);
  const lines = kysely
    .selectFrom('audit')
    .select(['action', 'details'])
    .where('noun', '=', 'scheduledReport');
  expect(await lines.where('action', '=', 'unlink').execute()).toEqual([
    { action: 'unlink', details: { deviceId: one } },
  ]);
});
