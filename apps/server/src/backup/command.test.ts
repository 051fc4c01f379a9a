/** What a command says of what went wrong, and what it ends with. */
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { BackupRefused, BackupUnnoted, CommitUnsure, NotInPlace } from '../errors/backup-errors.ts';
import { ConfigError } from '../errors/config-error.ts';
import { DatabaseRefused } from '../errors/database-errors.ts';
import { type CommandParts, runCommand } from './command.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const argv = process.argv;
afterEach(() => {
  vi.restoreAllMocks();
  process.argv = argv;
});

type Work = (parts: CommandParts, tell: (signal: (typeof signals)[number]) => void) => Promise<void>;

/** Runs a command in this process, up to where it would end it; `tell` reaches nothing but the command. */
async function run(work: Work, words: readonly string[] = ['/place']) {
  const before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const added = (signal: (typeof signals)[number]) =>
    process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
  const tell = (signal: (typeof signals)[number]) => {
    for (const listener of added(signal)) listener(signal);
  };
  process.argv = ['node', 'command', ...words];
  const said: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((text) => void said.push(text));
  const codes: unknown[] = [];
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    codes.push(code);
    throw new Error('ended');
  });
  await expect(runCommand('the usage', {}, (parts) => work(parts, tell))).rejects.toThrow('ended');
  for (const signal of signals) {
    for (const listener of added(signal)) process.removeListener(signal, listener);
  }
  return { code: codes[0], said: said[0] ?? '' };
}

const failing = (error: unknown) =>
  run(async () => {
    throw error;
  });
const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

test('[BACK-02] [BACK-03] whatever a person can mend is one sentence, with 1; wrong words and settings end with 2', async () => {
  const full = new pg.DatabaseError('could not extend file', 1, 'error');
  full.code = '53100';
  const refused = new pg.DatabaseError('relation "groups" already exists', 1, 'error');
  refused.code = '42P07';
  const room =
    /^there is no space left on the disk \(.*\): nothing was changed, and earlier backups are as they were$/;
  const closed = /^.*: start this as an account that may read and write there$/;
  for (const [error, words, code] of [
    [coded('ENOSPC', 'ENOSPC: write'), room, 1],
    [full, room, 1],
    [coded('EACCES', 'EACCES: open /x'), closed, 1],
    [coded('EPERM', 'EPERM: open /x'), closed, 1],
    [coded('EROFS', 'EROFS: open /x'), closed, 1],
    [
      coded('ECONNREFUSED', 'connect ECONNREFUSED'),
      /^the database went away or cannot be reached \(connect ECONNREFUSED\): nothing was changed$/,
      1,
    ],
    [refused, /^the database refused it \(relation "groups" already exists\): nothing was changed$/, 1],
    [new BackupRefused('a place'), /^a place$/, 1],
    [new DatabaseRefused('a server'), /^a server$/, 1],
    [new ConfigError('PORT=eighty'), /^PORT=eighty$/, 2],
    [new Error('unforeseen'), /^Error: unforeseen\n {4}at /, 1],
  ] as const) {
    const ended = await failing(error);
    expect(ended.said).toMatch(words);
    expect(ended.code, ended.said).toBe(code);
  }
});

test('[BACK-03] a restore that is half done never says that nothing was changed, also where it was told to stop', async () => {
  for (const error of [
    new NotInPlace(coded('ENOSPC', 'ENOSPC: mkdir')),
    new CommitUnsure(new Error('gone')),
  ]) {
    const ends = [
      await failing(error),
      await run(async (_, tell) => {
        tell('SIGTERM');
        throw error;
      }),
    ];
    for (const { said, code } of ends) {
      expect(said, 'nothing but the sentence').toBe(error.message);
      expect(said).toMatch(/run the same restore again/i);
      expect(said).not.toContain('nothing was changed');
      expect(code).toBe(1);
    }
  }
});

test('[BACK-02] a backup that is whole and could not be noted is said to be whole, also where it was told to stop', async () => {
  const error = new BackupUnnoted('/place/atalaia-2026', new Error('Connection terminated'));
  const words = '/place/atalaia-2026 is whole, but the database could not note it (Connection terminated)';
  const stopped = await run(async (_, tell) => {
    tell('SIGINT');
    throw error;
  });
  expect([await failing(error), stopped]).toEqual([
    { said: words, code: 1 },
    { said: words, code: 1 },
  ]);
});

test('[BACK-03] each of the signals that end a program is told as the reason, whatever failed for it', async () => {
  for (const signal of signals) {
    const { said, code } = await run(async (parts, tell) => {
      tell(signal);
      parts.signal.throwIfAborted();
    });
    expect([said, code]).toEqual([`stopped by ${signal}: nothing was changed`, 1]);
    const other = await run(async (_, tell) => {
      tell(signal);
      throw new Error('the connection ended');
    });
    expect(other.said).toBe(`stopped by ${signal}: nothing was changed`);
  }
});

test('[OPS-05] a place is one word, and is named from where the person is', async () => {
  for (const words of [[], ['one', 'two'], ['--unknown', 'one']]) {
    const { said, code } = await run(async () => undefined, words);
    expect([said, code]).toEqual([expect.stringMatching(/\nthe usage$/), 2]);
  }
  const places: string[] = [];
  const note = async ({ place }: CommandParts) => void places.push(place);
  vi.stubEnv('INIT_CWD', '/home/ana');
  const done = [await run(note, ['backups']), await run(note, ['/mnt/backups'])];
  vi.unstubAllEnvs();
  expect(places).toEqual(['/home/ana/backups', '/mnt/backups']);
  expect(done.map(({ code }) => code)).toEqual([0, 0]);
});
