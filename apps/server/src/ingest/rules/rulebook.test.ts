import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInProcessBus, type RuleKind } from '../../platform/bus/bus.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { createPlanDrive, entryOf, minuteMs, testDevice } from '../testing/plan-drive.ts';
import { until } from '../testing/start-ingest.ts';
import { createRulebook, type Rulebook } from './rulebook.ts';

const bus = createInProcessBus((_topic, error) => {
  throw error;
});
const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
let database: TestDatabase;
let rulebook: Rulebook;

beforeEach(async () => {
  lines.length = 0;
  database = await createTestDatabase();
  rulebook = createRulebook({ pool: database.pool, bus, log });
});
afterEach(async () => {
  rulebook.stop();
  await database.drop();
});

const ask = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const add = async (table: string, values: Record<string, unknown>): Promise<number> => {
  const names = Object.keys(values);
  const places = names.map((_, index) => `$${index + 1}`);
  const rows = await ask(
    `INSERT INTO ${table} (${names.join()}) VALUES (${places.join()}) RETURNING id`,
    Object.values(values),
  );
  return rows[0].id;
};
const link = (owner: string, noun: string, ownerId: number, id: number) =>
  ask(`INSERT INTO ${owner}_${noun}s (${owner}_id, ${noun}_id) VALUES ($1, $2)`, [ownerId, id]);
const publish = (...kinds: RuleKind[]) => bus.publish('rules', { kinds });

const place = { latitude: -23.5, longitude: -46.6 };
const circle = (name: string) => add('geofences', { name, area: 'CIRCLE (-23.5 -46.6, 500)' });
const device = (id: number, groupId?: number) => ({ id, groupId });
const around = (of: { id: number; groupId: number | undefined }) =>
  rulebook
    .current()
    .geofences.holding(of, place)
    .map(({ id }) => id);

test('[PERM-03] a geofence counts for a device by its own link, by its group and by any group above, and for no other', async () => {
  const top = await add('groups', { name: 'top' });
  const low = await add('groups', { name: 'low', group_id: top });
  const other = await add('groups', { name: 'other' });
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  const [own, ofLow, ofTop, ofOther] = [
    await circle('1'),
    await circle('2'),
    await circle('3'),
    await circle('4'),
  ];
  await link('device', 'geofence', id, own);
  await link('group', 'geofence', low, ofLow);
  await link('group', 'geofence', top, ofTop);
  await link('group', 'geofence', top, own);
  await link('group', 'geofence', other, ofOther);
  await rulebook.start();
  expect(around({ id, groupId: low })).toEqual([own, ofLow, ofTop]);
  expect(around(device(id + 1, low))).toEqual(
    [own, ofLow, ofTop]
      .filter((one) => one !== own)
      .concat(own)
      .sort(),
  );
  expect(around(device(id + 1, top))).toEqual([own, ofTop].sort());
  expect(around({ id, groupId: undefined })).toEqual([own]);
  expect(around(device(id + 1, undefined))).toEqual([]);
});

test('what changed is read again when the bus says so, all of it together', async () => {
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  await rulebook.start();
  expect(around(device(id))).toEqual([]);
  const one = await circle('1');
  const two = await circle('2');
  await link('device', 'geofence', id, one);
  publish('geofences');
  await link('device', 'geofence', id, two);
  publish('geofences');
  await until(() => around(device(id)).length === 2);
  expect(around(device(id))).toEqual([one, two]);
  await ask('DELETE FROM geofences WHERE id = $1', [one]);
  publish('geofences');
  await until(() => around(device(id)).length === 1);
  expect(around(device(id))).toEqual([two]);
});

