/** Two processes that send the notices of one channel, of which one is stopped in the middle. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import { createTestDatabase } from '../../platform/db/test-database.ts';
import type { SendSms } from '../../platform/outbound/channels.ts';
import { createCommit } from '../../queries/commit.ts';
import { createWorld } from '../../testing/world.ts';
import { beginDelivery, claimDeliveries, endDelivery, releaseDeliveries } from './deliveries-queries.ts';
import { createDeliveriesService } from './deliveries-service.ts';

const { kysely, pool, drop } = await createTestDatabase();
afterAll(drop);
const world = createWorld(kysely);
const person = await world.person({ phone: '+5585999990000' });
const device = await world.device();
await world.link(person.id, { device });
const never = new AbortController().signal;
let nowMs = Date.now();
const iso = (ms: number) => new Date(ms).toISOString();
beforeEach(() => pool.query('TRUNCATE notification_deliveries'));

function processWith(sendSms: SendSms) {
  const service = createDeliveriesService({
    brandMail: async (_userId, mail) => mail,
    kysely,
    commit: createCommit(
      kysely,
      createInProcessBus(() => undefined),
      new Set(),
    ),
    channels: { sendSms },
    count: () => undefined,
    publicUrl: undefined,
    readServer: async () => ({}),
    geocoding: { nearest: () => null },
    carryOut: async () => undefined,
    nowMs: () => nowMs,
  });
  return () => service.jobs.find(({ name }) => name === 'notices by sms')?.work(never);
}

async function waitingNotice(): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO events (device_id, type, event_time, server_time) VALUES ($1, 'deviceMoving', now(), now()) RETURNING id`,
    [device],
  );
  await pool.query(
    `INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, created_at, state, next_try_at)
     VALUES ($1, $2, $3, 1, 'sms', $4, 'waiting', $4)`,
    [rows[0]?.id, device, person.id, new Date(nowMs)],
  );
}

const state = async () =>
  (await pool.query('SELECT state, attempts FROM notification_deliveries')).rows[0] as object;

test.each([
  ['was sent', undefined],
  ['was not sent', new DeliveryFailed('later', { certainlyNotSent: true, isLasting: false })],
])(
  '[SCALE-04] [ING-08] a process that was stopped over its claim writes nothing when it goes on: %s',
  async (_, answer) => {
    await waitingNotice();
    const started = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const sent: string[] = [];
    const stopped = processWith(async () => {
      started.resolve();
      await goOn.promise;
      if (answer) throw answer;
    })();
    await started.promise;
    nowMs += 6 * 60_000;
    const other = processWith(async (phone) => void sent.push(phone));
    await other();
    expect(await state()).toEqual({ state: 'given-up', attempts: 1 });
    goOn.resolve();
    await stopped;
    await other();
    expect(await state()).toEqual({ state: 'given-up', attempts: 1 });
    expect(sent).toEqual([]);
  },
);

test('[SCALE-04] whose claim ran out neither begins a notice that another one claimed since, nor gives it back, nor ends it', async () => {
  await waitingNotice();
  const claimAt = async (at: number) => {
    const terms = {
      notificator: 'sms',
      most: 10,
      perMinute: 10,
      now: iso(at),
      until: iso(at + 60_000),
      afterBound: iso(at),
      oldestQueued: iso(0),
    };
    const { ids } = await claimDeliveries(kysely, terms);
    return { ids, until: terms.until, now: terms.now, lease: iso(at + 300_000) };
  };
  const first = await claimAt(nowMs);
  const second = await claimAt(nowMs + 61_000);
  expect(second.ids).toEqual(first.ids);
  const [id = 0] = first.ids;
  const isOf = async (claim: string) =>
    (await pool.query('SELECT FROM notification_deliveries WHERE next_try_at = $1', [claim])).rowCount === 1;

  expect(await beginDelivery(kysely, id, first)).toBe(false);
  await releaseDeliveries(kysely, [id], first);
  const sent = { state: 'sent', reason: null } as const;
  expect(await endDelivery(kysely, id, sent, { now: first.now, claim: first.until })).toBe(false);
  expect(await isOf(second.until)).toBe(true);
  expect(await beginDelivery(kysely, id, second)).toBe(true);
  expect(await endDelivery(kysely, id, sent, { now: first.now, claim: first.lease })).toBe(false);
  expect(await state()).toEqual({ state: 'sending', attempts: 1 });
  expect(await endDelivery(kysely, id, sent, { now: second.now, claim: second.lease })).toBe(true);
  expect(await state()).toEqual({ state: 'sent', attempts: 1 });
});
