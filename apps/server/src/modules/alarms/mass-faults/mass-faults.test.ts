import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { createAlarmScene } from '../../../testing/alarm-scene.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const { ask, kysely, world, services, published } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const admin = await world.administrator();
const look = () => services.desk.lookForMassFaults();

/** São Paulo, Salvador, Porto Alegre: cells of their own. */
const places = [
  [-23.55, -46.63],
  [-12.97, -38.5],
  [-30.03, -51.22],
] as const;

let began = new Date();

beforeEach(async () => {
  // silent devices and open faults of another test are none of this one's
  await kysely.deleteFrom('device_state').execute();
  await kysely.deleteFrom('ingest_pauses').execute();
  await sql`UPDATE alarms SET closed_at = now() WHERE closed_at IS NULL`.execute(kysely);
  await sql`INSERT INTO ingest_processes VALUES (1, now()) ON CONFLICT (epoch) DO UPDATE SET seen_at = now()`.execute(
    kysely,
  );
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(kysely);
  began = rows[0]?.now ?? began;
  // enough that talks elsewhere: a fault is not everything
  await fleet(100, { place: 1, protocol: 'suntech' });
});

interface Fleet {
  readonly place?: number;
  readonly protocol?: string;
  readonly iccid?: string;
  readonly network?: readonly [country: number, network: number];
  readonly device?: object;
  /** Seconds between its messages. */
  readonly interval?: number;
}

/** Devices that talk; their numbers. */
async function fleet(
  count: number,
  { place = 0, protocol = 'gt06', iccid, network, device, interval = 60 }: Fleet = {},
) {
  const [latitude, longitude] = places[place] ?? places[0];
  const [mobileCountryCode, mobileNetworkCode] = network ?? [];
  const position = {
    protocol,
    attributes: iccid ? { iccid } : {},
    network: network ? { cellTowers: [{ mobileCountryCode, mobileNetworkCode }] } : null,
  };
  const ids = [];
  for (let made = 0; made < count; made += 1) ids.push(await world.device(device));
  await sql`
    INSERT INTO device_state (device_id, status, last_update, overdue_at, latitude, longitude, position)
    SELECT id, 'online', now(), now() + ${interval * 1.5 + 30} * interval '1 second', ${latitude}, ${longitude}, ${JSON.stringify(position)}
    FROM unnest(${ids}::int[]) AS id`.execute(kysely);
  return ids;
}

/** As if nothing had been heard of them for so long. */
const quiet = (ids: readonly number[], seconds: number) =>
  sql`UPDATE device_state SET last_update = last_update - ${seconds} * interval '1 second',
    overdue_at = overdue_at - ${seconds} * interval '1 second' WHERE device_id = ANY(${ids}::int[])`.execute(
    kysely,
  );
const heard = (ids: readonly number[]) =>
  sql`UPDATE device_state SET last_update = now(), overdue_at = now() + interval '2 minutes', status = 'online'
    WHERE device_id = ANY(${ids}::int[])`.execute(kysely);
const pause = (beganAgo: number, endedAgo: number) =>
  sql`INSERT INTO ingest_pauses (began_at, ended_at)
    VALUES (now() - ${beganAgo} * interval '1 second', now() - ${endedAgo} * interval '1 second')`.execute(
    kysely,
  );

async function faults() {
  const { rows } = await sql<{
    id: number;
    by: string;
    value: string;
    name: string;
    devices: number;
    severity: number;
    closedAt: Date | null;
    outcome: string | null;
  }>`
    SELECT a.id, a.mass_fault ->> 'by' AS by, a.mass_fault ->> 'value' AS value, rule_name AS name, severity, closed_at AS "closedAt",
      outcome_name AS outcome, (SELECT count(*)::int FROM alarm_mass_devices AS m WHERE m.alarm_id = a.id) AS devices
    FROM alarms AS a WHERE kind = 'massFault' AND opened_at >= ${began} ORDER BY id`.execute(kysely);
  return rows;
}
const brief = async () => (await faults()).map(({ by, name, devices }) => [by, name, devices]);

