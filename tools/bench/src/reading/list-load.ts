/**
 * What lists are measured with: 100,000 devices of 20,000 customers in 400 groups below 20 others, each device with a
 * last position as large as a tracker's, and a monitor who is linked to the one group above them all.
 */
import type { Api } from '@atalaia/fixtures/api';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';

export const listedDevices = 100_000;
const customers = 20_000;
const regions = 20;
const fleets = 400;
const piece = 10_000;

/** Words of names, so that a search meets few, many or all of them; `i` numbers the rows. */
const picked = (words: readonly string[], by: string) =>
  `(ARRAY[${words.map((word) => `'${word}'`).join(',')}])[1 + (${by}) % ${words.length}]`;

const vehicle = picked(
  ['Caminhão', 'Ônibus', 'Moto', 'Van', 'Carreta', 'Trator', 'Água', 'Ambulância'],
  'i * 7',
);
const person = `${picked(['Ana', 'João', 'Márcia', 'Zélia', 'Álvaro', 'Érica', 'Bruno', 'Célio'], 'i * 3')} || ' ' ||
  ${picked(['Souza', 'Conceição', 'Lima', 'Araújo', 'Brandão', 'Gonçalves', 'Peixoto'], 'i * 5')}`;
const letter = (by: string) => `chr(65 + (${by}) % 26)`;
/** Every one of its own: AAA0A00 to ZZZ9Z99, in an order that is none of names or numbers. */
const plate = `${letter('i * 31')} || ${letter('i / 7')} || ${letter('i / 131')} || i % 10 || ${letter('i / 10')} ||
  lpad((i * 17 % 100)::text, 2, '0')`;
const position = `json_build_object('id', i, 'deviceId', i, 'protocol', 'gt06', 'address', 'Rua ' || repeat('x', 60),
  'attributes', json_build_object('ignition', true, 'raw', repeat('0', 600)))`;

const statements = [
  `INSERT INTO groups (name) VALUES ('Central')`,
  `INSERT INTO groups (name, group_id) SELECT 'Região ' || i, 1 FROM generate_series(1, ${regions}) AS i`,
  `INSERT INTO groups (name, group_id)
    SELECT 'Frota ' || i || CASE WHEN i = 77 THEN ' Cariri' ELSE '' END, 2 + i % ${regions}
    FROM generate_series(1, ${fleets}) AS i`,
  `INSERT INTO customers (name, cpf_cnpj, group_id, city, state, notification_email, phone)
    SELECT ${person} || ' ' || i, lpad((i * 48271::bigint % 99999999999)::text, 11, '0'), 2 + i % ${regions}, 'Fortaleza', 'CE',
      'c' || i || '@example.com', '85988' || i
    FROM generate_series(1, ${customers}) AS i`,
];

/** Of the devices from $1 to $2. */
const deviceStatements = [
  `INSERT INTO devices (unique_id, name, category, group_id, customer_id, phone, model, contact, disabled, attributes)
    SELECT (350000000000000 + i * 7919::bigint % 100000007)::text, ${vehicle} || ' ' || i * 37 % 100003, 'car',
      CASE WHEN i % 50 > 0 THEN ${regions} + 2 + i % ${fleets} ELSE 1 END,
      CASE WHEN i % 10 > 0 THEN 1 + i % ${customers} END, '+55859' || i,
      ${picked(['ST310U', 'GV300', 'FMB920', 'J16'], 'i')}, ${person}, i % 97 = 0,
      jsonb_build_object('plate', ${plate}, 'speedLimit', 43.2, 'color', 'prata', 'vehicleModel', 'Modelo ' || i % 50)
    FROM generate_series($1::integer, $2::integer) AS i`,
  `INSERT INTO device_state (device_id, status, last_update, position_id, fix_time, position, latitude, longitude)
    SELECT i, ${picked(['online', 'online', 'unknown', 'offline'], 'i')},
      CASE WHEN i % 20 > 0 THEN now() - i * 7919::bigint % 100003 * interval '1 second' END, i, now(), ${position}, -3.7, -38.5
    FROM generate_series($1::integer, $2::integer) AS i`,
];

export async function loadLists({ pool }: Database): Promise<void> {
  for (const statement of statements) await pool.query(statement);
  // in pieces, each within the time that the server gives one statement
  for (let first = 1; first < listedDevices; first += piece) {
    for (const statement of deviceStatements) await pool.query(statement, [first, first + piece - 1]);
  }
  await pool.query('VACUUM ANALYZE');
}

/** A monitor, linked to the uppermost group alone. */
export async function makeMonitor(
  { pool }: Database,
  api: Api,
): Promise<{ email: string; password: string }> {
  const person = { email: 'monitor@bench.local', password: 'monitor-of-the-bench' };
  const { id } = await api.createUser({ ...person, attributes: { profile: 'central' } });
  await pool.query('INSERT INTO user_groups (user_id, group_id) VALUES ($1, 1)', [id]);
  return person;
}
