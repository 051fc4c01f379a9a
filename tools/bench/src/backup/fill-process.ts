/** Fills the cluster of a server that has ended with positions: by one statement within it, since filling is not measured. */
import { openEmbedded } from '@atalaia/server/src/platform/db/database.ts';
import { durableSettings } from '@atalaia/server/src/platform/db/embedded/cluster.ts';
import { createPool } from '@atalaia/server/src/platform/db/pool.ts';
import { pino } from 'pino';
import { runInChild } from '../process/run-in-child.ts';

export interface Fill {
  readonly dataDir: string;
  readonly positions: number;
  /**
   * They were stored over so many days up to now, in the order of that time, as a server stores them; `sinceBackup`: since
   * the newest backup began, so that they are what it has not.
   */
  readonly stored: number | 'sinceBackup';
}

/**
 * In turn over all devices, each reported two seconds before it was stored. What compresses as real positions do: no two
 * alike, with digests that nothing can be made of.
 */
const text = `
  INSERT INTO positions (id, device_id, fix_time, digest, device_time, server_time, protocol, type, valid, outdated, latitude,
    longitude, altitude, speed, course, accuracy, ignition, motion, distance, total_distance, hours, network, attributes)
  SELECT $1::bigint + n, ids[1 + n % cardinality(ids)], at - interval '2 seconds', gen_random_uuid(), at - interval '2 seconds', at,
    'gt06', '34', true, false, -30 + 27 * random(), -60 + 24 * random(), floor(1200 * random()), 60 * random(),
    floor(360 * random()), 0, true, true, 900 * random(), 1000000 + n * 0.011, n,
    '{"cellTowers":[{"cellId":15228,"locationAreaCode":10769,"mobileCountryCode":724,"mobileNetworkCode":5}]}',
    format('{"sat":%s,"power":%s,"ignition":true,"event":0,"archive":false,"odometer":%s,"motion":true,"distance":%s,"totalDistance":%s,"hours":%s}',
      4 + floor(10 * random()), round((11 + 3.5 * random())::numeric, 1), 1000000 + n, round((900 * random())::numeric, 2),
      round((1000000 + n * 0.011)::numeric, 2), n)::json
  FROM (SELECT array_agg(id ORDER BY id) AS ids FROM devices) AS fleet,
    generate_series(0, $2::bigint - 1) AS n,
    LATERAL (SELECT $3::timestamptz + ($4::timestamptz - $3::timestamptz) * (n::float8 / $2)) AS stored (at)`;

/** Nothing of it has to survive the machine, and a checkpoint at the end writes it all. */
const fillingSettings = { ...durableSettings, fsync: 'off', max_wal_size: '8GB', autovacuum: 'off' };

runInChild<Fill, number>(async ({ dataDir, positions, stored }) => {
  const log = pino({ level: 'error' });
  const database = await openEmbedded(dataDir, 1, log, fillingSettings);
  const pool = createPool({
    connectionString: database.connectionString,
    connections: 1,
    log,
    statementTimeoutMs: 0,
  });
  const { rows } = await pool.query<{ first: string; from: Date; to: Date }>(
    `SELECT setval('position_ids', (SELECT last_value FROM position_ids) + 1000 + $1::bigint)::bigint - $1::bigint AS first,
       CASE WHEN $2::float8 IS NULL THEN (SELECT stored_before FROM stored_horizon) ELSE now() - $2 * interval '1 day' END AS "from",
       now() AS "to"`,
    [positions, stored === 'sinceBackup' ? null : stored],
  );
  const [given] = rows;
  if (!given) throw new Error('no numbers were given');
  await pool.query(text, [given.first, positions, given.from, given.to]);
  await pool.query('VACUUM ANALYZE positions');
  await pool.end();
  await database.stop();
  return positions;
});
