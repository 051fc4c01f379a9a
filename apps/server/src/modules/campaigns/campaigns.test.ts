import { expect, test, vi } from 'vitest';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { ensurePartitions } from '../../ingest/partitions/ensure-partitions.ts';
import type { SendSms } from '../../platform/outbound/channels.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { type CampaignFacts, campaignTextOf, type ToldDevice } from './campaign-texts.ts';
import { busy, createCampaigns, refused, slowService } from './campaigns.test-support.ts';
import { unqueueDevices } from './campaigns-queries.ts';

const sms = vi.fn<SendSms>(async () => undefined);
const { ask, world, kysely, pool, services, anotherProcess, secrets } = await createTestApp({
  channels: { sendSms: (...message) => sms(...message) },
});
const { token, id: userId } = await world.administrator();
await ensurePartitions(pool, Date.now());
const { campaigns } = services.resources;
const untilAborted = new AbortController().signal;

const text = 'SERVER,0,{host},{port},0#{password}';
const input = {
  ...{ name: 'Vinda', host: 'rastreio.example', port: null, apn: 'zap.vivo.com.br', perMinute: 600 },
  ...{ hoursFrom: '00:00', hoursUntil: '00:00', texts: [{ models: ['gt06n'], text }] },
};
let phones = 0;
const device = (more: object = {}) =>
  world.device({
    ...{ phone: `+55859${String(++phones).padStart(8, '0')}`, model: 'GT06N' },
    attributes: JSON.stringify({ devicePassword: '123456' }),
    ...more,
  });
const campaign = createCampaigns(ask, token, input);
const ago = (deviceId: number, minutes: number) =>
  pool.query(
    `UPDATE campaign_devices SET claimed_at = now() - $2 * interval '1 minute', sent_at = sent_at - $2 * interval '1 minute'
    WHERE device_id = $1`,
    [deviceId, minutes],
  );
/** No campaign of another test sends anything. */
const calm = async () => {
  await pool.query(`UPDATE campaigns SET state = 'stopped'`);
  sms.mockReset();
  sms.mockImplementation(async () => undefined);
};

test('[BACK-05] a text is shown filled before anything is sent, and is what is sent once the count was confirmed', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  expect(await one.devices()).toMatchObject([
    { deviceId, state: 'new', fault: null, text: 'SERVER,0,rastreio.example,5023,0#123456', attempts: 0 },
  ]);
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  const refused = await one.order('start', 2);
  expect([refused.status, refused.body.code]).toEqual([409, 'campaign-changed']);
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  expect((await one.order('start', 1)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  await campaigns.sendDue(untilAborted);
  expect(sms.mock.calls).toEqual([
    [`+55859${String(phones).padStart(8, '0')}`, 'SERVER,0,rastreio.example,5023,0#123456'],
  ]);
  expect(await one.states()).toEqual({ [deviceId]: 'sent' });
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'user_id', 'details'])
    .where('noun', '=', 'campaign')
    .where('object_id', '=', one.id)
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { action: 'create', user_id: userId },
    { action: 'start', details: { queued: 1 } },
  ]);
});