test('[MNT-01] what was done on a device is read for that device alone, and is gone again when it is taken back', async () => {
  const [one, other] = [
    await add('devices', { unique_id: 'a', name: 'a' }),
    await add('devices', { unique_id: 'b', name: 'b' }),
  ];
  const maintenance = { name: 'oil', type: 'odometer', start: 1000, period: 500 };
  const oil = await add('maintenances', maintenance);
  for (const id of [one, other]) await link('device', 'maintenance', id, oil);
  await rulebook.start();
  const done = (id: number, value: number) =>
    add('maintenance_services', {
      ...{
        device_id: id,
        maintenance_id: oil,
        name: 'oil',
        type: 'odometer',
        performed_time: new Date(),
        note: '',
      },
      value,
    });
  const serviced = (id: number) =>
    rulebook
      .current()
      .maintenances(device(id))
      .map((rule) => rule.serviced);
  const services = [await done(one, 700), await done(other, 800)];
  // what is not named is not read
  await ask('UPDATE maintenances SET period = 600');
  const serve = (id: number) => bus.publish('rules', { kinds: ['maintenances'], servicedDeviceIds: [id] });
  serve(one);
  await until(() => serviced(one)[0] === 700);
  expect([serviced(one), serviced(other)]).toEqual([[700], [undefined]]);
  expect(rulebook.current().maintenances(device(one))).toEqual([
    { id: oil, type: 'odometer', start: 1000, period: 500, serviced: 700 },
  ]);
  serve(other);
  await until(() => serviced(other)[0] === 800);
  expect([serviced(one), serviced(other)]).toEqual([[700], [800]]);
  await ask('DELETE FROM maintenance_services WHERE id = $1', [services[0]]);
  // and is asked for again where the database refused it
  await ask('ALTER TABLE maintenance_services RENAME TO services_away');
  serve(one);
  await until(() => lines.some((line) => line.includes('rules could not be read')));
  expect([serviced(one), serviced(other)]).toEqual([[700], [800]]);
  await ask('ALTER TABLE services_away RENAME TO maintenance_services');
  await until(() => serviced(one)[0] === undefined);
  expect([serviced(one), serviced(other)]).toEqual([[undefined], [800]]);
});

test('a group that moves takes its devices to other rules', async () => {
  const top = await add('groups', { name: 'top' });
  const low = await add('groups', { name: 'low' });
  await link('group', 'geofence', top, await circle('1'));
  await rulebook.start();
  expect(around(device(1, low))).toEqual([]);
  await ask('UPDATE groups SET group_id = $1 WHERE id = $2', [top, low]);
  publish('groups');
  expect(await until(() => around(device(1, low)).length)).toBe(1);
});

test('[ING-06] devices with links of their own to the same have one list, of which is remembered once what is found out of it', async () => {
  const ids = [
    await add('devices', { unique_id: 'a', name: 'a' }),
    await add('devices', { unique_id: 'b', name: 'b' }),
  ];
  const other = await add('devices', { unique_id: 'c', name: 'c' });
  const values = { description: 'd', attribute: 'a', type: 'number', expression: 'speed * 2' };
  const [one, two] = [await add('computed_attributes', values), await add('computed_attributes', values)];
  for (const id of ids) await link('device', 'attribute', id, one);
  await link('device', 'attribute', other, two);
  await rulebook.start();
  const { computed } = rulebook.current();
  const [first, second, third] = [...ids, other].map((id) => computed(device(id)));
  expect(second).toBe(first);
  expect([first, third].map((list) => list?.map(({ id }) => id))).toEqual([[one], [two]]);
});

test('[ING-06] what is worked out once of a list of computed attributes is worked out anew when one of them or a link changed', async () => {
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  const values = { description: 'd', attribute: 'made', type: 'number', expression: '1 + (sent ?? 1)' };
  const one = await add('computed_attributes', values);
  const other = await add('computed_attributes', { ...values, attribute: 'more', expression: '7' });
  await link('device', 'attribute', id, one);
  await rulebook.start();
  let afterMs = 0;
  const madeNow = () => {
    const drive = createPlanDrive({ rules: rulebook.current() });
    afterMs += minuteMs;
    drive.commit([entryOf({ afterMs, attributes: { sat: 9 } }, { ...testDevice, id })]);
    return JSON.parse(drive.positions[0]?.attributesJson ?? '{}');
  };
  const becomes = async (expected: object) => {
    publish('attributes');
    await until(() => JSON.stringify(madeNow()) === JSON.stringify({ sat: 9, ...expected }));
  };
  expect([madeNow(), madeNow()]).toEqual([1, 2].map(() => ({ sat: 9, made: 2 })));
  await ask("UPDATE computed_attributes SET expression = '5 + (sent ?? 1)' WHERE id = $1", [one]);
  await becomes({ made: 6 });
  await link('device', 'attribute', id, other);
  await becomes({ made: 6, more: 7 });
  await ask('DELETE FROM device_attributes WHERE attribute_id = $1', [one]);
  await becomes({ more: 7 });
});

