import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createAlarmScene } from '../../../testing/alarm-scene.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import { claimNext, claimSeveral, claimSubject, type FreeAlarm } from '../claims-queries.ts';
import { chooseFor, createNextClaims } from './next-claims.ts';

const { ask, kysely, world, services } = await createTestApp();
const scene = createAlarmScene(kysely, world, services.desk.openQueued);
const { commit } = services;
const admin = await world.administrator();
const read = async (id: number) => (await ask('GET', `/api/alarms/${id}`, { token: admin.token })).body;

const alarm = (id: number, more: Partial<FreeAlarm> = {}): FreeAlarm => ({
  ...{ id, subject: id, deviceId: id, onlyUserIds: null, isMassFault: false },
  ...more,
});
const chosen = (userIds: number[], free: FreeAlarm[], sees = (_userId: number, _deviceId: number) => true) =>
  chooseFor(userIds, free, sees).map((one) => one?.id);

test('[DESK-04] who asks at one moment is given the most urgent ones in the order of asking, no vehicle twice', () => {
  expect(chosen([1, 2, 3, 4], [alarm(8), alarm(9, { subject: 8 }), alarm(7), alarm(6)])).toEqual([
    8,
    7,
    6,
    undefined,
  ]);
});

test('[DESK-12] nobody is given what he does not see; what is about no vehicle is everybody’s', () => {
  const sees = (userId: number, deviceId: number) => userId === 2 && deviceId === 8;
  expect(chosen([1, 2, 3], [alarm(8), alarm(9), alarm(5, { deviceId: null })], sees)).toEqual([
    5,
    8,
    undefined,
  ]);
});

test('[DESK-10] a mass fault before his is looked at for him alone', () => {
  expect(chosen([1], [alarm(9, { isMassFault: true, deviceId: null }), alarm(8)])).toEqual([undefined]);
  expect(chosen([1], [alarm(8), alarm(9, { isMassFault: true, deviceId: null })])).toEqual([8]);
});

test('[DESK-06] what was handed to a team goes to its people', () => {
  expect(chosen([1, 2], [alarm(9, { onlyUserIds: [2] }), alarm(8)])).toEqual([8, 9]);
});

/** An operator who sees some vehicles, each with an alarm. */
async function atDesk(count: number) {
  const devices = await Promise.all(Array.from({ length: count }, () => world.device()));
  const alarms: number[] = [];
  for (const device of devices) alarms.push(await scene.alarm(device));
  const person = await scene.operator(devices);
  const caller = {
    ...{ userId: person.id, administrator: false, user: { name: 'Ana' }, address: '127.0.0.1' },
  } as never;
  const held = async () => {
    const { rows } = await sql<{ subject: number }>`
      SELECT subject FROM alarm_claims WHERE user_id = ${person.id} ORDER BY subject`.execute(kysely);
    return rows.map(({ subject }) => subject);
  };
  return { ...person, devices, alarms, caller, held };
}

const isOneWaiting = () =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      kysely,
    );
    expect(rows.length).toBeGreaterThan(0);
  });

test('[DESK-04] who claims what closes just now, or was closed, holds nothing: its next alarm waits for somebody', async () => {
  const { id: userId, devices, alarms, held } = await atDesk(1);
  const [device = 0, alarm = 0] = [devices[0], alarms[0]];
  const person = { userId, userName: 'Ana' };
  const actor = { ...person, address: '127.0.0.1' };
  const wanted = [{ ...actor, subject: device }];
  const ways: Readonly<Record<string, () => Promise<unknown>>> = {
    several: () => claimSeveral(kysely, wanted),
    next: () => claimNext(kysely, { userId, administrator: false }, person, actor),
    one: () => claimSubject(kysely, device, person, actor, { action: 'claim', details: {} }),
  };
  for (const [name, claim] of Object.entries(ways)) {
    await sql`UPDATE alarms SET closed_at = NULL WHERE id = ${alarm}`.execute(kysely);
    let claimed: Promise<unknown> | undefined;
    await kysely.transaction().execute(async (closing) => {
      // as what ends by itself is closed: the claim is locked, not changed
      await sql`UPDATE alarms SET closed_at = now() WHERE id = ${alarm}`.execute(closing);
      claimed = claim();
      await isOneWaiting();
    });
    expect([name, (await claimed) ?? [], await held()]).toEqual([name, [], []]);
    expect([name, (await claim()) ?? [], await held()]).toEqual([name, [], []]);
  }
  expect(await read(await scene.alarm(device, { label: 'sos' }))).toMatchObject({
    state: 'waiting',
    holderId: 0,
  });
});

