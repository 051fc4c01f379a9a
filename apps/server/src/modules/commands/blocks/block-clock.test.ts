/** Blocks on their way, over real sockets: what leaves, when, and what its tracker makes of it. */
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  gt06Answer,
  gt06CommandAnswer,
  gt06Location,
  gt06Login,
} from '../../../ingest/testing/gt06-packets.ts';
import { startIngest } from '../../../ingest/testing/start-ingest.ts';
import { connectTracker } from '../../../ingest/testing/tracker-client.ts';
import { createTestApp } from '../../../testing/test-app.ts';

const { ask, world, kysely, database, bus, deviceConnections, services, published } = await createTestApp();
const server = await startIngest({ bus, deviceConnections }, database);
afterAll(() => server.stop());
const admin = await world.administrator();
const { token } = admin;
const { blocks } = services.commands;
const answerBytes = gt06Answer(0x01, 1).length;
let lastImei = 350_000_000_007_000;

async function tracked(category = 'car') {
  const imei = String(++lastImei);
  const deviceId = await world.device({ unique_id: imei, category });
  bus.publish('deviceRegistry', { deviceIds: [deviceId] });
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  await tracker.read(answerBytes);
  let serial = 1;
  const words = () =>
    [
      ...tracker
        .received()
        .toString('latin1')
        .matchAll(/Relay,[01]#/g),
    ].map(([one]) => one);
  return {
    ...{ deviceId, tracker, words },
    answer: (text: string) => tracker.send(gt06CommandAnswer(text, ++serial)),
    /** A fix taken so long ago, and stored. */
    async fix(more: { speedKph?: number; agoMs?: number; latitude?: number } = {}) {
      const { agoMs = 0, speedKph = 0, ...rest } = more;
      const timeMs = Math.floor((Date.now() - agoMs) / 1000) * 1000;
      tracker.send(gt06Location({ timeMs, speedKph, ...rest }, ++serial));
      await expect.poll(() => lastFixMs(deviceId)).toBe(timeMs);
    },
  };
}

async function lastFixMs(deviceId: number): Promise<number> {
  const row = await kysely
    .selectFrom('device_state')
    .select('fix_time')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row?.fix_time ? Date.parse(row.fix_time) : 0;
}

const asked = async (deviceId: number, more: object = {}) => {
  const body = { deviceId, reason: 'theft', confirmation: { reason: 'x' }, ...more };
  const answer = await ask('POST', '/api/blocks', { token, body });
  expect(answer.body.code).toBeUndefined();
  return answer.body;
};
const release = async (deviceId: number) =>
  (await ask('POST', '/api/blocks/release', { token, body: { deviceId, reason: 'recuperado' } })).body;
const read = async (id: number) => (await ask('GET', `/api/blocks/${id}`, { token })).body;
const stateOf = async (id: number) => {
  await blocks.lookAtClock();
  return (await read(id)).state;
};
/** As if everything of a request had happened so much earlier. */
const age = (id: number, seconds: number) => {
  const back = sql`${seconds} * interval '1 second'`;
  return sql`UPDATE block_requests SET asked_at = asked_at - ${back}, sent_at = sent_at - ${back}, done_at = done_at - ${back},
    expires_at = expires_at - ${back}, confirm_until = confirm_until - ${back} WHERE id = ${id}`.execute(
    kysely,
  );
};
const eventsOf = async (deviceId: number, type: string) =>
  (
    await kysely
      .selectFrom('events')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('type', '=', type)
      .execute()
  ).length;

/** Positions put in as they would be stored, by seconds ago. */
async function stored(
  deviceId: number,
  rows: readonly {
    ago: number;
    receivedAgo?: number;
    speed?: number;
    ignition?: boolean;
    latitude?: number;
    distance?: number;
  }[],
) {
  for (const {
    ago,
    receivedAgo = ago,
    speed = 0,
    ignition = true,
    latitude = -23.5505,
    distance = 0,
  } of rows) {
    await sql`INSERT INTO positions (device_id, fix_time, digest, device_time, server_time, protocol, valid, outdated, latitude,
        longitude, altitude, speed, course, accuracy, ignition, motion, distance, attributes)
      VALUES (${deviceId}, now() - ${ago} * interval '1 second', gen_random_uuid(), now(),
        now() - ${receivedAgo} * interval '1 second', 'gt06', true, false, ${latitude}, -46.6333, 0, ${speed}, 0, 0, ${ignition},
        ${speed > 0}, ${distance}, '{}')`.execute(kysely);
  }
}

test('[BLOCK-04] sent when its bytes left, confirmed by the tracker’s own answer alone, released by its answer to the release', async () => {
  const one = await tracked();
  const { id } = await asked(one.deviceId);
  await expect.poll(one.words).toEqual(['Relay,1#']);
  expect(await stateOf(id)).toBe('sent');
  expect(await stateOf(id)).toBe('sent');
  one.answer('RELAY:ON OK');
  await expect.poll(() => stateOf(id)).toBe('confirmed');
  expect(await read(id)).toMatchObject({ stateReason: 'answer', answer: 'RELAY:ON OK' });
  // said twice, it is the same
  one.answer('RELAY:ON OK');
  await one.fix();
  expect(await stateOf(id)).toBe('confirmed');
  const back = await release(one.deviceId);
  await expect.poll(one.words).toEqual(['Relay,1#', 'Relay,0#']);
  expect(await stateOf(id)).toBe('confirmed');
  one.answer('RELAY:OFF OK');
  await expect.poll(() => stateOf(back.id)).toBe('confirmed');
  expect((await read(id)).state).toBe('released');
  const live = published.filter(({ topic }) => topic === 'blocks').flatMap(({ message }) => message as []);
  expect(live.map(({ json }) => JSON.parse(json)).map(({ state }) => state)).toEqual(
    expect.arrayContaining(['requested', 'sent', 'confirmed', 'released']),
  );
  one.tracker.end();
});

test('[BLOCK-04] who asks is answered what became of it, also where the clock looks at it just then', async () => {
  const one = await tracked();
  const [leaving, looking] = [await database.pool.connect(), await database.pool.connect()];
  const isWaitedFor = async (kind: string) => {
    const text = `SELECT FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
      WHERE NOT l.granted AND l.locktype = $1 AND a.datname = current_database()`;
    return (await database.pool.query(text, [kind])).rowCount === 1;
  };
  // what left is noted only once the clock has the row
  await sql`CREATE FUNCTION wait_to_note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN NEW; END $$`.execute(kysely);
  await sql`CREATE TRIGGER wait_to_note BEFORE UPDATE ON sent_commands FOR EACH ROW
    WHEN (OLD.leaving_since IS NOT NULL AND NEW.leaving_since IS NULL) EXECUTE FUNCTION wait_to_note()`.execute(
    kysely,
  );
  // where an expectation fails too: their locks end with their connections, and nobody waits for them
  onTestFinished(async () => {
    for (const client of [leaving, looking]) client.release(true);
    await sql`DROP FUNCTION wait_to_note CASCADE`.execute(kysely);
  });
  await leaving.query('BEGIN; SELECT pg_advisory_xact_lock(4711)');
  let isAnswered = false;
  const asking = asked(one.deviceId).finally(() => {
    isAnswered = true;
  });
  await expect.poll(() => isWaitedFor('advisory')).toBe(true);
  await looking.query('BEGIN');
  await looking.query('SELECT FROM block_requests WHERE device_id = $1 FOR UPDATE', [one.deviceId]);
  await leaving.query('COMMIT');
  await expect.poll(async () => isAnswered || (await isWaitedFor('transactionid'))).toBe(true);
  await looking.query('COMMIT');
  expect((await asking).state).toBe('sent');
  one.tracker.end();
});

test('[BLOCK-04] a tracker that refuses is refused in its words; one that answers another command answers that one', async () => {
  const one = await tracked();
  const other = await ask('POST', '/api/commands/send', {
    token,
    body: { deviceId: one.deviceId, type: 'getVersion' },
  });
  expect(other.status).toBe(200);
  const { id } = await asked(one.deviceId);
  await expect.poll(one.words).toEqual(['Relay,1#']);
  one.answer('VERSION 1.2');
  const answered = () =>
    kysely.selectFrom('sent_commands').select('state').where('id', '=', other.body.sentId).executeTakeFirst();
  await expect.poll(answered).toEqual({ state: 'answered' });
  expect(await stateOf(id)).toBe('sent');
  one.answer('Speed limit, relay not executed: FAIL');
  await expect.poll(() => stateOf(id)).toBe('refused');
  expect(await read(id)).toMatchObject({ stateReason: 'tracker', answer: expect.stringContaining('FAIL') });
  one.tracker.end();
});

test('[BLOCK-04] without an answer it says so after 120 s, tells who asked, and takes an answer that comes late', async () => {
  const one = await tracked();
  const { id } = await asked(one.deviceId);
  await expect.poll(() => stateOf(id)).toBe('sent');
  await age(id, 119);
  expect(await stateOf(id)).toBe('sent');
  await age(id, 2);
  expect(await stateOf(id)).toBe('unanswered');
  expect(await stateOf(id)).toBe('unanswered');
  expect(await eventsOf(one.deviceId, 'blockUnanswered')).toBe(1);
  const told = await kysely
    .selectFrom('notification_deliveries')
    .select('user_id')
    .where('device_id', '=', one.deviceId)
    .execute();
  expect(told).toEqual([{ user_id: admin.id }]);
  one.answer('OK');
  await expect.poll(() => stateOf(id)).toBe('confirmed');
  one.tracker.end();
});

test('[BLOCK-04] the output confirms too; after that it, or 500 m under its own ignition, contradicts it, and an alarm opens', async () => {
  const one = await tracked();
  await one.fix();
  const { id } = await asked(one.deviceId);
  await expect.poll(() => stateOf(id)).toBe('sent');
  const output = (blocked: boolean) =>
    sql`
    UPDATE device_state SET fix_time = now() + interval '1 second',
      position = jsonb_set(position::jsonb, '{attributes,blocked}', ${String(blocked)}::jsonb)
    WHERE device_id = ${one.deviceId}`.execute(kysely);
  await output(true);
  expect(await stateOf(id)).toBe('confirmed');
  expect((await read(id)).stateReason).toBe('output');
  await age(id, 600);
  // towed, its ignition off, and within 500 m under its own
  await stored(one.deviceId, [
    { ago: 300, speed: 20, ignition: false, distance: 3000 },
    { ago: 200, speed: 20, distance: 499 },
  ]);
  expect(await stateOf(id)).toBe('confirmed');
  await stored(one.deviceId, [{ ago: 100, speed: 20, distance: 2 }]);
  await sql`UPDATE device_state SET position_id = position_id + 1 WHERE device_id = ${one.deviceId}`.execute(
    kysely,
  );
  expect(await stateOf(id)).toBe('contradicted');
  expect(await eventsOf(one.deviceId, 'blockContradicted')).toBe(1);
  await services.desk.openQueued();
  const alarms = await kysely
    .selectFrom('alarms')
    .select('rule_name')
    .where('device_id', '=', one.deviceId)
    .execute();
  expect(alarms).toEqual([{ rule_name: 'Bloqueio contradito' }]);
  one.tracker.end();

  const two = await tracked();
  await two.fix();
  const second = await asked(two.deviceId);
  await expect.poll(two.words).toEqual(['Relay,1#']);
  two.answer('OK');
  await expect.poll(() => stateOf(second.id)).toBe('confirmed');
  await age(second.id, 60);
  await sql`UPDATE device_state SET position = jsonb_set(position::jsonb, '{attributes,blocked}', 'false')
    WHERE device_id = ${two.deviceId}`.execute(kysely);
  expect(await stateOf(second.id)).toBe('contradicted');
  expect((await read(second.id)).stateReason).toBe('output');
  two.tracker.end();
});

test('[BLOCK-03] when it stops: fixes of before the request, received late, too old or moving between do not count', async () => {
  const one = await tracked();
  await one.fix({ speedKph: 60 });
  const { id } = await asked(one.deviceId, { when: 'standstill' });
  expect(await stateOf(id)).toBe('waiting');
  await age(id, 60);
  const { deviceId } = one;
  const none = async (rows: Parameters<typeof stored>[1]) => {
    await stored(deviceId, rows);
    expect(await stateOf(id)).toBe('waiting');
    await sql`DELETE FROM positions WHERE device_id = ${deviceId}`.execute(kysely);
  };
  await none([{ ago: 5 }]);
  await none([{ ago: 9 }, { ago: 1 }]);
  await none([
    { ago: 70, receivedAgo: 50 },
    { ago: 65, receivedAgo: 5 },
  ]);
  await none([{ ago: 55 }, { ago: 35 }]);
  await none([{ ago: 20, receivedAgo: 20 }, { ago: 10, speed: 10 }, { ago: 1 }]);
  await none([{ ago: 20 }, { ago: 1, latitude: -3.71 }]);
  await none([
    { ago: 40, receivedAgo: 2 },
    { ago: 20, receivedAgo: 2 },
  ]);
  expect(one.words()).toEqual([]);
  await sql`UPDATE device_state SET speed = 0, fix_time = now() WHERE device_id = ${deviceId}`.execute(
    kysely,
  );
  await stored(deviceId, [{ ago: 20 }, { ago: 2 }]);
  expect(await stateOf(id)).toBe('requested');
  await expect.poll(() => stateOf(id)).toBe('sent');
  await expect.poll(one.words).toEqual(['Relay,1#']);
  one.tracker.end();
});

test('[BLOCK-03] two processes and a restart: it is sent once, by whoever is first', async () => {
  const one = await tracked();
  await one.fix();
  const { id } = await asked(one.deviceId, { when: 'standstill' });
  await age(id, 60);
  await stored(one.deviceId, [{ ago: 20 }, { ago: 2 }]);
  await Promise.all(Array.from({ length: 8 }, () => blocks.lookAtClock()));
  await expect.poll(one.words).toEqual(['Relay,1#']);
  await Promise.all(Array.from({ length: 4 }, () => blocks.lookAtClock()));
  const commands = await kysely
    .selectFrom('sent_commands')
    .select('id')
    .where('device_id', '=', one.deviceId)
    .execute();
  expect(commands).toHaveLength(1);
  expect(one.words()).toEqual(['Relay,1#']);
  one.tracker.end();
});

test('[BLOCK-03] a command that found its vehicle gone waits for it to stop again; after 12 h, or with the theft, it is over', async () => {
  const deviceId = await world.device({ unique_id: String(++lastImei) });
  const { id } = await asked(deviceId, { when: 'standstill' });
  await age(id, 60);
  await stored(deviceId, [{ ago: 20 }, { ago: 2 }]);
  expect(await stateOf(id)).toBe('requested');
  const expire = () =>
    sql`UPDATE sent_commands SET expires_at = now() - interval '1 second' WHERE device_id = ${deviceId}`.execute(
      kysely,
    );
  await expire();
  await services.commands.endOverdue();
  await sql`DELETE FROM positions WHERE device_id = ${deviceId}`.execute(kysely);
  expect(await stateOf(id)).toBe('waiting');
  await age(id, 13 * 3600);
  expect(await stateOf(id)).toBe('expired');
  expect((await read(id)).stateReason).toBe('never-stopped');

  const stolen = await world.device({ unique_id: String(++lastImei) });
  const theft = await world.sinister(stolen);
  const kept = await asked(stolen, { when: 'standstill' });
  expect(kept.expiresAt).toBeNull();
  await age(kept.id, 40 * 3600);
  expect(await stateOf(kept.id)).toBe('waiting');
  await kysely.updateTable('sinisters').set({ status: 'closed' }).where('id', '=', theft).execute();
  expect(await stateOf(kept.id)).toBe('expired');
});

test('[BLOCK-02] what nobody confirmed within 5 minutes expires; [BLOCK-04] a direct block that its tracker never took does too', async () => {
  const deviceId = await world.device({ category: 'motorcycle' });
  const { id } = await asked(deviceId, { when: 'standstill' });
  await age(id, 301);
  expect(await stateOf(id)).toBe('expired');
  expect((await read(id)).stateReason).toBe('not-confirmed');
  const away = await asked(await world.device());
  await sql`UPDATE sent_commands SET expires_at = now() - interval '1 second' WHERE block_id = ${away.id}`.execute(
    kysely,
  );
  await services.commands.endOverdue();
  expect(await stateOf(away.id)).toBe('expired');
  expect((await read(away.id)).stateReason).toBe('tracker-away');
});

test('[BLOCK-04] what a process was sending as it ended may have left: it counts as without an answer, and blocks', async () => {
  const { id } = await asked(await world.device());
  const end = { state: 'failed', reason: 'interrupted' };
  await kysely.updateTable('sent_commands').set(end).where('block_id', '=', id).execute();
  expect(await stateOf(id)).toBe('unanswered');
  expect((await read(id)).stateReason).toBe('interrupted');
  const blocked = await ask('GET', '/api/blocks/blocked', { token });
  expect(blocked.body.map(({ block }: { block: { id: number } }) => block.id)).toContain(id);
});

test('[BLOCK-01] a policy’s limits hold as the command leaves too, also for what was confirmed with a reason', async () => {
  const one = await tracked();
  const group = await world.group();
  await kysely.updateTable('devices').set({ group_id: group }).where('id', '=', one.deviceId).execute();
  const body = { name: 'parado', groupIds: [group], moment: 'standstill' };
  expect((await ask('POST', '/api/block-policies', { token, body })).status).toBe(200);
  await one.fix();
  one.tracker.end();
  await one.tracker.closed;
  await expect.poll(() => deviceConnections.protocolOf(one.deviceId)).toBeUndefined();
  const { id } = await asked(one.deviceId);
  expect(await stateOf(id)).toBe('requested');
  await sql`UPDATE device_state SET speed = 5 WHERE device_id = ${one.deviceId}`.execute(kysely);
  const again = await connectTracker(server.port('gt06'));
  again.send(gt06Login(String(lastImei)));
  await again.read(answerBytes);
  const drive = async (speedKph: number, serial: number) => {
    const timeMs = Math.floor(Date.now() / 1000) * 1000 + serial * 1000;
    again.send(gt06Location({ timeMs, speedKph }, serial));
    await expect.poll(() => lastFixMs(one.deviceId)).toBe(timeMs);
  };
  await drive(9, 2);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(again.received().toString('latin1')).not.toContain('Relay');
  expect(await stateOf(id)).toBe('requested');
  await drive(0, 3);
  const words = () => again.received().toString('latin1');
  await expect.poll(words, { timeout: 5000 }).toContain('Relay,1#');
  again.end();
});

test('[BLOCK-06] blocked for over 24 h is told to the supervisors, once, and listed as overdue', async () => {
  const one = await tracked();
  const { id } = await asked(one.deviceId);
  await expect.poll(one.words).toEqual(['Relay,1#']);
  one.answer('OK');
  await expect.poll(() => stateOf(id)).toBe('confirmed');
  await age(id, 25 * 3600);
  await blocks.lookAtClock();
  await blocks.lookAtClock();
  expect(await eventsOf(one.deviceId, 'blockOverdue')).toBe(1);
  const rows = (await ask('GET', '/api/blocks/blocked', { token })).body;
  expect(rows.find(({ block }: { block: { id: number } }) => block.id === id)).toMatchObject({
    isOverdue: true,
  });
  one.tracker.end();
});

test('[BLOCK-03] [BLOCK-01] a block that waits is sent under what holds when it stops: in a forbidden place it waits on, and what is never blocked by then is refused', async () => {
  const group = await world.group();
  const deviceId = await world.device({ unique_id: String(++lastImei), group_id: group });
  const { id } = await asked(deviceId, { when: 'standstill' });
  await age(id, 60);
  await stored(deviceId, [{ ago: 20 }, { ago: 2 }]);
  const fence = await kysely
    .insertInto('geofences')
    .values({ name: 'ponte', area: 'CIRCLE (-23.5505 -46.6333, 500)' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const policy = (body: object) =>
    ask('POST', '/api/block-policies', { token, body: { name: 'depois', groupIds: [group], ...body } });
  expect((await policy({ forbiddenGeofenceIds: [fence.id] })).status).toBe(200);
  expect(await stateOf(id)).toBe('waiting');
  expect((await policy({ never: true })).status).toBe(200);
  expect(await stateOf(id)).toBe('refused');
  expect((await read(id)).stateReason).toBe('policy-changed');
});
