/** An alarm desk on a database of its own, with servers that can be killed or stopped beside it. */
import { type Api, signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer } from '@atalaia/fixtures/running-server';
import {
  type ServersOnOneDatabase,
  startServersOnOneDatabase,
} from '@atalaia/fixtures/servers-on-one-database';

export interface DeskScene extends ServersOnOneDatabase {
  readonly admin: Api;
}

/** Alarms that a rule of the scene opens; one that stays is one event, so reports bear them by turns. */
export const alarmLabels = ['shock', 'vibration'] as const;
const operatorPassword = 'operator-of-the-crash';

export async function openDesk(serverCount: number): Promise<DeskScene> {
  const opened = await startServersOnOneDatabase(serverCount, 4);
  const origin = opened.servers[0]?.origin ?? '';
  return { ...opened, admin: await signInToApi(origin, administrator.email, administrator.password) };
}

/** Devices in one group; their unique ids by number. */
export async function enlistVehicles({ database }: DeskScene, count: number): Promise<readonly Vehicle[]> {
  const { rows } = await database.pool.query<Vehicle>(
    `WITH fleet AS (INSERT INTO groups (name) VALUES ('Fleet') RETURNING id)
     INSERT INTO devices (unique_id, name, group_id) SELECT 'desk-' || n, 'Vehicle ' || n, fleet.id FROM fleet, generate_series(1, $1) AS n
     RETURNING id, unique_id AS "uniqueId"`,
    [count],
  );
  return rows;
}

export interface Vehicle {
  readonly id: number;
  readonly uniqueId: string;
}

/** A rule of all devices, with the steps of its escalation. */
export async function escalating({ admin }: DeskScene, steps: readonly object[]): Promise<void> {
  const { id } = await admin.post<{ id: number }>('escalations', { name: 'Crash', steps });
  await admin.post('alarm-rules', {
    ...{ name: 'Shock', eventTypes: ['alarm'], alarms: alarmLabels, severity: 'high', appliesTo: 'all' },
    escalationId: id,
  });
}

export interface CrashOperator {
  readonly id: number;
  readonly email: string;
  readonly token: string;
}

/** One who sees the whole fleet. */
export async function enlistOperator({ database, servers, admin }: DeskScene, number: number) {
  const email = `operator-${number}@crash.local`;
  const attributes = { profile: 'central' };
  const { id } = await admin.createUser({ email, password: operatorPassword, attributes });
  await database.pool.query('INSERT INTO user_groups (user_id, group_id) SELECT $1, id FROM groups', [id]);
  const { token } = await signInToApi(servers[0]?.origin ?? '', email, operatorPassword);
  return { id, email, token } satisfies CrashOperator;
}

/** One report with an alarm; false where it was not acknowledged. The same one may be sent again. */
export async function sendAlarm(
  { origin }: Pick<RunningServer, 'origin'>,
  { uniqueId }: Pick<Vehicle, 'uniqueId'>,
  timestamp: number,
  alarm: string = alarmLabels[timestamp % 2] ?? '',
): Promise<boolean> {
  const query = new URLSearchParams({ id: uniqueId, lat: '-3.73', lon: '-38.52', alarm });
  query.set('timestamp', String(timestamp));
  const signal = AbortSignal.timeout(5_000);
  const answer = await fetch(`${origin}/osmand?${query}`, { signal }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.ok ?? false;
}

/** A request of a person; undefined where it was not answered: whether it was done is open. */
export async function request(
  { origin }: Pick<RunningServer, 'origin'>,
  { token }: Pick<CrashOperator, 'token'>,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown } | undefined> {
  const answer = await fetch(`${origin}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(60_000),
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined) return undefined;
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