test('[BACK-05] lots are paced by the minute, over all processes, and paused, resumed and stopped', async () => {
  await calm();
  const ids = [await device(), await device(), await device(), await device(), await device()];
  const one = await campaign(ids, { perMinute: 2 });
  await one.order('start', 5);
  const other = anotherProcess().resources.campaigns;
  await Promise.all([campaigns.sendDue(untilAborted), other.sendDue(untilAborted)]);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(2);
  for (const id of ids) await ago(id, 2);
  expect((await one.order('pause')).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(2);
  expect((await one.order('start', 3)).status).toBe(204);
  await other.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(4);
  for (const id of ids) await ago(id, 2);
  expect((await one.order('stop')).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(4);
  expect(new Set(sms.mock.calls.map(([phone]) => phone)).size).toBe(4);
  expect((await one.order('start', 1)).body.code).toBe('campaign-changed');
  expect(Object.values(await one.states()).filter((state) => state === 'new')).toHaveLength(1);
});

test('[BACK-05] SMS leave only in the chosen hours of the server’s zone', async () => {
  await calm();
  const { rows } = await pool.query(
    `SELECT to_char((now() AT TIME ZONE 'America/Sao_Paulo') + interval '2 hours', 'HH24:MI') AS later,
      to_char((now() AT TIME ZONE 'America/Sao_Paulo') + interval '4 hours', 'HH24:MI') AS "later still",
      to_char((now() AT TIME ZONE 'America/Sao_Paulo') - interval '1 hour', 'HH24:MI') AS before`,
  );
  await pool.query(
    `UPDATE server_settings SET attributes = attributes || '{"timezone":"America/Sao_Paulo"}'`,
  );
  const one = await campaign([await device()], {
    hoursFrom: rows[0].later,
    hoursUntil: rows[0]['later still'],
  });
  await one.order('start', 1);
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  await one.order('pause');
  const body = { ...input, hoursFrom: rows[0].before, hoursUntil: rows[0].later };
  expect((await ask('PUT', one.url, { token, body })).status).toBe(200);
  await one.order('start', 1);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(1);
});

test('[BACK-05] what a process that was killed had begun is never sent again by itself, and a person may', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  const died = Promise.withResolvers<void>();
  sms.mockImplementationOnce(() => died.promise);
  const killed = anotherProcess().resources.campaigns.sendDue(untilAborted);
  await expect.poll(() => sms.mock.calls.length).toBe(1);
  // another process while it hangs, and after it is known to be gone
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toEqual({ [deviceId]: 'sending' });
  await ago(deviceId, 5);
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toEqual({ [deviceId]: 'unsure' });
  expect(sms).toHaveBeenCalledTimes(1);
  // it was only stopped: what it says now is of an attempt that is over
  died.resolve();
  await killed;
  expect(await one.states()).toEqual({ [deviceId]: 'unsure' });
  expect((await one.order('retry', 1)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(2);
  expect((await one.devices())[0]).toMatchObject({ state: 'sent', attempts: 2 });
});

test('[BACK-05] what a process says late of an attempt that is over ends no later one', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  sms.mockImplementationOnce(() => first.promise).mockImplementationOnce(() => second.promise);
  const late = anotherProcess().resources.campaigns.sendDue(untilAborted);
  await expect.poll(() => sms.mock.calls.length).toBe(1);
  await ago(deviceId, 5);
  await campaigns.sendDue(untilAborted);
  expect((await one.order('retry', 1)).status).toBe(204);
  const again = campaigns.sendDue(untilAborted);
  await expect.poll(() => sms.mock.calls.length).toBe(2);
  first.reject(refused());
  await late;
  expect((await one.devices())[0]).toMatchObject({ state: 'sending', attempts: 2 });
  second.resolve();
  await again;
  expect((await one.devices())[0]).toMatchObject({ state: 'sent', attempts: 2 });
});

test('[BACK-05] what is true no longer when an SMS would leave is looked at once more: nothing is sent, and the reason is told', async () => {
  await calm();
  const [disabled, renamed, wordless, fine] = [
    await device(),
    await device(),
    await device(),
    await device(),
  ];
  const one = await campaign([disabled, renamed, wordless, fine]);
  expect((await one.order('start', 4)).status).toBe(204);
  await pool.query('UPDATE devices SET disabled = true WHERE id = $1', [disabled]);
  await pool.query(`UPDATE devices SET model = 'outro' WHERE id = $1`, [renamed]);
  await pool.query(`UPDATE devices SET attributes = '{}' WHERE id = $1`, [wordless]);
  await campaigns.sendDue(untilAborted);
  expect(sms.mock.calls.map(([phone]) => phone)).toEqual([`+55859${String(phones).padStart(8, '0')}`]);
  const ends = (await one.devices()).map(({ deviceId, state, error }) => [deviceId, state, error]);
  expect(new Map(ends.map(([id, ...end]) => [id, end.join(' ')]))).toEqual(
    new Map([
      [disabled, 'failed device-disabled'],
      [renamed, 'failed no-text'],
      [wordless, 'failed no-password'],
      [fine, 'sent '],
    ]),
  );
});

test('[BACK-05] a process that stopped between marking and sending sends nothing late', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  const { now } = performance;
  let asked = 0;
  // the third time it is marked as leaving
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    if (!new Error().stack?.includes('campaign-sending')) return now.call(performance);
    return ++asked > 3 ? 60_000 : 0;
  });
  try {
    await campaigns.sendDue(untilAborted);
  } finally {
    spy.mockRestore();
  }
  expect(sms).not.toHaveBeenCalled();
  expect(await one.states()).toEqual({ [deviceId]: 'queued' });
});

