/**
 * Several locations in one message. 0704: count u16, kind u8 (1: kept while there was no link), then locations behind a
 * length u16. 0210 (small trackers): behind a length u8; of seven bytes it is a level of charge and a clock. Sources: JT/T
 * 808-2013, 8.49; for 0210 traccar's JT808 decoder.
 */

import { draftAt, type PositionDraft } from '../position-draft.ts';
import type { TrackerMessage } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { setLevel } from './item.ts';
import { readLocation } from './location.ts';
import { clockOf, committed, draftMessage, type MessageHandler, misfit, type Sender } from './message.ts';
import type { Packet } from './packet.ts';

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
export const locationBatch: MessageHandler = (packet, sender) => {
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
export const shortBatch: MessageHandler = (packet, sender) => {
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
