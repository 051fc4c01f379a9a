import { decodedAs } from '../decoded.ts';
import { draftAt, type PositionDraft } from '../position-draft.ts';
import type { DecodeContext, Decoded, Reply, TrackerMessage, TrackerSession } from '../protocol.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { readClock } from './location/gps-field.ts';
import { type Packet, sealPacket } from './packet.ts';

/** What a handler knows of the tracker that sent the packet. */
export interface Sender {
  readonly session: TrackerSession;
  readonly uniqueIds: readonly string[];
  readonly context: DecodeContext;
  /** The clock of the tracker: the device's setting, else what its sign-in reported, else UTC. */
  readonly zone: Zone;
}

export type PacketHandler = (packet: Packet, sender: Sender) => Decoded;

const noContent = new Uint8Array(0);

/** The packet's own type and serial back, in its own form. */
export function acknowledge(packet: Packet, after: Reply['after'], long = packet.long): Reply {
  return { after, bytes: sealPacket(packet.type, packet.serial, noContent, long) };
}

/** One message, acknowledged once it is stored (positions) or at once (the rest). */
export function answered(packet: Packet, sender: Sender, message: TrackerMessage): Decoded {
  const after = message.kind === 'position' ? 'commit' : 'login';
  return decodedAs(sender.session, [message], [acknowledge(packet, after)]);
}

/** One message of a kind that the tracker expects no answer to. */
export function unanswered(sender: Sender, message: TrackerMessage): Decoded {
  return decodedAs(sender.session, [message]);
}

/** A report that carries its own clock; a clock that is no date counts as now. */
export function draftFromClock(reader: ByteReader, sender: Sender): PositionDraft {
  return draftAt(readClock(reader, sender.zone) ?? sender.context.receivedMs);
}

/** A report without a clock. */
export function draftOfNow(sender: Sender): PositionDraft {
  return draftAt(sender.context.receivedMs);
}
