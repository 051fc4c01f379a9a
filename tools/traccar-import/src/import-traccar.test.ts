import { pbkdf2Sync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensurePartitions } from '@atalaia/server/src/ingest/partitions/ensure-partitions.ts';
import { createTestDatabase } from '@atalaia/server/src/platform/db/test-database.ts';
import { createTestApp } from '@atalaia/server/src/testing/test-app.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTraccar } from './import-traccar.ts';
import { openSource } from './source/open-source.ts';
import { SourceRefused } from './source/source.ts';
import { startMariadb } from './testing/mariadb.ts';
import { h2ScriptOf, sqlOf } from './testing/traccar-sql.ts';
import { password, traccarTables } from './testing/traccar-tables.ts';

const salt = randomBytes(24).toString('hex');
const hash = pbkdf2Sync(password, Buffer.from(salt, 'hex'), 1000, 24, 'sha1').toString('hex');
const tables = traccarTables({ salt, hash });
const folder = mkdtempSync(join(tmpdir(), 'atalaia-traccar-'));
afterAll(() => rmSync(folder, { recursive: true }));

const october = Date.UTC(2026, 9, 1);

/** Our server on a database of its own, reached over HTTP as the command reaches it. */
async function startOurs() {
  const ours = await createTestApp();
  await ensurePartitions(ours.pool, Date.now());
  const server = await ours.app.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await ours.world.person({ administrator: true });
  const client = new pg.Client({ connectionString: ours.database.connectionString });
  await client.connect();
  afterAll(() => client.end());
  const bring = async (
    address: string,
    options: { applies?: boolean; fromMs?: number; toMs?: number } = {},
  ) => {
    const source = await openSource(address);
    try {
      const period =
        options.fromMs === undefined ? undefined : { fromMs: options.fromMs, toMs: options.toMs };
      const common = { source, client, server, token, zone: 'UTC', say: () => undefined };
      const report = await importTraccar({ ...common, period, applies: options.applies ?? true });
      return report.lines().join('\n');
    } finally {
      await source.close();
    }
  };
  return { ...ours, token, bring, client };
}

let postgres: Awaited<ReturnType<typeof createTestDatabase>>;
const addresses: Record<string, string> = {};
let mariadb: Awaited<ReturnType<typeof startMariadb>>;
beforeAll(async () => {
  postgres = await createTestDatabase();
  await postgres.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const statement of sqlOf(tables, 'postgres')) await postgres.pool.query(statement);
  addresses.PostgreSQL = postgres.connectionString;
  const script = join(folder, 'traccar.sql.gz');
  writeFileSync(script, gzipSync(h2ScriptOf(tables)));
  addresses.H2 = script;
  mariadb = await startMariadb(sqlOf(tables, 'mysql'));
  if ('address' in mariadb) addresses.MariaDB = mariadb.address;
}, 120_000);
afterAll(async () => {
  await postgres.drop();
  if (mariadb && 'stop' in mariadb) await mariadb.stop();
});

/** The number of a line of the report: came, came before, same here, could not come. */
const line = (report: string, kind: string) =>
  new RegExp(`^${kind} +(\\d+) +(\\d+) +(\\d+) +(\\d+)$`, 'm').exec(report)?.slice(1).map(Number);

