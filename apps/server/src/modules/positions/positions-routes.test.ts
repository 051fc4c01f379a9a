import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely, pool } = await createTestApp();
const person = await world.person();
const device = await world.device();
const other = await world.device();
await world.link(person.id, { device });
await pool.query(
  `CREATE TABLE positions_test PARTITION OF positions FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`,
);

const atMinute = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();
let made = 0;
async function store(device_id: number, fix_time: string, more: object = {}): Promise<number> {
  const digest = `00000000-0000-0000-0000-${String(++made).padStart(12, '0')}`;
  const row = {
    device_id,
    fix_time,
    digest,
    device_time: fix_time,
    server_time: fix_time,
    protocol: 'gt06',
    valid: true,
    outdated: false,
    latitude: -3.7,
    longitude: -38.5,
    altitude: 12.5,
    speed: 27,
    course: 90,
    accuracy: 0,
    attributes: { ignition: true, totalDistance: 1234.5 },
    ...more,
  };
  return (await kysely.insertInto('positions').values(row).returning('id').executeTakeFirstOrThrow()).id;
}
const positionsOf = (query: string, token = person.token) => ask('GET', `/api/positions${query}`, { token });
const idsOf = (body: { id: number }[]) => body.map(({ id }) => id);

test('a stored position is told as the contract describes it', async () => {
  const id = await store(device, atMinute(0), {
    type: 'gps',
    network: {
      cellTowers: [{ cellId: 1, locationAreaCode: 2, mobileCountryCode: 724, mobileNetworkCode: 5 }],
    },
    address: 'Rua A',
  });
  const { body } = await positionsOf(`?id=${id}`);
  expect(body).toEqual([
    {
      id,
      deviceId: device,
      protocol: 'gt06',
      type: 'gps',
      serverTime: atMinute(0),
      deviceTime: atMinute(0),
      fixTime: atMinute(0),
      outdated: false,
      valid: true,
      latitude: -3.7,
      longitude: -38.5,
      altitude: 12.5,
      speed: 27,
      course: 90,
      accuracy: 0,
      address: 'Rua A',
      network: {
        cellTowers: [{ cellId: 1, locationAreaCode: 2, mobileCountryCode: 724, mobileNetworkCode: 5 }],
      },
      geofenceIds: null,
      attributes: { ignition: true, totalDistance: 1234.5 },
    },
  ]);
});

test('[API-03] a range names its device and both ends, in their order; each fault is told where it is', async () => {
  const faults: [string, string][] = [
    [`?deviceId=${device}&from=${atMinute(0)}`, 'query.to'],
    [`?deviceId=${device}&to=${atMinute(0)}`, 'query.from'],
    [`?deviceId=${device}&from=${atMinute(1)}&to=${atMinute(0)}`, 'query.to'],
    [`?deviceId=${device}&from=yesterday&to=${atMinute(0)}`, 'query.from'],
    ['?deviceId=99999999999', 'query.deviceId.0'],
    [`?deviceId=${device}&deviceId=x`, 'query.deviceId.1'],
    ['?id=1&id=x', 'query.id.1'],
  ];
  for (const [query, path] of faults) {
    const { status, body } = await positionsOf(query);
    expect([query, status, body.details?.fields[0].path]).toEqual([query, 400, path]);
  }
  const beyond = await positionsOf(`?deviceId=${device}&from=0000-01-01T00:00:00Z&to=9999-12-31T00:00:00Z`);
  expect([beyond.status, beyond.body.code]).toEqual([400, 'invalid-input']);
});

test('[ROLE-01] positions of a device that is not seen are not there, whichever way they are asked for', async () => {
  const id = await store(other, atMinute(0));
  expect((await positionsOf(`?deviceId=${other}`)).status).toBe(404);
  expect((await positionsOf(`?deviceId=${other}&from=${atMinute(0)}&to=${atMinute(9)}`)).status).toBe(404);
  expect((await positionsOf(`?id=${id}`)).body).toEqual([]);
});

