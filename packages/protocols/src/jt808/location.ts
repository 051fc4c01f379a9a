/**
 * The location of 0200, alone or inside other messages:
 *
 *     alarms u32 | status u32 | latitude u32 | longitude u32 (1/1,000,000°) | altitude i16 m | speed u16 0.1 km/h |
 *     course u16 | clock 6, packed decimals | items: id u8, length u8, value
 *
 * Source: JT/T 808-2013, 8.18 to 8.20. The tail of eighteen bytes without ids is that of the first Huabao units (traccar).
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { fillsItems, readItems } from './location-items.ts';
import { clockOf, committed, draftMessage, type MessageHandler, misfit, type Sender } from './message.ts';
import { setAlarms, setStatus } from './status-bits.ts';

/** Without its items. */
export const placeBytes = 28;
/** Status to clock, as other messages repeat them. */
export const statusBytes = placeBytes - 4;

const plainTailBytes = 18;

/** Some send a southern or western place as a negative number instead of by its bit. */
function degreesOf(word: number): number {
  return (word >= 0x80000000 ? word - 0x100000000 : word) / 1_000_000;
}

/** Status, place, altitude, speed, course and clock: `statusBytes` of them. */
export function readPlace(reader: ByteReader, draft: PositionDraft, sender: Sender): void {
  const { isFixed, isSouth, isWest } = setStatus(draft.attributes, reader.u32());
  const latitude = degreesOf(reader.u32());
  const longitude = degreesOf(reader.u32());
  setPlace(draft, isSouth ? -latitude : latitude, isWest ? -longitude : longitude, isFixed);
  const altitude = reader.i16();
  if (draft.latitude !== undefined) setAltitude(draft, altitude);
  setSpeed(draft, knotsFromKph(reader.u16() / 10));
  setCourse(draft, reader.u16());
  draft.fixTimeMs = clockOf(reader.bytes(6), sender.zone) ?? sender.context.receivedMs;
}

/** What the first Huabao units report: battery and mileage 4, odometer u32 km, battery u16, area u32, signal u8, 3 free. */
function readPlainTail(reader: ByteReader, draft: PositionDraft): void {
  reader.skip(4);
  draft.attributes.odometer = reader.u32() * 1000;
  draft.attributes.battery = reader.u16() / 10;
  reader.skip(4);
  draft.attributes.rssi = reader.u8();
}

/** The location in `bytes`; undefined when they are too few for one. */
export function readLocation(
  bytes: Uint8Array,
  sender: Sender,
  isOf2019: boolean,
): PositionDraft | undefined {
  if (bytes.length < placeBytes) return undefined;
  const draft = draftAt(sender.context.receivedMs);
  const reader = new ByteReader(bytes);
  setAlarms(draft.attributes, reader.u32(), isOf2019);
  readPlace(reader, draft, sender);
  const items = bytes.subarray(placeBytes);
  if (items.length === plainTailBytes && !fillsItems(items)) readPlainTail(reader, draft);
  else readItems(items, draft);
  return draft;
}

/** 0200. */
export const locationReport: MessageHandler = (packet, sender) => {
  const draft = readLocation(packet.body, sender, packet.address.version !== undefined);
  return draft ? committed(packet, sender, [draftMessage(sender, draft)]) : misfit(packet, sender);
};
