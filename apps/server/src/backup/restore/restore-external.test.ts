import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noteRestore } from '../../platform/db/backup-marks.ts';
import { migrate } from '../../platform/db/database.ts';
import { migrations } from '../../platform/db/migrations.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-database.ts';
import { createWorld } from '../../testing/world.ts';
import { connect } from '../connection.ts';
import { backUp, contentsOf, loadOf, noteCutOff, quiet, testKey } from '../testing/installation.ts';
import { runProgram, startProgram } from '../testing/programs.ts';
import { loadBackup, refuseLaterRelease } from './load-backup.ts';
import { restoreExternal } from './restore-external.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-restore-external-'));
afterAll(() => rmSync(folder, { recursive: true }));
let backup: string;

beforeAll(async () => {
  const source = await createTestDatabase();
  await createWorld(source.kysely).group({ name: 'from the backup' });
  backup = (await backUp(source.connectionString, join(folder, 'backups'))).folder;
  await source.drop();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return database;
}

const external = async (database: TestDatabase, dataDir: string, load = loadOf(backup)) =>
  restoreExternal({
    databaseUrl: database.connectionString,
    config: { dataDir, secretKey: undefined },
    load: await load,
    withKey: true,
    log: quiet,
  });

test('[OPS-05] an external database that a killed restore was filling stays empty, and the next one fills it', async () => {
  const target = await emptyDatabase();
  const dataDir = join(folder, 'killed-external');
  const env = { DATA_DIR: dataDir, DATABASE_URL: target.connectionString };
  const restoring = startProgram('restore', [backup], env);
  await restoring.printed('Making indexes and keys');
  restoring.child.kill('SIGKILL');
  await restoring.ended;
  const { code, output } = await runProgram('main', [], { ...env, PORT: '0' });
  expect([code, output]).toEqual([2, expect.stringContaining('was cut off')]);
  expect(Object.keys(await contentsOf(target.pool))).toEqual([]);
  const again = await runProgram('restore', [backup], env);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('every table was read back')]);
  expect((await contentsOf(target.pool)).groups).toMatch(/^1 /);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);

  // killed between its commit and its last word: everything is there
  const { rows } = await target.pool.query('SELECT id FROM installation');
  noteCutOff(dataDir, backup, { installation: rows[0].id });
  expect(await external(target, dataDir)).toEqual({ settled: undefined, aside: undefined });
  await expect(external(target, dataDir)).rejects.toThrow(/is not empty: it holds \d+ tables/);
  const full = await runProgram('restore', [backup], env);
  expect(full.output, 'before the backup is read').toMatch(/^the database of DATABASE_URL is not empty/);
  expect(full.code).toBe(1);
  await target.drop();
});

test('[OPS-05] a restore that was cut off is at its end only where its own commit is found, and for its own backup', async () => {
  const dataDir = join(folder, 'not this one');
  const others = await createTestDatabase();
  mkdirSync(dataDir);
  noteCutOff(dataDir, backup, { installation: randomUUID() });
  const before = await contentsOf(others.pool);
  // killed before its commit, and then another server made its tables there
  await expect(external(others, dataDir)).rejects.toThrow(/is not empty: it holds \d+ tables/);
  expect(readdirSync(dataDir)).toContain('restore-unfinished');
  // done, and another backup is asked for
  const { rows } = await others.pool.query('SELECT id FROM installation');
  noteCutOff(dataDir, '/of/then', { installation: rows[0].id });
  await expect(external(others, dataDir)).rejects.toThrow(
    /a restore of \/of\/then has put there.*Name that backup .*or, for .*backups.*make an empty database/,
  );
  expect(await contentsOf(others.pool)).toEqual(before);
  await others.drop();
});

