/** 100,000 devices in groups within groups, and a user who sees 10,000 of them through two levels. */
import type { Api } from '@atalaia/fixtures/api';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';

export const devices = 100_000;
export const seenDevices = 10_000;
const devicesAtOnce = 10_000;
const groups = 100;
const seenGroups = 10;

/** Group 1 holds the groups of every tenth device; each of the others stands for itself. */
export async function loadDevices({ pool }: Database): Promise<void> {
  await pool.query(
    `INSERT INTO groups (name) SELECT 'Company ' || number FROM generate_series(1, 2) AS number`,
  );
  await pool.query(`
    INSERT INTO groups (name, group_id)
    SELECT 'Fleet ' || number, CASE WHEN number <= ${seenGroups} THEN 1 ELSE 2 END
    FROM generate_series(1, ${groups}) AS number`);
  // each within the time that a statement is given, on a busy machine too
  for (let first = 1; first <= devices; first += devicesAtOnce) {
    await pool.query(`
      INSERT INTO devices (unique_id, name, category, group_id, phone, model, attributes)
      SELECT 'bench-' || number, 'Device ' || number, 'car', 3 + number % ${groups}, '+5585999990000', 'ST310U',
        '{"plate":"ABC1D23","speedLimit":43.2}'
      FROM generate_series(${first}, ${first + devicesAtOnce - 1}) AS number`);
  }
  await pool.query(`
    INSERT INTO device_state (device_id, status, last_update) SELECT id, 'online', now() FROM devices`);
  await pool.query('ANALYZE');
}

/** Somebody who is linked to group 1 alone. */
export async function makeViewer({ pool }: Database, api: Api): Promise<{ email: string; password: string }> {
  const person = { email: 'viewer@bench.local', password: 'viewer-of-the-bench' };
  const { id } = await api.createUser(person);
  await pool.query('INSERT INTO user_groups (user_id, group_id) VALUES ($1, 1)', [id]);
  return person;
}