test('[DESK-10] 20 devices of one place that fall silent within 5 min are one alarm that names them', async () => {
  const ids = await fleet(40);
  await quiet(ids.slice(0, 19), 130);
  await look();
  expect(await faults(), 'under 20').toEqual([]);
  await quiet(ids.slice(19, 20), 130);
  await look();
  await look();
  expect(await faults()).toMatchObject([{ by: 'cell', name: 'Falha em massa', devices: 20, severity: 1 }]);
  const [{ id } = { id: 0 }] = await faults();
  const { body } = await ask('GET', `/api/alarms/${id}`, { token: admin.token });
  expect(body).toMatchObject({
    kind: 'massFault',
    deviceCount: 20,
    deviceBackCount: 0,
    siren: true,
    state: 'waiting',
  });
  expect(body.massFault).toMatchObject({ by: 'cell', isOurs: false });
  expect(body.devices.map((one: { deviceId: number }) => one.deviceId).toSorted()).toEqual(
    ids.slice(0, 20).toSorted(),
  );
  expect(
    Math.abs(body.latitude + 23.55) + Math.abs(body.longitude + 46.63),
    'the middle of its cell',
  ).toBeLessThan(0.3);
  expect(
    published.some(
      ({ topic, message }) => topic === 'alarms' && JSON.stringify(message).includes(String(id)),
    ),
  ).toBe(true);
});

test('[DESK-10] under a fifth of those online in the group is none', async () => {
  const ids = await fleet(101, { network: [724, 5] });
  await quiet(ids.slice(0, 20), 130);
  await look();
  expect(await faults()).toEqual([]);
  await quiet(ids.slice(20, 21), 130);
  await look();
  expect(await brief()).toEqual([['network', 'Falha em massa', 21]]);
});

test('[DESK-10] who reports by the hour is not silent after 5 min, and joins when his own time is over', async () => {
  const hourly = await fleet(25, { interval: 3600, device: { attributes: { m2mProvider: 'Arqia' } } });
  await quiet(hourly, 600);
  await look();
  expect(await faults()).toEqual([]);
  const arqia = { device: { attributes: { m2mProvider: 'Arqia' } } };
  const minutely = [
    ...(await fleet(15, { place: 2, ...arqia })),
    ...(await fleet(15, { place: 1, ...arqia })),
  ];
  await quiet(minutely, 130);
  await look();
  expect(await brief()).toEqual([['provider', 'Falha em massa', 30]]);
  await quiet(hourly, 5430 - 600 + 10);
  await look();
  expect(await brief(), 'not heard since before it opened').toEqual([['provider', 'Falha em massa', 55]]);
});

test('[DESK-10] who was heard after the fault opened, and is silent alone, has another reason', async () => {
  const ids = await fleet(40);
  await quiet(ids.slice(0, 20), 130);
  await look();
  await heard(ids.slice(20));
  await sql`UPDATE device_state SET overdue_at = now() - interval '1 second' WHERE device_id = ${ids[30]}`.execute(
    kysely,
  );
  await look();
  expect(await brief()).toEqual([['cell', 'Falha em massa', 20]]);
});

test.each([
  ['sim', { iccid: '89550531000000000001' }],
  ['network', { network: [724, 6] }],
  ['provider', { device: { attributes: { m2mProvider: 'Emnify' } } }],
  ['protocol', { protocol: 'teltonika' }],
] as const)('[DESK-10] devices of many places are grouped by their %s', async (by, of) => {
  const silent = [...(await fleet(12, { place: 0, ...of })), ...(await fleet(12, { place: 2, ...of }))];
  await fleet(60, { place: 0 });
  await fleet(60, { place: 2 });
  await fleet(10, { place: 1, ...of });
  await quiet(silent, 130);
  await look();
  expect(await brief()).toEqual([[by, 'Falha em massa', 24]]);
});

