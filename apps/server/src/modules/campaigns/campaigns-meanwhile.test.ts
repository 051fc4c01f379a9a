/** What people and other processes do while SMS of a campaign wait or leave. */
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ensurePartitions } from '../../ingest/partitions/ensure-partitions.ts';
import type { SendSms } from '../../platform/outbound/channels.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { busy, createCampaigns, refused, slowService } from './campaigns.test-support.ts';

const sms = vi.fn<SendSms>(async () => undefined);
const sendSms: SendSms = (...message) => sms(...message);
/** As an administrator sets an SMS service up and takes it away while the server runs: there is none at first. */
const channels: { sendSms?: SendSms } = {};
const { ask, world, pool, services, secrets, anotherProcess } = await createTestApp({ channels });
const { token } = await world.administrator();
await ensurePartitions(pool, Date.now());
const { campaigns } = services.resources;
const untilAborted = new AbortController().signal;

const input = {
  ...{ name: 'Vinda', host: 'velho.example', port: 5023, perMinute: 600, silentHours: 1 },
  ...{ hoursFrom: '00:00', hoursUntil: '00:00', texts: [{ models: [], text: '{host} {uniqueId}' }] },
};
let phones = 0;
const device = async () => {
  const uniqueId = `meanwhile-${++phones}`;
  const phone = `+55859${String(phones).padStart(8, '0')}`;
  const id = await world.device({ unique_id: uniqueId, phone, model: 'GT06N' });
  return { id, uniqueId, phone };
};
const devices = async (count: number) => {
  const made: Awaited<ReturnType<typeof device>>[] = [];
  while (made.length < count) made.push(await device());
  return made;
};
const campaign = createCampaigns(ask, token, input);
const set = (id: number, values: string) =>
  pool.query(`UPDATE campaign_devices SET ${values} WHERE device_id = $1`, [id]);

beforeEach(async () => {
  await pool.query(`UPDATE campaigns SET state = 'stopped'`);
  sms.mockReset();
  sms.mockImplementation(async () => undefined);
  channels.sendSms = sendSms;
});