test('a track comes whole and in order over many pieces, both ends included, also where many share one instant', async () => {
  const track = await world.device();
  await world.link(person.id, { device: track });
  const expected: number[] = [];
  for (let minute = 0; minute < 30; minute++) expected.push(await store(track, atMinute(minute)));
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude, longitude, altitude, speed, course, accuracy, attributes)
     SELECT $1, $2, gen_random_uuid(), $2, $2, 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}' FROM generate_series(1, 2500)`,
    [track, atMinute(10)],
  );
  const { body } = await positionsOf(`?deviceId=${track}&from=${atMinute(5)}&to=${atMinute(20)}`);
  expect(body).toHaveLength(2_516);
  const keys = body.map(({ fixTime, id }: { fixTime: string; id: number }) => [fixTime, id] as const);
  expect(keys).toEqual(
    keys.toSorted((a: [string, number], b: [string, number]) => a[0].localeCompare(b[0]) || a[1] - b[1]),
  );
  expect(new Set(idsOf(body)).size).toBe(2_516);
  expect([body[0].id, body.at(-1).id]).toEqual([expected[5], expected[20]]);
});

test('[ROLE-01] with nothing asked, the last position of every visible device is told as it was sent live', async () => {
  const viewer = await world.person();
  const [first, second, silent] = [await world.device(), await world.device(), await world.device()];
  for (const each of [first, second, silent]) await world.link(viewer.id, { device: each });
  for (const each of [first, second, other]) {
    const { body } = await positionsOf(
      `?id=${await store(each, atMinute(1))}`,
      (await world.administrator()).token,
    );
    await kysely
      .insertInto('device_state')
      .values({ device_id: each, position: body[0], position_id: body[0].id })
      .execute();
  }
  const { body } = await positionsOf('', viewer.token);
  expect(body.map(({ deviceId }: { deviceId: number }) => deviceId)).toEqual([first, second]);
  expect((await positionsOf(`?deviceId=${second}`, viewer.token)).body).toEqual([body[1]]);
  expect((await positionsOf(`?deviceId=${silent}`, viewer.token)).body).toEqual([]);
});

test('[API-02] from and to without a device are over all that one sees; ids come with commas too', async () => {
  const [viewer, another] = [await world.person(), await world.device({ name: 'A first' })];
  await world.link(viewer.id, { device });
  await world.link(viewer.id, { device: another });
  const range = `from=${atMinute(40)}&to=${atMinute(50)}`;
  const [late, early] = [await store(device, atMinute(45)), await store(device, atMinute(44))];
  const foreign = await store(other, atMinute(45));
  const first = await store(another, atMinute(46));
  const { status, body } = await positionsOf(`?${range}`, viewer.token);
  expect([status, idsOf(body)]).toEqual([200, [first, early, late]]);
  expect(idsOf((await positionsOf(`?id=${late},${foreign},${early}`, viewer.token)).body)).toEqual([
    early,
    late,
  ]);
});

test('[API-02] several devices, repeated or with commas, are one after the other; one that is not seen refuses all', async () => {
  const reader = await world.person();
  const [one, two, hidden] = [await world.device(), await world.device(), await world.device()];
  for (const id of [one, two]) await world.link(reader.id, { device: id });
  const ids = [
    await store(two, atMinute(2)),
    await store(one, atMinute(1)),
    await store(one, atMinute(3)),
    await store(hidden, atMinute(2)),
  ];
  const period = `&from=${atMinute(0)}&to=${atMinute(9)}`;
  const ways = [ids[0], ids[1], ids[2]];
  for (const query of [
    `deviceId=${two}&deviceId=${one}`,
    `deviceId=${two},${one}`,
    `deviceId=${two},${one},${two}`,
  ])
    expect(idsOf((await positionsOf(`?${query}${period}`, reader.token)).body)).toEqual(ways);
  const csv = await ask('GET', `/api/positions/csv?deviceId=${two},${one}${period}`, { token: reader.token });
  expect(
    csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0])),
  ).toEqual(ways);
  for (const none of ['deviceId=', 'deviceId=0'])
    expect(idsOf((await positionsOf(`?${none}${period}`, reader.token)).body).toSorted()).toEqual(
      ways.toSorted(),
    );
  for (const path of [`?deviceId=${one},${hidden}`, `?deviceId=${one}&deviceId=${hidden}${period}`])
    expect((await positionsOf(path, reader.token)).body.message).toBe(`no device ${hidden}`);
});