test('[DESK-10] nearly everything at once is "Falha nossa", and so is nearly all of a protocol', async () => {
  const port = [
    ...(await fleet(15, { protocol: 'teltonika' })),
    ...(await fleet(15, { place: 2, protocol: 'teltonika' })),
  ];
  await fleet(40);
  await fleet(40, { place: 2 });
  await quiet(port, 130);
  await look();
  expect(await faults()).toMatchObject([
    { by: 'protocol', value: 'teltonika', name: 'Falha nossa', devices: 30, severity: 0 },
  ]);
  const { rows } = await sql<{ id: number }>`SELECT device_id AS id FROM device_state`.execute(kysely);
  await quiet(
    rows.map(({ id }) => id).filter((id) => !port.includes(id)),
    130,
  );
  await look();
  expect((await brief())[1]).toEqual(['all', 'Falha nossa', 180]);
});

test('[DESK-10] [JAM-01] a stop of ours is no mass fault: devices have their own interval and 5 min to come back', async () => {
  const ids = await fleet(30);
  await quiet(ids, 130);
  await pause(120, 60);
  await look();
  expect(await faults()).toEqual([]);
  await heard(ids);
  await quiet(ids, 130);
  await kysely.deleteFrom('ingest_pauses').execute();
  // the pause ended so long ago that interval and grace are over: what is silent still is reported as ours
  await pause(500, 425);
  await quiet(ids, 400);
  await look();
  expect(await brief()).toEqual([['cell', 'Falha nossa', 30]]);
});

test('[DESK-10] [JAM-01] a process that was killed, or could not reach the database, is noted as a pause, once', async () => {
  const ids = await fleet(30);
  await quiet(ids, 130);
  await sql`UPDATE ingest_processes SET seen_at = now() - interval '5 minutes'`.execute(kysely);
  await Promise.all([look(), look()]);
  const pauses = await kysely.selectFrom('ingest_pauses').selectAll().execute();
  expect(pauses).toHaveLength(1);
  expect(await faults()).toEqual([]);
  await sql`UPDATE ingest_pauses SET ended_at = ended_at - interval '8 minutes'`.execute(kysely);
  await look();
  expect(await faults(), 'nobody listens').toEqual([]);
  await sql`UPDATE ingest_pauses SET ended_at = now()`.execute(kysely);
  await sql`INSERT INTO ingest_processes VALUES (2, now())`.execute(kysely);
  await look();
  expect(await faults(), 'they have time to come back').toEqual([]);
  await sql`DELETE FROM ingest_processes WHERE epoch = 2`.execute(kysely);
});

test('[DESK-10] silenced and disabled devices count for nothing', async () => {
  const ids = await fleet(20);
  await sql`UPDATE devices SET disabled = true WHERE id = ${ids[0]}`.execute(kysely);
  await quiet(ids, 130);
  await look();
  expect(await faults()).toEqual([]);
  await sql`UPDATE devices SET disabled = false WHERE id = ${ids[0]}`.execute(kysely);
  await sql`INSERT INTO silences (device_id, reason, created_by_name, until) VALUES (${ids[1]}, 'workshop', 'x', now() + interval '1 hour')`.execute(
    kysely,
  );
  await look();
  expect(await faults()).toEqual([]);
  await sql`DELETE FROM silences`.execute(kysely);
  await look();
  expect(await faults()).toHaveLength(1);
});

