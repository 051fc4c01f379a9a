/** The two letters with which a tracker begins its messages, remembered with its session. */
import type { TrackerSession } from '../protocol.ts';

const usualMaker = 'ET';

export function makerOf({ memory }: TrackerSession): string {
  return typeof memory?.maker === 'string' ? memory.maker : usualMaker;
}

/** The session of a tracker that spoke so; the same object where nothing is new. */
export function withMaker(session: TrackerSession, uniqueId: string, maker: string): TrackerSession {
  if (session.uniqueId === uniqueId && makerOf(session) === maker) return session;
  return maker === usualMaker ? { uniqueId } : { uniqueId, memory: { ...session.memory, maker } };
}