test('[DESK-04] what another process took since the look, or takes just now, is not given, and nobody waits for it', async () => {
  const { id: userId, devices, alarms, held } = await atDesk(2);
  const [taken = 0, locked = 0] = devices;
  const other = await atDesk(0);
  const wanted = devices.map((subject) => ({ subject, userId, userName: 'Ana', address: null }));
  const rui = { userId: other.id, userName: 'Rui' };
  await claimSubject(kysely, taken, rui, { ...rui, address: null }, { action: 'claim', details: {} });
  await kysely.transaction().execute(async (stopped) => {
    await sql`SELECT FROM alarm_claims WHERE subject = ${locked} FOR UPDATE`.execute(stopped);
    expect(await claimSeveral(kysely, wanted)).toEqual([]);
  });
  expect([await held(), await other.held()]).toEqual([[], [taken]]);
  expect((await claimSeveral(kysely, wanted)).map(({ id }) => id)).toEqual([alarms[1]]);
});

test('[DESK-04] [ING-08] a key that another transaction holds keeps its own request waiting and nobody else’s', async () => {
  const [ana, rui] = [await atDesk(1), await atDesk(1)];
  const next = (token: string, key: string) =>
    ask('POST', '/api/alarms/claim-next', { token, headers: { 'idempotency-key': key } });
  let waiting: ReturnType<typeof next> | undefined;
  const undone = kysely.transaction().execute(async (stopped) => {
    await sql`
      INSERT INTO idempotency_keys (user_id, key, fingerprint) VALUES (${ana.id}, 'stuck-key', 'x')`.execute(
      stopped,
    );
    waiting = next(ana.token, 'stuck-key');
    await isOneWaiting();
    const answers = await Promise.all([next(rui.token, 'with-it'), next(rui.token, 'with-it-too')]);
    expect(answers.map(({ status, body }) => [status, body.alarm?.id ?? null])).toContainEqual([
      200,
      rui.alarms[0],
    ]);
    expect((await next(rui.token, 'after-it')).body).toEqual({ alarm: null });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect((await waiting)?.body.alarm).toMatchObject({ id: ana.alarms[0], holderId: ana.id });
});

test('[DESK-04] [DESK-12] those who ask at one moment are each answered with their own alarm as it then stands', async () => {
  const people = await Promise.all([atDesk(2), atDesk(1), atDesk(1)]);
  const [ana, rui, bia] = people;
  const given = await Promise.all(
    people.map(async ({ token }) => (await ask('POST', '/api/alarms/claim-next', { token })).body.alarm),
  );
  expect(ana?.alarms).toContain(given[0].id);
  expect([given[1].id, given[2].id]).toEqual([rui?.alarms[0], bia?.alarms[0]]);
  for (const [place, alarm] of given.entries()) {
    expect(alarm).toMatchObject({ state: 'claimed', dueFor: 'close', holderId: people[place]?.id });
    const queue = await ask('GET', `/api/desk/queue?deviceId=${alarm.deviceId}`, { token: admin.token });
    expect(queue.body.alarms).toEqual([alarm]);
  }
});

test('[DESK-04] a commit of which it is not known whether it came about is not made twice; one that certainly did not is', async () => {
  const cut = Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' });
  const ana = await atDesk(2);
  const unsure: typeof commit = async (work) => {
    await commit(work);
    throw cut;
  };
  await expect(createNextClaims({ kysely, commit: unsure })(ana.caller)).rejects.toBe(cut);
  expect(await ana.held()).toHaveLength(1);
  const rui = await atDesk(2);
  let tries = 0;
  const refused: typeof commit = (work) => {
    tries += 1;
    return tries === 1 ? Promise.reject(Object.assign(new Error('lock'), { code: '55P03' })) : commit(work);
  };
  const given = await createNextClaims({ kysely, commit: refused })(rui.caller);
  expect(rui.alarms).toContain(JSON.parse(given).id);
  expect(await rui.held()).toHaveLength(1);
});
