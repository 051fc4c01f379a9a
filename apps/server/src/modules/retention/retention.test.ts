import { pino } from 'pino';
import { expect, test } from 'vitest';
import { dropPartitionsBefore } from '../../ingest/partitions/drop-partitions.ts';
import { ensurePartitions } from '../../ingest/partitions/ensure-partitions.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createRetention, eventsPiece } from './retention-queries.ts';

const { ask, pool, world } = await createTestApp();
const admin = await world.administrator();
await ensurePartitions(pool, Date.now());
const deviceId = await world.device();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const never = new AbortController().signal;
const retention = createRetention({
  pool,
  log: pino({ level: 'silent' }),
  rowsPerPiece: 3,
  dropPartitionsBefore: (beforeMs) => dropPartitionsBefore(pool, beforeMs, Date.now()),
});
const keep = (attributes: object) => ask('PUT', '/api/server', { token: admin.token, body: { attributes } });
const count = async (table: string) =>
  (await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`)).rows[0]?.count;

async function fill() {
  await pool.query(
    'TRUNCATE positions, odd_positions, refused_messages, events, audit, travel_hours, notification_deliveries, sent_commands CASCADE',
  );
  for (const days of [1, 5, 40, 41, 42, 43, 44, 45, 400]) {
    const at = daysAgo(days);
    await pool.query(
      `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated,
         latitude, longitude, altitude, speed, course, accuracy, attributes)
       VALUES (1, $1, gen_random_uuid(), $1, $1, 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
      [at],
    );
    await pool.query(
      `INSERT INTO odd_positions (device_id, fix_time, digest, server_time, reason, content)
       VALUES (1, $1, gen_random_uuid(), $1, 'odd', '{}')`,
      [at],
    );
    await pool.query(
      `INSERT INTO refused_messages (device_id, digest, server_time, protocol, kind, error, frame)
       VALUES (1, gen_random_uuid(), $1, 'gt06', 'position', 'refused', '')`,
      [at],
    );
    await pool.query(
      `INSERT INTO events (device_id, type, event_time, server_time) VALUES ($2, 'deviceMoving', $1, $1)`,
      [at, deviceId],
    );
    await pool.query(`INSERT INTO audit (at, action, noun) VALUES ($1, 'x', 'y')`, [at]);
    await pool.query(
      `INSERT INTO travel_hours (device_id, hour, rules, positions, first_time, last_time, motion, distance, moving_ms,
         max_speed, engine_ms, silent_ms, silent_moving_ms) VALUES (1, $1, 1, 1, $1, $1, false, 0, 0, 0, 0, 0, 0)`,
      [at],
    );
    await pool.query(
      `INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, state)
       VALUES ($2, $3, $4, 1, 'mail', $1, 'sent')`,
      [at, days, deviceId, admin.id],
    );
    await pool.query(
      `INSERT INTO sent_commands (device_id, type, created_at, expires_at, state) VALUES ($2, 'engineStop', $1, $1, 'answered')`,
      [at, deviceId],
    );
  }
}

test('[OPS-04] without a setting everything is kept', async () => {
  await keep({});
  await fill();
  await retention.work(never);
  for (const table of ['positions', 'odd_positions', 'refused_messages', 'events', 'audit', 'travel_hours']) {
    expect([table, await count(table)]).toEqual([table, 9]);
  }
});

test('[OPS-04] each class of data is kept as long as its setting says, and no day less', async () => {
  const settings: [string, string][] = [
    ['retentionPositionsDays', 'odd_positions'],
    ['retentionPositionsDays', 'refused_messages'],
    ['retentionEventsDays', 'events'],
    ['retentionAuditDays', 'audit'],
    ['retentionTravelHoursDays', 'travel_hours'],
    ['retentionNoticesDays', 'notification_deliveries'],
    ['retentionCommandsDays', 'sent_commands'],
  ];
  for (const [attribute, table] of settings) {
    await keep({ [attribute]: 43.5 }).then(({ status }) => expect(status).toBe(400));
    await keep({ [attribute]: 42 });
    await fill();
    // the rows of 42 days ago are some moments older than 42 days by now
    await retention.work(never);
    expect([table, await count(table)]).toEqual([table, 4]);
    if (table !== 'events') expect(await count('events')).toBe(9);
  }
});

test('[OPS-04] positions go by whole partitions, so that none is ever dropped before its time', async () => {
  await keep({ retentionPositionsDays: 100 });
  await fill();
  await retention.work(never);
  expect(await count('positions')).toBe(8);
  const { rows } = await pool.query<{ fix_time: string }>('SELECT min(fix_time) AS fix_time FROM positions');
  expect(Date.parse(rows[0]!.fix_time)).toBeGreaterThan(Date.now() - 50 * 86_400_000);
});

test('[OPS-04] an alarm that waits, a command on its way and a notice not sent yet are not deleted by age', async () => {
  await keep({ retentionEventsDays: 1, retentionCommandsDays: 1, retentionNoticesDays: 1 });
  await fill();
  await pool.query(`UPDATE events SET type = 'alarm' WHERE event_time < now() - interval '300 days'`);
  await pool.query(
    `UPDATE sent_commands SET state = 'queued', expires_at = now() + interval '1 day'
     WHERE created_at < now() - interval '300 days'`,
  );
  await pool.query(
    `UPDATE notification_deliveries SET state = 'waiting' WHERE created_at < now() - interval '300 days'`,
  );
  await retention.work(never);
  for (const table of ['events', 'sent_commands', 'notification_deliveries'])
    expect([table, await count(table)]).toEqual([table, 1]);
});

test('[OPS-04] the settings are read and written with the server’s; one that is no number of days is refused by its name', async () => {
  const attributes = { retentionPositionsDays: 365, retentionAuditDays: 0 };
  expect((await keep(attributes)).body.attributes).toEqual(attributes);
  expect((await ask('GET', '/api/server', { token: admin.token })).body.attributes).toEqual(attributes);
  const refused = await keep({ retentionPositionsDays: -1, retentionEventsDays: 'ten', other: 'x' });
  expect([refused.status, refused.body.details.fields.map(({ path }: { path: string }) => path)]).toEqual([
    400,
    ['attributes.retentionPositionsDays', 'attributes.retentionEventsDays'],
  ]);
});

test('[OPS-04] a pass over old events touches those that it deletes, and none of the alarms that wait', async () => {
  await pool.query('TRUNCATE events CASCADE');
  await pool.query(
    `INSERT INTO events (device_id, type, event_time, server_time, handled_at)
     SELECT $1, 'alarm', at, at, CASE WHEN n % 100 = 0 THEN at END
     FROM generate_series(1, 30000) AS n, LATERAL (SELECT now() - interval '300 days' + n * interval '1 second' AS at) AS one`,
    [deviceId],
  );
  await pool.query('VACUUM ANALYZE events');
  const explained = await pool.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${eventsPiece(200)}`,
    [daysAgo(10)],
  );
  const plan = JSON.stringify(explained.rows[0]?.['QUERY PLAN'][0].Plan);
  expect(plan).toContain('"Index Name":"events_age"');
  expect([...plan.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, rows]) => rows)).toEqual(
    plan.includes('Rows Removed by Filter') ? ['0'] : [],
  );
  expect(await count('events')).toBe(30_000 - 200);
});
