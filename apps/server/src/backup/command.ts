/** What the commands of a person have in common: settings, words, signals, and how they end. */

import { isAbsolute, resolve } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import { BackupRefused, BackupUnnoted, RestoreUnended, UsageError } from '../errors/backup-errors.ts';
import { ConfigError } from '../errors/config-error.ts';
import { DatabaseRefused, isConnectionError } from '../errors/database-errors.ts';
import { type Config, loadConfig } from '../platform/config/config.ts';

export interface CommandParts {
  readonly config: Config;
  readonly place: string;
  readonly options: Readonly<Record<string, string | boolean | undefined | readonly (string | boolean)[]>>;
  readonly say: (text: string) => void;
  /** Errors of the database and its supervisor, on standard error. */
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/**
 * Runs a command that takes one place and some options, and ends the process: with 0; with 2 for wrong words or settings;
 * with 1 for everything else. A signal is passed to `work`, which undoes what it began.
 */
export async function runCommand(
  usage: string,
  options: ParseArgsOptionsConfig,
  work: (parts: CommandParts) => Promise<void>,
): Promise<never> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stopping.abort(new BackupRefused(`stopped by ${signal}: nothing was changed`)));
  }
  try {
    const words = readWords(options);
    await work({
      ...words,
      config: loadConfig(process.env),
      say: (text) => console.log(text),
      log: pino({ level: 'error', base: null }, pino.destination(2)),
      signal: stopping.signal,
    });
    process.exit(0);
  } catch (error) {
    const isThere = error instanceof RestoreUnended || error instanceof BackupUnnoted;
    const isUndone = stopping.signal.aborted && !isThere;
    const cause = isUndone ? stopping.signal.reason : error;
    console.error(cause instanceof UsageError ? `${cause.message}\n${usage}` : reasonOf(cause));
    process.exit(cause instanceof UsageError || cause instanceof ConfigError ? 2 : 1);
  }
}

function readWords(options: ParseArgsOptionsConfig): Pick<CommandParts, 'place' | 'options'> {
  const { positionals, values } = parse(options);
  const [place, ...more] = positionals;
  if (place === undefined || more.length > 0) throw new UsageError('name one place');
  // npm changes into the repository and notes where the person was
  const from = process.env.INIT_CWD ?? process.cwd();
  return { place: isAbsolute(place) ? place : resolve(from, place), options: values };
}

function parse(options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** For what a person can mend, a sentence; for anything unforeseen, where it came from too. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === '53100') {
    return `there is no space left on the disk (${error.message}): nothing was changed, and earlier backups are as they were`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${error.message}: start this as an account that may read and write there`;
  }
  const foreseen = [BackupRefused, RestoreUnended, DatabaseRefused, ConfigError];
  if (foreseen.some((kind) => error instanceof kind)) return error.message;
  if (isConnectionError(error))
    return `the database went away or cannot be reached (${error.message}): nothing was changed`;
  if (error instanceof pg.DatabaseError)
    return `the database refused it (${error.message}): nothing was changed`;
  return error.stack ?? error.message;
}
