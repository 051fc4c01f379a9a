import { knotsFromKph } from '@atalaia/domain/units/units';
import { decodedError, positionMessage } from '../decoded.ts';
import { addAlarm, draftAt, type PositionDraft, setSpeed } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { byteText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { cameraAlarms } from './alarm-codes.ts';
import {
  correctAlarmTime,
  isClockAhead,
  isSurePlace,
  isSureTime,
  readClock,
  setFix,
} from './location/gps-field.ts';
import { typeText } from './location/location.ts';
import { answered, type PacketHandler } from './packet-handler.ts';
import { signOfLife } from './service-packet.ts';

/** Bytes of a clock, the event and its data: without a fix. */
const bareAlarmBytes = 9;

/** JC400: satellites, place, course before a speed of two bytes, then the voltage of the main power. */
function readNewFix(reader: ByteReader, draft: PositionDraft): boolean {
  draft.attributes.sat = reader.u8() & 0x0f;
  const latitude = reader.u32();
  const longitude = reader.u32();
  const flags = reader.u16();
  setSpeed(draft, knotsFromKph(reader.u16()));
  setFix(draft, latitude, longitude, flags);
  draft.attributes.power = reader.u16() / 10;
  return isSurePlace(latitude, longitude, flags);
}

/** JC100: place and course only. */
function readOldFix(reader: ByteReader, draft: PositionDraft): boolean {
  const latitude = reader.u32();
  const longitude = reader.u32();
  const flags = reader.u16();
  setFix(draft, latitude, longitude, flags);
  return isSurePlace(latitude, longitude, flags);
}

/**
 * 0x95, the alarm of driving cameras: clock, perhaps a fix, the event and its data, names of files.
 * The JC400 starts with FF FF and a version. One whose clock, place or names are none is another model's;
 * but an alarm counts behind a clock that was reset.
 */
export const cameraAlarm: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const newForm = reader.peekU16() === 0xffff;
  if (newForm) reader.skip(3);
  const isDated = isClockAhead(reader, sender.zone);
  const clock = readClock(reader, sender.zone);
  const draft = draftAt(clock ?? sender.context.receivedMs);
  const isLocated = newForm || packet.contentBytes > bareAlarmBytes;
  const isPlace = !isLocated || (newForm ? readNewFix : readOldFix)(reader, draft);
  const event = reader.u8();
  if (reader.overrun) {
    return decodedError(sender.session, 'bad-length', `camera alarm of ${packet.contentBytes} bytes`);
  }
  const eventData = reader.remaining >= 2 ? reader.u16() : undefined;
  const names = reader.rest();
  const alarm = event === 1 && !isLocated ? 'general' : cameraAlarms.get(event);
  const { receivedMs } = sender.context;
  const isTimed = isSureTime(clock, receivedMs) || (isDated && alarm !== undefined);
  if (!isPlace || !isTimed || !isPrintable(names)) return signOfLife(packet, sender);
  draft.attributes.type = typeText(packet);
  draft.attributes.event = String(event);
  addAlarm(draft.attributes, alarm);
  correctAlarmTime(draft, clock, receivedMs);
  if (eventData !== undefined) draft.attributes.eventData = eventData;
  const files = withoutControls(byteText(names));
  if (files !== '') draft.attributes.eventFiles = files;
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
};