test('[BACK-05] what the SMS service refuses has failed with its words; what it did not take yet is tried again later', async () => {
  await calm();
  const [wrong, later, cut] = [await device(), await device(), await device()];
  const one = await campaign([wrong, later, cut]);
  await one.order('start', 3);
  sms.mockImplementation(async (phone) => {
    const at = [wrong, later, cut][Number(phone.slice(-8)) - (phones - 2)];
    if (at === wrong) throw refused();
    if (at === later) throw busy();
    throw new DeliveryFailed('sms did not answer', { certainlyNotSent: false });
  });
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toEqual({ [wrong]: 'failed', [later]: 'queued', [cut]: 'unsure' });
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(3);
  const errors = (await one.devices()).map(({ error }) => error);
  expect(errors.toSorted()).toEqual(['sms answered 400', 'sms answered 503', 'sms did not answer']);
  sms.mockReset();
  await pool.query('UPDATE campaign_devices SET due_at = now() WHERE device_id = $1', [later]);
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toMatchObject({ [later]: 'sent' });
});

test('[BACK-05] who reported here himself after the SMS has arrived; who was only forwarded has not, and is overdue and sent again', async () => {
  await calm();
  const [came, forwarded, before] = [await device(), await device(), await device()];
  const one = await campaign([came, forwarded, before], { silentHours: 1 });
  await one.order('start', 3);
  await campaigns.sendDue(untilAborted);
  const report = async (deviceId: number, attributes: object, minutesAgo = 0) => {
    await pool.query(
      `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
        longitude, altitude, speed, course, accuracy, attributes)
      VALUES ($1, now(), gen_random_uuid(), now(), now() - $3 * interval '1 minute', 'gt06', true, false, 0, 0, 0, 0, 0, 0, $2)`,
      [deviceId, attributes, minutesAgo],
    );
    await pool.query(
      `INSERT INTO device_state (device_id, last_update) VALUES ($1, now())
      ON CONFLICT (device_id) DO UPDATE SET last_update = now()`,
      [deviceId],
    );
  };
  await report(came, {});
  await report(forwarded, { forwarded: true });
  // what he sent before he was told is no answer to it
  await report(before, {}, 30);
  await campaigns.noteArrivals();
  expect(await one.states()).toEqual({ [came]: 'arrived', [forwarded]: 'sent', [before]: 'sent' });
  await ago(forwarded, 61);
  expect(await one.states()).toEqual({ [came]: 'arrived', [forwarded]: 'overdue', [before]: 'sent' });
  expect((await ask('GET', one.url, { token })).body).toMatchObject({
    devices: 3,
    sent: 3,
    arrived: 1,
    overdue: 1,
  });
  expect((await one.order('retry', 2)).status).toBe(409);
  expect((await one.order('retry', 1)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(4);
});

test('[BACK-05] as long as the newest position was forwarded by another server, the tracker has not arrived', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  await campaigns.sendDue(untilAborted);
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
      longitude, altitude, speed, course, accuracy, attributes)
    VALUES ($1, now(), gen_random_uuid(), now(), now(), 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
    [deviceId],
  );
  const newest = (attributes: object) =>
    pool.query(
      `INSERT INTO device_state (device_id, last_update, position) VALUES ($1, now(), $2)
      ON CONFLICT (device_id) DO UPDATE SET position = $2`,
      [deviceId, JSON.stringify({ attributes })],
    );
  await newest({ forwarded: true });
  await campaigns.noteArrivals();
  expect(await one.states()).toEqual({ [deviceId]: 'sent' });
  await newest({ ignition: true });
  await campaigns.noteArrivals();
  expect(await one.states()).toEqual({ [deviceId]: 'arrived' });
});