for (const engine of ['PostgreSQL', 'H2', 'MariaDB']) {
  test(`[BACK-04] from ${engine}: a trial changes nothing, a run brings all that is named, a second one only what is new`, async ({
    skip,
  }) => {
    const address = addresses[engine];
    if (address === undefined) return skip(mariadb && 'missing' in mariadb ? mariadb.missing : '');
    const { bring, ask, token, kysely, client } = await startOurs();
    const trial = await bring(address, { applies: false });
    expect(line(trial, 'device')).toEqual([2, 0, 0, 0]);
    expect(line(trial, 'user')).toEqual([2, 0, 0, 0]);
    expect(trial).toMatch(/user Operador \(operador1\): “operador1” is no e-mail address/);
    expect(trial).toMatch(/table tc_statistics: its 1 rows do not come/);
    expect(await kysely.selectFrom('devices').selectAll().execute()).toEqual([]);
    expect(await kysely.selectFrom('imported_objects').selectAll().execute()).toEqual([]);

    const report = await bring(address, { fromMs: october });
    for (const kind of ['calendar', 'driver', 'maintenance', 'attribute', 'command', 'notification']) {
      expect([kind, line(report, kind)]).toEqual([kind, [1, 0, 0, 0]]);
    }
    expect(line(report, 'group')).toEqual([2, 0, 0, 0]);
    expect(line(report, 'geofence')).toEqual([1, 0, 0, 1]);
    expect(report).toMatch(/geofence Torta: did not come: /);
    expect(report).toMatch(/device Moto \(860000000000008\): came without attributes.speedLimit/);
    expect(report).toMatch(/notification alarm: not sent by telegram/);
    expect(report).toMatch(/user Ana .*second factor does not come/);
    // one link to the geofence that did not come
    expect(line(report, 'link')).toEqual([10, 0, 0, 1]);
    // 103 is before the period, 104 lies beyond the pole, 105 is of a device that is not there
    expect(line(report, 'positions')).toEqual([2, 0, 0, 2]);
    expect(line(report, 'events')).toEqual([2, 0, 0, 0]);

    const { body: devices } = await ask('GET', '/api/devices', { token });
    const truck = devices.find(({ uniqueId }: { uniqueId: string }) => uniqueId === '860000000000007');
    expect(truck).toMatchObject({
      name: "Caminhão do João's",
      groupName: 'Frota D’Ávila; "leste"',
      attributes: { plate: 'ABC1D23' },
      category: 'truck',
    });
    expect(truck.calendarId).toBeGreaterThan(0);
    const moto = devices.find(({ uniqueId }: { uniqueId: string }) => uniqueId === '860000000000008');
    expect(moto).toMatchObject({
      groupName: 'Motos',
      disabled: true,
      expirationTime: '2027-01-31T12:00:00.000Z',
    });
    const { body: positions } = await ask('GET', `/api/positions?deviceId=${truck.id}`, { token });
    expect(positions).toMatchObject([
      {
        latitude: -3.74,
        fixTime: '2026-11-01T10:01:00.250Z',
        speed: 32.4,
        attributes: { totalDistance: 121_500.5 },
      },
    ]);
    const { body: totals } = await ask('GET', `/api/devices/${truck.id}/accumulators`, { token });
    expect(totals).toMatchObject({ totalDistance: 121_500.5, hours: 7_260_000 });
    const range = 'from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z';
    const { body: route } = await ask('GET', `/api/reports/route?deviceId=${truck.id}&${range}`, { token });
    expect(route).toHaveLength(2);
    expect(route[0]).toMatchObject({ latitude: -3.73, network: { radioType: 'gsm' } });
    expect(route[0].geofenceIds).toHaveLength(1);
    const events = await kysely.selectFrom('events').selectAll().orderBy('event_time').execute();
    expect(events).toMatchObject([
      { type: 'geofenceEnter', tx: null, handled_at: '2026-11-01T10:00:00.000Z' },
      { type: 'alarm', attributes: { alarm: 'sos' } },
    ]);
    expect(await kysely.selectFrom('alarm_queue').selectAll().execute()).toEqual([]);

    // who could sign in there can here, sees what he saw, and his password has our form from then on
    const signIn = (email: string, word: string) =>
      ask('POST', '/api/session', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ email, password: word }).toString(),
      });
    expect((await signIn('ana@centro.com.br', `${password} `)).status).toBe(401);
    const ana = await signIn('ana@centro.com.br', password);
    expect(ana).toMatchObject({ status: 200, body: { attributes: { language: 'pt-BR', speedUnit: 'kmh' } } });
    const { body: seen } = await ask('GET', '/api/devices', { token: ana.body.token });
    expect(seen).toHaveLength(2);
    expect((await signIn('operador1', password)).body).toMatchObject({
      readonly: true,
      deviceReadonly: true,
    });
    const { rows } = await client.query("SELECT password_hash FROM users WHERE name IN ('Ana', 'Operador')");
    expect(rows.map(({ password_hash }) => password_hash.slice(0, 9))).toEqual(['$argon2id', '$argon2id']);
    expect((await signIn('ana@centro.com.br', password)).status).toBe(200);

    const second = await bring(address, { fromMs: october });
    for (const kind of ['device', 'group', 'user']) expect(line(second, kind)).toEqual([0, 2, 0, 0]);
    expect(line(second, 'link')).toEqual([0, 10, 0, 1]);
    expect(line(second, 'positions')).toBeUndefined();
    expect((await ask('GET', '/api/devices', { token })).body).toHaveLength(2);
    expect((await kysely.selectFrom('positions').selectAll().execute()).length).toBe(2);
    expect((await kysely.selectFrom('events').selectAll().execute()).length).toBe(2);

    // an earlier period comes after it, one that overlaps is refused
    const before = await bring(address, { fromMs: Date.UTC(2026, 8, 1), toMs: october });
    expect(line(before, 'positions')).toEqual([1, 0, 0, 0]);
    await expect(bring(address, { fromMs: Date.UTC(2026, 8, 15) })).rejects.toThrow(SourceRefused);
    expect((await ask('GET', `/api/positions?deviceId=${truck.id}`, { token })).body).toMatchObject([
      { latitude: -3.74 },
    ]);
  }, 60_000);
}

