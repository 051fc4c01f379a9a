import { knotsFromKph } from '@atalaia/domain/units';
import type { ByteReader } from '../byte-reader.ts';
import { byteText, withoutControls } from '../byte-text.ts';
import { decodedError, positionMessage } from '../decoded.ts';
import { addAlarm, type PositionDraft, setSpeed } from '../position-draft.ts';
import { cameraAlarms } from './alarm-codes.ts';
import { setFix } from './gps-field.ts';
import { typeText } from './location.ts';
import { answered, draftFromClock, type PacketHandler } from './packet-handler.ts';

/** JC400: satellites, place, course before a speed of two bytes, then the voltage of the main power. */
function readNewFix(reader: ByteReader, draft: PositionDraft): void {
  draft.attributes.sat = reader.u8() & 0x0f;
  const latitude = reader.u32();
  const longitude = reader.u32();
  const flags = reader.u16();
  setSpeed(draft, knotsFromKph(reader.u16()));
  setFix(draft, latitude, longitude, flags);
  draft.attributes.power = reader.u16() / 10;
}

/** JC100: place and course only. */
function readOldFix(reader: ByteReader, draft: PositionDraft): void {
  const latitude = reader.u32();
  const longitude = reader.u32();
  setFix(draft, latitude, longitude, reader.u16());
}

/**
 * 0x95, the alarm of driving cameras: clock, perhaps a fix, the event and its data, names of files.
 * The JC400 starts with FF FF and a version.
 */
export const cameraAlarm: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const newForm = reader.peekU8() === 0xff;
  if (newForm) reader.skip(3);
  const draft = draftFromClock(reader, sender);
  const located = packet.contentBytes > 9;
  if (newForm) readNewFix(reader, draft);
  else if (located) readOldFix(reader, draft);
  const event = reader.u8();
  if (reader.overrun) {
    return decodedError(sender.session, 'bad-length', `camera alarm of ${packet.contentBytes} bytes`);
  }
  draft.attributes.type = typeText(packet);
  draft.attributes.event = String(event);
  addAlarm(draft.attributes, event === 1 && !located ? 'general' : cameraAlarms.get(event));
  if (reader.remaining >= 2) draft.attributes.eventData = reader.u16();
  const files = withoutControls(byteText(reader.rest()));
  if (files !== '') draft.attributes.eventFiles = files;
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
};
