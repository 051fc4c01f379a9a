/** How long a centre of 5,000 devices and a million positions takes to move in from a Traccar on PostgreSQL (BACK-04). */

import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, startServer } from '@atalaia/fixtures/running-server';
import { connect } from '@atalaia/server/src/backup/connection.ts';
import { openSource as openOurs } from '@atalaia/server/src/backup/source.ts';
import { importTraccar } from '@atalaia/traccar-import/import-traccar';
import { openSource } from '@atalaia/traccar-import/source/open-source';
import { pino } from 'pino';
import type { Benchmark } from '../benchmark.ts';
import { atLeast, atMost } from '../report/figure.ts';

const devices = 5_000;
const positions = 1_000_000;
const fromMs = Date.UTC(2026, 9, 1);

/** Tables as Traccar makes them, in a database of their own on the server's PostgreSQL. */
const fill = `
  CREATE TABLE tc_groups (id serial PRIMARY KEY, name varchar(128), groupid int, attributes varchar(4000));
  CREATE TABLE tc_devices (id serial PRIMARY KEY, name varchar(128), uniqueid varchar(128), groupid int,
    attributes varchar(4000), phone varchar(128), model varchar(128), contact varchar(512), category varchar(128),
    disabled boolean, expirationtime timestamp, calendarid int);
  CREATE TABLE tc_users (id serial PRIMARY KEY, name varchar(128), email varchar(128), hashedpassword varchar(128),
    salt varchar(128), readonly boolean, administrator boolean, attributes varchar(4000), disabled boolean,
    devicelimit int, userlimit int);
  CREATE TABLE tc_user_device (userid int, deviceid int);
  CREATE TABLE tc_positions (id serial PRIMARY KEY, protocol varchar(128), deviceid int, servertime timestamp,
    devicetime timestamp, fixtime timestamp, valid boolean, latitude float8, longitude float8, altitude float8,
    speed float8, course float8, address varchar(512), attributes varchar(4000), accuracy float8, network varchar(4000));
  INSERT INTO tc_groups SELECT n, 'Grupo ' || n, NULL, '{}' FROM generate_series(1, 50) AS n;
  INSERT INTO tc_devices SELECT n, 'Veículo ' || n, (860000000000000 + n)::text, n % 50 + 1, '{"plate":"ABC' || n || '"}',
    NULL, NULL, NULL, 'car', false, NULL, NULL FROM generate_series(1, ${devices}) AS n;
  INSERT INTO tc_users SELECT n, 'Cliente ' || n, 'cliente' || n || '@centro.com.br', repeat('ab', 24), repeat('cd', 24),
    false, false, '{}', false, 0, 0 FROM generate_series(1, 500) AS n;
  INSERT INTO tc_user_device SELECT n % 500 + 1, n FROM generate_series(1, ${devices}) AS n;
  INSERT INTO tc_positions SELECT n, 'gt06', n % ${devices} + 1, at, at, at, true, -3.7 + n % 1000 * 1e-4,
    -38.5 + n % 777 * 1e-4, 12, 32.4, n % 360, NULL,
    '{"status":70,"ignition":true,"sat":9,"distance":103.5,"totalDistance":' || n || '.5,"motion":true,"hours":' || n * 1000 || '}',
    0, NULL
  FROM generate_series(1, ${positions}) AS n, LATERAL (SELECT timestamp '2026-10-01' + n / ${devices} * interval '5 minutes') AS time (at)`;

export const moving: Benchmark = {
  name: 'moving',
  title: `Moving in from Traccar: ${devices} devices, 500 users, ${positions} positions`,
  async run(say) {
    const server = await startServer({ env: { LOG_LEVEL: 'error' } });
    const log = pino({ level: 'error' }, pino.destination(2));
    const ours = await openOurs({ databaseUrl: undefined, dataDir: server.dataDir }, log);
    const client = await connect(ours.connectionString);
    try {
      say('the Traccar database');
      await client.query('CREATE DATABASE traccar');
      const theirs = await connect(withDatabase(ours.connectionString, 'traccar'));
      await theirs.query(fill);
      await theirs.end();
      say('moving in');
      const source = await openSource(withDatabase(ours.connectionString, 'traccar'));
      const api = await signInToApi(server.origin, administrator.email, administrator.password);
      const startMs = performance.now();
      let historyMs = 0;
      const report = await importTraccar({
        ...{
          source,
          client,
          server: server.origin,
          token: api.token,
          applies: true,
          zone: 'America/Sao_Paulo',
        },
        period: { fromMs, toMs: undefined },
        say: (text) => {
          historyMs ||= performance.now();
          if (/00,000 positions/.test(text)) say(text);
        },
      });
      const endMs = performance.now();
      await source.close();
      const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM positions');
      if (rows[0]?.count !== positions) throw new Error(report.lines().join('\n'));
      const seconds = (endMs - startMs) / 1000;
      return [
        { name: 'everything moved in', unit: 's', measured: seconds, limits: [atMost(180)] },
        {
          name: 'positions alone',
          unit: 'positions/s',
          measured: positions / ((endMs - historyMs) / 1000),
          limits: [atLeast(20_000)],
        },
      ];
    } finally {
      await client.end();
      await ours.stop();
      await server.stop();
    }
  },
};

/** The same server, another of its databases; of an address over a socket as over TCP. */
function withDatabase(address: string, name: string): string {
  return address.replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${name}`);
}
