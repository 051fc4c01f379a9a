/** What a restore ends, forgets and begins anew, row by row, in a database of the backup's instant. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlockClock } from '../../modules/commands/blocks/block-clock.ts';
import { findDue } from '../../modules/fleet-control/runs-queries.ts';
import { findOrdered } from '../../modules/reconciliation/differences-queries.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import { createWorld } from '../../testing/world.ts';
import { connect } from '../connection.ts';
import { type Settled, settle } from './settle.ts';

const { pool, kysely, connectionString, drop } = await createTestDatabase();
afterAll(drop);
const world = createWorld(kysely);
const installation = randomUUID();
let settled: Settled;

/** A block in each state, of a device of its own, with what became of its command. */
async function block(state: string, moment: string, command?: string): Promise<void> {
  const deviceId = await world.device({ name: `${state} ${moment} ${command ?? ''}`.trim() });
  await pool.query(
    `WITH sent AS (
       INSERT INTO sent_commands (device_id, type, state, expires_at)
       SELECT $1, 'engineStop', $4, now() + interval '1 day' WHERE $4 <> '' RETURNING id)
     INSERT INTO block_requests (kind, device_id, device_name, state, moment, reason, asked_by_name, policy, command, sent_id, expires_at)
     VALUES ('block', $1, 'Moto', $2, $3, 'theft', 'Ana', '{}', '{}', (SELECT id FROM sent), now() + interval '1 day')`,
    [deviceId, state, moment, command ?? ''],
  );
}

beforeAll(async () => {
  await block('waiting', 'standstill');
  await block('requested', 'ignitionOff', 'expired');
  await block('requested', 'now', 'expired');
  await block('requested', 'standstill', 'queued');
  await block('requested', 'standstill');
  await block('confirmed', 'standstill', 'answered');
  for (const [state, step] of [
    ['running', 'sending'],
    ['waiting', 'clients'],
    ['failed', 'devicesHere'],
    ['done', 'done'],
  ] as const) {
    const { id } = await world.person({ name: state });
    await pool.query(
      `INSERT INTO fleet_control_runs (user_id, account, started_by, state, sends_new, step, next_try_at)
       VALUES ($1, 'a', 'person', $2, true, $3, now())`,
      [id, state, step],
    );
  }
  const { id: userId } = await world.person();
  await pool.query(
    `INSERT INTO differences (user_id, system, noun, kind, local_id, name, sides, comparison, take_side, take_version, take_started_at, refusal_words)
     SELECT $1, 'fleetControl', 'customer', 'onlyHere', id, name, '{here,there}', 1, side, 1, CASE name WHEN 'begun' THEN now() END, 'of before'
     FROM (VALUES (1, 'ordered', 'there'), (2, 'begun', 'here'), (3, 'free', NULL)) AS of (id, name, side)`,
    [userId],
  );
  await pool.query(
    `INSERT INTO scheduled_reports (user_id, name, type, period) SELECT $1, name, 'trips', 'yesterday' FROM unnest('{late,early}'::text[]) AS name`,
    [userId],
  );
  await pool.query(`
    INSERT INTO scheduled_report_runs (report_id, checked_until, sending_since, due_at, next_try_at)
    SELECT id, CASE name WHEN 'late' THEN now() - interval '1 day' ELSE now() + interval '1 day' END, now(), now(), now() FROM scheduled_reports`);
  const customers = [await world.customer(), await world.customer(), await world.customer()];
  await pool.query(
    `INSERT INTO payment_links (customer_id, account, state, provider_id)
     VALUES ($1, 'a', 'pending', NULL), ($2, 'a', 'pending', 'known'), ($3, 'a', 'failed', NULL)`,
    customers,
  );
  await pool.query(`
    INSERT INTO changes (topic, message) VALUES ('alarms', '{}');
    INSERT INTO job_leases (name, fence, held_until) VALUES ('backups', 7, now() + interval '1 hour');
    INSERT INTO processes (epoch, version, host, pid) VALUES (5, 'test', 'elsewhere', 1);
    UPDATE installation SET key_fingerprint = 'of then';
    INSERT INTO changed_hours (hour) VALUES (now());
    UPDATE stored_horizon SET stored_before = now();
    INSERT INTO backup_runs (id, place, by_clock, ended_at) VALUES
      (gen_random_uuid(), 'whole', true, now()), (gen_random_uuid(), 'this one, at work', true, NULL)`);
  const client = await connect(connectionString);
  settled = await settle(client, installation);
  await client.end();
});