test('[OPS-05] what cannot be restored leaves nothing, and the reason is said', async () => {
  const source = await createTestDatabase();
  await source.pool.query(`
    CREATE TYPE colour AS ENUM ('red'); CREATE TABLE painted (shade colour); INSERT INTO painted VALUES ('red')`);
  const { folder: painted } = await backUp(source.connectionString, join(folder, 'painted'));
  await source.drop();
  const dataDir = join(folder, 'painted-data');
  const target = await emptyDatabase();
  await expect(external(target, dataDir, loadOf(painted))).rejects.toThrow(
    /painted, which no migration makes, cannot be made here.*"colour" does not exist.*--leave-out=painted/,
  );
  expect(await contentsOf(target.pool)).toEqual({});
  expect(readdirSync(dataDir)).toEqual([]);
  for (const [name, reason] of [
    ['groups', 'groups is no table that somebody added by hand'],
    ['pianted', 'the backup holds no table pianted'],
  ] as const) {
    await expect(external(target, dataDir, loadOf(painted, [name]))).rejects.toThrow(reason);
  }
  await external(target, dataDir, loadOf(painted, ['painted']));
  expect(Object.keys(await contentsOf(target.pool))).toContain('groups');
  await target.drop();
});

test('[OPS-05] rows that are not those of the backup are found before they count', async () => {
  const target = await emptyDatabase();
  const client = await connect(target.connectionString);
  const load = await loadOf(backup);
  const [groups] = load.manifest.tables.filter(({ name }) => name === 'groups');
  groups!.files[0]!.digest = '0'.repeat(32);
  await expect(loadBackup(client, load)).rejects.toThrow(/groups differs from the backup: 1 rows of 1/);
  groups!.files[0]!.textBytes -= 1;
  await expect(loadBackup(client, load), 'a small file may unpack to any size').rejects.toThrow(
    /groups\.copy\.zst holds more than the \d+ bytes .*Nothing was restored; take another copy/,
  );
  await client.end();
  // a key that was there before is not taken back with what failed
  const dataDir = join(folder, 'with its key');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'secret-key'), testKey.toString('hex'));
  await expect(external(target, dataDir, Promise.resolve(load))).rejects.toThrow(/holds more than/);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  expect(await contentsOf(target.pool)).toEqual({});
  await target.drop();
});

/** Fails the load in an empty database when it sends this statement, as its signal was given then. */
async function stoppedAt(target: TestDatabase, statement: string): Promise<string> {
  const stopping = new AbortController();
  const client = await connect(target.connectionString);
  const query = client.query.bind(client) as unknown as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query(...given: unknown[]) {
      if (String(given[0]).includes(statement)) stopping.abort(new Error('stopped by a person'));
      return query(...given);
    },
  });
  const load = { ...(await loadOf(backup)), signal: stopping.signal };
  const said = await loadBackup(client, load).then(
    () => 'restored',
    (error: Error) => `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`,
  );
  await client.end();
  return said;
}

test('[BACK-03] a restore that is told to stop is undone, also when nothing but its commit is left', async () => {
  const target = await emptyDatabase();
  for (const statement of ['TRUNCATE', 'UPDATE payment_links']) {
    expect(await stoppedAt(target, statement), statement).toContain('stopped by a person');
    expect(await contentsOf(target.pool), statement).toEqual({});
  }
  await target.drop();
});

test('[BACK-03] of two restores at once with one DATA_DIR one is refused, and takes no key away', async () => {
  const target = await emptyDatabase();
  const dataDir = join(folder, 'two at once');
  const both = await Promise.allSettled([external(target, dataDir), external(target, dataDir)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [refused] = both.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(refused).toMatch(new RegExp(`restore.lock is held by process ${process.pid} `));
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  // one that was there before it, and is still at work
  noteRestore(dataDir, backup, { installation: 'now' });
  await expect(external(target, dataDir)).rejects.toThrow(`process ${process.pid} is restoring ${backup}`);
  await target.drop();
});

test('[BACK-03] a restore that is killed before its key is in place leaves half of it nowhere, and goes on', async () => {
  const target = await emptyDatabase();
  const dataDir = join(folder, 'killed at the key');
  const killing = `data:text/javascript,
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const rename = fs.renameSync;
    fs.renameSync = (from, to) => {
      if (to.endsWith('secret-key')) process.kill(process.pid, 'SIGKILL');
      rename(from, to);
    };
    syncBuiltinESMExports();`;
  const { signal } = await runProgram('restore', [backup], {
    ...{ DATA_DIR: dataDir, DATABASE_URL: target.connectionString },
    NODE_OPTIONS: `--import=${encodeURI(killing)}`,
  });
  expect(signal).toBe('SIGKILL');
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['restore-unfinished', 'secret-key.new']));
  expect(readdirSync(dataDir)).not.toContain('secret-key');
  await external(target, dataDir);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(testKey.toString('hex'));
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  await target.drop();
});

