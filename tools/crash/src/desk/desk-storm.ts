/**
 * A storm of alarms while operators claim and close, and the server is killed in the middle of it again and again. At the
 * end every event has its alarm, once; every alarm was held by one person at a time, and closed and escalated once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from '@atalaia/fixtures/running-server';
import {
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

export interface DeskStorm {
  readonly kills: number;
  /** Before each kill, and after the last one, ms. */
  readonly betweenMs: number;
  readonly vehicles: number;
  readonly alarmsPerSecond: number;
  readonly operators: number;
  readonly say: (text: string) => void;
}

export interface DeskStormVerdict {
  /** Alarms that trackers sent and that were acknowledged. */
  readonly acknowledged: number;
  readonly closed: number;
  /** Closings that were answered while the storm lasted. */
  readonly closedInStorm: number;
  readonly fired: number;
  readonly wrongs: readonly string[];
}

/** A step that is due while the server is down, and one that is due while it works. */
const firstStepSeconds = 1;
const secondStepSeconds = 2;
/** A killed server is back after some seconds; on a busy machine after many. */
const drainWithinMs = 180_000;

export async function runDeskStorm(storm: DeskStorm): Promise<DeskStormVerdict> {
  await using scene = await openDesk(1);
  const ending = new AbortController();
  try {
    const [server] = scene.servers;
    if (!server) throw new Error('no server');
    const vehicles = await enlistVehicles(scene, storm.vehicles);
    const operators: CrashOperator[] = [];
    for (let number = 0; number < storm.operators; number += 1) {
      operators.push(await enlistOperator(scene, number));
    }
    const userIds = operators.map(({ id }) => id);
    const tells = { of: 'unclosed', userIds, notificators: ['mail'] };
    await escalating(scene, [
      { ...tells, afterSeconds: firstStepSeconds },
      { ...tells, afterSeconds: secondStepSeconds },
    ]);

    const sending = sendStorm(server, vehicles, storm.alarmsPerSecond, ending.signal);
    const working = operators.map((operator) => workAtDesk(server, operator, ending.signal));
    for (let kill = 1; kill <= storm.kills; kill += 1) {
      await sleep(storm.betweenMs);
      await server.kill();
      await server.restart();
      storm.say(`kill ${kill} of ${storm.kills}`);
    }
    await sleep(storm.betweenMs);
    ending.abort();
    const sent = await sending;
    const closings = (await Promise.all(working)).flat();
    await settle(scene, server, operators);
    return await judgeDesk(scene, sent, closings);
  } finally {
    ending.abort();
  }
}

/** What each tracker sent and was acknowledged: its vehicle and time. What was not is sent again, the same. */
async function sendStorm(
  server: RunningServer,
  vehicles: readonly Vehicle[],
  perSecond: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const sent: string[] = [];
  const startSecond = Math.floor(Date.now() / 1000) - 3_600;
  const perVehicleMs = (vehicles.length / perSecond) * 1000;
  await Promise.all(
    vehicles.map(async (vehicle, index) => {
      await sleep((index / vehicles.length) * perVehicleMs);
      for (let number = 0; !signal.aborted; number += 1) {
        const second = startSecond + number;
        const deadlineMs = performance.now() + drainWithinMs;
        while (!(await sendAlarm(server, vehicle, second))) {
          if (performance.now() > deadlineMs) throw new Error('an alarm stays without an acknowledgement');
          await sleep(100);
        }
        sent.push(`${vehicle.id}@${second}`);
        await sleep(perVehicleMs);
      }
    }),
  );
  return sent;
}

/** Takes the most urgent and closes it, until the end; alarms whose closing was answered, by operator. */
async function workAtDesk(
  server: RunningServer,
  operator: CrashOperator,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const closed: number[] = [];
  while (!signal.aborted) {
    const taken = await request(server, operator, 'POST', 'alarms/claim-next');
    const id = (taken?.body as { alarm?: { id: number } | null } | undefined)?.alarm?.id;
    if (id === undefined) await sleep(50);
    else if (await close(server, operator, id)) closed.push(id);
  }
  return closed;
}

async function close(server: RunningServer, operator: CrashOperator, id: number): Promise<boolean> {
  const body = { expected: 'claimed', outcomeId: 1 };
  return (await request(server, operator, 'POST', `alarms/${id}/close`, body))?.status === 200;
}

