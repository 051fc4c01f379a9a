/** What a connection remembers of its tracker for the next command: its protocol version, and how its outputs stood. */
import type { TrackerSession } from '../protocol.ts';

/** The session after a message; the same object where nothing is new. */
export function rememberSender(
  session: TrackerSession,
  uniqueId: string,
  version: string,
  output?: number,
): TrackerSession {
  const known = session.uniqueId === uniqueId;
  const { memory: former } = session;
  const sameVersion = version === '' || former?.version === version;
  const sameOutput = output === undefined || former?.output === output;
  if (known && sameVersion && sameOutput) return session;
  const memory: Record<string, unknown> = known && former ? { ...former } : {};
  if (version !== '') memory.version = version;
  if (output !== undefined) memory.output = output;
  for (const _key in memory) return { uniqueId, memory };
  return { uniqueId };
}

/** The protocol version that the tracker reported; empty before. */
export function versionIn({ memory }: TrackerSession): string {
  return typeof memory?.version === 'string' ? memory.version : '';
}

/** The outputs as the tracker last reported them, the first one in bit 0; undefined before. */
export function outputsIn({ memory }: TrackerSession): number | undefined {
  return typeof memory?.output === 'number' ? memory.output : undefined;
}