test('[BACK-04] what is here already under the same identifier or e-mail stays as it is and gets the links', async () => {
  const { bring, ask, token, world } = await startOurs();
  await ask('POST', '/api/devices', { token, body: { name: 'Nosso', uniqueId: '860000000000008' } });
  const ana = await world.person({ email: 'Ana@centro.com.br' });
  const report = await bring(addresses.PostgreSQL as string);
  expect(line(report, 'device')).toEqual([1, 0, 1, 0]);
  expect(line(report, 'user')).toEqual([1, 0, 1, 0]);
  const { body: devices } = await ask('GET', '/api/devices', { token });
  expect(devices.map(({ name }: { name: string }) => name).sort()).toEqual(["Caminhão do João's", 'Nosso']);
  expect((await ask('GET', '/api/devices', { token: ana.token })).body).toHaveLength(1);
});

test('[BACK-04] a place that a tracker reported here stays, though it followed one that came; history comes all the same', async () => {
  const { bring, client, kysely } = await startOurs();
  await bring(addresses.PostgreSQL as string);
  const { id } = await kysely
    .selectFrom('devices')
    .select('id')
    .where('unique_id', '=', '860000000000007')
    .executeTakeFirstOrThrow();
  await client.query(
    `INSERT INTO device_state (device_id, position_id, fix_time, position, latitude, longitude, version, memory)
     VALUES ($1, 5, '2026-10-20T00:00:00Z', '{}', 1, 2, 9, '{"totalDistanceMetres":5,"moved":4}')
     ON CONFLICT (device_id) DO UPDATE SET position_id = 5, fix_time = excluded.fix_time, latitude = 1, version = 9, memory = excluded.memory`,
    [id],
  );
  await bring(addresses.PostgreSQL as string, { fromMs: october });
  const state = await kysely
    .selectFrom('device_state')
    .selectAll()
    .where('device_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toMatchObject({ latitude: 1, version: 9, memory: { totalDistanceMetres: 5, moved: 4 } });
  expect((await kysely.selectFrom('positions').selectAll().execute()).length).toBe(2);
});

test('[BACK-04] what was cut in the middle goes on where it stopped, and what was sent twice is there once', async () => {
  const { bring, client, kysely } = await startOurs();
  await client.query(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is full'; END $$;
    CREATE TRIGGER cut BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION cut()`);
  const address = addresses.PostgreSQL as string;
  await expect(bring(address, { fromMs: october })).rejects.toThrow('the disk is full');
  expect((await kysely.selectFrom('positions').selectAll().execute()).length).toBe(2);
  await client.query('DROP TRIGGER cut ON events');
  // as after a kill between an answer and its note
  await client.query("DELETE FROM imported_objects WHERE kind = 'geofence'");
  const report = await bring(address, { fromMs: october });
  expect(line(report, 'positions')).toBeUndefined();
  expect(line(report, 'events')).toEqual([2, 0, 0, 0]);
  expect((await kysely.selectFrom('geofences').selectAll().execute()).length).toBe(1);
});

test('[BACK-04] while history comes, the hours that it marks are not counted again and again', async () => {
  const { bring, pool } = await startOurs();
  const locks = async (isGranted: boolean) => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND objid = 5023016 AND granted = $1`,
      [isGranted],
    );
    return rowCount;
  };
  const counter = await pool.connect();
  await counter.query('BEGIN; SELECT pg_advisory_xact_lock(5023016)');
  const brought = bring(addresses.PostgreSQL as string, { fromMs: october });
  await expect.poll(() => locks(false), { timeout: 30_000 }).toBe(1);
  expect((await pool.query('SELECT FROM positions')).rowCount).toBe(0);
  await counter.query('COMMIT');
  counter.release();
  await brought;
  expect((await pool.query('SELECT FROM positions')).rowCount).toBe(2);
  expect(await locks(true)).toBe(0);
});