test('[OUT-03] a way comes as CSV, GPX, KML and GeoJSON, by its address or by Accept', async () => {
  const viewer = await world.person();
  const mine = await world.device();
  await world.link(viewer.id, { device: mine });
  await store(mine, atMinute(1), { address: 'Rua "A" & B', altitude: 3 });
  await store(mine, atMinute(2), { latitude: -3.8 });
  const range = `deviceId=${mine}&from=${atMinute(0)}&to=${atMinute(5)}`;
  const file = (format: string) => ask('GET', `/api/positions/${format}?${range}`, { token: viewer.token });
  const gpx = await file('gpx');
  expect(gpx.headers['content-type']).toBe('application/gpx+xml');
  expect(gpx.text).toContain(`<trkpt lat="-3.7" lon="-38.5"><ele>3</ele><time>${atMinute(1)}</time></trkpt>`);
  expect(gpx.text.match(/<trkpt /g)).toHaveLength(2);
  const kml = await file('kml');
  expect(kml.text).toContain('<description>Rua &#34;A&#34; &#38; B</description>');
  expect(kml.text).toContain('<coordinates>-38.5,-3.8,12.5</coordinates>');
  const geojson = JSON.parse((await file('geojson')).text);
  expect(geojson.features.map(({ geometry }: { geometry: object }) => geometry)).toEqual([
    { type: 'Point', coordinates: [-38.5, -3.7, 3] },
    { type: 'Point', coordinates: [-38.5, -3.8, 12.5] },
  ]);
  const csv = await file('csv');
  expect(csv.text.split('\r\n')[1]).toContain('"Rua ""A"" & B"');
  expect(csv.text.split('\r\n')).toHaveLength(4);
  const byHeader = await ask('GET', `/api/positions?${range}`, {
    token: viewer.token,
    headers: { accept: 'application/gpx+xml' },
  });
  expect(byHeader.text).toBe(gpx.text);
});

test('[API-02] an administrator deletes the positions of a device in a period; the last one stays, hours are counted anew, the audit says so', async () => {
  const admin = await world.administrator();
  const mine = await world.device();
  const stored: number[] = [];
  for (const minute of [0, 10, 20, 30]) stored.push(await store(mine, atMinute(minute)));
  await pool.query(
    'INSERT INTO device_state (device_id, position_id) VALUES ($1, $2) ON CONFLICT (device_id) DO UPDATE SET position_id = $2',
    [mine, stored[2]],
  );
  const remove = (query: string, token = admin.token) => ask('DELETE', `/api/positions?${query}`, { token });
  expect((await remove(`deviceId=${mine}`)).status).toBe(400);
  expect((await remove(`deviceId=2000000000&from=${atMinute(5)}&to=${atMinute(20)}`)).status).toBe(404);
  expect((await remove(`deviceId=${mine}&from=${atMinute(5)}&to=${atMinute(20)}`)).status).toBe(204);
  const { rows } = await pool.query('SELECT id FROM positions WHERE device_id = $1 ORDER BY fix_time', [
    mine,
  ]);
  expect(idsOf(rows)).toEqual([stored[0], stored[2], stored[3]]);
  const dirty = await pool.query('SELECT FROM dirty_hours WHERE device_id = $1', [mine]);
  expect(dirty.rowCount).toBe(1);
  const audit = await pool.query("SELECT details FROM audit WHERE noun = 'position' AND object_id = $1", [
    mine,
  ]);
  expect(audit.rows[0].details).toMatchObject({ positions: 1 });
});
