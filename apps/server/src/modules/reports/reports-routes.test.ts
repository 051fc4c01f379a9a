import { gunzipSync } from 'node:zlib';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { type ReportedPosition, storePositions } from '../../testing/stored-positions.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { rowLimits } from './rows/row-limits.ts';

const reportLimits = { ...rowLimits, events: 200 };
const { app, ask, world, kysely, pool, services } = await createTestApp({ reportLimits });
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-05-01') TO ('2026-07-01')`,
);
const person = await world.person();
const device = await world.device({ name: 'Ônix =1+1' });
await world.link(person.id, { device });
const other = await world.device();

const beganMs = Date.UTC(2026, 5, 1, 12);
const instant = (minute: number) => new Date(beganMs + minute * 60_000).toISOString();
const period = `from=${instant(0)}&to=${instant(60)}`;
const kinds = ['route', 'events', 'trips', 'stops', 'summary'] as const;

/** Stands 6 minutes, drives 10 at half a kilometre a minute, stands to minute 30. */
const minutes = Array.from({ length: 31 }, (_, minute): ReportedPosition => {
  const drives = minute >= 6 && minute < 16;
  const driven = Math.min(Math.max(minute - 6, 0), 10);
  return {
    deviceId: device,
    timeMs: beganMs + minute * 60_000,
    latitude: -3.7 + (driven * 500) / 111_195,
    speedKnots: drives ? 16.2 : 0,
    motion: drives,
    ignition: drives,
    odometerMetres: 10_000 + driven * 500,
    fuelLitres: 40 - driven / 10,
    attributes: drives ? { driverUniqueId: 'D-7' } : {},
  };
});
await kysely.insertInto('drivers').values({ name: 'Ana', unique_id: 'D-7' }).execute();
const ids = await storePositions(pool, minutes);

const report = (path: string, token = person.token, headers: Record<string, string> = {}) =>
  ask('GET', `/api/reports/${path}`, { token, headers });

test('[REP-02] a report names a period in its order; each fault is told where it is', async () => {
  const faults: [string, string][] = [
    [`deviceId=${device}&to=${instant(0)}`, 'query.from'],
    [`deviceId=${device}&from=${instant(1)}&to=${instant(0)}`, 'query.to'],
    [`deviceId=${device}&from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z`, 'query.to'],
    [`deviceId=x&${period}`, 'query.deviceId.0'],
    [`deviceId=${device}&${period}&mail=perhaps`, 'query.mail'],
  ];
  for (const kind of kinds) {
    expect((await ask('GET', `/api/reports/${kind}?deviceId=${device}&${period}`)).status).toBe(401);
    for (const [query, path] of faults) {
      const { status, body } = await report(`${kind}?${query}`);
      expect([kind, query, status, body.details.fields[0].path]).toEqual([kind, query, 400, path]);
    }
  }
});

test('[REP-09] [ROLE-01] a device or group that is not seen is not there, also beside one that is', async () => {
  const group = await world.group();
  for (const kind of kinds) {
    expect((await report(`${kind}?deviceId=${other}&${period}`)).status).toBe(404);
    expect((await report(`${kind}?deviceId=${device}&deviceId=${other}&${period}`)).status).toBe(404);
    expect((await report(`${kind}?groupId=${group}&${period}`)).status).toBe(404);
  }
});

test('[REP-09] trips tell way, speeds, odometer, fuel, driver and both ends', async () => {
  const { body } = await report(`trips?deviceId=${device}&${period}&_dc=1&markers=true`);
  expect(body).toHaveLength(1);
  const [trip] = body;
  expect(trip).toMatchObject({
    deviceId: device,
    deviceName: 'Ônix =1+1',
    startTime: instant(6),
    endTime: instant(16),
    startOdometer: 10_000,
    endOdometer: 15_000,
    duration: 600_000,
    engineHours: 600_000,
    spentFuel: 1,
    maxSpeed: 16.2,
    driverUniqueId: 'D-7',
    driverName: 'Ana',
    startPositionId: ids[6],
    endPositionId: ids[16],
    startLat: -3.7,
    startLon: -38.5,
  });
  expect(trip.distance).toBeCloseTo(5_000, 0);
  expect(trip.averageSpeed).toBeCloseTo(16.2, 1);
});