test('[OPS-05] a server that will not do is refused before the backup is read', async () => {
  const { pool, connectionString, drop } = await createTestDatabase();
  const name = `latin_${randomUUID().slice(0, 8)}`;
  await pool.query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  const { code, output } = await runProgram('restore', [backup], {
    DATA_DIR: join(folder, 'latin'),
    DATABASE_URL: url.href,
  });
  await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await drop();
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/^the server of DATABASE_URL has the database in LATIN1/),
  ]);
});

test('[OPS-05] tables go into the schema that names without one mean here', async () => {
  const target = await emptyDatabase();
  const name = new URL(target.connectionString).pathname.slice(1);
  await target.pool.query(`CREATE SCHEMA elsewhere; ALTER DATABASE ${name} SET search_path = elsewhere`);
  await external(target, join(folder, 'schema'));
  const { rows } = await target.pool.query(`
    SELECT relnamespace::regnamespace::text AS schema, bool_or(relname = 'groups') AS groups
    FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'elsewhere') GROUP BY 1`);
  expect(rows).toEqual([{ schema: 'elsewhere', groups: true }]);
  const groups = await target.pool.query('SELECT name FROM elsewhere.groups');
  expect(groups.rows).toEqual([{ name: 'from the backup' }]);
  await target.drop();
});

test('[OPS-05] the key: another one is never written over, a missing one is asked for', async () => {
  const target = await emptyDatabase();
  await expect(backUp(target.connectionString, join(folder, 'x'))).rejects.toThrow(
    'the database holds no tables: there is nothing to back up',
  );
  const source = await createTestDatabase();
  const bare = await backUp(source.connectionString, join(folder, 'bare'), { withKey: false });
  await source.drop();
  const restoring = async (dataDir: string, from: string, secretKey?: string, withKey = true) =>
    restoreExternal({
      databaseUrl: target.connectionString,
      config: { dataDir, secretKey },
      load: await loadOf(from),
      withKey,
      log: quiet,
    });
  const dataDir = join(folder, 'keys');
  await expect(restoring(dataDir, bare.folder)).rejects.toThrow(/made without its key: set SECRET_KEY/);
  await expect(restoring(dataDir, backup, 'cd'.repeat(32))).rejects.toThrow(/SECRET_KEY is not the key/);
  writeFileSync(join(dataDir, 'secret-key'), `${'ab'.repeat(32)}\n`);
  await expect(restoring(dataDir, backup)).rejects.toThrow(/holds another key.*move that file away/);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toMatch(/^abab/);
  expect(await contentsOf(target.pool)).toEqual({});
  await restoring(dataDir, bare.folder, testKey.toString('hex'));
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toMatch(/^abab/);
  await target.drop();
});

test('[OPS-05] a backup of an earlier release is brought to this one; of a later one it is refused', async () => {
  const names = Object.keys(migrations).toSorted();
  const earlier = await emptyDatabase();
  const known = Object.fromEntries(names.slice(0, -3).map((name) => [name, migrations[name]!]));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: earlier.pool }) });
  await new Migrator({ db, provider: { getMigrations: async () => known } }).migrateToLatest();
  await earlier.pool.query("INSERT INTO groups (name) VALUES ('of an earlier release')");
  const made = await backUp(earlier.connectionString, join(folder, 'earlier'));
  await earlier.drop();

  const target = await emptyDatabase();
  await external(target, join(folder, 'earlier-data'), loadOf(made.folder));
  const current = await createTestDatabase();
  const [found, expected] = await Promise.all([contentsOf(target.pool), contentsOf(current.pool)]);
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  expect(found.groups).toMatch(/^1 /);
  const { rows } = await target.pool.query('SELECT name FROM kysely_migration ORDER BY name');
  expect(rows.map(({ name }) => name)).toEqual(names);
  await migrate(target, quiet);
  await current.drop();
  await target.drop();

  const { manifest } = await loadOf(backup);
  const later = { ...manifest, release: '9.0.0', migrations: [...manifest.migrations, '9999-later'] };
  expect(() => refuseLaterRelease(later)).toThrow(
    /later release \(9.0.0\).*9999-later.*Restore it with that release/,
  );
});

