import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Account } from './unprivileged-account.ts';

/** A socket's path may have 107 bytes; PostgreSQL dies on a longer one. */
const longestPath = 107;
const prefix = 'atalaia-';
const longestName = '/atalaia-XXXXXX/.s.PGSQL.5432'.length;

export interface SocketFolder {
  readonly path: string;
  remove(): void;
}

/**
 * Makes a fresh folder for the socket that only `account` (or the present one) can enter, under the temporary
 * directory; under /tmp when that one's path is too long, or another account must reach it. The file `note` remembers
 * it, so that the folder of a killed start is removed by the next.
 */
export function makeSocketFolder(account: Account | undefined, note: string): SocketFolder {
  removeNoted(note);
  const fits = Buffer.byteLength(tmpdir()) + longestName <= longestPath;
  const path = mkdtempSync(join(fits && !account ? tmpdir() : '/tmp', prefix));
  writeFileSync(note, path);
  if (account) chownSync(path, account.uid, account.gid);
  return { path, remove: () => removeNoted(note) };
}

function removeNoted(note: string): void {
  if (!existsSync(note)) return;
  const path = readFileSync(note, 'utf8');
  if (basename(path).startsWith(prefix)) rmSync(path, { recursive: true, force: true });
  rmSync(note);
}
