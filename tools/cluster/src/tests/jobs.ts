import { setTimeout as sleep } from 'node:timers/promises';
import { type Served, serve } from '@atalaia/fakes/http/serve';
import { afterAll, expect, test } from 'vitest';
import type { Scene } from '../testing/scene.ts';

/** The service of short messages has a bound for each person. */
const people = 6;
const count = 60;
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
    for (let number = 0; number < people; number += 1) {
      const own = vehicles.filter((_, index) => index % people === number);
      const { id } = await person(`told-${number}@cluster.local`, own);
      await pool.query('UPDATE users SET phone = $2 WHERE id = $1', [id, `+558599999000${number}`]);
      await pool.query(
        `WITH stored AS (
           INSERT INTO events (device_id, type, event_time, server_time)
           SELECT unnest($1::int[]), 'deviceMoving', now(), now() RETURNING id, device_id
         )
         INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, state, next_try_at)
         SELECT id, device_id, $2, 1, 'sms', now(), 'waiting', now() FROM stored`,
        [own.map((one) => one.id), id],
      );
    }
    await expect.poll(() => messages().size).toBeGreaterThan(count / 6);
    await server('jobs-1').kill();
    const open = `SELECT count(*)::int AS open FROM notification_deliveries WHERE state = 'waiting'`;
    const waiting = async () => (await pool.query<{ open: number }>(open)).rows[0]?.open;
    const free = `SELECT count(*)::int AS open FROM notification_deliveries WHERE state = 'waiting' AND next_try_at <= now()`;
    await expect.poll(async () => (await pool.query<{ open: number }>(free)).rows[0]?.open).toBe(0);
    // what is left was claimed, for five minutes, by those that are at work or by the one that was killed; they pass
    for (let before = -1, now = await waiting(); now !== before; now = await waiting()) {
      before = now ?? 0;
      await sleep(3_000);
    }
    await pool.query(`UPDATE notification_deliveries SET next_try_at = now() WHERE state = 'waiting'`);
    await expect.poll(waiting).toBe(0);
    await server('jobs-1').restart();
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