test('[OPS-05] what was waiting to leave the house is not done twice, and is told', async () => {
  const source = await createTestDatabase();
  const world = createWorld(source.kysely);
  const { id: userId } = await world.person();
  const deviceId = await world.device();
  await source.pool.query(
    `INSERT INTO sessions (token_hash, user_id, kind, expires_at) VALUES ('\\x01', $1, 'token', now() + interval '1 day')`,
    [userId],
  );
  await source.pool.query(
    `INSERT INTO sent_commands (device_id, type, state, expires_at)
     SELECT $1, 'engineStop', state, now() + interval '1 day' FROM unnest('{queued,sent,answered}'::text[]) AS state`,
    [deviceId],
  );
  await source.pool.query(
    `INSERT INTO notification_deliveries (event_id, device_id, user_id, notification_id, notificator, state, created_at)
     SELECT place, $1, $2, 1, 'mail', state, now()
     FROM unnest('{waiting,sending,sent}'::text[]) WITH ORDINALITY AS of (state, place)`,
    [deviceId, userId],
  );
  await source.pool.query(`
    WITH asked AS (
      INSERT INTO contact_requests (customer_id, user_name, change) VALUES (${await world.customer()}, 'Ana', '') RETURNING id)
    INSERT INTO contact_messages (request_id, name, phone, state)
    SELECT id, state, '+55', state FROM asked, unnest('{waiting,sending,sent}'::text[]) AS state`);
  await source.pool.query(
    `INSERT INTO account_links (token_hash, user_id, kind, expires_at, mail_state, mail_due_at)
     SELECT decode(lpad(place::text, 2, '0'), 'hex'), $1, 'invitation', now() + interval '1 day', state, now()
     FROM unnest('{waiting,leaving,sent}'::text[]) WITH ORDINALITY AS of (state, place)`,
    [userId],
  );
  // a link for a new password that waited, and one that was asked for and not looked up yet
  await source.pool.query(
    `INSERT INTO account_links (token_hash, user_id, kind, expires_at, mail_state, mail_due_at, asked_name)
     VALUES ('\\x08', $1, 'reset', now() + interval '1 hour', 'waiting', now(), NULL),
       ('\\x09', NULL, 'reset', now() + interval '1 hour', NULL, NULL, 'ana')`,
    [userId],
  );
  await source.pool.query(`
    WITH made AS (INSERT INTO campaigns (name, host, state) VALUES ('c', 'h', 'running'), ('c', 'h', 'paused') RETURNING id)
    INSERT INTO campaign_devices (campaign_id, device_id, state, attempts, claimed_at)
    SELECT id, place, of.state, (place - 1)::int, CASE WHEN place > 1 THEN '2026-01-01Z'::timestamptz END
    FROM made, unnest('{queued,sending,failed,new}'::text[]) WITH ORDINALITY AS of (state, place)`);
  await source.pool.query(
    `INSERT INTO bulk_changes (user_id, address, noun, act, row_ids, before, until)
     SELECT $1, '127.0.0.1', 'device', act, ids, before, now() + interval '1 minute'
     FROM (VALUES ('remove', ARRAY[$2::int, 77], NULL), ('disabled', ARRAY[$2::int], '{false}'::text[])) AS of (act, ids, before)`,
    [userId, deviceId],
  );
  await source.pool.query(
    `INSERT INTO block_requests (kind, device_id, device_name, state, reason, asked_by_name, policy, command)
     VALUES ('block', $1, 'Moto', 'waiting', 'theft', 'Ana', '{}', '{}')`,
    [deviceId],
  );
  await source.pool.query(
    `INSERT INTO fleet_control_runs (user_id, account, started_by, state, sends_new, step) VALUES ($1, 'a', 'person', 'running', true, 'sending')`,
    [userId],
  );
  await source.pool.query(
    `INSERT INTO differences (user_id, system, noun, kind, name, sides, comparison, take_side, take_version)
     VALUES ($1, 'fleetControl', 'customer', 'onlyHere', 'Ana', '{there}', 1, 'there', 1)`,
    [userId],
  );
  await source.pool.query('INSERT INTO event_queue (event_id, device_id) VALUES (9, $1)', [deviceId]);
  const { folder: waiting } = await backUp(source.connectionString, join(folder, 'waiting'));
  await source.drop();

  const target = await emptyDatabase();
  const { output } = await runProgram('restore', [waiting], {
    DATA_DIR: join(folder, 'waiting-data'),
    DATABASE_URL: target.connectionString,
  });
  expect(output.split('\n').slice(-10)).toEqual([
    '1 sessions have ended: everybody signs in again',
    expect.stringMatching(/^1 commands waited for their device then: .* show them as failed$/),
    expect.stringMatching(/^1 blocks waited for their vehicle to stop then: .* not carried out/),
    '9 mails and messages waited then: they are not sent again',
    expect.stringMatching(/^4 SMS of campaigns waited then: .* uncertain in the campaign/),
    expect.stringMatching(/^2 things were about to be removed then: .* they stay/),
    expect.stringMatching(
      /^1 exchanges with the fleet-control provider were under way then: .* begins anew$/,
    ),
    expect.stringMatching(/^1 sides of differences were to be written then: .* not written by themselves/),
    'Start it with: npm start',
    '',
  ]);
  const { rows } = await target.pool.query(
    `
    SELECT (SELECT array_agg(kind) FROM sessions) AS sessions,
      (SELECT array_agg(concat_ws(' ', state, reason) ORDER BY id) FROM sent_commands) AS commands,
      (SELECT array_agg(concat_ws(' ', state, last_error) ORDER BY id) FROM notification_deliveries) AS notices,
      (SELECT array_agg(concat_ws(' ', state, error) ORDER BY id) FROM contact_messages) AS messages,
      (SELECT array_agg(concat_ws(' ', state, error, CASE WHEN sent_at IS NULL THEN 'not sent' WHEN sent_at = claimed_at THEN 'claimed'
        WHEN sent_at > now() - interval '1 hour' THEN 'now' END) ORDER BY campaign_id, device_id) FROM campaign_devices) AS campaigns,
      (SELECT array_agg(concat_ws(' ', mail_state, mail_error, CASE WHEN mail_due_at IS NULL THEN 'not due' END) ORDER BY token_hash)
        FROM account_links) AS invitations,
      (SELECT array_agg(concat_ws(' ', object_id = $1, details ->> 'error')) FROM audit WHERE action = 'invitation-unsure' AND noun = 'user') AS told,
      (SELECT array_agg(concat_ws(' ', object_id = $1, details ->> 'error')) FROM audit WHERE action = 'reset-unsure' AND noun = 'user') AS resets,
      (SELECT count(*) FROM event_queue) AS queued, (SELECT count(*) FROM bulk_changes) AS bulk,
      (SELECT array_agg(id) FROM devices) AS devices`,
    [userId],
  );
  const ofCampaign = ['unsure restored now', 'unsure restored claimed', 'failed not sent', 'new not sent'];
  expect(rows[0]).toEqual({
    sessions: ['token'],
    commands: ['failed restored', 'sent', 'answered'],
    notices: ['given-up restored from a backup', 'given-up restored from a backup', 'sent'],
    messages: ['failed restored', 'failed restored', 'sent'],
    campaigns: [...ofCampaign, ...ofCampaign],
    invitations: ['unsure restored not due', 'unsure restored not due', 'sent', 'unsure restored not due'],
    ...{ told: ['t restored', 't restored'], resets: ['t restored'] },
    queued: 0,
    bulk: 0,
    devices: [deviceId],
  });
  await target.drop();
});
