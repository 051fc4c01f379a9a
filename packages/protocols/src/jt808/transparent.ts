/**
 * 0900: what a tracker passes on, by a byte of kind. 40 and 41 are texts of what is wired to it, 53 and 54 tags and sensors
 * with a place, F0 the vehicle (see `vehicle-report.ts`), F3 an impact, FF a place; others are reported as they came.
 * Sources: JT/T 808-2013, 8.61; traccar's JT808 decoder; the G10LS document (41: serial port).
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import { type PositionDraft, setAltitude, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { partOf } from '../wire/field-text.ts';
import { macAddress, setText } from './item.ts';
import { readPlace, statusBytes } from './location.ts';
import {
  clockOf,
  committed,
  draftMessage,
  draftOfNow,
  type MessageHandler,
  misfit,
  type Sender,
} from './message.ts';
import { readObdText } from './obd-items.ts';
import { readVehicleReport } from './vehicle-report.ts';

function setSerial({ attributes }: PositionDraft, bytes: Uint8Array): void {
  const text = isPrintable(bytes) ? withoutControls(byteText(bytes)) : hexText(bytes);
  if (text !== '') attributes.serial = text;
}

/** `GTSL|…|…|…|card|…` is a driver's card; anything else is kept as it is. */
function readWiredText(bytes: Uint8Array, draft: PositionDraft): void {
  const text = withoutControls(byteText(bytes));
  const card = text.startsWith('GTSL') ? partOf(text, '|', 4) : undefined;
  if (card) setText(draft.attributes, 'driverUniqueId', card);
  else if (!readObdText(text, draft.attributes)) setSerial(draft, bytes);
}

/** FF: clock, place with signs, altitude, speed, course. */
function readBarePlace(reader: ByteReader, draft: PositionDraft, sender: Sender): void {
  draft.fixTimeMs = clockOf(reader.bytes(6), sender.zone) ?? sender.context.receivedMs;
  const latitude = reader.i32() / 1_000_000;
  const longitude = reader.i32() / 1_000_000;
  setPlace(draft, latitude, longitude, true);
  const altitude = reader.i16();
  if (draft.latitude !== undefined) setAltitude(draft, altitude);
  setSpeed(draft, knotsFromKph(reader.u16() / 10));
  setCourse(draft, reader.u16());
}

/** 53: place, count, then tags of index, address, signal and data. */
function readTags(reader: ByteReader, { attributes }: PositionDraft): void {
  reader.skip(1);
  while (reader.remaining >= 9) {
    const tag = `tag${reader.u8() + 1}`;
    attributes[`${tag}Mac`] = macAddress(reader);
    attributes[`${tag}Rssi`] = reader.i8();
    const data = reader.hex(reader.u8());
    if (data !== '') attributes[`${tag}Data`] = data;
  }
}

/** 54: place, then samples of mask, clock and what the mask names; the newest is last. */
function readSamples(reader: ByteReader, { attributes }: PositionDraft): void {
  while (reader.remaining >= 8) {
    const mask = reader.u16();
    reader.skip(6);
    if (mask & 0x01) attributes.lightSensor = reader.u16();
    if (mask & 0x02) {
      attributes.deviceTemp = reader.i16() / 10;
      attributes.humidity = reader.i16() / 10;
    }
    if (mask & 0x04) attributes.temp3 = reader.i16() / 10;
    if (mask & 0x08) reader.skip(6);
    if (mask & 0x10) attributes.airPressure = reader.u16();
  }
}

/** F3: items of id u16, length u16; 2 is the force, 6 the clock. */
function readImpact(reader: ByteReader, draft: PositionDraft, sender: Sender): void {
  while (reader.remaining >= 4) {
    const id = reader.u16();
    const item = new ByteReader(reader.bytes(reader.u16()));
    if (id === 0x0002 && item.remaining >= 2) draft.attributes.collision = item.u16() / 256 / 100;
    if (id === 0x0006 && item.remaining >= 6) {
      draft.fixTimeMs = clockOf(item.bytes(6), sender.zone) ?? draft.fixTimeMs;
    }
  }
}

export const transparentData: MessageHandler = (packet, sender) => {
  const draft = draftOfNow(sender);
  const reader = new ByteReader(packet.body);
  const kind = reader.u8();
  if (kind === 0xf0) readVehicleReport(reader, draft, sender);
  else if (kind === 0xf3) readImpact(reader, draft, sender);
  else if (kind === 0xff && reader.remaining >= 20) readBarePlace(reader, draft, sender);
  else if ((kind === 0x53 || kind === 0x54) && reader.remaining >= statusBytes) {
    readPlace(reader, draft, sender);
    (kind === 0x53 ? readTags : readSamples)(reader, draft);
  } else readWiredText(reader.rest(), draft);
  return reader.overrun ? misfit(packet, sender) : committed(packet, sender, [draftMessage(sender, draft)]);
};
