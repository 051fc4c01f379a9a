/** The queue of the person who sees few of very many vehicles and of the person who sees most, against what the rows say. */
import type { AlarmQueue } from '@atalaia/contract/desk/alarm';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAlarmScene } from '../../testing/alarm-scene.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { countBreached } from './alarms-queries.ts';

const { ask, kysely, world, services } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);

/** More than who sees few may see. */
const devices = 1_200;
const own = 10;

/** Devices of two groups by turns, an open alarm of every second, a call without vehicle, and mass faults of one and of none. */
async function plantDesk() {
  const [here, there] = [await world.group(), await world.group()];
  const { rows } = await sql<{ id: number }>`
    INSERT INTO devices (unique_id, name, group_id)
    SELECT 'many' || i, 'many' || i, CASE WHEN i % 10 > 0 THEN ${here}::int ELSE ${there}::int END
    FROM generate_series(1, ${devices * 1.5}) AS i RETURNING id`.execute(kysely);
  const ids = rows.map(({ id }) => id);
  await sql`
    INSERT INTO alarms (kind, subject, rule_id, severity, device_id, opened_at, first_event_at, last_event_at, claim_seconds,
      close_seconds, claim_due_at, close_due_at, due_at)
    SELECT 'event', id, 1, id % 4, id, now() - id * interval '1 s', now(), now(), 60, 60, now(), now(),
      now() + (id * 7919 % 1000 - 500) * interval '1 s'
    FROM unnest(${ids}::int[]) AS id WHERE id % 2 = 0`.execute(kysely);
  await sql`
    WITH made AS (
      INSERT INTO alarms (kind, subject, severity, first_event_at, last_event_at, claim_seconds, close_seconds, claim_due_at,
        close_due_at, due_at)
      SELECT kind, -i, 2, now(), now(), 60, 60, now(), now(), now()
      FROM unnest('{manual,massFault,massFault}'::text[]) WITH ORDINALITY AS one (kind, i) RETURNING id, subject
    ) INSERT INTO alarm_mass_devices (alarm_id, device_id, device_name)
      SELECT id, CASE subject WHEN -2 THEN ${ids[0] ?? 0}::int ELSE ${ids[9] ?? 0}::int END, 'one' FROM made WHERE subject < -1`.execute(
    kysely,
  );
  await sql`INSERT INTO alarm_claims (subject) SELECT subject FROM alarms ON CONFLICT DO NOTHING`.execute(
    kysely,
  );
  return { here, there, ids };
}

interface OpenRow {
  readonly id: number;
  readonly subject: number;
  readonly deviceId: number | null;
  readonly severity: number;
}

test('[DESK-03] [DESK-12] who sees few of many vehicles and who sees most are shown theirs in order, counted, and given the next', async () => {
  const { here, ids } = await plantDesk();
  const many = await scene.operator();
  await world.link(many.id, { group: here });
  const few = await scene.operator(ids.slice(0, own));
  const { rows } = await sql<OpenRow>`
    SELECT id, subject, device_id AS "deviceId", severity FROM alarms ORDER BY severity, due_at, id`.execute(
    kysely,
  );
  const isOf = {
    many: ({ subject, deviceId }: OpenRow) =>
      deviceId === null ? subject > -3 : (ids.indexOf(deviceId) + 1) % 10 > 0,
    few: ({ deviceId }: OpenRow) => deviceId === null || ids.indexOf(deviceId) < own,
  };
  expect(rows.filter(isOf.few)).toHaveLength(own / 2 + 3);
  for (const [person, isSeen] of [
    [many, isOf.many],
    [few, isOf.few],
  ] as const) {
    const expected = rows.filter(isSeen);
    const read = async (query: string): Promise<AlarmQueue> =>
      (await ask('GET', `/api/desk/queue?${query}`, { token: person.token })).body;
    const page = await read('limit=1000');
    expect(page.alarms.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(page.total).toBe(expected.length);
    expect(page.counts.medium.waiting).toBe(expected.filter(({ severity }) => severity === 2).length);
    const second = await read('limit=4&offset=4&severity=medium');
    const medium = expected.filter(({ severity }) => severity === 2);
    expect(second.alarms.map(({ id }) => id)).toEqual(medium.slice(4, 8).map(({ id }) => id));
    expect(second.total).toBe(medium.length);
  }
  // his last one is far behind hundreds of others, past what is held
  const held = rows
    .filter(isOf.few)
    .slice(0, -1)
    .map(({ subject }) => subject);
  await sql`UPDATE alarm_claims SET user_id = 1 WHERE subject = ANY(${held}::bigint[])`.execute(kysely);
  for (const [person, isSeen] of [
    [few, isOf.few],
    [many, isOf.many],
  ] as const) {
    const { body } = await ask('POST', '/api/alarms/claim-next', { token: person.token });
    const free = rows.filter((row) => !held.includes(row.subject) && isSeen(row));
    expect(body.alarm.id).toBe(free[0]?.id);
    held.push(...free.slice(0, 1).map(({ subject }) => subject));
  }
});

test('[OPS-03] [DESK-03] what the metrics count as past its time is in the queue, not paused, and due before now', async () => {
  const before = await countBreached(kysely);
  await sql`
    INSERT INTO alarms (kind, subject, severity, first_event_at, last_event_at, claim_seconds, close_seconds, claim_due_at,
      close_due_at, due_at, paused_at, closed_at, pending_until)
    SELECT 'manual', -900 - i, 2, now(), now(), 60, 60, now(), now(), now() + due * interval '1 minute',
      CASE WHEN what = 'paused' THEN now() END, CASE WHEN what = 'closed' THEN now() END,
      CASE WHEN what = 'pending' THEN now() END
    FROM (VALUES (1, 'late', -1), (2, 'late', -90), (3, 'early', 1), (4, 'paused', -1), (5, 'closed', -1), (6, 'pending', -1))
      AS one (i, what, due)`.execute(kysely);
  expect(await countBreached(kysely)).toBe(before + 2);
});
