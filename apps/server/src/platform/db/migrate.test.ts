import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { DatabaseRefused } from '../../errors/database-errors.ts';
import { noteBackup } from './backup-marks.ts';
import { migrate } from './database.ts';
import { migrations } from './migrations.ts';
import { schemaText } from './schema-text.ts';
import { createTestDatabase } from './test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());
const log = pino({ level: 'silent' });

async function empty(): Promise<void> {
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
}

test('every migration in the folder is in the list, and the other way round', async () => {
  const files = readdirSync(join(import.meta.dirname, 'migrations'));
  const names = files.flatMap((file) => /^(\d{4}-[a-z-]+)\.ts$/.exec(file)?.[1] ?? []);
  // a file of several: those of the list in its range of numbers are the functions that it exports
  for (const file of files) {
    const [, range = '', from = '', to = ''] = /^((\d{4})-(\d{4}))\.ts$/.exec(file) ?? [];
    if (range === '') continue;
    const listed = Object.entries(migrations).filter(([name]) => name >= from && name.slice(0, 4) <= to);
    const exported = Object.values(await import(`./migrations/${range}.ts`));
    expect(new Set(listed.map(([, { up }]) => up))).toEqual(new Set(exported));
    names.push(...listed.map(([name]) => name));
  }
  expect(Object.keys(migrations)).toEqual(names.sort());
});

test('schema.ts is what the migrations make', async () => {
  // formatting adds blanks and line breaks only
  const bare = (text: string) => text.replaceAll(/\s+/g, ' ');
  const written = readFileSync(join(import.meta.dirname, 'schema.ts'), 'utf8');
  expect(bare(await schemaText(database.pool))).toBe(bare(written));
});

test('[BACK-01] migrations wait for a backup that reads, and are done when it ends', async () => {
  await empty();
  const backup = await database.pool.connect();
  await noteBackup(backup);
  let isDone = false;
  const migrating = migrate(database, log).then(() => {
    isDone = true;
  });
  const waits = async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length;
  };
  await expect.poll(waits).toBe(1);
  const { rows } = await database.pool.query(`SELECT to_regclass('devices') IS NULL AS untouched`);
  expect([rows[0].untouched, isDone]).toEqual([true, false]);
  backup.release(true);
  await migrating;
  expect((await database.pool.query('SELECT FROM devices')).rowCount).toBe(0);
});

test('[OPS-01] a start asks the migrator only where a migration is missing, and not for an empty database', async () => {
  await empty();
  const asked = vi.spyOn(Migrator.prototype, 'migrateToLatest').mockResolvedValue({ results: [] });
  try {
    await migrate(database, log);
    await migrate(database, log);
    expect(asked).not.toHaveBeenCalled();
    const newest = Object.keys(migrations).at(-1);
    const { rows } = await database.pool.query(
      'DELETE FROM kysely_migration WHERE name = $1 RETURNING timestamp',
      [newest],
    );
    await migrate(database, log);
    expect(asked).toHaveBeenCalledOnce();
    await database.pool.query('INSERT INTO kysely_migration VALUES ($1, $2)', [newest, rows[0].timestamp]);
  } finally {
    asked.mockRestore();
  }
});

test('two processes that migrate at once do it once', async () => {
  await empty();
  await Promise.all([migrate(database, log), migrate(database, log), migrate(database, log)]);
  const { rows } = await database.pool.query('SELECT name FROM kysely_migration ORDER BY name');
  expect(rows.map((row) => row.name)).toEqual(Object.keys(migrations));
});

test('a database that a later release has been at is refused', async () => {
  await database.pool.query("INSERT INTO kysely_migration VALUES ('9999-later', now())");
  await database.pool.query("UPDATE installation SET floor = '9999-later'");
  await expect(migrate(database, log)).rejects.toThrow(/9999-later.*start the later release/);
  await database.pool.query("DELETE FROM kysely_migration WHERE name = '9999-later'");
  await migrate(database, log);
});

test('[SCALE-09] a release starts where a later one has been whose floor it reaches, and leaves the tables as they are', async () => {
  // the newest of which no migration says that earlier releases can live with it
  const newest = Object.keys(migrations).findLast((name) => !migrations[name]?.livesWith) ?? '';
  const floor = async () => (await database.pool.query('SELECT floor FROM installation')).rows[0].floor;
  expect(await floor()).toBe(newest);
  await database.pool.query(
    "INSERT INTO kysely_migration VALUES ('9998-later', now()), ('9999-later', now())",
  );
  await migrate(database, log);
  expect(await floor()).toBe(newest);
  await database.pool.query("UPDATE installation SET floor = '9998-later'");
  await expect(migrate(database, log)).rejects.toThrow(/9998-later.*start the later release/);
  await database.pool.query("DELETE FROM kysely_migration WHERE name >= '9998'");
  await migrate(database, log);
});