test('[REP-09] [ING-06] a trip and a stop of packed rows tell what those of others tell, the driver too', async () => {
  const kindsOfLegs = ['trips', 'stops'].map((kind) => `${kind}?deviceId=${device}&${period}`);
  const bodies = async () =>
    Promise.all(kindsOfLegs.map(async (path) => JSON.stringify((await report(path)).body)));
  const before = await bodies();
  expect(before[0]).toContain('"driverName":"Ana"');
  const { rowCount } = await pool.query(
    `WITH shape AS (
       INSERT INTO attribute_shapes (template) VALUES ('"driverUniqueId":"%2$s"}') RETURNING id
     )
     UPDATE positions SET attributes = format('{"":"%s|D-7"}', shape.id)::json FROM shape
     WHERE device_id = $1 AND attributes ->> 'driverUniqueId' = 'D-7'`,
    [device],
  );
  expect(rowCount).toBe(10);
  expect(await bodies()).toEqual(before);
});

test('[REP-09] stops tell where and how long', async () => {
  const { body } = await report(`stops?deviceId=${device}&${period}`);
  const told = body.map(({ startTime, endTime, duration, positionId }: Record<string, unknown>) => [
    startTime,
    endTime,
    duration,
    positionId,
  ]);
  expect(told).toEqual([
    [instant(0), instant(6), 360_000, ids[0]],
    [instant(16), instant(30), 840_000, ids[16]],
  ]);
});

