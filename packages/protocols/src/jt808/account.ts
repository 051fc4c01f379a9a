/**
 * How a terminal comes and stays: registration, authentication, heartbeats, clocks. Sources: JT/T 808-2013, 8.5 to 8.8
 * and -2019, 8.4 (server time); 0109 and the state in a heartbeat from traccar's JT808 decoder.
 */

import { decodedAs, heartbeatMessage } from '../decoded.ts';
import type { AttributeDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText } from '../wire/byte-text.ts';
import { setLevel } from './item.ts';
import { acknowledged, answer, type MessageHandler, results } from './message.ts';
import { idText, sealPacket } from './packet.ts';

const registrationAnswer = 0x8100;
/** 4: the terminal is not in the database. */
const unknownTerminal = 4;

/** 0100: answered with the word for the authentication, which is the id again. */
export const registration: MessageHandler = (packet, sender) => {
  const { serial, address } = packet;
  const word = Buffer.from(idText(address.id), 'latin1');
  const accepted = Uint8Array.of(serial >> 8, serial & 0xff, results.success, ...word);
  const refused = Uint8Array.of(serial >> 8, serial & 0xff, unknownTerminal);
  return decodedAs(
    sender.session,
    [{ kind: 'login', uniqueIds: sender.uniqueIds }],
    [
      { after: 'login', bytes: sealPacket(address, registrationAnswer, 0, accepted) },
      { after: 'refusal', bytes: sealPacket(address, registrationAnswer, 0, refused) },
    ],
  );
};

/**
 * The IMEI in an authentication of 2019: word behind its length, IMEI 15, version 20. The older ones hold the word alone.
 */
export function imeiIn(body: Uint8Array): string | undefined {
  const from = 1 + (body[0] ?? 0);
  const imei = byteText(body, from, from + 15);
  return /^\d{15}$/.test(imei) ? imei : undefined;
}

/** 0102: any word is taken, as the id says who it is. */
export const authentication: MessageHandler = (packet, sender) =>
  decodedAs(
    sender.session,
    [{ kind: 'login', uniqueIds: sender.uniqueIds }],
    [answer(packet, 'login'), answer(packet, 'refusal', results.failure)],
  );

/** 0002: empty by the standard; some report level, signal and state. */
export const statefulHeartbeat: MessageHandler = (packet, sender) => {
  const attributes: AttributeDraft = {};
  const reader = new ByteReader(packet.body);
  if (packet.body.length >= 3) {
    setLevel(attributes, reader.u8());
    attributes.rssi = reader.u8();
    attributes.status = String(reader.u8());
  }
  return acknowledged(packet, sender, [heartbeatMessage(sender.uniqueIds, attributes)]);
};

/** 0109 (makers): year u16, month, day, hour, minute, second, UTC, and a result. */
export const clockRequest: MessageHandler = ({ address }, sender) => {
  const now = new Date(sender.context.receivedMs);
  const year = now.getUTCFullYear();
  const body = Uint8Array.of(
    year >> 8,
    year & 0xff,
    now.getUTCMonth() + 1,
    now.getUTCDate(),
    now.getUTCHours(),
    now.getUTCMinutes(),
    now.getUTCSeconds(),
    results.success,
  );
  const reply = { after: 'login', bytes: sealPacket(address, 0x8109, 0, body) } as const;
  return decodedAs(sender.session, [heartbeatMessage(sender.uniqueIds)], [reply]);
};

/** 0004 (2019): the server's UTC in packed decimals. */
export const serverTimeRequest: MessageHandler = ({ address }, sender) => {
  const digits = new Date(sender.context.receivedMs).toISOString().replace(/\D/g, '').slice(2, 14);
  const bytes = sealPacket(address, 0x8004, 0, Buffer.from(digits, 'hex'));
  return decodedAs(sender.session, [heartbeatMessage(sender.uniqueIds)], [{ after: 'login', bytes }]);
};