test('[BACK-05] an SMS service that is set up or taken away while the server runs counts from then on', async () => {
  const one = await campaign((await devices(6)).map(({ id }) => id));
  delete channels.sendSms;
  expect((await one.order('start', 6)).body.code).toBe('sms-not-set-up');
  channels.sendSms = sendSms;
  expect((await one.order('start', 6)).status).toBe(204);
  delete channels.sendSms;
  // whoever took any of them out of the queue would wait for this
  const other = await pool.connect();
  try {
    await other.query('BEGIN; SELECT FROM campaign_devices FOR UPDATE');
    await campaigns.sendDue(untilAborted);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  expect(new Set(Object.values(await one.states()))).toEqual(new Set(['queued']));
  channels.sendSms = sendSms;
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  // in the middle of a lot: the rest of it waits, and none of it failed
  delete channels.sendSms;
  for (const { resolve } of left) resolve();
  await sending;
  const waiting = (await one.devices()).filter(({ state }) => state === 'queued');
  expect(waiting.map(({ attempts, error }) => [attempts, error])).toEqual([
    [0, null],
    [0, null],
  ]);
  for (const act of ['start', 'retry'])
    expect((await one.order(act, act === 'start' ? 2 : 0)).body.code).toBe('sms-not-set-up');
  expect(sms).toHaveBeenCalledTimes(4);
  sms.mockImplementation(async () => undefined);
  channels.sendSms = sendSms;
  await campaigns.sendDue(untilAborted);
  expect(new Set(Object.values(await one.states()))).toEqual(new Set(['sent']));
  expect(sms).toHaveBeenCalledTimes(6);
});

test('[BACK-05] what waited when a campaign was stopped is again what it was known to be', async () => {
  const [unsure, tried, fresh, failed, late, went] = (await devices(6)).map(({ id }) => id);
  const ids = [unsure, tried, fresh, failed, late, went] as number[];
  const one = await campaign(ids);
  expect((await one.order('start', 6)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  for (const id of [unsure, tried] as number[]) await set(id, `state = 'unsure', error = 'interrupted'`);
  await set(failed as number, `state = 'failed', sent_at = NULL`);
  await set(late as number, `claimed_at = now() - interval '2 hours'`);
  await set(
    fresh as number,
    `state = 'queued', state_before = 'new', attempts = 0, tries = 0, sent_at = NULL`,
  );
  expect((await one.order('retry', 4)).status).toBe(204);
  // none of these leaves yet: they wait for another hour, but one that is tried in vain
  await pool.query(
    `UPDATE campaign_devices SET due_at = now() + interval '1 hour' WHERE campaign_id = $1
    AND device_id <> $2`,
    [one.id, tried],
  );
  sms.mockImplementation(async () => {
    throw busy();
  });
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(7);
  expect(await one.states()).toMatchObject({ [unsure as number]: 'queued', [tried as number]: 'queued' });
  // who goes on queues them all again, and it makes none of them anything else
  await one.order('pause');
  expect((await one.order('start', 5)).status).toBe(204);
  expect((await one.order('stop')).status).toBe(204);
  expect(await one.states()).toEqual(
    Object.fromEntries(
      ids.map((id, at) => [id, ['unsure', 'unsure', 'new', 'failed', 'overdue', 'sent'][at]]),
    ),
  );
});

test('[BACK-05] who is stopped in the middle of his second SMS is what he was: one that did not leave, and one that the service did not take', async () => {
  const six = (await devices(6)).map(({ id }) => id);
  const one = await campaign(six);
  for (const id of six) await set(id, `state = 'unsure', attempts = 1, sent_at = now()`);
  expect((await one.order('retry', 6)).status).toBe(204);
  const left = slowService(sms);
  const sending = anotherProcess().resources.campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  expect((await one.order('stop')).status).toBe(204);
  left[0]?.resolve();
  left[1]?.reject(refused());
  for (const at of [2, 3]) left[at]?.reject(busy());
  await sending;
  expect(sms).toHaveBeenCalledTimes(4);
  const states = (await one.devices()).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(states.toSorted()).toEqual(['failed 2', 'sent 2', 'unsure 1', 'unsure 1', 'unsure 2', 'unsure 2']);
});

test('[BACK-05] a first SMS that the service did not take was no SMS: where it waits no more it failed, also after going on', async () => {
  const [first, second] = await devices(2);
  const one = await campaign([first?.id ?? 0]);
  const other = await campaign([second?.id ?? 0]);
  sms.mockImplementation(async () => {
    throw busy();
  });
  for (const each of [one, other]) await each.order('start', 1);
  await campaigns.sendDue(untilAborted);
  await other.order('pause');
  expect((await other.order('start', 1)).status).toBe(204);
  for (const each of [one, other]) {
    expect(Object.values(await each.states())).toEqual(['queued']);
    await each.order('stop');
    expect(Object.values(await each.states())).toEqual(['failed']);
  }
});

test('[BACK-05] what a person has sent again is tried as often as the first time, however often it was tried before; what was given back is no try', async () => {
  const [made] = await devices(1);
  const id = made?.id ?? 0;
  const one = await campaign([id]);
  await one.order('start', 1);
  sms.mockImplementation(async () => {
    throw refused();
  });
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toEqual({ [id]: 'failed' });
  sms.mockImplementation(async () => {
    throw busy();
  });
  const goOn = async (signal = untilAborted) => {
    await campaigns.sendDue(signal);
    await set(id, `due_at = NULL, claimed_at = claimed_at - interval '2 minutes'`);
  };
  for (const before of [1, 7]) {
    expect((await one.order('retry', 1)).status).toBe(204);
    // claimed, and given back, as it is stopped
    const stopping = new AbortController();
    let asked = 0;
    const claimed = vi.spyOn(performance, 'now').mockImplementation(() => {
      // the third time it is marked as leaving
      if (new Error().stack?.includes('campaign-sending') && ++asked === 3) stopping.abort();
      return 0;
    });
    try {
      await campaigns.sendDue(stopping.signal);
    } finally {
      claimed.mockRestore();
    }
    expect(sms).toHaveBeenCalledTimes(before);
    for (let tries = 1; tries <= 5; tries += 1) {
      await goOn();
      expect([tries, await one.states()]).toEqual([tries, { [id]: 'queued' }]);
    }
    await goOn();
    await goOn();
    expect((await one.devices())[0]).toMatchObject({ state: 'failed', attempts: before + 6 });
    expect(sms).toHaveBeenCalledTimes(before + 6);
  }
});

test('[BACK-05] who pauses, edits and goes on at once has no older text leave: it is not edited while SMS leave, and is right after', async () => {
  const six = await devices(6);
  const one = await campaign(six.map(({ id }) => id));
  await one.order('start', 6);
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  await one.order('pause');
  const early = await one.edit({ host: 'novo.example' });
  expect([early.status, early.body.code]).toEqual([409, 'campaign-sending']);
  expect((await one.order('start', 2)).status).toBe(204);
  await one.order('pause');
  for (const { resolve } of left) resolve();
  await sending;
  expect((await one.edit({ host: 'novo.example' })).status).toBe(200);
  sms.mockImplementation(async () => undefined);
  expect((await one.order('start', 2)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  const hosts = sms.mock.calls.map(([, text]) => text.split(' ')[0]);
  expect(hosts).toEqual([...Array(4).fill('velho.example'), ...Array(2).fill('novo.example')]);
  expect(new Set(sms.mock.calls.map(([phone]) => phone)).size).toBe(6);
});

test('[BACK-05] who pauses has no more leave than the service was given, of any process, and who goes on at once is asked about all the others', async () => {
  const one = await campaign((await devices(11)).map(({ id }) => id));
  await one.order('start', 11);
  const left = slowService(sms);
  const sending = [
    campaigns.sendDue(untilAborted),
    anotherProcess().resources.campaigns.sendDue(untilAborted),
  ];
  await expect.poll(() => left.length).toBe(8);
  expect(Object.values(await one.states()).filter((state) => state === 'queued')).toHaveLength(3);
  await one.order('pause');
  expect((await one.order('start', 0)).body.code).toBe('campaign-changed');
  for (const { resolve } of left) resolve();
  await Promise.all(sending);
  expect(sms).toHaveBeenCalledTimes(8);
  expect((await one.order('start', 3)).status).toBe(204);
  sms.mockImplementation(async () => undefined);
  await campaigns.sendDue(untilAborted);
  expect(new Set(Object.values(await one.states()))).toEqual(new Set(['sent']));
  expect(new Set(sms.mock.calls.map(([phone]) => phone)).size).toBe(11);
});

test('[BACK-05] a campaign whose service is slow leaves its turn to the next one, and goes on in the one after', async () => {
  const [slow, next] = [await campaign((await devices(5)).map(({ id }) => id)), await devices(1)];
  const other = await campaign(next.map(({ id }) => id));
  for (const [each, count] of [[slow, 5] as const, [other, 1] as const]) await each.order('start', count);
  let clock = 0;
  const { now } = performance;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    return new Error().stack?.includes('campaign-sending') ? clock : now.call(performance);
  });
  onTestFinished(() => spy.mockRestore());
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  clock = 31_000;
  for (const { resolve } of left) resolve();
  await expect.poll(() => left.length).toBe(5);
  expect(sms.mock.calls.at(-1)?.[0]).toBe(next[0]?.phone);
  left[4]?.resolve();
  await sending;
  expect(Object.values(await slow.states()).filter((state) => state === 'queued')).toHaveLength(1);
  sms.mockImplementation(async () => undefined);
  await campaigns.sendDue(untilAborted);
  expect(new Set(Object.values(await slow.states()))).toEqual(new Set(['sent']));
});

test.each([
  ['ends', (stopping: AbortController) => stopping.abort()],
  ['has no SMS service any more', () => delete channels.sendSms],
])('[BACK-05] a process that %s in the middle of a lot does not touch what waits', async (_what, happen) => {
  const one = await campaign((await devices(6)).map(({ id }) => id));
  await one.order('start', 6);
  const left = slowService(sms);
  const stopping = new AbortController();
  const sending = campaigns.sendDue(stopping.signal);
  await expect.poll(() => left.length).toBe(4);
  const waiting = async () =>
    (
      await pool.query(
        `SELECT device_id, xmin FROM campaign_devices WHERE campaign_id = $1 AND state = 'queued' ORDER BY device_id`,
        [one.id],
      )
    ).rows;
  const before = await waiting();
  expect(before).toHaveLength(2);
  happen(stopping);
  for (const { resolve } of left) resolve();
  await sending;
  expect(await waiting()).toEqual(before);
});

test('[BACK-05] each SMS of a lot is made as it leaves, of the campaign and the device as they are then', async () => {
  const six = await devices(6);
  const one = await campaign(six.map(({ id }) => id));
  await one.order('start', 6);
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  const told = new Set(sms.mock.calls.map(([phone]) => phone));
  const [moved, disabled] = six.filter(({ phone }) => !told.has(phone));
  await pool.query(`UPDATE campaigns SET host = 'novo.example' WHERE id = $1`, [one.id]);
  await pool.query(`UPDATE devices SET phone = '+5585912121212' WHERE id = $1`, [moved?.id]);
  await pool.query('UPDATE devices SET disabled = true WHERE id = $1', [disabled?.id]);
  for (const { resolve } of left.splice(0)) resolve();
  await expect.poll(() => left.length).toBe(1);
  left[0]?.resolve();
  await sending;
  expect(sms.mock.calls.at(-1)).toEqual(['+5585912121212', `novo.example ${moved?.uniqueId}`]);
  expect(await one.states()).toMatchObject({ [moved?.id ?? 0]: 'sent', [disabled?.id ?? 0]: 'failed' });
});

test('[BACK-05] the rest of a lot waits where its hours end meanwhile', async () => {
  const six = await devices(6);
  const one = await campaign(six.map(({ id }) => id));
  await one.order('start', 6);
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  // a minute of the day that is not this one, in whatever zone
  await pool.query(
    `UPDATE campaigns SET hours_from = to_char(now() + interval '7 minutes', 'HH24:MI'),
      hours_until = to_char(now() + interval '8 minutes', 'HH24:MI') WHERE id = $1`,
    [one.id],
  );
  for (const { resolve } of left) resolve();
  await sending;
  expect(sms).toHaveBeenCalledTimes(4);
  expect(Object.values(await one.states()).filter((state) => state === 'queued')).toHaveLength(2);
});

test('[BACK-05] what took too long to be read before it leaves does not leave', async () => {
  const [made] = await devices(1);
  const one = await campaign([made?.id ?? 0]);
  await one.order('start', 1);
  let clock = 0;
  const { now } = performance;
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    return new Error().stack?.includes('campaign-sending') ? clock : now.call(performance);
  });
  onTestFinished(() => spy.mockRestore());
  const other = await pool.connect();
  try {
    await other.query('BEGIN; LOCK TABLE devices');
    const sending = campaigns.sendDue(untilAborted);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    clock = 31_000;
    await other.query('COMMIT');
    await sending;
  } finally {
    other.release();
  }
  expect(sms).not.toHaveBeenCalled();
  expect((await one.devices())[0]).toMatchObject({ state: 'queued', attempts: 0 });
});

test('[BACK-05] who is chosen no more and was told once is sent nothing more, neither by going on nor again; who is chosen again may be', async () => {
  const four = (await devices(4)).map(({ id }) => id);
  const [told, waiting, stays, waits] = four as [number, number, number, number];
  const one = await campaign(four);
  for (const id of [told, waiting, waits]) await set(id, `state = 'unsure', attempts = 1, sent_at = now()`);
  expect((await one.order('retry', 3)).status).toBe(204);
  await set(told, `state = 'unsure'`);
  await one.order('pause');
  expect((await one.edit({ deviceIds: [stays, waits] })).status).toBe(200);
  const faults = async () => new Map((await one.devices()).map(({ deviceId, fault }) => [deviceId, fault]));
  expect(await one.states()).toEqual({
    ...{ [told]: 'unsure', [waiting]: 'unsure', [stays]: 'new' },
    // who is still chosen waits on
    [waits]: 'queued',
  });
  expect(await faults()).toEqual(
    new Map([
      [told, 'left-out'],
      [waiting, 'left-out'],
      [stays, null],
      [waits, null],
    ]),
  );
  // nobody but who waits would be sent anything
  expect((await one.order('retry', 0)).status).toBe(409);
  expect((await one.order('start', 2)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(2);
  await one.order('pause');
  expect((await one.edit({ deviceIds: [stays, waits, told] })).status).toBe(200);
  expect((await faults()).get(told)).toBe(null);
  expect((await one.order('retry', 1)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toMatchObject({ [told]: 'sent', [waiting]: 'unsure', [stays]: 'sent' });
});

test('[BACK-05] who has SMS sent again of a paused campaign is asked about all that leaves by it: what waits in the queue is counted too, and not while it runs', async () => {
  const [failed, waits, fresh] = await devices(3);
  const [failedId, waitsId, freshId] = [failed?.id ?? 0, waits?.id ?? 0, fresh?.id ?? 0];
  const one = await campaign([failedId, waitsId]);
  await one.order('start', 2);
  await set(failedId, `state = 'failed', attempts = 1`);
  await set(waitsId, `due_at = now() + interval '1 hour'`);
  await one.order('pause');
  expect((await one.edit({ deviceIds: [failedId, waitsId, freshId] })).status).toBe(200);
  const few = await one.order('retry', 1);
  expect([few.status, few.body.code]).toEqual([409, 'campaign-changed']);
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  expect((await one.order('retry', 2)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(new Set(sms.mock.calls.map(([phone]) => phone))).toEqual(new Set([failed?.phone, waits?.phone]));
  expect(await one.states()).toEqual({ [failedId]: 'sent', [waitsId]: 'sent', [freshId]: 'new' });
  await set(failedId, `state = 'failed'`);
  await set(waitsId, `state = 'queued'`);
  expect((await one.order('retry', 2)).status).toBe(409);
  expect((await one.order('retry', 1)).status).toBe(204);
});

test('[BACK-05] whose tracker arrives while its SMS is being marked is sent none', async () => {
  const [made] = await devices(1);
  const one = await campaign([made?.id ?? 0]);
  await one.order('start', 1);
  const waiting = async () =>
    (
      await pool.query(`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    ).rowCount;
  const arriving = await pool.connect();
  let sending = Promise.resolve();
  try {
    await arriving.query('BEGIN');
    await arriving.query('UPDATE campaign_devices SET arrived_at = now() WHERE device_id = $1', [made?.id]);
    sending = campaigns.sendDue(untilAborted);
    await expect.poll(waiting).toBe(1);
    await arriving.query('COMMIT');
  } finally {
    await arriving.query('ROLLBACK');
    arriving.release();
  }
  await sending;
  expect(sms).not.toHaveBeenCalled();
  expect(await one.devices()).toMatchObject([{ state: 'arrived', attempts: 0 }]);
});

test('[BACK-05] who confirms other texts than he was shown sends nothing', async () => {
  const [made] = await devices(1);
  const one = await campaign([made?.id ?? 0]);
  const shown = async () => String((await ask('GET', `${one.url}/devices`, { token })).headers.etag);
  const before = await shown();
  expect((await one.edit({ host: 'novo.example' })).status).toBe(200);
  for (const act of ['start', 'retry']) {
    const late = await one.order(act, act === 'start' ? 1 : 0, { 'if-match': before });
    expect([act, late.status, late.body.code]).toEqual([act, 409, 'edited-meanwhile']);
  }
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  expect((await one.order('start', 1, { 'if-match': await shown() })).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms.mock.calls.map(([, text]) => text)).toEqual([`novo.example ${made?.uniqueId}`]);
});

test('[BACK-05] whose newest position another server forwarded is not here yet, as it has not arrived', async () => {
  const [made] = await devices(1);
  const one = await campaign([made?.id ?? 0]);
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
      longitude, altitude, speed, course, accuracy, attributes)
    VALUES ($1, now(), gen_random_uuid(), now(), now(), 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
    [made?.id],
  );
  const fault = async (attributes: object, hoursAgo: number) => {
    await pool.query(
      `INSERT INTO device_state (device_id, last_update, position) VALUES ($1, now() - $3 * interval '1 hour', $2)
      ON CONFLICT (device_id) DO UPDATE SET position = $2, last_update = now() - $3 * interval '1 hour'`,
      [made?.id, JSON.stringify({ attributes }), hoursAgo],
    );
    return (await one.devices())[0]?.fault;
  };
  expect(await fault({ forwarded: true }, 0)).toBe(null);
  expect(await fault({}, 25)).toBe(null);
  expect(await fault({}, 1)).toBe('already-here');
});

test('[BACK-05] what cannot be read before it leaves did not leave, and holds up no other campaign', async () => {
  const [[open], locked] = [await devices(1), await devices(12)];
  const one = await campaign(
    locked.map(({ id }) => id),
    { apnPassword: 'segredo' },
  );
  const other = await campaign([open?.id ?? 0]);
  await one.order('start', 12);
  await other.order('start', 1);
  const { rows } = await pool.query('SELECT sealed_apn_password AS sealed FROM campaigns WHERE id = $1', [
    one.id,
  ]);
  const seal = (sealed: string) =>
    pool.query('UPDATE campaigns SET sealed_apn_password = $2 WHERE id = $1', [one.id, sealed]);
  // as of another installation's key
  await seal('sealed elsewhere');
  const reading = vi.spyOn(secrets, 'open');
  onTestFinished(() => reading.mockRestore());
  await expect(campaigns.sendDue(untilAborted)).rejects.toThrow();
  const reads = reading.mock.calls.length;
  expect([reads >= 1, reads <= 4], `not the whole queue: ${reads}`).toEqual([true, true]);
  expect(sms.mock.calls.map(([phone]) => phone)).toEqual([open?.phone]);
  // a minute later it is read once, by whichever process comes first, and not before
  const beside = anotherProcess().resources.campaigns;
  const minuteLater = () =>
    pool.query(`UPDATE campaigns SET unread_at = unread_at - interval '1 minute' WHERE id = $1`, [one.id]);
  for (const each of [campaigns, beside, campaigns]) await each.sendDue(untilAborted);
  expect(reading).toHaveBeenCalledTimes(reads);
  await minuteLater();
  const tried = await Promise.allSettled([campaigns, beside].map((each) => each.sendDue(untilAborted)));
  expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(reading).toHaveBeenCalledTimes(reads + 1);
  // and says so, with the way out
  const told = async () => (await ask('GET', `/api/campaigns/${one.id}`, { token })).body;
  expect(await told()).toMatchObject({ state: 'running', unreadAt: expect.any(String) });
  const list = await ask('GET', `/api/campaigns/${one.id}/devices`, { token });
  expect([list.status, list.body.code]).toEqual([409, 'campaign-unreadable']);
  await seal(rows[0].sealed);
  const waiting = (await one.devices()).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(new Set(waiting)).toEqual(new Set(['queued 0']));
  // it is read again, and goes on
  await minuteLater();
  await campaigns.sendDue(untilAborted);
  expect(await told()).toMatchObject({ unreadAt: null });
  await campaigns.sendDue(untilAborted);
  expect(new Set(Object.values(await one.states()))).toEqual(new Set(['sent']));
});

test('[BACK-05] what the database does not answer for a moment ends this turn alone: the campaign is not said to be unreadable, and goes on with the next', async () => {
  const many = await devices(12);
  const one = await campaign(
    many.map(({ id }) => id),
    { apnPassword: 'segredo' },
  );
  await one.order('start', 12);
  const reading = vi.spyOn(secrets, 'open');
  onTestFinished(() => reading.mockRestore());
  await pool.query('ALTER TABLE device_state RENAME TO device_state_away');
  try {
    await expect(campaigns.sendDue(untilAborted)).rejects.toThrow(/device_state/);
  } finally {
    await pool.query('ALTER TABLE device_state_away RENAME TO device_state');
  }
  const reads = reading.mock.calls.length;
  expect([reads >= 1, reads <= 4], `not the whole queue: ${reads}`).toEqual([true, true]);
  const { body: told } = await ask('GET', one.url, { token });
  expect(told).toMatchObject({ state: 'running', unreadAt: null });
  const waiting = (await one.devices()).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(new Set(waiting)).toEqual(new Set(['queued 0']));
  await campaigns.sendDue(untilAborted);
  expect(new Set(Object.values(await one.states()))).toEqual(new Set(['sent']));
});

test.each([
  ['goes on with it', async () => undefined],
  ['gives it its password again', { apnPassword: 'outra' }],
])(
  '[BACK-05] whoever %s does not wait for the minute in which a campaign that could not be read rests',
  async (_act, change) => {
    const [made] = await devices(1);
    const one = await campaign([made?.id ?? 0]);
    await one.order('start', 1);
    await pool.query('UPDATE campaigns SET unread_at = now() WHERE id = $1', [one.id]);
    await campaigns.sendDue(untilAborted);
    expect(sms).not.toHaveBeenCalled();
    await one.order('pause');
    if (typeof change !== 'function') {
      const body = { ...input, deviceIds: [made?.id], ...change };
      expect((await ask('PUT', `/api/campaigns/${one.id}`, { token, body })).status).toBe(200);
      const { body: told } = await ask('GET', `/api/campaigns/${one.id}`, { token });
      expect(told.unreadAt).toBe(null);
    }
    expect((await one.order('start', 1)).status).toBe(204);
    await campaigns.sendDue(untilAborted);
    expect(sms).toHaveBeenCalledTimes(1);
  },
);