test('[BACK-05] groups and customers are chosen; who is here already, has no phone or no model is told so and sent nothing', async () => {
  await calm();
  const groupId = await world.group();
  const customerId = await world.customer();
  const below = await device({ group_id: await world.group({ group_id: groupId }), phone: '1' });
  const ready = await device({ group_id: groupId });
  const mute = await device({ customer_id: customerId, phone: null });
  const nameless = await device({ customer_id: customerId, model: null });
  const here = await device({ customer_id: customerId });
  await pool.query(
    `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
      longitude, altitude, speed, course, accuracy, attributes)
    VALUES ($1, now(), gen_random_uuid(), now(), now(), 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
    [here],
  );
  await pool.query('INSERT INTO device_state (device_id, last_update) VALUES ($1, now())', [here]);
  const one = await campaign([], { groupIds: [groupId], customerIds: [customerId] });
  const faults = Object.fromEntries((await one.devices()).map(({ deviceId, fault }) => [deviceId, fault]));
  expect(faults).toEqual({
    [below]: 'no-phone',
    [ready]: null,
    [mute]: 'no-phone',
    [nameless]: 'no-model',
    [here]: 'already-here',
  });
  expect((await one.order('start', 4)).status).toBe(409);
  expect((await one.order('start', 1)).status).toBe(204);
  // what changed after the question is looked at again
  await pool.query('UPDATE devices SET phone = NULL WHERE id = $1', [ready]);
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  expect((await one.devices()).find(({ deviceId }) => deviceId === ready)).toMatchObject({
    state: 'failed',
    error: 'no-phone',
  });
});

test('[BACK-05] while it runs a campaign is not edited; its APN’s password is stored sealed and shown only in the texts', async () => {
  await calm();
  const deviceId = await device();
  const texts = [{ models: [], text: 'APN,{apn},{apnUser},{apnPassword}#' }];
  const one = await campaign([deviceId], { apnUser: 'u', apnPassword: 'segredo', texts });
  expect((await ask('GET', one.url, { token })).text).not.toContain('segredo');
  const { rows } = await pool.query('SELECT sealed_apn_password AS sealed FROM campaigns WHERE id = $1', [
    one.id,
  ]);
  expect(secrets.open(rows[0].sealed)).toBe('segredo');
  expect((await one.devices())[0]?.text).toBe('APN,zap.vivo.com.br,u,segredo#');
  await one.order('start', 1);
  expect((await ask('PUT', one.url, { token, body: input })).body.code).toBe('campaign-changed');
});

test('[BACK-05] who was told what comes as CSV and as a spreadsheet, without the passwords', async () => {
  const deviceId = await device({ name: '=Gol' });
  const one = await campaign([deviceId]);
  const csv = await ask('GET', `${one.url}/devices`, { token, headers: { accept: 'text/csv' } });
  expect(csv.text.split('\r\n')[0]).toMatch(/^deviceId,name,uniqueId,phone,model,state,fault/);
  expect(csv.text.split('\r\n')[1]).toContain(`GT06N,new,`);
  expect(csv.text).not.toContain('123456,');
  expect(csv.headers['content-disposition']).toBe('attachment; filename="campanha.csv"');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const sheet = await ask('GET', `${one.url}/devices`, { token, headers: { accept: type } });
  expect([sheet.status, sheet.headers['content-type'], sheet.text.slice(0, 2)]).toEqual([200, type, 'PK']);
});

test('[BACK-05] without an SMS service nothing is started, and the reason is said', async () => {
  const bare = await createTestApp();
  const { token: other } = await bare.world.administrator();
  const deviceIds = [await bare.world.device({ phone: '+5585999990000', model: 'GT06N' })];
  const body = { ...input, deviceIds, texts: [{ models: [], text: 'x {host}' }] };
  const { body: made } = await bare.ask('POST', '/api/campaigns', { token: other, body });
  const start = { token: other, body: { count: 1 } };
  expect((await bare.ask('POST', `/api/campaigns/${made.id}/start`, start)).body.code).toBe('sms-not-set-up');
  expect((await bare.ask('GET', `/api/campaigns/${made.id}`, { token: other })).body.state).toBe('draft');
});

test('[BACK-05] what was stopped is over: it is not paused, edited or stopped again, and who was told stays as he was', async () => {
  await calm();
  const [told, failed, fresh] = [await device(), await device({ phone: '+558590000000' }), await device()];
  const one = await campaign([told, failed, fresh], { perMinute: 2 });
  expect((await one.order('start', 3)).status).toBe(204);
  sms.mockImplementation(async (phone) => {
    if (phone === '+558590000000') throw refused();
  });
  await campaigns.sendDue(untilAborted);
  for (const id of [told, failed]) await ago(id, 24 * 60);
  await pool.query(
    `UPDATE campaign_devices SET state = 'queued', state_before = state WHERE campaign_id = $1 AND state <> 'queued'`,
    [one.id],
  );
  expect((await one.order('stop')).status).toBe(204);
  const { rows } = await pool.query(
    'SELECT device_id, state FROM campaign_devices WHERE campaign_id = $1 ORDER BY device_id',
    [one.id],
  );
  expect(rows.map(({ state }) => state)).toEqual(['sent', 'failed', 'new']);
  for (const act of ['pause', 'stop']) expect((await one.order(act)).body.code).toBe('campaign-changed');
  expect((await ask('PUT', one.url, { token, body: input })).body.code).toBe('campaign-changed');
});

test('[BACK-05] who stops in the middle of a lot has no more of it leave, and nothing waits in what is over', async () => {
  await calm();
  const ids = await Promise.all(Array.from({ length: 7 }, () => device()));
  const one = await campaign(ids);
  await one.order('start', 7);
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  expect((await one.order('stop')).status).toBe(204);
  for (const at of [0, 1, 2]) left[at]?.resolve();
  left[3]?.reject(busy());
  await sending;
  expect(sms).toHaveBeenCalledTimes(4);
  const states = (await one.devices()).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(states.toSorted()).toEqual(['failed 1', 'new 0', 'new 0', 'new 0', 'sent 1', 'sent 1', 'sent 1']);
});

test('[BACK-05] who pauses in the middle of a lot has the rest of it wait: it counts as no attempt and no SMS of the minute', async () => {
  await calm();
  const ids = await Promise.all(Array.from({ length: 6 }, () => device()));
  const one = await campaign(ids, { perMinute: 6 });
  await one.order('start', 6);
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(4);
  expect((await one.order('pause')).status).toBe(204);
  for (const { resolve } of left) resolve();
  await sending;
  expect(sms).toHaveBeenCalledTimes(4);
  const waiting = (await one.devices()).filter(({ state }) => state === 'queued');
  expect(waiting.map(({ attempts, sentAt }) => [attempts, sentAt])).toEqual([
    [0, null],
    [0, null],
  ]);
  sms.mockImplementation(async () => undefined);
  expect((await one.order('start', 2)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(6);
  expect(new Set(sms.mock.calls.map(([phone]) => phone)).size).toBe(6);
});

test('[BACK-05] of a stop and a refusal at one moment neither leaves an SMS that waits', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  const left = slowService(sms);
  const sending = campaigns.sendDue(untilAborted);
  await expect.poll(() => left.length).toBe(1);
  // it was stopped, and that is not committed yet
  const other = await kysely.startTransaction().execute();
  await other.updateTable('campaigns').set({ state: 'stopped' }).where('id', '=', one.id).execute();
  await unqueueDevices(other, one.id);
  left[0]?.reject(busy());
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%UPDATE campaign_devices AS told SET error%'`,
    );
    expect(rows).toHaveLength(1);
  }, 15_000);
  await other.commit().execute();
  await sending;
  expect(await one.states()).toEqual({ [deviceId]: 'failed' });
});

