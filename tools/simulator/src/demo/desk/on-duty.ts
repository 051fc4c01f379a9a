/**
 * Two operators at work while the demonstration runs: they are connected, one works on an alarm, one has put one off. The
 * rest waits for anybody who looks at it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Alarm, AlarmQueue } from '@atalaia/contract/desk/alarm';
import type { HoldReason } from '@atalaia/contract/desk/alarm-rule';
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { FleetVehicle } from '../../fleet/fleet.ts';
import { type ApiClient, signIn } from '../api-client.ts';
import { demoPassword, operators } from '../company.ts';
import { type DatabaseClient, withDatabase } from './write-past-alarms.ts';

/** What is open at the first look, beside what the fleet's trackers raise by themselves. */
const openings = [
  { type: 'alarm', alarm: 'sos', count: 2 },
  { type: 'alarm', alarm: 'powerCut', count: 1 },
  { type: 'alarm', alarm: 'tampering', count: 3 },
  { type: 'alarm', alarm: 'tampering', count: 1 },
  { type: 'alarm', alarm: 'lowBattery', count: 1 },
  { type: 'alarm', alarm: 'lowBattery', count: 2 },
  { type: 'deviceOverspeed', alarm: null, count: 1 },
  { type: 'deviceOverspeed', alarm: null, count: 4 },
] as const;

/** A claim is kept by what its holder does; half of the time after which he is asked. */
const writesEveryMs = 150_000;
const connectsAgainMs = 5_000;

/** Ends when told by `signal`. */
export async function playDesk(
  baseUrl: string,
  dataDir: string,
  fleet: readonly FleetVehicle[],
  signal: AbortSignal,
): Promise<void> {
  const [ana, bruno] = await Promise.all(
    operators.slice(0, 2).map(({ email }) => signIn(baseUrl, email, demoPassword)),
  );
  if (!ana || !bruno) throw new Error('the demonstration has no operators');
  for (const person of [ana, bruno]) {
    stayConnected(baseUrl, person.token, signal);
    await person.put('desk/duty', { state: 'on' });
  }
  const open = await ana.get<AlarmQueue>('desk/queue');
  const heard = await heardVehicles(ana, fleet, signal);
  if (signal.aborted) return;
  if (open.alarms.length < openings.length) await withDatabase(dataDir, (client) => raise(client, heard));
  await awaitOpen(ana, signal);
  await holdOne(bruno);
  await workOnOne(ana, signal);
}

function stayConnected(baseUrl: string, token: string, signal: AbortSignal): void {
  if (signal.aborted) return;
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/api/socket?token=${token}`);
  const close = () => socket.close();
  signal.addEventListener('abort', close, { once: true });
  socket.addEventListener('error', () => undefined);
  socket.addEventListener('close', () => {
    signal.removeEventListener('abort', close);
    setTimeout(() => stayConnected(baseUrl, token, signal), connectsAgainMs).unref();
  });
}

/** Events as the statement of the ingest stores them, in the queue of alarms too. */
async function raise(client: DatabaseClient, deviceIds: readonly number[]): Promise<void> {
  const rows = openings.flatMap(({ type, alarm, count }, index) => {
    const deviceId = deviceIds[(index * 7 + 3) % deviceIds.length];
    return Array.from({ length: count }, () => ({ deviceId, type, alarm }));
  });
  await client.query(
    `WITH stored AS (
      INSERT INTO events (device_id, type, event_time, server_time, position_id, attributes)
      SELECT "deviceId", type, now(), now(), s.position_id,
        CASE WHEN given.alarm IS NULL THEN '{}' ELSE jsonb_build_object('alarm', given.alarm) END
      FROM jsonb_to_recordset($1::jsonb) AS given ("deviceId" integer, type text, alarm text)
      JOIN device_state AS s ON s.device_id = "deviceId"
      RETURNING id, device_id
    ) INSERT INTO alarm_queue (event_id, device_id) SELECT id, device_id FROM stored`,
    [JSON.stringify(rows)],
  );
}

/** Vehicles of the fleet whose place is known, once most of it has reported; by their numbers. */
async function heardVehicles(api: ApiClient, fleet: readonly FleetVehicle[], signal: AbortSignal) {
  const driving = new Set(fleet.map(({ uniqueId }) => uniqueId));
  const devices = (await api.get<Device[]>('devices')).filter(({ uniqueId }) => driving.has(uniqueId));
  let heard: number[] = [];
  for (let tries = 0; tries < 60 && !signal.aborted && heard.length < devices.length * 0.8; tries += 1) {
    await wait(500);
    const known = new Set((await api.get<Position[]>('positions')).map(({ deviceId }) => deviceId));
    heard = devices.flatMap(({ id }) => (known.has(id) ? [id] : []));
  }
  return heard;
}

async function awaitOpen(api: ApiClient, signal: AbortSignal): Promise<void> {
  for (let tries = 0; tries < 60 && !signal.aborted; tries += 1) {
    if ((await waiting(api)).length >= openings.length / 2) return;
    await wait(500);
  }
}

const waiting = async (api: ApiClient) =>
  (await api.get<AlarmQueue>('desk/queue')).alarms.filter(({ state }) => state === 'waiting');

async function take(api: ApiClient, isMeant: (alarm: Alarm) => boolean): Promise<Alarm | undefined> {
  const alarm = (await waiting(api)).find(isMeant);
  if (alarm) await api.post(`alarms/${alarm.id}/claim`, { expected: 'waiting' });
  return alarm;
}

async function holdOne(api: ApiClient): Promise<void> {
  const reasons = await api.get<HoldReason[]>('hold-reasons');
  const reason = reasons.find(({ key }) => key === 'awaitingCustomer');
  const alarm = await take(api, ({ alarm }) => alarm === 'tampering');
  if (!alarm || !reason) return;
  await api.post(`alarms/${alarm.id}/notes`, {
    note: 'Contato principal não atendeu; recado deixado com a esposa, que pediu para ligar em 40 minutos.',
  });
  await api.post(`alarms/${alarm.id}/hold`, {
    expected: 'claimed',
    until: new Date(Date.now() + 40 * 60_000).toISOString(),
    reasonId: reason.id,
  });
}

/** Half-written notes say that one is still there, and leave no line in the history. */
async function workOnOne(api: ApiClient, signal: AbortSignal): Promise<void> {
  const alarm = await take(api, ({ severity }) => severity === 'medium');
  if (!alarm) return;
  const write = () =>
    api
      .put(`alarms/${alarm.id}/draft`, { text: 'Liguei para o contato principal: ' })
      .catch(() => clearInterval(timer));
  const timer = setInterval(write, writesEveryMs);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  await write();
}