test('[SCALE-09] a release is refused where another has been that knows its floor but lacks what it needs', async () => {
  const newest = Object.keys(migrations).at(-1) ?? '';
  await database.pool.query("INSERT INTO kysely_migration VALUES ('9999-later', now())");
  const moved = await database.pool.query(
    'DELETE FROM kysely_migration WHERE name = $1 RETURNING timestamp',
    [newest],
  );
  const starting = migrate(database, log);
  await expect(starting).rejects.toThrow(DatabaseRefused);
  await expect(starting).rejects.toThrow(`9999-later, which this release does not know, and lacks ${newest}`);
  await database.pool.query("DELETE FROM kysely_migration WHERE name = '9999-later'");
  await database.pool.query('INSERT INTO kysely_migration VALUES ($1, $2)', [
    newest,
    moved.rows[0].timestamp,
  ]);
  await migrate(database, log);
});

test('[SCALE-09] the floor of a later release that comes while this one starts stays', async () => {
  const floor = async () => (await database.pool.query('SELECT floor FROM installation')).rows[0].floor;
  const before = await floor();
  const later = await database.pool.connect();
  try {
    await later.query('BEGIN; LOCK TABLE device_texts IN ACCESS EXCLUSIVE MODE');
    const starting = migrate(database, log);
    // it has read which migrations are done
    await vi.waitFor(async () => {
      const { rows } = await database.pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%device_texts%'",
      );
      expect(rows).toHaveLength(1);
    });
    await later.query("INSERT INTO kysely_migration VALUES ('9999-later', now())");
    await later.query("UPDATE installation SET floor = '9999-later'; COMMIT");
    await starting;
    expect(await floor()).toBe('9999-later');
  } finally {
    later.release();
    await database.pool.query("DELETE FROM kysely_migration WHERE name = '9999-later'");
  }
  await migrate(database, log);
  expect(await floor()).toBe(before);
});

test('[SCALE-09] a migration that waits for a table holds up nobody who wants it too, and is done once the table is free', async () => {
  const { pool } = database;
  await pool.query('ALTER TABLE processes DROP COLUMN roles, DROP COLUMN has_nats, DROP COLUMN reads_packed');
  await pool.query(
    "DELETE FROM kysely_migration WHERE name >= '0100'; DROP TABLE web_files, device_images, imported_objects, integration_settings, integration_outcomes, bulk_changes; DROP INDEX devices_places, devices_words, devices_long_words, audit_thing, phrase_checks_of_customer, silences_of_customer",
  );
  await pool.query('DROP TABLE mirror_log, mirrors, campaign_devices, campaigns CASCADE');
  await pool.query('ALTER TABLE scheduled_reports DROP COLUMN attributes');
  await pool.query(
    `ALTER TABLE notification_deliveries DROP COLUMN tx, DROP COLUMN command_id, ADD CONSTRAINT
      notification_deliveries_event_id_user_id_notificator_key UNIQUE (event_id, user_id, notificator)`,
  );
  await pool.query(
    `DROP TABLE device_texts, attribute_shapes; DROP FUNCTION write_device_texts, json_text CASCADE; DROP INDEX devices_disabled;
     DROP FUNCTION use_account_links, leave_resets CASCADE;
     ALTER TABLE account_links DROP COLUMN author_id, DROP COLUMN mail_state, DROP COLUMN mail_due_at,
       DROP COLUMN mail_tries, DROP COLUMN mail_error, DROP COLUMN asked_name, DROP COLUMN asked_from;
     ALTER TABLE sessions DROP COLUMN opener_id, DROP COLUMN opener_hash;
     ALTER TABLE users DROP COLUMN email_vouched, DROP COLUMN company_id`,
  );
  await pool.query(
    `DROP TABLE web_push_keys, push_subscriptions, notification_snoozes, maintenance_services CASCADE;
     ALTER TABLE company_configurations DROP COLUMN name, DROP COLUMN title, DROP COLUMN favicon_url,
       DROP COLUMN sender_name, DROP COLUMN sender_address, DROP COLUMN reply_to, DROP COLUMN mail_texts;
     ALTER TABLE call_outs DROP COLUMN placed_at`,
  );
  await pool.query(
    `DROP TABLE sim_cards, sim_lists, differences, comparisons, payment_records, payment_readings, customer_standings,
       ignored_risks, monthly_prices; ALTER TABLE fleet_control_runs DROP COLUMN compares;
     DROP FUNCTION customer_status_since CASCADE; ALTER TABLE customers DROP COLUMN status_since`,
  );
  const report = await pool.connect();
  try {
    await report.query('BEGIN; SELECT FROM processes');
    let isDone = false;
    const migrating = migrate(database, log).then(() => {
      isDone = true;
    });
    const waiting = 'SELECT FROM pg_locks WHERE NOT granted';
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThan(0);
    // behind the migration, which gives way
    await pool.query("SELECT FROM processes WHERE version = 'x'");
    expect(isDone).toBe(false);
    await report.query('COMMIT');
    await migrating;
  } finally {
    report.release();
  }
  await pool.query('SELECT roles FROM processes');
});

test('names are ordered as Portuguese does', async () => {
  await database.pool.query("INSERT INTO groups (name) VALUES ('Zeca'), ('água'), ('Beto'), ('Água')");
  const { rows } = await database.pool.query('SELECT name FROM groups ORDER BY name COLLATE "pt-BR-x-icu"');
  expect(rows.map((row) => row.name)).toEqual(['água', 'Água', 'Beto', 'Zeca']);
});