test('what cannot be read is left out with one line each, and the rest counts', async () => {
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  const good = await circle('good');
  await link('device', 'geofence', id, good);
  await link('device', 'geofence', id, await add('geofences', { name: 'bad', area: 'SQUARE (1 2)' }));
  const calendarId = await add('calendars', { name: 'bad', data: 'bm8gY2FsZW5kYXI=' });
  const timed = await add('geofences', {
    name: 't',
    area: 'CIRCLE (-23.5 -46.6, 500)',
    calendar_id: calendarId,
  });
  await link('device', 'geofence', id, timed);
  const expressions = ['1 +', 'speed * 2'].map((expression) => ({
    ...{ description: 'd', attribute: 'a', type: 'number', expression },
  }));
  for (const values of expressions)
    await link('device', 'attribute', id, await add('computed_attributes', values));
  await rulebook.start();
  expect(around(device(id))).toEqual([good, timed]);
  expect(rulebook.current().computed(device(id))).toHaveLength(1);
  const [, broken] = rulebook.current().geofences.holding(device(id), place);
  expect(broken?.isActive(Date.now())).toBe(false);
  publish('geofences', 'attributes', 'notifications');
  await add('notifications', { type: 'alarm' });
  await until(() => rulebook.current().notificationTypes.size);
  expect([...rulebook.current().notificationTypes]).toEqual(['alarm']);
  expect(lines.map((line) => JSON.parse(line).msg.slice(0, 24))).toEqual([
    'a calendar cannot be rea',
    'a geofence is left out: ',
    'a computed attribute is ',
  ]);
});

test('[CAL-01] a geofence follows its calendar', async () => {
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  const day =
    'BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T080000Z\r\nDTEND:20260101T180000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT';
  const data = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n${day}\r\nEND:VCALENDAR`;
  const calendarId = await add('calendars', { name: 'day', data: Buffer.from(data).toString('base64') });
  const timed = await add('geofences', {
    name: 't',
    area: 'CIRCLE (-23.5 -46.6, 500)',
    calendar_id: calendarId,
  });
  await link('device', 'geofence', id, timed);
  await rulebook.start();
  const [rule] = rulebook.current().geofences.holding(device(id), place);
  expect(rule?.isActive(Date.UTC(2026, 10, 21, 12))).toBe(true);
  expect(rule?.isActive(Date.UTC(2026, 10, 21, 20))).toBe(false);
});

test('[SET-01] [CAL-01] times of a calendar that name no zone are those of the server', async () => {
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  const day =
    'BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260101T080000\r\nDTEND:20260101T090000\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT';
  const data = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n${day}\r\nEND:VCALENDAR`;
  const calendar_id = await add('calendars', { name: 'day', data: Buffer.from(data).toString('base64') });
  const timed = await add('geofences', { name: 't', area: 'CIRCLE (-23.5 -46.6, 500)', calendar_id });
  await link('device', 'geofence', id, timed);
  await rulebook.start();
  const holdsAtUtc = (hour: number) =>
    rulebook
      .current()
      .geofences.holding(device(id), place)[0]
      ?.isActive(Date.UTC(2026, 10, 21, hour, 30));
  // Fortaleza, UTC−3, while nobody says otherwise
  expect([holdsAtUtc(11), holdsAtUtc(12)]).toEqual([true, false]);
  await ask("UPDATE server_settings SET timezone = 'America/Manaus'");
  publish('calendars');
  await until(() => holdsAtUtc(12));
  expect([holdsAtUtc(11), holdsAtUtc(12)]).toEqual([false, true]);
});

test('groups in a ring do not hang', async () => {
  const [one, two] = [await add('groups', { name: '1' }), await add('groups', { name: '2' })];
  await ask('UPDATE groups SET group_id = $1 WHERE id = $2', [two, one]);
  await ask('UPDATE groups SET group_id = $1 WHERE id = $2', [one, two]);
  const id = await circle('1');
  await link('group', 'geofence', two, id);
  await rulebook.start();
  expect(around(device(1, one))).toEqual([id]);
});

test('[ING-07] rules that the database refused to give are asked for again, without another change', async () => {
  const id = await add('devices', { unique_id: 'a', name: 'a' });
  const geofence = await circle('1');
  await link('device', 'geofence', id, geofence);
  await rulebook.start();
  expect(around(device(id))).toEqual([geofence]);
  await ask('DELETE FROM device_geofences');
  await ask('ALTER TABLE calendars RENAME TO calendars_away');
  publish('geofences');
  await until(() => lines.some((line) => line.includes('rules could not be read')));
  expect(around(device(id))).toEqual([geofence]);
  await ask('ALTER TABLE calendars_away RENAME TO calendars');
  await until(() => around(device(id)).length === 0);
  expect(around(device(id))).toEqual([]);
});
