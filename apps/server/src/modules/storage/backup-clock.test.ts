import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, expect, test } from 'vitest';
import { backUp } from '../../backup/testing/installation.ts';
import { createLeases } from '../../platform/db/leases/leases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { createBackupClock, isDue, lastDueMs } from './backup-clock.ts';
import { createStorageService } from './storage-service.ts';

const { kysely, pool, database, ask, world, services } = await createTestApp();
const folder = mkdtempSync(join(tmpdir(), 'atalaia-backup-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));
const quiet = { info: () => undefined, error: () => undefined, warn: () => undefined };
const signal = new AbortController().signal;
const make = async (place: string) => {
  await backUp(database.connectionString, place, { byClock: true });
};
const clockOf = (parts: Partial<Parameters<typeof createBackupClock>[0]> = {}) =>
  createBackupClock({ kysely, log: quiet, backupDir: folder, everyHours: 24, keep: 2, make, ...parts });
const yesterday = () =>
  pool.query(`UPDATE backup_runs SET taken_at = taken_at - interval '1 day', started_at = started_at - interval '1 day',
    ended_at = ended_at - interval '1 day'`);

test('[BACK-02] a backup is due from its hour on, once, and again a quarter of an hour after one that failed', () => {
  const at = (text: string) => Date.parse(text);
  expect(lastDueMs(at('2026-11-23T04:59:00Z'), 24)).toBe(at('2026-11-22T05:00:00Z'));
  expect(lastDueMs(at('2026-11-23T05:00:00Z'), 24)).toBe(at('2026-11-23T05:00:00Z'));
  expect(lastDueMs(at('2026-11-23T12:10:00Z'), 6)).toBe(at('2026-11-23T11:00:00Z'));
  const nowMs = at('2026-11-23T05:01:00Z');
  const takenMs = at('2026-11-22T05:00:10Z');
  expect(isDue({ nowMs, takenMs: null, failedMs: null }, 24)).toBe(true);
  expect(isDue({ nowMs, takenMs, failedMs: null }, 24)).toBe(true);
  expect(isDue({ nowMs: nowMs - 120_000, takenMs, failedMs: null }, 24)).toBe(false);
  expect(isDue({ nowMs, takenMs, failedMs: nowMs - 60_000 }, 24)).toBe(false);
  expect(isDue({ nowMs, takenMs, failedMs: nowMs - 901_000 }, 24)).toBe(true);
});

test('[BACK-02] of two processes that find a backup due one makes it', async () => {
  let made = 0;
  const slowly = async (place: string) => {
    made += 1;
    await make(place);
  };
  const processes = [0, 1].map(() => {
    const clock = clockOf({ make: slowly });
    return createLeases({ kysely, log: quiet }).run('backups', signal, ({ signal: held }) => clock(held));
  });
  expect((await Promise.all(processes)).filter(Boolean)).toHaveLength(1);
  await clockOf({ make: slowly })(signal);
  expect(made).toBe(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('[BACK-02] those that are too many go once a new one is whole; one made by hand stays', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const byHand = await backUp(database.connectionString, folder);
  await pool.query(
    `INSERT INTO backup_runs (id, place, by_clock, started_at, ended_at, error)
     VALUES (gen_random_uuid(), $1, true, now() - interval '1 hour', now() - interval '1 hour', 'is none that is kept')`,
    [folder],
  );
  for (let night = 0; night < 3; night += 1) {
    await yesterday();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await clockOf()(signal);
  }
  expect(readdirSync(folder)).toHaveLength(3);
  expect(existsSync(byHand.folder)).toBe(true);
});

test('[BACK-02] one that fails removes nothing, is told with its reason, and what a killed one left is ended', async () => {
  const admin = await world.administrator();
  const before = readdirSync(folder);
  // by more than the hours that one may take, at whatever hour this runs
  await yesterday();
  await yesterday();
  await pool.query(`INSERT INTO backup_runs (id, place, by_clock) VALUES (gen_random_uuid(), $1, true)`, [
    folder,
  ]);
  const failing = clockOf({
    keep: 1,
    make: async (place) => {
      await pool.query(
        `INSERT INTO backup_runs (id, place, by_clock, started_at, ended_at, error)
         VALUES (gen_random_uuid(), $1, true, now(), now(), 'the disk is away')`,
        [place],
      );
      throw new Error('no backup was made');
    },
  });
  await expect(failing(signal)).rejects.toThrow('no backup was made');
  expect(readdirSync(folder)).toEqual(before);
  const { rows } = await pool.query('SELECT count(*)::int AS open FROM backup_runs WHERE ended_at IS NULL');
  expect(rows[0].open).toBe(0);
  const { body } = await ask('GET', '/api/server/storage', { token: admin.token });
  expect(body.backups).toMatchObject({
    isOn: false,
    isOverdue: true,
    isRunning: false,
    failure: { reason: 'the disk is away' },
  });
  expect(body.backups.ageSeconds).toBeGreaterThan(86_000);
});

test('[BACK-02] a folder that a row names elsewhere is never removed', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'atalaia-elsewhere-'));
  // by its name a backup, in another place
  const elsewhere = join(parent, 'atalaia-2026-01-01T00-00-00Z');
  // in this place, and by its name none
  const beside = join(folder, 'photos');
  for (const named of [elsewhere, beside]) {
    mkdirSync(named);
    await pool.query(`UPDATE backup_runs SET folder = $1 WHERE folder IS NOT NULL`, [named]);
    await pool.query(`DELETE FROM backup_runs WHERE error IS NOT NULL`);
    await yesterday();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await clockOf({ keep: 1 })(signal);
    expect(existsSync(named), named).toBe(true);
  }
  rmSync(parent, { recursive: true });
});

test('[GOV-06] how long data is kept is undecided until a person says it, be it for ever; what keeps nothing away from retention is no answer', async () => {
  const admin = await world.administrator();
  const isDecided = async () =>
    (await ask('GET', '/api/server/storage', { token: admin.token })).body.isRetentionDecided;
  const set = (attributes: object) => ask('PUT', '/api/server', { token: admin.token, body: { attributes } });
  expect(await isDecided()).toBe(false);
  await set({ speedLimit: 60, retentionPositionsDays: null });
  expect(await isDecided()).toBe(false);
  await set({ retentionAuditDays: 0 });
  expect(await isDecided()).toBe(true);
  await set({ retentionPositionsDays: 365 });
  expect(await isDecided()).toBe(true);
});

test('[BACK-02] what would be lost, the age of the newest backup and the room are in /metrics and in /health?full', async () => {
  await pool.query(`SELECT nextval('position_ids') FROM generate_series(1, 2)`);
  const { backups } = await services.storage.read();
  expect(backups.positionsSince).toBe(1000);
  await services.storage.look();
  const { text } = await ask('GET', '/metrics');
  expect(text).toMatch(/^atalaia_backup_age_seconds \d+$/m);
  expect(text).toMatch(/^atalaia_backup_positions_since 1000$/m);
  expect(text).toMatch(new RegExp(`^atalaia_backup_overdue ${Number(backups.isOverdue)}$`, 'm'));
  expect(text).toMatch(/^atalaia_disk_data_free_bytes [1-9]\d+$/m);
  const { body } = await ask('GET', '/health?full');
  expect(body.backups).toMatchObject({ positionsSince: 1000, isOverdue: backups.isOverdue, keep: 14 });
  expect(body.backups.ageSeconds).toBeGreaterThanOrEqual(backups.ageSeconds ?? Number.NaN);
  expect(body.disks).toMatchObject([{ of: 'data', isLow: false }]);
});

test('[OPS-03] a disk with less room than is wanted is told, and warned of once until it has some again', async () => {
  const told: string[] = [];
  const lowFor = (wantedFreeBytes: number) =>
    createStorageService({
      ...{ kysely, wantedFreeBytes, metrics: new Registry(), dataDir: folder, backupDir: folder },
      ...{ everyHours: 24, keep: 2 },
      log: { warn: (_: object, text?: string) => void told.push(text ?? ''), info: () => undefined },
    });
  const low = lowFor(Number.MAX_SAFE_INTEGER);
  expect((await low.read()).disks.map(({ of, isLow }) => [of, isLow])).toEqual([
    ['data', true],
    ['backups', true],
  ]);
  await low.look();
  await low.look();
  expect(told).toEqual(['a disk has little room left', 'a disk has little room left']);
  await lowFor(1).look();
  expect(told).toHaveLength(2);
});