test('[BACK-03] [BLOCK-04] a block that waited for its vehicle to stop ends, with a line in its history, and nothing of it is sent', async () => {
  expect(settled).toMatchObject({ blocks: 2, commands: 1 });
  const { rows } = await pool.query(`
    SELECT d.name, b.state, b.state_reason, b.ended_at IS NOT NULL AS ended, b.version, h.action, h.details
    FROM block_requests AS b JOIN devices AS d ON d.id = b.device_id LEFT JOIN block_history AS h ON h.block_id = b.id ORDER BY b.id`);
  const over = {
    ...{ state: 'expired', state_reason: 'restored', ended: true, version: 2, action: 'expired' },
    details: { state: 'expired', stateReason: 'restored' },
  };
  const as = (state: string) => ({
    ...{ state, state_reason: null, ended: false, version: 1, action: null, details: null },
  });
  expect(rows).toEqual([
    { name: 'waiting standstill', ...over },
    { name: 'requested ignitionOff expired', ...over },
    { name: 'requested now expired', ...as('requested') },
    { name: 'requested standstill queued', ...as('requested') },
    { name: 'requested standstill', ...as('requested') },
    { name: 'confirmed standstill answered', ...as('confirmed') },
  ]);
  const left: unknown[] = [];
  const look = createBlockClock({
    commit: (work) => kysely.transaction().execute((within) => work(within, () => undefined)),
    queueBlock: async (...given) => void left.push(given) as never,
    describeEvents: async () => [],
    targetOf: async () => ({ disabled: false }) as never,
    leave: async () => undefined,
  });
  await look();
  expect(left).toEqual([]);
  const after = await pool.query(
    `SELECT d.name, b.state, b.state_reason AS why FROM block_requests AS b JOIN devices AS d ON d.id = b.device_id
     WHERE b.state IN ('waiting', 'refused')`,
  );
  expect(after.rows, 'whose command is not sent').toEqual([
    { name: 'requested standstill queued', state: 'refused', why: 'restored' },
  ]);
});

test('[BACK-03] [FLT-01] no exchange goes on by what it had read then', async () => {
  expect(settled.exchanges).toBe(2);
  expect(await findDue(kysely)).toEqual([]);
  const { rows } = await pool.query(`
    SELECT u.name, r.state, r.step, r.next_try_at IS NOT NULL AS next, r.ended_at IS NOT NULL AS ended
    FROM fleet_control_runs AS r JOIN users AS u ON u.id = r.user_id ORDER BY r.id`);
  expect(rows).toEqual([
    { name: 'running', state: 'stopped', step: 'done', next: false, ended: true },
    { name: 'waiting', state: 'stopped', step: 'done', next: false, ended: true },
    { name: 'failed', state: 'failed', step: 'done', next: false, ended: true },
    { name: 'done', state: 'done', step: 'done', next: true, ended: false },
  ]);
});

test('[BACK-03] [DRIFT-01] a side of a difference that was ordered then is written by nobody, and may be ordered again', async () => {
  expect(settled.takes).toBe(2);
  expect(await findOrdered(kysely)).toEqual([]);
  const { rows } = await pool.query(
    'SELECT name, take_side AS side, take_started_at AS begun, refusal, refusal_words AS words FROM differences ORDER BY id',
  );
  expect(rows).toEqual([
    { name: 'ordered', side: null, begun: null, refusal: 'uncertain', words: null },
    { name: 'begun', side: null, begun: null, refusal: 'uncertain', words: null },
    { name: 'free', side: null, begun: null, refusal: null, words: 'of before' },
  ]);
});

test('[BACK-03] a report that was due in between is not mailed, and a customer who may be at the provider is looked for first', async () => {
  const { rows: reports } = await pool.query(`
    SELECT name, checked_until >= now() - interval '1 minute' AS looked, checked_until > now() + interval '1 hour' AS ahead,
      next_try_at AS next, sending_since AS sending
    FROM scheduled_report_runs JOIN scheduled_reports ON id = report_id ORDER BY name`);
  expect(reports).toEqual([
    { name: 'early', looked: true, ahead: true, next: null, sending: null },
    { name: 'late', looked: true, ahead: false, next: null, sending: null },
  ]);
  const { rows: links } = await pool.query(
    'SELECT state, provider_id, may_exist FROM payment_links ORDER BY customer_id',
  );
  expect(links).toEqual([
    { state: 'pending', provider_id: null, may_exist: true },
    { state: 'pending', provider_id: 'known', may_exist: false },
    { state: 'failed', provider_id: null, may_exist: false },
  ]);
});

test('[BACK-03] what processes of then agreed on is forgotten, and the installation is another one', async () => {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*)::int FROM changes) AS changes, (SELECT count(*)::int FROM job_leases) AS leases,
      (SELECT count(*)::int FROM processes) AS processes, i.id, i.key_fingerprint FROM installation AS i`);
  expect(rows).toEqual([{ changes: 0, leases: 0, processes: 0, id: installation, key_fingerprint: null }]);
});

test('[BACK-03] [BACK-01] no backup of before is gone on with, and that which is restored is not at work', async () => {
  const { rows } = await pool.query(`
    SELECT (SELECT count(*)::int FROM changed_hours) AS hours, (SELECT stored_before::text FROM stored_horizon) AS horizon,
      ARRAY(SELECT place FROM backup_runs) AS runs`);
  expect(rows).toEqual([{ hours: 0, horizon: '-infinity', runs: ['whole'] }]);
});
