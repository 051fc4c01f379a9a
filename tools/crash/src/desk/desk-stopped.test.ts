/** What a server that stands still or dies with work in its hands leaves to the others. */
import type { RunningServer } from '@atalaia/fixtures/running-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alarmLabels,
  type CrashOperator,
  type DeskScene,
  enlistOperator,
  enlistVehicles,
  escalating,
  openDesk,
  request,
  sendAlarm,
  type Vehicle,
} from './desk-scene.ts';

const patient = { timeout: 60_000 };
/** The least that the settings take. */
const leaseSeconds = 10;
const waits = { expected: 'waiting' };

let scene: DeskScene;
let one: RunningServer;
let other: RunningServer;
let vehicles: readonly Vehicle[];
let operators: readonly CrashOperator[];
beforeAll(async () => {
  scene = await openDesk(2);
  [one, other] = scene.servers as [RunningServer, RunningServer];
  vehicles = await enlistVehicles(scene, 5);
  operators = [await enlistOperator(scene, 1), await enlistOperator(scene, 2)];
  const step = { of: 'unclosed', userIds: operators.map(({ id }) => id), notificators: ['mail'] };
  await escalating(scene, [
    { ...step, afterSeconds: 3_600 },
    { ...step, afterSeconds: 7_200 },
  ]);
  // somebody is on duty all the time: with nobody the first step would fire at once
  await select(
    `INSERT INTO desk_presence (user_id, state, seen_at) VALUES ($1, 'on', now() + interval '1 day')`,
    [at(operators, 1).id],
  );
}, 240_000);
afterAll(() => scene[Symbol.asyncDispose](), 120_000);

const at = <Item>(items: readonly Item[], index: number): Item => items[index] ?? expect.fail('too few');
const select = async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
  (await scene.database.pool.query<Row>(statement, [...values])).rows;
/** So many seconds before now, so that no two reports of a vehicle bear one time. */
const startSecond = Math.floor(Date.now() / 1000) - 3_600;
const openAlarm = async (vehicle: Vehicle, label: string) =>
  at(
    await expectRows(`SELECT id FROM alarms WHERE device_id = $1 AND alarm = $2 AND closed_at IS NULL`, [
      vehicle.id,
      label,
    ]),
    0,
  ).id as number;
async function expectRows(statement: string, values: readonly unknown[]) {
  let rows: { readonly id?: number; readonly pid?: number }[] = [];
  await expect
    .poll(async () => {
      rows = await select(statement, values);
      return rows.length;
    }, patient)
    .toBeGreaterThan(0);
  return rows;
}
const labelOf = (second: number) => at(alarmLabels, second % 2);
const ageSteps = (alarmId: number) =>
  select(`UPDATE alarm_escalation_steps SET due_at = now() - interval '1 minute' WHERE alarm_id = $1`, [
    alarmId,
  ]);
const firings = (alarmId: number) =>
  select<{ positions: number[] }>(
    `SELECT details -> 'positions' AS positions FROM alarm_history WHERE alarm_id = $1 AND action = 'escalate' ORDER BY id`,
    [alarmId],
  );

