import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { afterAll, expect, test, vi } from 'vitest';
import { backUp } from '../../backup/testing/installation.ts';
import { createLeases } from '../../platform/db/leases/leases.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { backupProcess, createBackupClock, isDue, lastDueMs } from './backup-clock.ts';
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
  // cut off between its name and its note
  const cutOff = join(folder, 'atalaia-2026-01-01T00-00-00Z');
  mkdirSync(cutOff);
  await pool.query(
    `INSERT INTO backup_runs (id, place, by_clock, started_at, folder) VALUES (gen_random_uuid(), $1, true, now() - interval '1 hour', $2)`,
    [folder, cutOff],
  );
  for (let night = 0; night < 3; night += 1) {
    await yesterday();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await clockOf()(signal);
  }
  expect(readdirSync(folder)).toHaveLength(3);
  expect(existsSync(byHand.folder)).toBe(true);
  expect(existsSync(cutOff)).toBe(false);
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

test('[BACK-02] what a person made and what lies elsewhere is neither one of the clock’s nor ended by it', async () => {
  const place = join(folder, 'own');
  await pool.query(
    `INSERT INTO backup_runs (id, place, by_clock, taken_at, ended_at) VALUES
       (gen_random_uuid(), $1, false, now(), now()), (gen_random_uuid(), $2, true, now(), now()),
       (gen_random_uuid(), $1, false, NULL, NULL), (gen_random_uuid(), $2, true, NULL, NULL),
       (gen_random_uuid(), $1, true, NULL, NULL)`,
    [place, `${place} too`],
  );
  const made: string[] = [];
  const note = async (where: string) => void made.push(where);
  await clockOf({ backupDir: undefined, make: note })(signal);
  expect(made).toEqual([]);
  await clockOf({ backupDir: place, make: note })(signal);
  expect(made).toEqual([place]);
  const { rows } = await pool.query(
    `DELETE FROM backup_runs WHERE place LIKE $1 || '%' RETURNING place, by_clock, ended_at IS NULL AS open`,
    [place],
  );
  expect(rows.filter(({ open }) => open)).toEqual([
    { place, by_clock: false, open: true },
    { place: `${place} too`, by_clock: true, open: true },
  ]);
});

test('[BACK-02] the clock’s process says why it made none, and ends with who wants it', async () => {
  const program = new URL('../../backup.ts', import.meta.url);
  const env = {
    ...process.env,
    ...{
      DATABASE_URL: database.connectionString,
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: '07'.repeat(32),
    },
  };
  const byProcess = backupProcess(program, env);
  writeFileSync(join(folder, 'file'), '');
  await expect(byProcess(join(folder, 'file'), signal)).rejects.toThrow(
    /^no backup was made: .*is no folder/,
  );
  await byProcess(join(folder, 'never'), AbortSignal.abort());
  expect(existsSync(join(folder, 'never'))).toBe(false);

  // it waits for what is open
  const holder = await pool.connect();
  await holder.query('BEGIN; SELECT pg_current_xact_id()');
  const stopping = new AbortController();
  const stopped = byProcess(join(folder, 'stopped'), stopping.signal);
  const left = spawn(process.execPath, [fileURLToPath(program), join(folder, 'left'), '--by-clock'], { env });
  const ended = once(left, 'exit');
  const drafts = (place: string) =>
    existsSync(join(folder, place)) && readdirSync(join(folder, place)).length;
  for (const place of ['stopped', 'left']) await expect.poll(() => drafts(place)).toBe(1);
  stopping.abort();
  left.stdin.end();
  await stopped;
  expect(await ended).toEqual([1, null]);
  await holder.query('ROLLBACK');
  holder.release();
  for (const place of ['stopped', 'left']) expect(drafts(place)).toBe(0);
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

test('[BACK-02] a backup is overdue three hours after it was due, at work for a day at most, and the newest says whether one failed', async () => {
  const metrics = new Registry();
  const parts = { kysely, metrics, log: quiet, dataDir: folder, backupDir: join(folder, 'away'), keep: 2 };
  const storage = createStorageService({ ...parts, everyHours: 1, wantedFreeBytes: 1 });
  const runs = async (...of: readonly (readonly [column: string, hoursAgo: number, error?: string])[]) => {
    await pool.query('DELETE FROM backup_runs');
    for (const [column, hoursAgo, error] of of)
      await pool.query(
        `INSERT INTO backup_runs (id, place, by_clock, started_at, ended_at, taken_at, error, last_position)
         SELECT gen_random_uuid(), '/', true, at, CASE $1 WHEN 'started' THEN NULL ELSE at END,
           CASE $1 WHEN 'taken' THEN at END, $3, 9e9 FROM (SELECT now() - $2 * interval '1 hour' AS at) AS when_it_was`,
        [column, hoursAgo, error],
      );
    return (await storage.read()).backups;
  };
  expect(await runs()).toMatchObject({
    ageSeconds: null,
    isOverdue: true,
    isRunning: false,
    positionsSince: null,
  });
  expect(await runs(['taken', 2])).toMatchObject({ ageSeconds: 7200, isOverdue: false, positionsSince: 0 });
  expect(await runs(['taken', 5])).toMatchObject({ isOverdue: true });
  expect(await runs(['started', 23])).toMatchObject({ isRunning: true });
  expect(await runs(['started', 25])).toMatchObject({ isRunning: false });
  const failure = { reason: 'no room' };
  expect(await runs(['failed', 1, 'no room'], ['taken', 2])).toMatchObject({ failure, ageSeconds: 7200 });
  expect(await runs(['failed', 2, 'no room'], ['taken', 1])).toMatchObject({ failure: null });
  expect(
    (await storage.read()).disks.map(({ of }) => of),
    'one is away',
  ).toEqual(['data']);

  vi.useFakeTimers({ toFake: ['performance'] });
  await storage.look();
  vi.advanceTimersByTime(60_000);
  const age = await metrics.getSingleMetricAsString('atalaia_backup_age_seconds');
  vi.useRealTimers();
  expect(Number(/ (\d+)$/.exec(age)?.[1])).toBeGreaterThanOrEqual(3660);
});

test.runIf(existsSync('/proc/self'))(
  '[OPS-03] a disk that has room again is told, and warned of once more',
  async () => {
    const told: string[] = [];
    const note = (_: object, text?: string) => void told.push(text ?? '');
    const disk = join(folder, 'disk');
    const storage = createStorageService({
      ...{ kysely, metrics: new Registry(), log: { warn: note, info: note }, everyHours: 24, keep: 2 },
      ...{ dataDir: disk, backupDir: undefined, wantedFreeBytes: 1 },
    });
    // a file system without any room
    for (const of of ['/proc', tmpdir(), '/proc']) {
      symlinkSync(of, disk);
      await storage.look();
      unlinkSync(disk);
    }
    const low = 'a disk has little room left';
    expect(told).toEqual([low, 'a disk has room again', low]);
  },
);