test('[BACK-05] who arrives while his second SMS waits is sent none', async () => {
  await calm();
  const [came, silent] = [await device(), await device()];
  const one = await campaign([came, silent], { silentHours: 1 });
  await one.order('start', 2);
  await campaigns.sendDue(untilAborted);
  for (const id of [came, silent]) await ago(id, 61);
  expect((await one.order('retry', 2)).status).toBe(204);
  await pool.query('UPDATE campaign_devices SET arrived_at = now() WHERE device_id = $1', [came]);
  await campaigns.sendDue(untilAborted);
  expect(sms).toHaveBeenCalledTimes(3);
  expect(await one.states()).toEqual({ [came]: 'arrived', [silent]: 'sent' });
});

test('[BACK-05] what a person has sent again after all tries failed is tried as often once more', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  await pool.query(`UPDATE campaign_devices SET state = 'failed', attempts = 6 WHERE device_id = $1`, [
    deviceId,
  ]);
  expect((await one.order('retry', 1)).status).toBe(204);
  sms.mockImplementation(async () => {
    throw busy();
  });
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toEqual({ [deviceId]: 'queued' });
  const { rows } = await pool.query(
    "SELECT due_at < now() + interval '16 seconds' AS soon FROM campaign_devices WHERE device_id = $1",
    [deviceId],
  );
  expect(rows[0].soon).toBe(true);
});