test('[DESK-10] each person sees named and counted only what is in his sight, and nothing where none is', async () => {
  const ids = await fleet(25);
  const [mine, hers] = [ids.slice(0, 3), ids.slice(3, 20)];
  const [he, she, none] = [
    await scene.operator(mine),
    await scene.operator(hers),
    await scene.operator([await world.device()]),
  ];
  await quiet(ids.slice(0, 22), 130);
  await look();
  const [{ id } = { id: 0 }] = await faults();
  for (const [person, own] of [
    [he, mine],
    [she, hers],
  ] as const) {
    const { body } = await ask('GET', `/api/alarms/${id}`, { token: person.token });
    expect(body.devices.map((one: { deviceId: number }) => one.deviceId).toSorted()).toEqual(own.toSorted());
    expect(body.deviceCount).toBe(own.length);
    const joined = body.history.find(({ action }: { action: string }) => action === 'join');
    expect(joined.details).toEqual({ count: own.length });
    const queue = await ask('GET', '/api/desk/queue', { token: person.token });
    expect(queue.body.alarms).toMatchObject([{ id, deviceCount: own.length }]);
    const foreign = await kysely
      .selectFrom('devices')
      .select('name')
      .where('id', 'in', ids)
      .where('id', 'not in', own)
      .execute();
    const said = body.devices.map(({ name }: { name: string }) => name);
    expect(foreign.filter(({ name }) => said.includes(name))).toEqual([]);
  }
  expect((await ask('GET', `/api/alarms/${id}`, { token: none.token })).status).toBe(404);
  expect((await ask('GET', '/api/desk/queue', { token: none.token })).body.total).toBe(0);
  expect(
    (await ask('POST', `/api/alarms/${id}/claim`, { token: none.token, body: { expected: 'waiting' } }))
      .status,
  ).toBe(404);
});

