/** How quickly what falls due of 100,000 vehicles with three maintenances each opens, is searched, narrowed and turned. */
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { signInToApi } from '@atalaia/fixtures/api';
import type { Database } from '@atalaia/server/src/platform/db/database.ts';
import type { Benchmark } from '../benchmark.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { spreadOfTimes } from '../report/samples.ts';
import { listedDevices, loadLists, makeMonitor } from './list-load.ts';
import { onLoadedServer } from './loaded-server.ts';

const rounds = 10;
const pageRows = 100;
const piece = 10_000;
const dayMs = 86_400_000;

/** Two by the uppermost group, one by a link of each vehicle; every other vehicle had its oil changed. */
const statements = [
  `INSERT INTO maintenances (name, type, start, period) VALUES ('Óleo', 'totalDistance', 10000000, 10000000),
    ('Pneus', 'odometer', 40000000, 40000000),
    ('Seguro', 'fixTime', extract(epoch FROM now()) * 1000 - 10 * ${dayMs}::float8, 365 * ${dayMs}::float8)`,
  'INSERT INTO group_maintenances (group_id, maintenance_id) VALUES (1, 1), (1, 3)',
];

/** Of the devices from $1 to $2. */
const deviceStatements = [
  `INSERT INTO device_maintenances (device_id, maintenance_id)
    SELECT id, 2 FROM devices WHERE id BETWEEN $1 AND $2`,
  `INSERT INTO maintenance_services (device_id, maintenance_id, name, type, performed_time, value, note)
    SELECT id, 1, 'Óleo', 'totalDistance', now(), id::bigint * 7919 % 100003 * 1000, '' FROM devices
    WHERE id BETWEEN $1 AND $2 AND id % 2 = 0`,
  `UPDATE device_state SET memory = json_build_object('motion', false, 'hoursMs', 3600000, 'overspeed', false, 'alarms', '[]'::json,
      'place', json_build_object('latitude', -3.7, 'longitude', -38.5, 'course', 0, 'timeMs', 1),
      'totalDistanceMetres', device_id::bigint * 7919 % 100003 * 1000 + device_id::bigint * 31 % 11000 * 1000,
      'highest', json_build_object('odometer', device_id * 1000)),
      position = (position::jsonb || jsonb_build_object('attributes',
        (position -> 'attributes')::jsonb || jsonb_build_object('odometer', device_id * 1000)))::json
    WHERE device_id BETWEEN $1 AND $2`,
];

async function loadMaintenances(database: Database): Promise<void> {
  await loadLists(database);
  const { pool } = database;
  for (const statement of statements) await pool.query(statement);
  for (let first = 1; first < listedDevices; first += piece) {
    for (const statement of deviceStatements) await pool.query(statement, [first, first + piece - 1]);
  }
  await pool.query('VACUUM ANALYZE');
}

const urgent = 'urgency=due&urgency=soon';

/** Name of the figure, and what is asked of it. */
const parts: readonly (readonly [name: string, queries: readonly string[]])[] = [
  ['first page of what is due or soon', [urgent]],
  ['first page of all', ['']],
  [
    'search by plate, vehicle and maintenance',
    ['jmy1y', 'caminhao', 'oleo', 'zzzq'].map((word) => `keyword=${word}`),
  ],
  ['pages in the middle and at the end', ['offset=150000', 'offset=299900', `${urgent}&offset=20000`]],
];

export const maintenances: Benchmark = {
  name: 'maintenances',
  title: `What falls due of ${listedDevices} vehicles with three maintenances each`,
  run: (say) =>
    onLoadedServer(loadMaintenances, async ({ server, database, api }) => {
      const { email, password } = await makeMonitor(database, api);
      const monitor = await signInToApi(server.origin, email, password);
      say('nobody looked before');
      const figures: Figure[] = [
        {
          name: 'administrator: the first look after a rest, all of it worked out',
          unit: 'ms',
          ...spreadOfTimes([await readPage(server.origin, api.token, urgent, say)]),
          limits: [],
        },
      ];
      for (const [role, token] of [
        ['administrator', api.token],
        ['monitor of two levels of groups', monitor.token],
      ] as const) {
        for (const [name, queries] of parts) {
          say(`${role}: ${name}`);
          const times: number[] = [];
          for (const query of queries) {
            await readPage(server.origin, token, query, say);
            for (let round = 0; round < rounds; round += 1)
              times.push(await readPage(server.origin, token, query));
          }
          const limits = [atMost(500, 'p99')];
          figures.push({ name: `${role}: ${name}`, unit: 'ms', ...spreadOfTimes(times), limits });
        }
      }
      return figures;
    }),
};

/** How long it took; throws when the answer is no page with its total. `say` tells what was found. */
async function readPage(
  origin: string,
  token: string,
  query: string,
  say?: (text: string) => void,
): Promise<number> {
  const url = `${origin}/api/maintenance/states?limit=${pageRows}&${query}`;
  const startMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const rows = (await answer.json()) as unknown[];
  const tookMs = performance.now() - startMs;
  const total = answer.headers.get(totalCountHeader);
  if (!answer.ok || total === null) throw new Error(`${url} answered ${answer.status} without a total`);
  if (rows.length > pageRows) throw new Error(`${url} answered ${rows.length} rows`);
  say?.(`${query}: ${rows.length} of ${total}, ${Math.round(tookMs)} ms`);
  return tookMs;
}
