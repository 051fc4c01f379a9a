import { Counter, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { linkDatabase } from '../../ingest/testing/database-link.ts';
import { createKysely } from '../../platform/db/pool.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createStatisticsService } from './statistics-service.ts';

const { ask, database, kysely, pool, services, world } = await createTestApp();
const admin = await world.administrator();
const person = await world.person();
const readZone = async () => 'America/Fortaleza';
const span = 'from=2026-03-01T00:00:00Z&to=2026-03-03T12:00:00Z';

test('[KEPT-05] [API-02] a day’s row, of the installation’s zone, tells what was counted, and goes on where it stood after a restart', async () => {
  const device = await world.device();
  await pool.query(
    `INSERT INTO device_state (device_id, last_update) VALUES ($1, '2026-03-02T10:00:00Z')
     ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update`,
    [device],
  );
  const start = () => {
    const metrics = new Registry();
    const counter = <Label extends string>(name: string, ...labelNames: Label[]) =>
      new Counter({ name, help: name, labelNames, registers: [metrics] });
    return {
      frames: counter('atalaia_ingest_frames_total', 'protocol'),
      positions: counter('atalaia_ingest_positions_total', 'protocol'),
      calls: counter('atalaia_outbound_calls_total', 'service', 'outcome'),
      statistics: createStatisticsService({
        kysely,
        metrics,
        readZone,
        nowMs: () => Date.UTC(2026, 2, 3, 1),
      }),
    };
  };
  const first = start();
  first.frames.inc({ protocol: 'gt06' }, 7);
  first.positions.inc({ protocol: 'gt06' }, 5);
  first.calls.inc({ service: 'mail', outcome: 'done' }, 2);
  first.calls.inc({ service: 'mail', outcome: 'failed' });
  first.calls.inc({ service: 'geocoder', outcome: 'failed' }, 3);
  first.statistics.seen(person.id);
  await first.statistics.write();
  await first.statistics.write();
  const again = start();
  again.frames.inc({ protocol: 'suntech' }, 3);
  again.calls.inc({ service: 'sms', outcome: 'done' });
  again.statistics.seen(person.id);
  again.statistics.seen(admin.id);
  await again.statistics.write();
  const { body } = await ask('GET', `/api/statistics?${span}`, { token: admin.token });
  expect(body).toEqual([
    {
      captureTime: '2026-03-02T03:00:00.000Z',
      activeUsers: 2,
      activeDevices: 1,
      requests: 0,
      messagesReceived: 10,
      messagesStored: 5,
      mailSent: 2,
      smsSent: 1,
      geocoderRequests: 3,
      geolocationRequests: 0,
    },
  ]);
});

test('[KEPT-05] [SCALE-06] what a commit added whose answer was lost is not added again, what one did not add is', async () => {
  const link = await linkDatabase(database);
  const metrics = new Registry();
  const frames = new Counter({
    name: 'atalaia_ingest_frames_total',
    help: 'frames',
    labelNames: ['protocol'],
    registers: [metrics],
  });
  const nowMs = () => Date.UTC(2026, 2, 3, 11);
  const statistics = createStatisticsService({
    kysely: createKysely(link.database.pool),
    metrics,
    readZone,
    nowMs,
  });
  const received = async () => {
    const { rows } = await pool.query(
      `SELECT messages_received AS n FROM statistics WHERE day = '2026-03-03'`,
    );
    return rows[0]?.n ?? 0;
  };
  try {
    frames.inc({ protocol: 'gt06' }, 7);
    link.swallowAnswersTo('commit');
    const unsure = statistics.write().catch(() => 'unsure');
    await expect.poll(received).toBe(7);
    link.cut();
    expect(await unsure).toBe('unsure');
    link.swallowAnswersTo('nothing');
    await link.mend();
    frames.inc({ protocol: 'gt06' }, 2);
    await statistics.write();
    expect(await received()).toBe(9);

    link.cut();
    frames.inc({ protocol: 'gt06' }, 4);
    await expect(statistics.write()).rejects.toThrow();
    await link.mend();
    await statistics.write();
    expect(await received()).toBe(13);

    // it had begun, and was rolled back
    link.cutAt('commit');
    frames.inc({ protocol: 'gt06' }, 8);
    await expect(statistics.write()).rejects.toThrow();
    link.cut();
    await link.mend();
    await expect.poll(() => statistics.write().then(received)).toBe(21);
    await statistics.write();
    expect(await received()).toBe(21);
  } finally {
    await link.close();
  }
});

test('[KEPT-05] requests to the API and who made them are counted, for administrators to read', async () => {
  for (let times = 0; times < 3; times++) await ask('GET', '/api/devices', { token: person.token });
  await services.statistics.write();
  const now = new Date().toISOString();
  const read = (token: string, query = `from=${now}&to=${now}`) =>
    ask('GET', `/api/statistics?${query}`, { token });
  const { body } = await read(admin.token);
  expect(body).toHaveLength(1);
  expect(body[0].requests).toBeGreaterThanOrEqual(3);
  expect(body[0].activeUsers).toBe(2);
  expect((await read(person.token)).status).toBe(403);
  expect((await read(admin.token, `from=${now}&to=2020-01-01T00:00:00Z`)).body.details.fields[0].path).toBe(
    'query.to',
  );
  expect((await read(admin.token, '')).status).toBe(400);
});

test('the names of time zones are told', async () => {
  const { body } = await ask('GET', '/api/server/timezones', { token: person.token });
  expect(body).toEqual(expect.arrayContaining(['America/Fortaleza', 'Europe/Lisbon', 'UTC']));
});