test('[DESK-10] it is claimed and closed as others are, and holds none of its vehicles', async () => {
  const ids = await fleet(25);
  const operator = await scene.operator(ids);
  const tow = await scene.alarm(ids[0] ?? 0, { label: 'tow' });
  await quiet(ids, 130);
  await look();
  const [{ id } = { id: 0 }] = await faults();
  const act = (name: string, body: object) =>
    ask('POST', `/api/alarms/${id}/${name}`, { token: operator.token, body });
  expect((await act('claim', { expected: 'waiting' })).body).toMatchObject({
    state: 'claimed',
    deviceCount: 25,
  });
  expect((await ask('GET', `/api/alarms/${tow}`, { token: operator.token })).body.state).toBe('waiting');
  const outcome = await kysely
    .selectFrom('alarm_outcomes')
    .select('id')
    .where('key', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  expect((await act('close', { expected: 'claimed', outcomeId: outcome.id })).status).toBe(200);
  await look();
  expect(await faults(), 'this silence was told').toHaveLength(1);
  const report = await ask(
    'GET',
    `/api/reports/alarms?from=${encodeURIComponent(new Date(Date.now() - 60_000).toISOString())}&to=${encodeURIComponent(new Date(Date.now() + 60_000).toISOString())}`,
    {
      token: operator.token,
    },
  );
  expect(JSON.stringify(report.body)).toContain('"deviceCount":25');
});

test('[DESK-10] silence and jamming alarms of its devices join it, later ones too, and nobody hears them', async () => {
  const ids = await fleet(25);
  const [first = 0, held = 0, sos = 0, later = 0, last = 0] = ids;
  const operator = await scene.operator(ids);
  const jamming = await scene.alarm(first, { type: 'suspectedJamming' });
  const his = await scene.alarm(held, { label: 'jamming' });
  const help = await scene.alarm(sos, { label: 'sos' });
  await ask('POST', `/api/alarms/${his}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  await quiet(ids, 130);
  await look();
  const [{ id } = { id: 0 }] = await faults();
  const alarm = async (one: number) => (await ask('GET', `/api/alarms/${one}`, { token: admin.token })).body;
  expect(await alarm(jamming)).toMatchObject({
    state: 'closed',
    outcomeName: 'Falha em massa',
    massFaultId: id,
  });
  expect(await alarm(his), 'whoever works on it goes on').toMatchObject({
    state: 'claimed',
    massFaultId: id,
  });
  expect(await alarm(help)).toMatchObject({ state: 'waiting', massFaultId: null });
  await scene.event(later, { type: 'suspectedJamming' });
  await services.desk.openQueued();
  await scene.event(last, { label: 'jamming' });
  await services.desk.openQueued();
  for (const device of [later, last]) {
    const after = await kysely
      .selectFrom('alarms')
      .selectAll()
      .where('device_id', '=', device)
      .executeTakeFirstOrThrow();
    expect(after).toMatchObject({ mass_fault_id: id, outcome_name: 'Falha em massa' });
    expect(after.closed_at, 'in the transaction that opened it').not.toBeNull();
  }
  const events = await kysely
    .selectFrom('events')
    .select('handled_at')
    .where('device_id', 'in', [first, later])
    .execute();
  expect(events.every(({ handled_at }) => handled_at !== null)).toBe(true);
});

test('[DESK-10] it closes by itself when four fifths are back, and what did not come back is alarmed again', async () => {
  const ids = await fleet(25);
  await quiet(ids, 130);
  await look();
  const [{ id } = { id: 0 }] = await faults();
  const operator = await scene.operator(ids);
  await ask('POST', `/api/alarms/${id}/claim`, { token: operator.token, body: { expected: 'waiting' } });
  const [gone = 0, returned = 0] = [ids[24], ids[0]];
  for (const one of [gone, returned]) await scene.event(one, { type: 'suspectedJamming' });
  await services.desk.openQueued();
  await heard(ids.slice(0, 19));
  await look();
  expect(await faults(), '19 of 25').toMatchObject([{ closedAt: null }]);
  expect((await ask('GET', `/api/alarms/${id}`, { token: admin.token })).body.deviceBackCount).toBe(19);
  await heard(ids.slice(19, 20));
  await Promise.all([look(), look()]);
  expect(await faults()).toMatchObject([{ outcome: 'Normalizado' }]);
  const { body } = await ask('GET', `/api/alarms/${id}`, { token: admin.token });
  expect(body).toMatchObject({ state: 'closed', closedBy: null, deviceBackCount: 20, holderId: 0 });
  expect(body.history.filter(({ action }: { action: string }) => action === 'normalise')).toHaveLength(1);
  expect(await scene.openAlarmOf(returned)).toBe(0);
  const again = await kysely
    .selectFrom('alarms')
    .selectAll()
    .where('id', '=', await scene.openAlarmOf(gone))
    .executeTakeFirstOrThrow();
  expect(again).toMatchObject({ event_type: 'suspectedJamming', mass_fault_id: id, severity: 0 });
});

test('[DESK-10] two processes that look at once open one, and close it once', async () => {
  const ids = await fleet(30);
  await quiet(ids, 130);
  await Promise.all(Array.from({ length: 4 }, look));
  expect(await brief()).toEqual([['cell', 'Falha em massa', 30]]);
  const [{ id } = { id: 0 }] = await faults();
  await heard(ids);
  await Promise.all(Array.from({ length: 4 }, look));
  const lines = await kysely
    .selectFrom('alarm_history')
    .select('action')
    .where('alarm_id', '=', id)
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['open', 'join', 'back', 'normalise']);
});

test('[DESK-10] its numbers are settings, and those that a release before stored go on', async () => {
  const put = (massFault: object) =>
    ask('PUT', '/api/desk/settings', { token: admin.token, body: { massFault } });
  await sql`UPDATE desk_settings SET settings = '{"lateMinutes": 90, "massFault": {"enabled": true, "windowMinutes": 5, "minDevices": 7,
    "minPercent": 20, "backPercent": 80}}'`.execute(kysely);
  expect((await ask('GET', '/api/desk/settings', { token: admin.token })).body).toMatchObject({
    lateMinutes: 90,
    massFault: { minDevices: 7, cellKm: 20, oursPercent: 80 },
  });
  const ids = await fleet(20);
  await quiet(ids.slice(0, 7), 130);
  expect((await put({ minDevices: 8 })).body.massFault).toMatchObject({ minDevices: 8, backPercent: 80 });
  await look();
  expect(await faults()).toEqual([]);
  expect((await put({ minDevices: 7, minPercent: 36 })).status).toBe(200);
  await look();
  expect(await faults(), '7 of 20 are 35 percent').toEqual([]);
  await put({ minPercent: 35, enabled: false });
  await look();
  expect(await faults()).toEqual([]);
  await put({ enabled: true });
  await look();
  expect(await faults()).toHaveLength(1);
  expect((await put({ minDevices: 1 })).status).toBe(400);
  await sql`UPDATE desk_settings SET settings = '{}'`.execute(kysely);
});
