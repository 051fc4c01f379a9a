import { readFileSync } from 'node:fs';

/** How the file descriptors of the process are shared out, so that no kind of connection takes another's. */
export interface DescriptorShares {
  /** Connections of trackers. */
  readonly trackers: number;
  /** Connections of the web port: the interface, the API, live channels. */
  readonly web: number;
}

/** Descriptors left to the database, to ports that are listened on, to calls to outside services and to files. */
const reserved = 1_024;

/** More would fill the memory before the descriptors: an idle connection of the web port costs some 10 kB. */
const mostWeb = 20_000;

/** A system that does not show how many files may be open is taken to allow so many. */
const unknownLimit = 4_096;

/**
 * A quarter for the web port, 20,000 at most; where there are few, another quarter is left over; the rest is the
 * trackers'.
 */
export function shareDescriptors(mostOpenFiles: number | undefined = openFilesLimit()): DescriptorShares {
  const most = mostOpenFiles ?? unknownLimit;
  const quarter = Math.max(Math.floor(most / 4), 16);
  const web = Math.min(quarter, mostWeb);
  return { web, trackers: Math.max(most - web - Math.min(quarter, reserved), 16) };
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
