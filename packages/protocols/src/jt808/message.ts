import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { draftAt, type PositionDraft } from '../position-draft.ts';
import type { DecodeContext, Decoded, Reply, TrackerMessage, TrackerSession } from '../protocol.ts';
import { instantOf, type Zone } from '../wire/tracker-clock.ts';
import { type Packet, sealPacket } from './packet.ts';

/** Who sent a packet, and what is known of it. */
export interface Sender {
  readonly session: TrackerSession;
  readonly uniqueIds: readonly string[];
  readonly context: DecodeContext;
  /** The standard's clock is China's; a device's own zone goes before. */
  readonly zone: Zone;
}

export type MessageHandler = (packet: Packet, sender: Sender) => Decoded;

/** Results of the general answer. */
export const results = Object.freeze({ success: 0, failure: 1, wrong: 2, unsupported: 3 });

const generalAnswer = 0x8001;

/** 8001: serial and type of what is answered, and a result. */
export function answer(packet: Packet, after: Reply['after'], result: number = results.success): Reply {
  const { serial, type, address } = packet;
  const body = Uint8Array.of(serial >> 8, serial & 0xff, type >> 8, type & 0xff, result);
  return { after, bytes: sealPacket(address, generalAnswer, 0, body) };
}

/** Understood; the answer waits for the commit of what was reported. */
export function committed(packet: Packet, sender: Sender, messages: readonly TrackerMessage[]): Decoded {
  return decodedAs(sender.session, messages, [answer(packet, 'commit')]);
}

/** Understood, with nothing in it to be stored. */
export function acknowledged(packet: Packet, sender: Sender, messages: readonly TrackerMessage[]): Decoded {
  return decodedAs(sender.session, messages, [answer(packet, 'login')]);
}

/** A body that is not what its type says; the tracker is answered so, and sends it again. */
export function misfit(packet: Packet, sender: Sender): Decoded {
  const message = `0x${packet.type.toString(16).padStart(4, '0')} of ${packet.body.length} bytes`;
  return decodedError(sender.session, 'bad-length', message, [answer(packet, 'login', results.wrong)]);
}

/** A sign of life. */
export const heartbeat: MessageHandler = (packet, sender) =>
  acknowledged(packet, sender, [heartbeatMessage(sender.uniqueIds)]);

/** A report without a place, of now. */
export function draftOfNow({ context }: Sender): PositionDraft {
  return draftAt(context.receivedMs);
}

/** A command's outcome, in the tracker's words. */
export function resultMessage({ uniqueIds }: Sender, result: string): TrackerMessage {
  return { kind: 'commandResult', uniqueIds, result };
}

export function draftMessage({ uniqueIds }: Sender, draft: PositionDraft): TrackerMessage {
  return positionMessage(uniqueIds, draft);
}

/** Two packed decimals; far above any clock's number where they are none. */
function pairOf(byte: number | undefined): number {
  if (byte === undefined || byte > 0x99 || (byte & 0x0f) > 9) return 1000;
  return (byte >> 4) * 10 + (byte & 0x0f);
}

/** Packed decimals `YY MM DD hh mm ss`; undefined where no calendar has them (a tracker before its first fix sends 0). */
export function clockOf(bytes: Uint8Array, zone: Zone): number | undefined {
  const [year, month, day, hour, minute, second] = bytes;
  return instantOf(
    {
      year: 2000 + pairOf(year),
      month: pairOf(month),
      day: pairOf(day),
      hour: pairOf(hour),
      minute: pairOf(minute),
      second: pairOf(second),
    },
    zone,
  );
}

const gbk = new TextDecoder('gbk');

/** Text as the standard writes it, GBK, of which ASCII is a part; broken sequences become replacement characters. */
export function chineseText(bytes: Uint8Array): string {
  return gbk.decode(bytes);
}
