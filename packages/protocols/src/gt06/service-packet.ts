import { decodedAs, heartbeatMessage } from '../decoded.ts';
import { sealPacket } from './packet.ts';
import { answered, type PacketHandler, unanswered } from './packet-handler.ts';

/** 0x8A: the tracker requests the time; UTC, a byte each, year less 2000. */
export const timeRequest: PacketHandler = (packet, sender) => {
  const now = new Date(sender.context.receivedMs);
  const clock = [
    now.getUTCFullYear() - 2000,
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
  ];
  const bytes = sealPacket(packet.type, packet.serial, Uint8Array.from(clock));
  return decodedAs(sender.session, [heartbeatMessage(sender.uniqueIds)], [{ after: 'login', bytes }]);
};

/** No address for the person who asked by SMS: empty parts between the separators of the answer 0x97. */
const noAddress = new TextEncoder().encode('NA&&NA&&0##');

/** 0x2A: the tracker requests an address to send on by SMS, which is answered as unknown. */
export const addressRequest: PacketHandler = (packet, sender) => {
  const content = Uint8Array.from([noAddress.length, 0, 0, 0, 0, ...noAddress]);
  const bytes = sealPacket(0x97, packet.serial, content, true);
  return decodedAs(sender.session, [heartbeatMessage(sender.uniqueIds)], [{ after: 'login', bytes }]);
};

/** A packet that reports only that the tracker lives. */
export const signOfLife: PacketHandler = (packet, sender) =>
  answered(packet, sender, heartbeatMessage(sender.uniqueIds));

/** The same, of a kind the tracker wants no answer to. */
export const silentSignOfLife: PacketHandler = (_packet, sender) =>
  unanswered(sender, heartbeatMessage(sender.uniqueIds));
