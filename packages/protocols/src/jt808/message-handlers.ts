import { decodedAs, heartbeatMessage } from '../decoded.ts';
import { draftAt, type PositionDraft } from '../position-draft.ts';
import type { TrackerMessage } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import {
  authentication,
  clockRequest,
  registration,
  serverTimeRequest,
  statefulHeartbeat,
} from './account.ts';
import {
  chosenAnswer,
  generalResult,
  lengthedText,
  locationAnswer,
  parameters,
  plainText,
  properties,
  updateResult,
  wideText,
} from './command-answers.ts';
import { setLevel, setText, signedWord } from './item.ts';
import { jointechReport } from './jointech.ts';
import { locationReport, readLocation } from './location.ts';
import {
  acknowledged,
  answer,
  chineseText,
  clockOf,
  committed,
  draftMessage,
  draftOfNow,
  heartbeat,
  type MessageHandler,
  misfit,
  type Sender,
} from './message.ts';
import { type Packet, sealPacket } from './packet.ts';
import { transparentData } from './transparent.ts';

/**
 * Several locations in one message. 0704: count u16, kind u8 (1: kept while there was no link), then locations behind a
 * length u16. 0210 (small trackers): behind a length u8; of seven bytes it is a level of charge and a clock. Sources: JT/T
 * 808-2013, 8.49; for 0210 traccar's JT808 decoder.
 */

function readAll(
  reader: ByteReader,
  lengthBytes: 1 | 2,
  packet: Packet,
  sender: Sender,
): PositionDraft[] | undefined {
  const drafts: PositionDraft[] = [];
  while (reader.remaining > 0) {
    const bytes = reader.bytes(lengthBytes === 1 ? reader.u8() : reader.u16());
    const draft = readLocation(bytes, sender, packet.address.version !== undefined);
    if (reader.overrun || !draft) return undefined;
    drafts.push(draft);
  }
  return drafts;
}

/** 0704. The locations end with the message; units count them wrongly. */
const locationBatch: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  reader.skip(2);
  const isRetained = reader.u8() === 1;
  const drafts = readAll(reader, 2, packet, sender);
  if (reader.overrun || !drafts || drafts.length === 0) return misfit(packet, sender);
  const messages = drafts.map((draft): TrackerMessage => {
    if (isRetained) draft.attributes.archive = true;
    return draftMessage(sender, draft);
  });
  return committed(packet, sender, messages);
};

const levelBytes = 7;

/** 0210. */
const shortBatch: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  if (packet.body.length === levelBytes) {
    const level = reader.u8();
    const draft = draftAt(clockOf(reader.rest(), sender.zone) ?? sender.context.receivedMs);
    setLevel(draft.attributes, level);
    return committed(packet, sender, [draftMessage(sender, draft)]);
  }
  const drafts = readAll(reader, 1, packet, sender);
  if (!drafts || drafts.length === 0) return misfit(packet, sender);
  return committed(
    packet,
    sender,
    drafts.map((draft) => draftMessage(sender, draft)),
  );
};

/**
 * 0702, who drives. 2013 and 2019: 1 in or 2 out, clock 6, and for a card that goes in: how it was read, name behind its
 * length, certificate 20, office behind its length, valid until 4, (2019) number of the person 20. 2011: name behind its
 * length, number of the person 20, certificate 40, office behind its length. Sources: JT/T 808-2011, -2013, -2019.
 */
function isOf2011(body: Uint8Array): boolean {
  const name = body[0] ?? 0;
  const office = body[1 + name + 60];
  return office !== undefined && body.length === 1 + name + 60 + 1 + office;
}

const personBytes = 20;

const driverCard: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  const draft = draftOfNow(sender);
  const { attributes } = draft;
  if (isOf2011(packet.body)) {
    attributes.driver = chineseText(reader.bytes(reader.u8()));
    reader.skip(personBytes);
    setText(attributes, 'driverUniqueId', reader.text(40));
    return committed(packet, sender, [draftMessage(sender, draft)]);
  }
  attributes.cardStatus = reader.u8();
  const timeMs = clockOf(reader.bytes(6), sender.zone);
  if (timeMs !== undefined) draft.deviceTimeMs = timeMs;
  if (reader.remaining > 0) attributes.cardResult = reader.u8();
  if (reader.remaining > 0) {
    const name = chineseText(reader.bytes(reader.u8())).trim();
    if (name !== '') attributes.driver = name;
    setText(attributes, 'driverUniqueId', reader.text(20));
  }
  return reader.overrun ? misfit(packet, sender) : committed(packet, sender, [draftMessage(sender, draft)]);
};

