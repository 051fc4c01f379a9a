import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { superuser } from './cluster.ts';

/** In DATA_DIR, while a server is at work: the folder of its PostgreSQL's socket. */
export const socketNote = (dataDir: string): string => join(dataDir, 'postgres-socket');

/** The address of a database behind the socket in this folder. */
export function addressBehind(socketFolder: string, database: string): string {
  // port and sslmode stated, or PGPORT and PGSSLMODE of the environment would count
  return `postgresql://${superuser}@${encodeURIComponent(socketFolder)}:5432/${database}?sslmode=disable`;
}

/**
 * The address of a database of the PostgreSQL that works for the server in `dataDir`, for other programs of its account.
 * Undefined where none was noted; a killed server leaves its note, behind which nobody answers.
 */
export function runningAddress(dataDir: string, database: string): string | undefined {
  try {
    return addressBehind(readFileSync(socketNote(dataDir), 'utf8'), database);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
