import { closeSync, fchownSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type { Account } from './run-as.ts';

/** How much of the end is shown when PostgreSQL dies. */
const shownLines = 12;

/**
 * The file of PostgreSQL's stderr. That of the start before stays beside it as `.1`: it shows how that
 * one ended.
 */
export interface ServerLog {
  readonly path: string;
  /** A file descriptor for the child; the caller closes it with `close` once the child has it. */
  open(): { fd: number; close(): void };
  lastLines(): string[];
}

export function createServerLog(path: string, account: Account | undefined): ServerLog {
  return {
    path,
    open() {
      rotate(path);
      const fd = openSync(path, 'a', 0o600);
      if (account) fchownSync(fd, account.uid, account.gid);
      return { fd, close: () => closeSync(fd) };
    },
    lastLines() {
      try {
        return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-shownLines);
      } catch {
        return [];
      }
    },
  };
}

function rotate(path: string): void {
  rmSync(`${path}.1`, { force: true });
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
