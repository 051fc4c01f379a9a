import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, kysely, world } = await createTestApp();
const admin = await world.administrator();

/** So many statements wait for a lock. */
const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT pid)::int AS count FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    WHERE NOT l.granted AND a.datname = current_database()`.execute(kysely);
  return rows[0]?.count;
};

test('[DESK-17] of two who change the desk’s settings at once neither loses what the other wrote', async () => {
  const change = (body: object) => ask('PUT', '/api/desk/settings', { token: admin.token, body });
  const both = await kysely.transaction().execute(async (transaction) => {
    await sql`SELECT FROM desk_settings FOR UPDATE`.execute(transaction);
    const changes = [change({ lateMinutes: 77 }), change({ answerSeconds: 99 })];
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    return { changes };
  });
  for (const { status } of await Promise.all(both.changes)) expect(status).toBe(200);
  const { body } = await ask('GET', '/api/desk/settings', { token: admin.token });
  expect(body).toMatchObject({ lateMinutes: 77, answerSeconds: 99 });
});
