/**
 * A desk in a storm: 10,000 open alarms among the 100,000 devices of the lists' benchmark, over a history of ten times as
 * many closed ones; and who works there, seeing all, a third, or ten vehicles.
 */
import type { Api } from '@atalaia/fixtures/api';
import { signInToApi } from '@atalaia/fixtures/api';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import { listedDevices, loadLists } from '../reading/list-load.ts';

export const openAlarms = 10_000;
const closedAlarms = 100_000;
const fewDevices = 10;
/** Of the 20 regions below the uppermost group, with their customers and fleets. */
const regionsOfThird = 7;

/** An alarm of the device of each of these places; times, severities and rules are spread. */
const insertAlarms = (places: string, closed: boolean) => `
  INSERT INTO alarms (kind, subject, rule_id, rule_name, severity, device_id, device_name, plate, category, customer_id,
    latitude, longitude, event_type, alarm, opened_at, first_event_at, last_event_at, siren, sounds_at, claim_seconds,
    close_seconds, claim_due_at, close_due_at, due_at, closed_at, outcome_name)
  SELECT 'event', d.id, 1 + i % 7, 'Regra ' || i % 7, severity, d.id, d.name, d.attributes ->> 'plate', d.category,
    d.customer_id, -3.7, -38.5, 'alarm', 'powerCut', opened, opened, opened, true, opened, 180, 1800,
    opened + interval '3 min', opened + interval '30 min', opened + (1 + severity) * interval '3 min',
    ${closed ? `opened + interval '10 min', 'Confirmado'` : 'NULL, NULL'}
  FROM ${places} CROSS JOIN LATERAL (SELECT (ARRAY[0, 1, 1, 2, 2, 2, 2, 3, 3, 3])[1 + i / 7 % 10] AS severity,
    now() - ${closed ? `interval '1 hour' - i * interval '40 s'` : `i * 7919 % 7200 * interval '1 s'`} AS opened) AS spread
  JOIN devices AS d ON d.id = device`;

const statements = [
  insertAlarms(
    `(SELECT i, 1 + i * 7919::bigint % ${listedDevices} AS device FROM generate_series(1, ${closedAlarms}) AS i) AS places`,
    true,
  ),
  // the first devices have none of them by chance: who sees ten alarms has them of ten devices of his own
  insertAlarms(
    `(SELECT i, 1 + i * 10 % ${listedDevices} AS device FROM generate_series(1, ${openAlarms}) AS i) AS places`,
    false,
  ),
  `INSERT INTO alarm_claims (subject) SELECT DISTINCT subject FROM alarms`,
  `WITH stored AS (
    INSERT INTO events (device_id, type, event_time, server_time, attributes)
    SELECT device_id, 'alarm', first_event_at, opened_at, '{"alarm":"powerCut"}' FROM alarms WHERE closed_at IS NULL
    RETURNING id, device_id
  ) INSERT INTO alarm_events (event_id, alarm_id)
    SELECT stored.id, a.id FROM stored JOIN alarms AS a ON a.device_id = stored.device_id AND a.closed_at IS NULL`,
  `INSERT INTO alarm_history (alarm_id, action) SELECT id, 'open' FROM alarms WHERE closed_at IS NULL`,
  'VACUUM ANALYZE alarms, alarm_claims, alarm_events, alarm_history, events',
];

export async function loadDesk(database: Database): Promise<void> {
  await loadLists(database);
  for (const statement of statements) await database.pool.query(statement);
}

export type Sight = 'all' | 'a third' | 'ten';

/** A monitor, who is an operator of the desk, signed in; the token. */
export async function makeOperator(
  { pool }: Database,
  origin: string,
  api: Api,
  sight: Sight,
  number: number,
): Promise<string> {
  const email = `operator-${number}@bench.local`;
  const password = 'operator-of-the-bench';
  const { id } = await api.createUser({ email, password, attributes: { profile: 'central' } });
  const link = {
    all: 'INSERT INTO user_groups (user_id, group_id) VALUES ($1, 1)',
    'a third': `INSERT INTO user_groups (user_id, group_id) SELECT $1, id FROM groups WHERE group_id = 1 ORDER BY id LIMIT ${regionsOfThird}`,
    ten: `INSERT INTO user_devices (user_id, device_id)
      SELECT $1, device_id FROM alarms WHERE closed_at IS NULL ORDER BY id LIMIT ${fewDevices}`,
  }[sight];
  await pool.query(link, [id]);
  return (await signInToApi(origin, email, password)).token;
}
