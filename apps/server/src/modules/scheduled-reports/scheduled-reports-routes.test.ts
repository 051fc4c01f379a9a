import { expect, test } from 'vitest';
import { calendarFile } from '../../testing/calendar-file.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const person = await world.person();
const { token } = person;
const admin = await world.administrator();
const device = await world.device();
const group = await world.group();
const calendar = await newCalendar();
await world.link(person.id, { device, group, calendar });

async function newCalendar(): Promise<number> {
  const insert = kysely.insertInto('calendars').values({ name: 'Toda manhã', data: calendarFile() });
  return (await insert.returning('id').executeTakeFirstOrThrow()).id;
}

const path = '/api/scheduled-reports';
const request = {
  ...{ name: 'Viagens de ontem', type: 'trips', period: 'yesterday' },
  ...{ deviceIds: [device], groupIds: [group], calendarId: calendar },
};
const make = async (body: object = request, by = token) =>
  (await ask('POST', path, { token: by, body })).body;

test('[REP-08] a report is scheduled, read, changed and removed, and each is in the audit', async () => {
  expect((await ask('POST', path, { body: request })).status).toBe(401);
  const made = await make();
  expect(made).toEqual({
    ...{ ...request, id: made.id, eventTypes: [], calendarName: 'Toda manhã', userId: person.id },
    ...{ userName: made.userName, lastSentAt: null, lastError: null, lastTriedAt: null, nextTryAt: null },
  });
  expect((await ask('GET', `${path}?limit=5`, { token })).body).toEqual([made]);
  const at = `${path}/${made.id}`;
  const change = {
    ...request,
    type: 'events',
    eventTypes: ['ignitionOn'],
    deviceIds: undefined,
    groupIds: [],
  };
  const { body: changed } = await ask('PUT', at, { token, body: change });
  expect(changed).toMatchObject({ deviceIds: [device], groupIds: [], eventTypes: ['ignitionOn'] });
  expect((await ask('DELETE', at, { token })).status).toBe(204);
  expect((await ask('GET', at, { token })).status).toBe(404);
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'user_id', 'details'])
    .where('noun', '=', 'scheduledReport')
    .orderBy('id')
    .execute();
  expect(lines).toEqual([
    { action: 'create', user_id: person.id, details: { name: request.name } },
    {
      ...{ action: 'update', user_id: person.id },
      details: expect.objectContaining({ changed: ['type', 'event_types', 'groups'] }),
    },
    { action: 'remove', user_id: person.id, details: { name: request.name } },
  ]);
});

test('[REP-02] what it is made of is told at its field: nothing covered, dates of its own, an event that is none', async () => {
  const faults: [object, string][] = [
    [{ deviceIds: [], groupIds: [] }, 'deviceIds'],
    [{ period: 'dateToDate' }, 'period'],
    [{ type: 'chart' }, 'type'],
    [{ eventTypes: ['sunrise'] }, 'eventTypes'],
    [{ calendarId: 0 }, 'calendarId'],
    [{ name: ' ' }, 'name'],
  ];
  for (const [fault, at] of faults) {
    const { status, body } = await ask('POST', path, { token, body: { ...request, ...fault } });
    expect([fault, status, body.details.fields[0].path]).toEqual([fault, 400, at]);
  }
});

test('[ROLE-01] devices, groups and the calendar must be seen by whose report it is, whoever writes it', async () => {
  const foreign = { deviceIds: [await world.device()], groupIds: [await world.group()] };
  const made = await make();
  const faults: [object, string][] = [
    [{ deviceIds: foreign.deviceIds }, 'deviceIds'],
    [{ groupIds: foreign.groupIds }, 'groupIds'],
    [{ calendarId: await newCalendar() }, 'calendarId'],
  ];
  for (const [fault, at] of faults) {
    for (const by of [token, admin.token]) {
      const answer = await ask('PUT', `${path}/${made.id}`, { token: by, body: { ...request, ...fault } });
      expect([fault, answer.status, answer.body.details.fields[0].path]).toEqual([fault, 400, at]);
    }
  }
  // what is there already stays, seen or not
  await kysely.deleteFrom('user_devices').where('user_id', '=', person.id).execute();
  expect((await ask('PUT', `${path}/${made.id}`, { token, body: request })).status).toBe(200);
  await world.link(person.id, { device });
});

test('[ROLE-01] each belongs to who made it; an administrator sees all', async () => {
  const made = await make();
  const other = await world.person();
  const ids = async (by: string) =>
    (await ask('GET', `${path}?keyword=viagens`, { token: by })).body.map(({ id }: { id: number }) => id);
  expect(await ids(token)).toContain(made.id);
  expect(await ids(admin.token)).toContain(made.id);
  expect(await ids(other.token)).toEqual([]);
  const manager = await world.person();
  await world.link(manager.id, { user: person.id });
  expect(await ids(manager.token)).toEqual([]);
});

test('[CAL-01] a calendar that brings reports is not removed, and says whose', async () => {
  const own = await newCalendar();
  await world.link(person.id, { calendar: own });
  const made = await make({ ...request, calendarId: own });
  const seen = await ask('DELETE', `/api/calendars/${own}`, { token });
  const [report] = seen.body.details.dependents;
  expect([seen.status, seen.body.code, report]).toMatchObject([
    409,
    'in-use',
    { kind: 'scheduledReport', count: 1, named: [{ id: made.id, name: request.name }] },
  ]);
  const other = await world.person();
  await world.link(other.id, { calendar: own });
  const unseen = await ask('DELETE', `/api/calendars/${own}`, { token: other.token });
  expect([unseen.status, unseen.body.code, unseen.body.details.hidden]).toEqual([409, 'in-use', true]);
  expect(JSON.stringify(unseen.body)).not.toContain(request.name);
  await ask('DELETE', `${path}/${made.id}`, { token });
  expect((await ask('DELETE', `/api/calendars/${own}`, { token })).status).toBe(204);
});
