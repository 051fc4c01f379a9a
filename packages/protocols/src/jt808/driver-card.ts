/**
 * 0702, who drives. 2013 and 2019: 1 in or 2 out, clock 6, and for a card that goes in: how it was read, name behind its
 * length, certificate 20, office behind its length, valid until 4, (2019) number of the person 20. 2011: name behind its
 * length, number of the person 20, certificate 40, office behind its length. Sources: JT/T 808-2011, -2013, -2019.
 */
import { ByteReader } from '../byte-reader.ts';
import { chineseText } from './chinese-text.ts';
import { setText } from './item.ts';
import { clockOf, committed, draftMessage, draftOfNow, type MessageHandler, misfit } from './message.ts';

function isOf2011(body: Uint8Array): boolean {
  const name = body[0] ?? 0;
  const office = body[1 + name + 60];
  return office !== undefined && body.length === 1 + name + 60 + 1 + office;
}

const personBytes = 20;

export const driverCard: MessageHandler = (packet, sender) => {
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