test('[BACK-05] [SEC-03] each act is in the audit, and a campaign keeps when it was started first', async () => {
  await calm();
  const one = await campaign([await device()]);
  await one.order('start', 1);
  const startedAt = async () => (await ask('GET', one.url, { token })).body.startedAt;
  await pool.query(`UPDATE campaigns SET started_at = '2026-01-01T00:00:00Z' WHERE id = $1`, [one.id]);
  await one.order('pause');
  expect((await ask('PUT', one.url, { token, body: { ...input, name: 'Outra' } })).status).toBe(200);
  await pool.query(`UPDATE campaign_devices SET state = 'failed', attempts = 1 WHERE campaign_id = $1`, [
    one.id,
  ]);
  expect((await one.order('retry', 1)).status).toBe(204);
  expect(await startedAt()).toBe('2026-01-01T00:00:00.000Z');
  await one.order('stop');
  expect((await ask('DELETE', one.url, { token })).status).toBe(204);
  expect((await ask('GET', one.url, { token })).status).toBe(404);
  const lines = await kysely
    .selectFrom('audit')
    .select(['action', 'user_id', 'details'])
    .where('noun', '=', 'campaign')
    .where('object_id', '=', one.id)
    .orderBy('id')
    .execute();
  expect(lines).toMatchObject([
    { action: 'create', details: { name: 'Vinda', host: 'rastreio.example' } },
    { action: 'start', details: { queued: 1 } },
    { action: 'pause', details: { name: 'Vinda' } },
    { action: 'update', details: { changed: ['name'] } },
    { action: 'retry', details: { queued: 1 } },
    { action: 'stop', details: { name: 'Outra' } },
    { action: 'remove', details: { name: 'Outra' } },
  ]);
  expect(lines.every(({ user_id }) => user_id === userId)).toBe(true);
});

test('[BACK-05] the APN’s password stays where a change says nothing of it, and goes where it says none', async () => {
  const one = await campaign([], { apnPassword: 'segredo' });
  const has = async (more: object) =>
    (await ask('PUT', one.url, { token, body: { ...input, ...more } })).body.hasApnPassword;
  expect([await has({}), await has({ apnPassword: '' }), await has({})]).toEqual([true, false, false]);
});

test('[BACK-05] a list of campaigns is searched by name and host, and sorted', async () => {
  const names = async (query: string) =>
    (await ask('GET', `/api/campaigns?${query}`, { token })).body.map(({ name }: { name: string }) => name);
  await campaign([], { name: 'Ágata', host: 'um.example' });
  await campaign([], { name: 'Zinco', host: 'dois.example' });
  expect(await names('keyword=agata')).toEqual(['Ágata']);
  expect(await names('keyword=dois.ex')).toEqual(['Zinco']);
  const sorted = (await names('sort=name&order=desc')).filter((name: string) =>
    ['Ágata', 'Zinco'].includes(name),
  );
  expect(sorted).toEqual(['Zinco', 'Ágata']);
});

test('[BACK-05] what waited for a later try goes at once where a person goes on, and no sooner than the SMS service says by itself', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  sms.mockImplementation(async () => {
    throw new DeliveryFailed('sms answered 429', { certainlyNotSent: true, retryAfterMs: 3_600_000 });
  });
  await campaigns.sendDue(untilAborted);
  const due = await pool.query(
    `SELECT due_at > now() + interval '59 minutes' AS later FROM campaign_devices WHERE device_id = $1`,
    [deviceId],
  );
  expect(due.rows[0].later).toBe(true);
  await one.order('pause');
  expect((await one.order('start', 1)).status).toBe(204);
  expect(await one.devices()).toMatchObject([{ state: 'queued', error: null }]);
  sms.mockImplementation(async () => undefined);
  await campaigns.sendDue(untilAborted);
  expect(await one.states()).toEqual({ [deviceId]: 'sent' });
});

test('[BACK-05] a device that is removed while its SMS waits is sent none', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  await kysely.deleteFrom('devices').where('id', '=', deviceId).execute();
  await campaigns.sendDue(untilAborted);
  expect(sms).not.toHaveBeenCalled();
  const { rows } = await pool.query('SELECT state, error FROM campaign_devices WHERE campaign_id = $1', [
    one.id,
  ]);
  expect(rows).toEqual([{ state: 'failed', error: 'removed' }]);
  expect((await ask('GET', one.url, { token })).body).toMatchObject({ devices: 0, failed: 0 });
});