test('[REP-09] the summary has a row for every device, also for one without positions', async () => {
  const group = await world.group();
  const below = await world.group({ group_id: group });
  const silent = await world.device({ name: 'Água', group_id: below });
  await world.link(person.id, { group });
  const { body } = await report(`summary?deviceId=${device}&groupId=${group}&${period}`);
  expect(body.map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([silent, device]);
  expect(body[0]).toMatchObject({ distance: 0, engineHours: 0, maxSpeed: 0 });
  expect(body[1]).toMatchObject({
    startTime: instant(0),
    endTime: instant(60),
    spentFuel: 1,
    engineHours: 600_000,
  });
  expect(body[1].distance).toBeCloseTo(5_000, 0);
});

test('[REP-07] the route is every position of the period with the name of its device, in order', async () => {
  const { body } = await report(`route?deviceId=${device}&from=${instant(2)}&to=${instant(20)}`);
  expect(body.map(({ id }: { id: number }) => id)).toEqual(ids.slice(2, 21));
  expect(body[0]).toMatchObject({ name: 'Ônix =1+1', deviceId: device, fixTime: instant(2) });
});

test('[REP-02] events are of the types that are asked for, repeated or joined by commas', async () => {
  const types = ['ignitionOn', 'alarm', 'deviceOnline'];
  await kysely
    .insertInto('events')
    .values(
      types.map((type, minute) => ({
        device_id: device,
        type,
        event_time: instant(minute),
        server_time: instant(minute),
        attributes: JSON.stringify(type === 'alarm' ? { alarm: 'sos' } : {}),
      })),
    )
    .execute();
  const typesOf = async (query: string) => {
    const { body } = await report(`events?deviceId=${device}&${period}${query}`);
    return body.map(({ type }: { type: string }) => type);
  };
  expect(await typesOf('')).toEqual(types);
  expect(await typesOf('&type=alarm&type=ignitionOn')).toEqual(['ignitionOn', 'alarm']);
  expect(await typesOf('&type=alarm,deviceOnline')).toEqual(['alarm', 'deviceOnline']);
  expect(await typesOf('&type=allEvents')).toEqual(types);
  // the field's word for all of them, as its document has it and as programs that do not encode send it
  for (const all of ['%25', '%', 'alarm,%25']) expect(await typesOf(`&type=${all}`)).toEqual(types);
});

async function sheetOf(path: string, token = person.token, headers: Record<string, string> = {}) {
  const {
    statusCode,
    headers: told,
    rawPayload,
  } = await app.inject({
    url: `/api/reports/${path}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  expect(statusCode).toBe(200);
  expect(told['content-type']).toBe(spreadsheetType);
  expect(told['content-disposition']).toContain('relatorio.xlsx');
  const files = unzipSync(new Uint8Array(rawPayload));
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.xml'))
    .map(([, bytes]) => strFromU8(bytes))
    .join('\n');
}

test('[REP-08] [REP-10] a spreadsheet comes by Accept header, in the person’s units, language and zone', async () => {
  const path = `trips?deviceId=${device}&${period}`;
  const portuguese = await sheetOf(path, person.token, { accept: spreadsheetType });
  expect(portuguese).toContain('Distância (km)');
  expect(portuguese).toContain('0 h 10 m');
  expect(portuguese).toMatch(/<v>5(\.0\d*)?<\/v>/);
  const english = await world.person({
    attributes: JSON.stringify({ language: 'en', distanceUnit: 'mi', speedUnit: 'mph', volumeUnit: 'usGal' }),
  });
  await world.link(english.id, { device });
  const sheet = await sheetOf(path, english.token, { accept: `${spreadsheetType}, */*` });
  for (const title of ['Distance (mi)', '(mph)', '(gal (US))', 'Total']) expect(sheet).toContain(title);
  expect(sheet).toMatch(/<v>3\.1\d*<\/v>/);
});

test('[REP-08] every report has its spreadsheet, and no text in one is a formula', async () => {
  for (const kind of kinds) {
    const sheet = await sheetOf(`${kind}/xlsx?deviceId=${device}&${period}`);
    expect(sheet).toContain('Ônix =1+1');
    expect(sheet).not.toMatch(/<f[ >]/);
  }
});

test('[REP-08] [REP-10] a route’s spreadsheet has the columns asked for, attributes in the person’s units and words', async () => {
  const own = await world.device();
  await world.link(person.id, { device: own });
  const attributes = { odometer: 5000, hours: 5_400_000, ignition: true, temp1: 4.5, own: 'x' };
  await storePositions(pool, [
    { ...minutes[0], deviceId: own, odometerMetres: 5000, attributes } as ReportedPosition,
  ]);
  const names = [
    'attributes.odometer',
    'altitude',
    'attributes.hours',
    'attributes.ignition',
    'attributes.own',
  ];
  const columns = [...names, 'attributes.temp1'].map((name) => `column=${name}`).join('&');
  const sheet = await sheetOf(`route/xlsx?deviceId=${own}&${period}&${columns}`);
  const titles = ['Odômetro do rastreador (km)', 'Altitude (m)', 'Ignição', '>own<'];
  const places = titles.map((title) => sheet.indexOf(title));
  expect(
    places.every((place) => place > 0),
    JSON.stringify(places),
  ).toBe(true);
  for (const told of ['<v>5</v>', '1 h 30 m', 'Sim', '<v>4.5</v>', '(°C)']) expect(sheet).toContain(told);
  expect(sheet).not.toContain('Latitude');
  const { status, body } = await report(`route/xlsx?deviceId=${device}&${period}&column=weather`);
  expect([status, body.code, body.details.fields[0].path]).toEqual([400, 'invalid-input', 'query.column']);
});

test('[REP-08] [SEC-01] a page of another site has no report mailed, neither by its address nor by a parameter', async () => {
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  for (const [method, address] of [
    ['GET', `trips/mail?deviceId=${device}&${period}`],
    ['POST', `trips/mail?deviceId=${device}&${period}`],
    ['GET', `trips?deviceId=${device}&${period}&mail=true`],
  ] as const) {
    const foreign = await ask(method, `/api/reports/${address}`, {
      headers: { ...headers, cookie: `atalaia_session=${person.token}` },
    });
    expect([address, foreign.status, foreign.body.code]).toEqual([address, 403, 'foreign-origin']);
  }
});

test('[REP-08] a mailed report needs a mail server', async () => {
  const { status, body } = await report(`trips?deviceId=${device}&${period}&mail=true`);
  expect([status, body.code]).toEqual([409, 'channel-not-set-up']);
});

test('[REP-08] a report of more rows than its limit says how to narrow it, and one of just so many comes', async () => {
  const many = await world.device();
  await world.link(person.id, { device: many });
  const storeEvents = (count: number) =>
    pool.query(
      `INSERT INTO events (device_id, type, event_time, server_time)
       SELECT $1, 'alarm', at, at FROM generate_series(1, $3) AS n, LATERAL (SELECT $2::timestamptz + n * interval '10 ms' AS at) AS t`,
      [many, instant(5), count],
    );
  const tooLarge = [400, 'report-too-large', 'query.to'];
  const asked = async (path: string, headers = {}) => {
    const { status, body } = await report(`${path}?deviceId=${many}&${period}`, person.token, headers);
    return body?.code ? [status, body.code, body.details.fields[0].path] : status;
  };
  await storeEvents(reportLimits.events);
  for (const path of ['events', 'events/xlsx']) expect(await asked(path)).toBe(200);
  await storeEvents(1);
  for (const path of ['events', 'events/xlsx']) expect(await asked(path)).toEqual(tooLarge);
  expect(await asked('events', { 'accept-encoding': 'gzip' })).toEqual(tooLarge);
});

/** Sees the one device and nothing else. */
async function onlyViewer(): Promise<string> {
  const { id, token } = await world.person();
  await world.link(id, { device });
  return token;
}

test('[API-02] a report that names nothing is over all that one sees', async () => {
  const only = await onlyViewer();
  const { body } = await report(`summary?${period}`, only);
  expect(body.map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([device]);
  expect((await report(`summary?groupId=0&deviceId=&${period}`, only)).body).toEqual(body);
  const admin = await world.administrator();
  const all = await report(`summary?${period}`, admin.token);
  const seen = all.body.map(({ deviceId }: { deviceId: number }) => deviceId);
  expect(seen).toEqual(expect.arrayContaining([device, other]));
  expect((await report(`route?${period}`, only)).body).toHaveLength(31);
});

test('[API-02] summary?daily=true has a row a day in the caller’s zone, and their sum is that of the whole', async () => {
  const range = 'from=2026-05-31T00:00:00Z&to=2026-06-02T23:59:59Z';
  const rows = (await report(`summary?deviceId=${device}&${range}&daily=true`)).body;
  const whole = (await report(`summary?deviceId=${device}&${range}`)).body[0];
  expect(rows.map(({ startTime }: { startTime: string }) => startTime)).toEqual([
    '2026-05-31T00:00:00.000Z',
    '2026-05-31T03:00:00.000Z',
    '2026-06-01T03:00:00.000Z',
    '2026-06-02T03:00:00.000Z',
  ]);
  expect(rows.at(-1).endTime).toBe('2026-06-02T23:59:59.000Z');
  const sum = rows.reduce((total: number, { distance }: { distance: number }) => total + distance, 0);
  expect(whole.distance).toBeGreaterThan(0);
  expect(sum).toBeCloseTo(whole.distance, 2);
  expect(rows[2].distance).toBeCloseTo(whole.distance, 2);
});

test('[API-02] stays in geofences: one row a stay, of geofences that one sees; as values too', async () => {
  const make = (name: string) =>
    kysely
      .insertInto('geofences')
      .values({ name, area: 'CIRCLE (0 0, 1)' })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [{ id: yard }, { id: hidden }] = [await make('Pátio'), await make('Oculta')];
  await world.link(person.id, { geofence: yard });
  await pool.query('UPDATE positions SET geofence_ids = $1 WHERE id = ANY($2::bigint[])', [
    JSON.stringify([yard, hidden]),
    [...ids.slice(0, 6), ...ids.slice(20, 26)],
  ]);
  const { body } = await report(`geofences?deviceId=${device}&${period}`);
  const named = { deviceId: device, deviceName: 'Ônix =1+1', geofenceId: yard, geofenceName: 'Pátio' };
  expect(body).toEqual([
    { ...named, startTime: instant(0), endTime: instant(5), duration: 300_000 },
    { ...named, startTime: instant(20), endTime: instant(25), duration: 300_000 },
  ]);
  expect((await report(`geofences?geofenceId=${hidden}&${period}`)).status).toBe(404);
  const csv = await report(`geofences/csv?deviceId=${device}&${period}`);
  expect(csv.text.split('\r\n')).toEqual([
    'deviceId,deviceName,geofenceName,startTime,endTime,duration',
    `${device},Ônix =1+1,Pátio,${instant(0)},${instant(5)},300000`,
    `${device},Ônix =1+1,Pátio,${instant(20)},${instant(25)},300000`,
    '',
  ]);
  await pool.query('UPDATE positions SET geofence_ids = NULL');
});

test('[API-02] the combined report has ways, events with a position, and these positions; events are asked for by alarm', async () => {
  const only = await onlyViewer();
  await kysely
    .insertInto('events')
    .values([
      {
        ...{ device_id: device, type: 'alarm', event_time: instant(3), server_time: new Date() },
        ...{ position_id: ids[3]!, attributes: { alarm: 'sos,powerCut' } },
      },
      { device_id: device, type: 'deviceOnline', event_time: instant(4), server_time: new Date() },
    ])
    .execute();
  const { body } = await report(`combined?${period}`, only);
  expect(body).toHaveLength(1);
  expect(body[0].route).toHaveLength(31);
  expect(body[0].route[0]).toEqual([expect.any(Number), -3.7]);
  expect(body[0].events.map(({ type }: { type: string }) => type)).toEqual(['alarm']);
  expect(body[0].positions.map(({ id }: { id: number }) => id)).toEqual([ids[3]]);
  const types = async (path: string) =>
    (await report(path, only)).body.map(({ type }: { type: string }) => type);
  expect(await types(`events?deviceId=${device}&${period}&type=alarm&alarm=powerCut`)).toEqual(['alarm']);
  expect(await types(`events?deviceId=${device}&${period}&type=alarm&alarm=fuelLeak,powerCut`)).toEqual([
    'alarm',
  ]);
  expect(await types(`events?deviceId=${device}&${period}&type=alarm&alarm=fuelLeak`)).toEqual([]);
  const listed = await ask('GET', '/api/events?alarm=powerCut', { token: only });
  expect(listed.body).toHaveLength(1);
  // as a table it is each place, with what happened there
  const csv = (await report(`combined/csv?${period}`, only)).text.trim().split('\r\n');
  expect(csv[0]).toBe('deviceId,name,fixTime,type,latitude,longitude,speed,course,address');
  expect(csv).toHaveLength(32);
  expect(csv.filter((line) => line.includes(',alarm,'))).toEqual([expect.stringContaining(instant(3))]);
  const sheet = await report(`combined/xlsx?${period}`, only);
  expect([sheet.status, sheet.text.startsWith('PK')]).toEqual([200, true]);
});

test('[OUT-03] every report comes as values with commas by its address or by Accept; a text is never a formula', async () => {
  await pool.query('UPDATE devices SET name = $1 WHERE id = $2', ['=1+1,"x"', device]);
  const csv = await report(`summary/csv?deviceId=${device}&${period}`);
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.text.split('\r\n')[1]).toContain(`${device},"'=1+1,""x""",`);
  for (const kind of kinds) {
    const byHeader = await report(`${kind}?deviceId=${device}&${period}`, person.token, {
      accept: 'text/csv',
    });
    expect(byHeader.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(byHeader.text).toBe((await report(`${kind}/csv?deviceId=${device}&${period}`)).text);
  }
});

test('[REP-08] [API-02] who takes gzip is sent a report that its thread has made so, with the same content', async () => {
  const { make } = services.reports;
  /** What of the memory of each piece is no part of it: only a whole one is handed over, others are copied. */
  const besides: number[] = [];
  const made = vi.spyOn(services.reports, 'make').mockImplementation(async function* (...wish) {
    for await (const piece of make(...wish)) {
      besides.push(piece.buffer.byteLength - piece.byteLength);
      yield piece;
    }
  });
  const answer = async (path: string, encoding?: string, more = {}) => {
    const headers = {
      authorization: `Bearer ${person.token}`,
      ...(encoding && { 'accept-encoding': encoding }),
      ...more,
    };
    const {
      rawPayload,
      headers: answered,
      statusCode,
    } = await app.inject({ url: `/api/reports/${path}`, headers });
    const isZipped = made.mock.lastCall?.[3].isZipped;
    return { rawPayload, statusCode, isZipped, encoding: answered['content-encoding'], vary: answered.vary };
  };
  const query = `deviceId=${device}&${period}`;
  for (const path of [`route?${query}`, `trips/csv?${query}`]) {
    const plain = await answer(path);
    expect([plain.encoding, plain.isZipped]).toEqual([undefined, false]);
    const zipped = await answer(path, 'br, gzip');
    expect(zipped).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding', isZipped: true });
    expect(gunzipSync(zipped.rawPayload)).toEqual(plain.rawPayload);
    for (const encoding of ['gzip;q=0', 'identity', 'xgzip'])
      expect(await answer(path, encoding)).toMatchObject({ encoding: undefined, isZipped: false });
    expect(await answer(path, 'gzip', { 'x-no-compression': '1' })).toMatchObject({
      encoding: undefined,
      isZipped: false,
    });
  }
  const sheet = await answer(`trips/xlsx?${query}`, 'gzip');
  expect([sheet.encoding, sheet.isZipped]).toEqual([undefined, false]);
  const refused = await answer(`trips?deviceId=${other}&${period}`, 'gzip');
  expect([refused.statusCode, refused.encoding, JSON.parse(String(refused.rawPayload)).code]).toEqual([
    404,
    undefined,
    'not-found',
  ]);
  expect(new Set(besides)).toEqual(new Set([0]));
  made.mockRestore();
});