/** Each closes what he holds and what waits, until nothing is open and nothing is due. */
async function settle(
  { database }: DeskScene,
  server: RunningServer,
  operators: readonly CrashOperator[],
): Promise<void> {
  const deadlineMs = performance.now() + drainWithinMs;
  for (;;) {
    const { rows } = await database.pool.query<{ id: number; holder: number | null }>(
      `SELECT a.id, c.user_id AS holder FROM alarms AS a JOIN alarm_claims AS c ON c.subject = a.subject
       WHERE a.closed_at IS NULL UNION ALL SELECT 0, NULL FROM alarm_queue`,
    );
    if (rows.length === 0) return;
    if (performance.now() > deadlineMs) throw new Error(`${rows.length} alarms stay open or unopened`);
    for (const { id, holder } of rows) {
      const holding = operators.find((one) => one.id === holder) ?? operators[0];
      if (id === 0 || !holding) continue;
      if (holder === null)
        await request(server, holding, 'POST', `alarms/${id}/claim`, { expected: 'waiting' });
      await close(server, holding, id);
    }
    await sleep(100);
  }
}

/** What is wrong, in words, each by a count over all rows. */
const wrongsSql: Readonly<Record<string, string>> = {
  'events of one report': `SELECT device_id, event_time FROM events WHERE type = 'alarm' GROUP BY 1, 2 HAVING count(*) > 1`,
  'events without an alarm': `SELECT FROM events AS e WHERE type = 'alarm'
    AND NOT EXISTS (SELECT FROM alarm_events WHERE event_id = e.id)`,
  'alarms that count other than their events': `SELECT FROM alarms AS a
    WHERE event_count <> (SELECT count(*) FROM alarm_events WHERE alarm_id = a.id)`,
  'alarms open at once of one vehicle': `SELECT FROM alarms AS a JOIN alarms AS b ON b.device_id = a.device_id AND b.id > a.id
    AND b.rule_id = a.rule_id AND b.opened_at < a.closed_at`,
  'alarms not closed by one line': `SELECT FROM alarms AS a
    WHERE 1 <> (SELECT count(*) FROM alarm_history WHERE alarm_id = a.id AND action = 'close')`,
  // a claim follows on an opening or a return, and who closes is who claimed last
  'alarms claimed while somebody held them': `SELECT FROM (
      SELECT action, lag(action) OVER (PARTITION BY alarm_id ORDER BY id) AS before FROM alarm_history
      WHERE action IN ('open', 'claim', 'return', 'close')
    ) AS lines WHERE action = 'claim' AND before NOT IN ('open', 'return')`,
  'alarms closed by somebody else than who held them': `SELECT FROM (
      SELECT action, user_id, lag(user_id) OVER (PARTITION BY alarm_id ORDER BY id) AS before FROM alarm_history
      WHERE action IN ('claim', 'close')
    ) AS lines WHERE action = 'close' AND user_id IS DISTINCT FROM before`,
  'steps with other than one line of history': `SELECT FROM alarm_escalation_steps AS s
    WHERE (fired_at IS NOT NULL)::int <> (SELECT count(*) FROM alarm_history AS h
      WHERE h.alarm_id = s.alarm_id AND h.action = 'escalate' AND h.details -> 'positions' @> to_jsonb(s.position))`,
  'messages other than one a firing and person': `SELECT FROM (
      SELECT alarm_id, user_id, count(*) AS messages FROM notification_deliveries GROUP BY 1, 2
    ) AS told WHERE messages <> (SELECT count(*) FROM alarm_history AS h
      WHERE h.alarm_id = told.alarm_id AND h.action = 'escalate')`,
  'firings that told nobody': `SELECT FROM alarm_history AS h WHERE action = 'escalate'
    AND NOT EXISTS (SELECT FROM notification_deliveries AS d WHERE d.alarm_id = h.alarm_id)`,
};

async function judgeDesk(
  { database: { pool } }: DeskScene,
  sent: readonly string[],
  closings: readonly number[],
): Promise<DeskStormVerdict> {
  const wrongs: string[] = [];
  for (const [what, statement] of Object.entries(wrongsSql)) {
    const { rowCount } = await pool.query(statement);
    if (rowCount) wrongs.push(`${rowCount} ${what}`);
  }
  const { rows } = await pool.query<{ key: string }>(
    `SELECT device_id || '@' || extract(epoch FROM event_time)::bigint AS key FROM events WHERE type = 'alarm'`,
  );
  const stored = new Set(rows.map(({ key }) => key));
  const lost = sent.filter((key) => !stored.has(key));
  if (lost.length > 0) wrongs.push(`${lost.length} acknowledged alarms without an event`);
  const twice = closings.length - new Set(closings).size;
  if (twice > 0) wrongs.push(`${twice} alarms whose closing was answered to two people`);
  const { rows: counts } = await pool.query<{ closed: number; fired: number }>(
    `SELECT (SELECT count(*)::int FROM alarms WHERE closed_at IS NOT NULL) AS closed,
      (SELECT count(*)::int FROM alarm_escalation_steps WHERE fired_at IS NOT NULL) AS fired`,
  );
  const { closed = 0, fired = 0 } = counts[0] ?? {};
  return { acknowledged: sent.length, closed, closedInStorm: closings.length, fired, wrongs };
}
