/** Which family a suntech tracker speaks, remembered with its session: the header of its reports before their kind. */
import type { TrackerSession } from '../protocol.ts';

/** The reports of the universal series have no series in their header. */
export const universalDialect = '';

/** The series of a report's header: `ST300` of `ST300STT`; undefined when the header reports none. */
export function dialectIn(header: string): string | undefined {
  const legacy = /^(S[AT]\d{3,4}[A-Z]{0,2}?)[A-Z]{3}$/.exec(header)?.[1];
  if (legacy !== undefined) return legacy;
  if (/^ST9\d\d[A-Z]?$/.test(header)) return header;
  return /^[A-Z]{3,4}$/.test(header) ? universalDialect : undefined;
}

/** The session of a tracker that spoke in this dialect; the same object where nothing is new. */
export function withDialect(session: TrackerSession, uniqueId: string, dialect?: string): TrackerSession {
  if (session.uniqueId === uniqueId && (dialect === undefined || dialectOf(session) === dialect))
    return session;
  const { memory } = session;
  if (dialect === undefined) return memory ? { uniqueId, memory } : { uniqueId };
  return { uniqueId, memory: memory ? { ...memory, dialect } : { dialect } };
}

export function dialectOf({ memory }: TrackerSession): string | undefined {
  const dialect = memory?.dialect;
  return typeof dialect === 'string' ? dialect : undefined;
}
