/** Which database a backup is of, and with which key. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { openEmbedded } from '../platform/db/database.ts';
import { throwAwaySettings } from '../platform/db/embedded/cluster.ts';
import { socketNote } from '../platform/db/embedded/postmaster.ts';
import { createTestDatabase } from '../platform/db/test-database.ts';
import { connect } from './connection.ts';
import { openSource, type Source } from './source.ts';
import { noteCutOff, quiet, testKey } from './testing/installation.ts';
import { runProgram } from './testing/programs.ts';

// processes and clusters of its own, on a machine that may be busy
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'atalaia-source-'));
afterAll(() => rmSync(folder, { recursive: true }));

const works = async ({ connectionString }: Pick<Source, 'connectionString'>) => {
  const client = await connect(connectionString);
  const { rows } = await client.query('SELECT 1 AS one');
  await client.end();
  return rows[0]?.one === 1;
};

test('[OPS-05] a folder without a database is refused, and none is made in it', async () => {
  const dataDir = join(folder, 'empty');
  mkdirSync(dataDir);
  for (const named of [dataDir, join(folder, 'nowhere')]) {
    await expect(openSource({ databaseUrl: undefined, dataDir: named }, quiet)).rejects.toThrow(
      /(empty|nowhere) holds no database: set DATA_DIR or DATABASE_URL as they are set for the server/,
    );
  }
  expect(readdirSync(folder)).toEqual(['empty']);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('[OPS-05] the database of a server at work is read beside it, and one at rest is started and ended again', async () => {
  const dataDir = join(folder, 'data');
  const settings = { databaseUrl: undefined, dataDir };
  const server = await openEmbedded(dataDir, 1, quiet, throwAwaySettings);
  const beside = await openSource(settings, quiet);
  expect(beside.description).toContain('its server goes on working');
  await beside.stop();
  expect(await works(server)).toBe(true);
  const note = readFileSync(socketNote(dataDir), 'utf8');
  // one that was just starting: its address comes while its lock is waited for
  rmSync(socketNote(dataDir));
  const starting = openSource(settings, quiet);
  await sleep(1_000);
  writeFileSync(socketNote(dataDir), note);
  expect((await starting).description).toContain('its server goes on working');
  await server.stop();

  // a server that is killed leaves it
  writeFileSync(socketNote(dataDir), note);
  const alone = await openSource(settings, quiet);
  expect(alone.description).toContain('no server is at work');
  expect(await works(alone)).toBe(true);
  await alone.stop();
  await expect(works(alone)).rejects.toThrow();
});

test('[BACK-03] a folder that a restore was cut off in is not backed up', async () => {
  const dataDir = join(folder, 'cut off');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n');
  noteCutOff(dataDir, '/of/then', { staging: 'restoring-then', aside: 'replaced', isWhole: false });
  await expect(openSource({ databaseUrl: undefined, dataDir }, quiet)).rejects.toThrow(
    /a restore of \/of\/then into .* was cut off: run it again/,
  );
});

test('[OPS-05] a folder of another account is refused in a sentence', async () => {
  const closed = `data:text/javascript,
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const access = fs.accessSync;
    fs.accessSync = (path, mode) => {
      if (String(path).endsWith('closed')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return access(path, mode);
    };
    syncBuiltinESMExports();`;
  const { code, output } = await runProgram('backup', [join(folder, 'of closed')], {
    DATA_DIR: join(folder, 'closed'),
    NODE_OPTIONS: `--import=${encodeURI(closed)}`,
  });
  expect(output).toMatch(
    /^.*closed belongs to another account: start this as the one that the server runs as\n$/,
  );
  expect(code).toBe(1);
});

test('[OPS-05] no backup is made without a key, or with what is none, unless it is said to be one without', async () => {
  const database = await createTestDatabase();
  const dataDir = join(folder, 'keys');
  const place = join(folder, 'backups');
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.connectionString };
  const none = await runProgram('backup', [place], env);
  expect([none.code, none.output]).toEqual([
    1,
    expect.stringMatching(
      /keys\/secret-key does not exist and SECRET_KEY is not set: start this where the server starts/,
    ),
  ]);
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, 'secret-key'), 'half a ke');
  const half = await runProgram('backup', [place], env);
  expect([half.code, half.output]).toEqual([
    2,
    expect.stringMatching(/secret-key must hold 64 hexadecimal digits/),
  ]);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8')).toBe('half a ke');
  expect(existsSync(place)).toBe(false);
  const bare = await runProgram('backup', [place, '--without-key'], {
    ...env,
    SECRET_KEY: testKey.toString('hex'),
  });
  expect([bare.code, bare.output]).toEqual([
    0,
    expect.stringContaining('It holds no key: a restore needs the SECRET_KEY'),
  ]);
  const [made] = readdirSync(place);
  expect(existsSync(join(place, made!, 'secret-key'))).toBe(false);

  // a restore keeps what it cannot read, too
  await database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const restored = await runProgram('restore', [place], env);
  expect([restored.code, restored.output]).toEqual([
    2,
    expect.stringMatching(/must hold 64 hexadecimal digits/),
  ]);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  await database.drop();
});