/** 0801: pictures and films, which are let go; 8800 says that all of one has come. */
export const mediaType = 0x0801;

const media: MessageHandler = (packet, sender) => {
  const alive = [heartbeatMessage(sender.uniqueIds)];
  const isLast = packet.part === undefined || packet.part.index === packet.part.total;
  const first = packet.part === undefined || packet.part.index === 1;
  const done = {
    after: 'login',
    bytes: sealPacket(packet.address, 0x8800, 0, packet.body.subarray(0, 4)),
  } as const;
  const replies = [answer(packet, 'login'), ...(isLast && first ? [done] : [])];
  return decodedAs(sender.session, alive, replies);
};

/** 0301: an event of those that the centre has set. */
const event: MessageHandler = (packet, sender) => {
  const [kind] = packet.body;
  if (kind === undefined) return misfit(packet, sender);
  const draft = draftOfNow(sender);
  draft.attributes.event = String(kind);
  return committed(packet, sender, [draftMessage(sender, draft)]);
};

/** 0120 (makers): the number of the card. */
const card: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  const attributes = {};
  if (packet.body.length === 10) Object.assign(attributes, { iccid: reader.hex(10).replace(/f+$/, '') });
  else setText(attributes, 'iccid', reader.text(reader.remaining));
  return acknowledged(packet, sender, [heartbeatMessage(sender.uniqueIds, attributes)]);
};

const sampleBytes = 12;

/** 2070: accelerations in three directions, each behind a clock. */
const accelerations: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  const samples: string[] = [];
  while (reader.remaining >= sampleBytes) {
    reader.skip(6);
    const [x, y, z] = [reader.u16(), reader.u16(), reader.u16()].map(signedWord);
    samples.push(`[${x},${y},${z}]`);
  }
  if (samples.length === 0) return misfit(packet, sender);
  const draft = draftOfNow(sender);
  draft.attributes.gSensor = `[${samples.join(',')}]`;
  return committed(packet, sender, [draftMessage(sender, draft)]);
};

/**
 * By message id. Those that only say that the tracker lives, or bring what no centre requests (recorder, waybills, CAN
 * frames, keys, films of JT/T 1078), are acknowledged.
 */
export const handlers: ReadonlyMap<number, MessageHandler> = new Map<number, MessageHandler>([
  [0x0001, generalResult],
  [0x0002, statefulHeartbeat],
  [0x0003, heartbeat],
  [0x0004, serverTimeRequest],
  [0x0100, registration],
  [0x0101, heartbeat],
  [0x0102, authentication],
  [0x0104, parameters],
  [0x0107, properties],
  [0x0108, updateResult],
  [0x0109, clockRequest],
  [0x0120, card],
  [0x0200, locationReport],
  [0x0201, locationAnswer('8201')],
  [0x0210, shortBatch],
  [0x0301, event],
  [0x0302, chosenAnswer],
  [0x0303, heartbeat],
  [0x0500, locationAnswer('8500')],
  [0x0506, heartbeat],
  [0x0608, heartbeat],
  [0x0700, heartbeat],
  [0x0701, lengthedText],
  [0x0702, driverCard],
  [0x0704, locationBatch],
  [0x0705, heartbeat],
  [0x0800, heartbeat],
  [mediaType, media],
  [0x0802, heartbeat],
  [0x0805, heartbeat],
  [0x0900, transparentData],
  [0x0901, heartbeat],
  [0x0a00, heartbeat],
  [0x1003, heartbeat],
  [0x1005, heartbeat],
  [0x1007, heartbeat],
  [0x1205, heartbeat],
  [0x1206, heartbeat],
  [0x1300, wideText],
  [0x2070, accelerations],
  [0x5501, jointechReport],
  [0x5502, jointechReport],
  [0x6006, plainText],
  [0x8888, heartbeat],
]);