test('[BACK-04] a Traccar without a table of events brings its positions', async () => {
  const { bring } = await startOurs();
  await postgres.pool.query('ALTER TABLE tc_events RENAME TO kept_events');
  const report = await bring(addresses.PostgreSQL as string, { fromMs: october });
  await postgres.pool.query('ALTER TABLE kept_events RENAME TO tc_events');
  expect([line(report, 'positions'), line(report, 'events')]).toEqual([[2, 0, 0, 2], undefined]);
});

test('[BACK-04] a later run moves a place on that an earlier one brought; damaged cells stop nothing', async () => {
  const { bring, kysely } = await startOurs();
  const address = addresses.PostgreSQL as string;
  await bring(address, { fromMs: Date.UTC(2026, 8, 1), toMs: october });
  const latitudes = () =>
    kysely.selectFrom('device_state').select('latitude').where('position_id', 'is not', null).execute();
  expect(await latitudes()).toEqual([{ latitude: -3.7 }]);
  const damage = (fences: string, protocol: string, hash: string) =>
    postgres.pool.query(
      `UPDATE tc_positions SET geofenceids = '${fences}', protocol = '${protocol}' WHERE id = 102;
       UPDATE tc_users SET hashedpassword = '${hash}' WHERE id = 2`,
    );
  await damage('[4,', 'gt"06', 'abc');
  await bring(address, { fromMs: october });
  expect(await latitudes()).toEqual([{ latitude: -3.74 }]);
  const other = await startOurs();
  expect(await other.bring(address)).toMatch(/operador1: has no password there that can be read/);
  const signedIn = await other.ask('POST', '/api/session', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: 'operador1', password }).toString(),
  });
  expect(signedIn.status).toBe(401);
  await damage('[4,5]', 'gt06', hash);
});

test('[BACK-04] a source that is none says so, and how an H2 database is given', async () => {
  await expect(openSource(join(folder, 'nothing.sql'))).rejects.toThrow(/there is no file/);
  writeFileSync(join(folder, 'other.sql'), 'CREATE TABLE "PUBLIC"."X"("ID" INTEGER);');
  await expect(openSource(join(folder, 'other.sql'))).rejects.toThrow(/no row of TC_DEVICES/);
  await expect(openSource('jdbc:h2:./data/database')).rejects.toThrow(/org\.h2\.tools\.Script/);
  await expect(openSource('postgresql://a:secret@127.0.0.1:1/x')).rejects.toThrow(/cannot be reached/);
  const cut = h2ScriptOf(tables).split("'860000000000008'")[0] ?? '';
  writeFileSync(join(folder, 'cut.sql'), cut);
  await expect(openSource(join(folder, 'cut.sql'))).rejects.toThrow(/it was cut/);
});
