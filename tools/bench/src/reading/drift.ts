/** How long the reconciliation takes to be shown over 20,000 customers and 30,000 devices (DRIFT-01 to DRIFT-03). */
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { onLoadedServer } from './loaded-server.ts';
import { timedAnswer, timedAnswers } from './timed-answer.ts';

const customers = 20_000;
const devices = 30_000;
const rounds = 10;

/** One in five customers is not active, one in ten vehicles is silent; what the other systems say is spread likewise. */
const statements = [
  `INSERT INTO groups (name) VALUES ('Frota')`,
  `INSERT INTO customers (name, cpf_cnpj, group_id, status)
    SELECT 'Cliente ' || i, lpad(i::text, 11, '0'), 1, (ARRAY['active', 'active', 'active', 'trial', 'inactive'])[1 + i % 5]
    FROM generate_series(1, ${customers}) AS i`,
  `INSERT INTO devices (name, unique_id, group_id, customer_id, category, phone, attributes)
    SELECT 'Veículo ' || i, 'drift-' || i, 1, CASE WHEN i % 40 > 0 THEN 1 + i % ${customers} END,
      (ARRAY['car', 'truck', 'motorcycle', 'van'])[1 + i % 4], '85' || lpad(i::text, 9, '9'),
      json_build_object('plate', 'ABC' || i, 'iccid', '8955' || lpad(i::text, 15, '0') || '7')
    FROM generate_series(1, ${devices}) AS i`,
  `INSERT INTO device_state (device_id, last_update)
    SELECT id, CASE WHEN id % 50 > 0 THEN now() - (id % 10) * interval '4 days' END FROM devices
    ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update`,
  `INSERT INTO monthly_prices (category, cents) VALUES ('', 4990), ('truck', 8990)`,
  `INSERT INTO sim_lists (provider, file_name, columns, user_name) VALUES ('M2M', 'x', '{}', 'x')`,
  `INSERT INTO sim_cards (list_id, line, iccid, is_active, monthly_cents)
    SELECT 1, i, '8955' || lpad(i::text, 15, '0') || '7', i % 9 > 0, 490 FROM generate_series(1, ${devices}) AS i`,
  'VACUUM ANALYZE customers, devices, device_state, sim_cards',
];

/** What the administrator's accounts elsewhere say, who is made when the server starts. */
const ofAdministrator = [
  `INSERT INTO customer_standings (user_id, system, customer_id, standing, comparison)
    SELECT (SELECT min(id) FROM users), system, id, (ARRAY['active', 'active', 'inactive', 'absent'])[1 + id % 4], 1
    FROM customers, unnest(ARRAY['fleetControl', 'payments']) AS system`,
  `INSERT INTO differences (user_id, system, noun, kind, local_id, remote_key, field, name, here, there, sides, comparison)
    SELECT (SELECT min(id) FROM users), 'fleetControl', 'device', 'field', id, 'tracker ' || id, field, name, 'here', 'there', '{here,there}', 1
    FROM devices, unnest(ARRAY['color', 'phone', 'iccid']) AS field`,
  'VACUUM ANALYZE customer_standings, differences',
];

async function load({ pool }: Database): Promise<void> {
  for (const statement of statements) await pool.query(statement);
}

const screens = [
  ['money at risk, a page', 'money-at-risk?limit=100'],
  ['money at risk, the sum', 'money-at-risk/totals'],
  ['differences, a page', 'differences?limit=100'],
  ['differences, the counts', 'comparisons'],
  ['SIM cards, a page', 'sim-cards?limit=100'],
  ['SIM cards, the sum', 'sim-cards/totals'],
] as const;

export const drift: Benchmark = {
  name: 'drift',
  title: `Reconciliation of ${customers} customers and ${devices} devices`,
  run: (say) =>
    onLoadedServer(load, async ({ server, api, database }) => {
      for (const statement of ofAdministrator) await database.pool.query(statement);
      const figures = [];
      for (const [name, path] of screens) {
        say(name);
        const url = `${server.origin}/api/reconciliation/${path}`;
        const answers = await timedAnswers(rounds, () => timedAnswer(url, api.token));
        const empty = answers.find(({ text }) => text === '[]');
        if (empty) throw new Error(`${path} shows nothing`);
        const times = spreadOfTimes(answers.map(({ lastMs }) => lastMs));
        figures.push({ name, unit: 'ms', ...times, limits: [atMost(2_000, 'p99')] });
      }
      return figures;
    }),
};
