import { readFileSync } from 'node:fs';

/** Descriptors left to the database, to browsers, and to the files of the server. */
const reserved = 1_024;

/** A system that does not tell how many files may be open is taken to allow so many. */
const unknownLimit = 4_096;

/** Tracker connections that the system has descriptors for; at least a few, whatever it says. */
export function connectionsPossible(mostOpenFiles: number | undefined = openFilesLimit()): number {
  const most = mostOpenFiles ?? unknownLimit;
  return Math.max(most - reserved, Math.floor(most / 2), 16);
}

/** The soft limit, which Node raises to the hard one as it starts; undefined where /proc is not there. */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] =
      /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft) || undefined;
  } catch {
    return undefined;
  }
}
