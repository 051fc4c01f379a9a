import { setTimeout as sleep } from 'node:timers/promises';
import { type Served, serve } from '@atalaia/fakes/http/serve';
import { afterAll, expect, test } from 'vitest';
import type { Scene } from '../testing/scene.ts';

/** One person is sent five short messages a minute. */
const forEach = 5;
const people = 12;
const count = forEach * people;
const answerMs = 40;
let sms: Served | undefined;
afterAll(() => sms?.close());

/** A service of short messages that takes its time. */
export async function fakeSms(): Promise<Served> {
  sms = await serve(async () => {
    await sleep(answerMs);
    return { status: 200 };
  });
  return sms;
}

/** What each message said, as often as it came. */
const messages = () =>
  Map.groupBy(
    (sms?.requested ?? []).map(({ body }) => /Vehicle \d+/.exec(body)?.[0] ?? body),
    (said) => said,
  );

export function tellOnce(scene: () => Scene): void {
  test('[SCALE-04] three processes for what the clock asks send each message once, also where one is killed in the middle', async () => {
    const { enlist, person, pool, server } = scene();
    const vehicles = await enlist(count);
    const told = Array.from({ length: people }, (_, number) => {
      const own = vehicles.slice(number * forEach, (number + 1) * forEach);
      return person(`told-${number}@cluster.local`, own).then(({ id }) => own.map((one) => ({ one, id })));
    });
    const pairs = (await Promise.all(told)).flat();
    await pool.query(`UPDATE users SET phone = '+5585999990000' WHERE id = ANY($1)`, [
      pairs.map(({ id }) => id),
    ]);
    await pool.query(
      `WITH told AS (SELECT * FROM unnest($1::int[], $2::int[]) AS told (device_id, user_id)),
       stored AS (
         INSERT INTO events (device_id, type, event_time, server_time)
         SELECT device_id, 'deviceMoving', now(), now() FROM told RETURNING id, device_id
       )
       INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, state, next_try_at)
       SELECT id, device_id, user_id, 1, 'sms', now(), 'waiting', now() FROM stored JOIN told USING (device_id)`,
      [pairs.map(({ one }) => one.id), pairs.map(({ id }) => id)],
    );
    await expect.poll(() => messages().size).toBeGreaterThan(count / 6);
    await server('jobs-1').kill();
    try {
      await untilNoneWaits(pool);
    } finally {
      await server('jobs-1').restart();
    }
    const { rows } = await pool.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int AS count FROM notification_deliveries GROUP BY state',
    );
    const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
    // whether those that the killed one had on their way left is open, so nobody repeats them
    expect(of('sent')).toBeGreaterThan(count / 2);
    expect([...messages()].filter(([, times]) => times.length > 1)).toEqual([]);
    expect(messages().size).toBeGreaterThanOrEqual(of('sent'));
  });
}

async function untilNoneWaits(pool: Scene['pool']): Promise<void> {
  const countOf = async (which: string) => {
    const text = `SELECT count(*)::int AS open FROM notification_deliveries WHERE state = 'waiting' AND ${which}`;
    return (await pool.query<{ open: number }>(text)).rows[0]?.open ?? 0;
  };
  await expect.poll(() => countOf('next_try_at <= now()')).toBe(0);
  // what is left was claimed, for five minutes, by those that are at work or by the one that was killed; they pass
  for (let before = -1, now = await countOf('true'); now !== before; now = await countOf('true')) {
    before = now;
    await sleep(3_000);
  }
  await pool.query(`UPDATE notification_deliveries SET next_try_at = now() WHERE state = 'waiting'`);
  await expect.poll(() => countOf('true')).toBe(0);
}
