/**
 * Messages that come in parts (JT/T 808, 4.4.3): held in the session until the last is there. Nothing of them is
 * acknowledged before that, as nothing of them is stored.
 */
import type { TrackerSession } from '../protocol.ts';
import type { Packet, Part } from './packet.ts';

/** More than this is a film or an update, which is not taken. */
export const mostParts = 64;

/** By index: serial and body, hexadecimal. */
type HeldParts = Readonly<Record<string, { readonly serial: number; readonly body: string }>>;

/** Parts that have come of the message that is coming. */
interface Held {
  readonly type: number;
  readonly total: number;
  readonly parts: HeldParts;
}

function heldIn(session: TrackerSession): Held | undefined {
  const gathered = session.memory?.parts;
  return typeof gathered === 'object' && gathered !== null ? (gathered as Held) : undefined;
}

function withHeld(session: TrackerSession, gathered: Held | undefined): TrackerSession {
  const { parts: _, ...memory } = session.memory ?? {};
  return { ...session, memory: gathered ? { ...memory, parts: gathered } : memory };
}

export interface Gathered {
  readonly session: TrackerSession;
  /** The whole message, once it is there. */
  readonly packet?: Packet;
  /** The parts before the last, which are to be acknowledged with it. */
  readonly earlier: readonly Packet[];
}

/** Takes a part. A part of another message begins anew: what is missing comes again whole. */
export function gatherPart(packet: Packet, part: Part, session: TrackerSession): Gathered {
  const before = heldIn(session);
  const isSame = before?.type === packet.type && before.total === part.total;
  const parts: HeldParts = {
    ...(isSame && before.parts),
    [part.index]: { serial: packet.serial, body: Buffer.from(packet.body).toString('hex') },
  };
  if (Object.keys(parts).length < part.total) {
    return { session: withHeld(session, { type: packet.type, total: part.total, parts }), earlier: [] };
  }
  const ordered = Object.entries(parts).sort(([one], [other]) => Number(one) - Number(other));
  const earlier = ordered.map(([, { serial }]) => ({ ...packet, serial }));
  const body = Uint8Array.from(
    Buffer.concat(ordered.map(([, gathered]) => Buffer.from(gathered.body, 'hex'))),
  );
  return {
    session: withHeld(session, undefined),
    packet: { ...packet, body },
    earlier: earlier.filter(({ serial }) => serial !== packet.serial),
  };
}