test('[BACK-05] what was kept on the way counts as an arrival, also between two SMS; what came two days before the first does not', async () => {
  await calm();
  const [buffered, between, earlier] = [await device(), await device(), await device()];
  const report = (deviceId: number, fixed: string, came: string) =>
    pool.query(
      `INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
        longitude, altitude, speed, course, accuracy, attributes)
      VALUES ($1, now() + $2::interval, gen_random_uuid(), now(), now() + $3::interval, 'gt06', true, false, 0, 0, 0, 0, 0, 0, '{}')`,
      [deviceId, fixed, came],
    );
  await report(earlier, '-50 hours', '-50 hours');
  const one = await campaign([buffered, between, earlier], { silentHours: 1 });
  expect((await one.order('start', 3)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  for (const id of [buffered, between, earlier]) await ago(id, 61);
  expect((await one.order('retry', 3)).status).toBe(204);
  await campaigns.sendDue(untilAborted);
  await report(buffered, '-90 minutes', '-1 second');
  await report(between, '-10 minutes', '-10 minutes');
  for (const id of [buffered, between, earlier])
    await pool.query('INSERT INTO device_state (device_id, last_update) VALUES ($1, now())', [id]);
  await campaigns.noteArrivals();
  expect(await one.states()).toEqual({ [buffered]: 'arrived', [between]: 'arrived', [earlier]: 'sent' });
  expect((await one.devices()).map(({ fault }) => fault)).toEqual([null, null, null]);
});

test('[BACK-05] who has arrived counts as neither failed nor overdue, and who may not have been told as failed', async () => {
  await calm();
  const [came, unsure, late] = [await device(), await device(), await device()];
  const one = await campaign([came, unsure, late], { silentHours: 1 });
  const set = (id: number, state: string, more = '') =>
    pool.query(
      `UPDATE campaign_devices SET state = $2, sent_at = now(), attempts = 1${more} WHERE device_id = $1`,
      [id, state],
    );
  await set(came, 'failed', ', arrived_at = now()');
  await set(unsure, 'unsure');
  await set(late, 'sent', `, claimed_at = now() - interval '2 hours', arrived_at = now()`);
  expect((await ask('GET', one.url, { token })).body).toMatchObject({ arrived: 2, failed: 1, overdue: 0 });
  await set(late, 'sent', `, arrived_at = NULL`);
  expect((await ask('GET', one.url, { token })).body).toMatchObject({ arrived: 1, overdue: 1 });
});

test('[BACK-05] who is chosen no more leaves the campaign, unless he was told already', async () => {
  await calm();
  const [told, other] = [await device(), await device()];
  const one = await campaign([told, other], { perMinute: 1 });
  await one.order('start', 2);
  await campaigns.sendDue(untilAborted);
  await one.order('pause');
  const body = { ...input, deviceIds: [] };
  const { headers } = await ask('GET', one.url, { token });
  const late = { 'if-match': '"older"' };
  expect((await ask('PUT', one.url, { token, body, headers: late })).status).toBe(409);
  const etag = { 'if-match': String(headers.etag) };
  expect((await ask('PUT', one.url, { token, body, headers: etag })).status).toBe(200);
  expect(Object.keys(await one.states())).toEqual([String(told)]);
});

test('[BACK-05] hours may reach over midnight, and what was told in vain is tried six times at most', async () => {
  await calm();
  const clock = async (hours: number) =>
    (
      await pool.query(
        `SELECT to_char((now() AT TIME ZONE 'America/Sao_Paulo') + $1 * interval '1 hour', 'HH24:MI') AS at`,
        [hours],
      )
    ).rows[0].at as string;
  await pool.query(
    `UPDATE server_settings SET attributes = attributes || '{"timezone":"America/Sao_Paulo"}'`,
  );
  const deviceId = await device();
  // all day but the two hours around now
  const one = await campaign([deviceId]);
  const hours = (from: string, until: string) =>
    pool.query('UPDATE campaigns SET hours_from = $2, hours_until = $3 WHERE id = $1', [one.id, from, until]);
  await one.order('start', 1);
  const [before, after] = [await clock(-1), await clock(1)];
  const isOver = before > after;
  if (!isOver) {
    await hours(after, before);
    await campaigns.sendDue(untilAborted);
    expect(sms).not.toHaveBeenCalled();
  }
  // from an hour ago until the minute before that: past midnight, whatever the hour
  await hours(before, await clock(-1.1));
  sms.mockImplementation(async () => {
    throw busy();
  });
  for (let tries = 1; tries <= 12; tries += 1) {
    await campaigns.sendDue(untilAborted);
    await ago(deviceId, 2);
    await pool.query('UPDATE campaign_devices SET due_at = NULL WHERE device_id = $1', [deviceId]);
  }
  expect(sms).toHaveBeenCalledTimes(6);
  expect(await one.states()).toEqual({ [deviceId]: 'failed' });
});

test('[BACK-05] a server that stops gives back what did not leave yet', async () => {
  await calm();
  const deviceId = await device();
  const one = await campaign([deviceId]);
  await one.order('start', 1);
  const stopping = new AbortController();
  const claimed = vi.spyOn(performance, 'now').mockImplementation(() => {
    // as it looks at the time of what it has claimed
    if (new Error().stack?.includes('campaign-sending')) stopping.abort();
    return 0;
  });
  try {
    await campaigns.sendDue(stopping.signal);
  } finally {
    claimed.mockRestore();
  }
  expect(sms).not.toHaveBeenCalled();
  expect(await one.states()).toEqual({ [deviceId]: 'queued' });
});

test('[BACK-05] a server that stops begins no further campaign', async () => {
  await calm();
  const one = await campaign([await device()]);
  await one.order('start', 1);
  // whoever began it would wait for this
  const other = await kysely.startTransaction().execute();
  await other
    .selectFrom('campaign_devices')
    .selectAll()
    .where('campaign_id', '=', one.id)
    .forUpdate()
    .execute();
  await campaigns.sendDue(AbortSignal.abort());
  await other.rollback().execute();
  expect(Object.values(await one.states())).toEqual(['queued']);
});

const facts: CampaignFacts = {
  ...{ host: 'h', port: null, apn: '', apnUser: '', apnPassword: '' },
  texts: [{ models: ['GT06N', 'ST-901'], text: 'a {host}:{port} {uniqueId}' }],
};
const told: ToldDevice = {
  ...{
    uniqueId: '860',
    phone: '+5585999998888',
    model: ' gt06n ',
    password: null,
    disabled: false,
    isHere: false,
    isLeftOut: false,
  },
};
const ports = [{ protocol: 'gt06', port: 5023, transports: ['tcp' as const] }];
const ofText = (line: string, more: Partial<CampaignFacts> = {}, of: Partial<ToldDevice> = {}) =>
  campaignTextOf({ ...facts, texts: [{ models: [], text: line }], ...more }, { ...told, ...of }, ports);

test('[BACK-05] a text is chosen by model, whatever its case, and what it lacks is named', () => {
  expect(campaignTextOf(facts, told, ports)).toEqual({ text: 'a h:5023 860', fault: null });
  expect(campaignTextOf(facts, { ...told, model: 'X1' }, ports)).toEqual({ text: null, fault: 'no-text' });
  expect(campaignTextOf(facts, { ...told, model: 'ST-901' }, ports).fault).toBe('no-port');
  expect(campaignTextOf({ ...facts, port: 7 }, { ...told, model: 'ST-901' }, ports).text).toBe('a h:7 860');
  expect(ofText('{password}').fault).toBe('no-password');
  expect(ofText('{apn}').fault).toBe('no-apn');
  expect(ofText('{apnUser}{apnPassword}x {other}')).toEqual({ text: 'x {other}', fault: null });
  for (const phone of ['190', '3333-4444 / 99999-8888', '(85) 3333-4444 ou 99999-8888'])
    expect([phone, ofText('x', {}, { phone }).fault]).toEqual([phone, 'no-phone']);
  for (const phone of ['3333-4444', '+55 (85) 99999-8888', '00 55 85 99999-8888', '85.99999.8888'])
    expect([phone, ofText('x', {}, { phone }).fault]).toEqual([phone, null]);
  expect(ofText('x', {}, { disabled: true }).fault).toBe('device-disabled');
  expect(ofText('x', {}, { isHere: true }).fault).toBe('already-here');
  expect(ofText('x', {}, { isLeftOut: true }).fault).toBe('left-out');
});

test('[BACK-05] more than one SMS is refused: 160 characters of its alphabet, those behind an escape twice, 70 of any other', () => {
  const faultOf = (line: string) => ofText(line).fault;
  expect([faultOf('x'.repeat(160)), faultOf('x'.repeat(161))]).toEqual([null, 'text-too-long']);
  expect([faultOf(`${'x'.repeat(158)}[`), faultOf(`${'x'.repeat(159)}[`)]).toEqual([null, 'text-too-long']);
  expect([faultOf('ç'.repeat(70)), faultOf('ç'.repeat(71))]).toEqual([null, 'text-too-long']);
});