test('[DESK-04][ING-01] a server that stands still in the middle of a claim holds up neither reports nor alarms, of its vehicle or of others', async () => {
  const [held, free] = [at(vehicles, 0), at(vehicles, 1)];
  const [first, second] = [at(operators, 0), at(operators, 1)];
  expect(await sendAlarm(other, held, startSecond, alarmLabels[0])).toBe(true);
  const alarm = await openAlarm(held, alarmLabels[0]);

  // the claim's line of history must wait, and with it the transaction that holds the claim and the alarm
  const blocker = await scene.database.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('LOCK TABLE alarm_history IN SHARE MODE');
  const claim = request(one, first, 'POST', `alarms/${alarm}/claim`, waits);
  const [waiting = {}] = await expectRows(
    `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%WITH wanted AS MATERIALIZED%'`,
    [],
  );
  process.kill(one.pid, 'SIGSTOP');
  try {
    await blocker.query('COMMIT');
    blocker.release();
    const isOpen = async () =>
      (
        await select(`SELECT FROM pg_stat_activity WHERE pid = $1 AND state = 'idle in transaction'`, [
          waiting.pid,
        ])
      ).length === 1;
    await expect.poll(isOpen, patient).toBe(true);

    for (const vehicle of [held, free]) {
      for (let report = 1; report <= 10; report += 1) {
        expect(
          await sendAlarm(
            other,
            vehicle,
            startSecond + report,
            report % 2 ? `${alarmLabels[1]},sos` : alarmLabels[0],
          ),
        ).toBe(true);
      }
    }
    const ofFree = await openAlarm(free, alarmLabels[1]);
    await openAlarm(held, 'sos');
    await ageSteps(ofFree);
    await expect.poll(() => firings(ofFree), patient).toEqual([{ positions: [0, 1] }]);
    const next = await request(other, second, 'POST', 'alarms/claim-next');
    expect(next?.body).toMatchObject({ alarm: { deviceId: free.id, holderId: second.id } });
    // all of it while the claim was still under way
    expect(await isOpen()).toBe(true);
  } finally {
    process.kill(one.pid, 'SIGCONT');
  }
  expect(await claim).toMatchObject({ status: 200, body: { holderId: first.id } });
  const counts = () => select(`SELECT event_count AS events FROM alarms WHERE id = $1`, [alarm]);
  await expect.poll(async () => (await select('SELECT FROM alarm_queue')).length, patient).toBe(0);
  expect(await counts()).toEqual([{ events: 11 }]);
}, 240_000);

test("[DESK-05] a claim is returned when the process that held its holder's connection was killed, 60 s after it was last seen", async () => {
  const vehicle = at(vehicles, 2);
  const operator = at(operators, 0);
  await scene.admin.put('desk/settings', { leaseSeconds });
  const socket = new WebSocket(
    `${one.origin.replace('http', 'ws')}/api/socket?b=${operator.token}&snapshot=none`,
  );
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  expect(await sendAlarm(other, vehicle, startSecond)).toBe(true);
  const alarm = await openAlarm(vehicle, labelOf(startSecond));
  expect(await request(other, operator, 'POST', `alarms/${alarm}/claim`, waits)).toMatchObject({
    status: 200,
  });
  const seenAt = async () =>
    (
      await select<{ at: string }>('SELECT seen_at AS at FROM desk_presence WHERE user_id = $1', [
        operator.id,
      ])
    )[0]?.at ?? '';
  await expect.poll(seenAt, patient).not.toBe('');
  // he did nothing since: his connection alone keeps it
  await select(`UPDATE alarm_claims SET acted_at = now() - interval '1 minute' WHERE subject = $1`, [
    vehicle.id,
  ]);
  const before = await seenAt();
  await expect.poll(seenAt, patient).not.toBe(before);
  expect(
    await select('SELECT FROM alarm_claims WHERE subject = $1 AND user_id = $2', [vehicle.id, operator.id]),
  ).toHaveLength(1);
  await one.kill();
  const [line] = await expectRows(
    `SELECT details ->> 'reason' AS reason, at >= $2::timestamptz + $3 * interval '1 second' AS "isAfterLease"
     FROM alarm_history WHERE alarm_id = $1 AND action = 'return'`,
    [alarm, await seenAt(), leaseSeconds],
  );
  expect(line).toEqual({ reason: 'disconnected', isAfterLease: true });
}, 240_000);

test('[SLA-02] steps that came due while nobody ran go out as one message after the restart, and none again after the next', async () => {
  const vehicle = at(vehicles, 3);
  expect(await sendAlarm(other, vehicle, startSecond)).toBe(true);
  const alarm = await openAlarm(vehicle, labelOf(startSecond));
  await one.kill();
  await other.kill();
  await ageSteps(alarm);
  await other.restart();
  await expect.poll(() => firings(alarm), patient).toEqual([{ positions: [0, 1] }]);
  await other.kill();
  await other.restart();
  // the clock is looked at again: another alarm's steps fire
  const later = at(vehicles, 4);
  expect(await sendAlarm(other, later, startSecond)).toBe(true);
  const next = await openAlarm(later, labelOf(startSecond));
  await ageSteps(next);
  await expect.poll(() => firings(next), patient).toHaveLength(1);
  expect(await firings(alarm)).toHaveLength(1);
  const told = await select(
    'SELECT user_id AS id FROM notification_deliveries WHERE alarm_id = $1 ORDER BY 1',
    [alarm],
  );
  expect(told).toEqual(operators.map(({ id }) => ({ id })));
}, 240_000);
