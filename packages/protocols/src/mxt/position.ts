/**
 * A position (31), least significant byte first:
 *
 *     protocol u8 | groups u8 | index u16 | clock u32 | latitude i32, longitude i32 (1/1,000,000°) | flags u32 |
 *     speed u8 km/h | inputs that count u8 | groups
 *
 * Clock: seconds in six bits, minutes in six, hours in five, days since 2000 in fifteen. Flags, from bit 0: ignition, panic,
 * five inputs, three outputs, course in eighths (three bits); 20 charging. Groups, by bit: 0 waypoint 8, 1 accessory 8 (one of
 * the two is missing in the MXT-151), 2 satellites, HDOP, accuracy, signal, time since start u16, supply, temperature, 3 odometer
 * u32 m, 4 hours u32 min, 5 reason u32, 6 supply and battery u16 mV, 7 driver u32.
 * Sources: traccar's MXT decoder; a capture of an MXT-151 in its issue 2847.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import { codedAlarms } from '../device-settings.ts';
import { addAlarm, draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { instantOf } from '../wire/tracker-clock.ts';

const headBytes = 22;
const msPerDay = 86_400_000;

/** Old receivers count weeks anew after 1024 of them, and report a day so long ago. */
const rolloverDays = 7 * 1024;

/** The instant of a clock word; a day that lies 1024 weeks back is taken for the one after, where that is not yet to come. */
function timeOf(word: number, receivedMs: number): number | undefined {
  const midnight = Date.UTC(2000, 0, 1) + (word >>> 17) * msPerDay;
  const later = midnight + rolloverDays * msPerDay;
  const day = new Date(later <= receivedMs + msPerDay ? later : midnight);
  return instantOf({
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour: (word >>> 12) & 0x1f,
    minute: (word >>> 6) & 0x3f,
    second: word & 0x3f,
  });
}

function u16(reader: ByteReader): number {
  return reader.u8() | (reader.u8() << 8);
}

function degrees(reader: ByteReader): number {
  return (reader.u32LittleEndian() | 0) / 1_000_000;
}

/** The output that cuts the engine, by the device's `mxt.blockOutput`; the first unless set. */
function blockOutputOf({ settings }: DecodeContext): number {
  const output = Number(settings?.attributes?.['mxt.blockOutput'] ?? 1);
  return output >= 1 && output <= 3 ? Math.floor(output) : 1;
}

function setFlags(draft: PositionDraft, flags: number, context: DecodeContext): void {
  const { attributes } = draft;
  const outputs = (flags >>> 7) & 0x07;
  attributes.ignition = (flags & 1) !== 0;
  if (flags & 2) addAlarm(attributes, 'sos');
  attributes.input = (flags >>> 2) & 0x1f;
  attributes.output = outputs;
  attributes.blocked = ((outputs >> (blockOutputOf(context) - 1)) & 1) !== 0;
  attributes.charge = (flags & 0x100000) !== 0;
  setCourse(draft, ((flags >>> 10) & 0x07) * 45);
}

/** Bytes of the groups from bit 0 on. */
const groupBytes = [8, 8, 8, 4, 4, 4, 4, 4] as const;

function bytesOf(groups: number, from: number, to: number): number {
  let bytes = 0;
  for (let bit = from; bit < to; bit += 1) if ((groups >> bit) & 1) bytes += groupBytes[bit] ?? 0;
  return bytes;
}

/** Waypoint and accessory, of which units with both bits may send one. */
function skipFirstGroups(reader: ByteReader, groups: number): void {
  const announced = bytesOf(groups, 0, 2);
  const left = reader.remaining - bytesOf(groups, 2, 8);
  reader.skip(left >= 0 && left < announced ? left : announced);
}

function readReception(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  attributes.sat = reader.u8();
  attributes.hdop = reader.u8();
  draft.accuracy = reader.u8();
  attributes.rssi = reader.u8();
  reader.skip(2);
  const power = reader.u8();
  if (power > 0) attributes.power = power;
  attributes.temp1 = reader.i8();
}

const alarmWords = new WeakMap<object, ReadonlyMap<number, string>>();

/** What the reasons of this device's unit mean, by its `mxt.alarms`. */
function alarmsOf({ settings }: DecodeContext): ReadonlyMap<number, string> | undefined {
  const attributes = settings?.attributes;
  if (attributes === undefined) return undefined;
  const words = alarmWords.get(attributes) ?? codedAlarms(attributes['mxt.alarms']);
  alarmWords.set(attributes, words);
  return words;
}

function readGroups(reader: ByteReader, draft: PositionDraft, groups: number, context: DecodeContext): void {
  const { attributes } = draft;
  skipFirstGroups(reader, groups);
  if (groups & 0x04) readReception(reader, draft);
  if (groups & 0x08) attributes.odometer = reader.u32LittleEndian();
  if (groups & 0x10) attributes.hours = reader.u32LittleEndian() * 60_000;
  if (groups & 0x20) {
    const reason = reader.u32LittleEndian();
    attributes.event = String(reason);
    addAlarm(attributes, alarmsOf(context)?.get(reason));
  }
  if (groups & 0x40) {
    attributes.power = u16(reader) / 1000;
    attributes.battery = u16(reader) / 1000;
  }
  if (groups & 0x80) {
    const driver = reader.u32LittleEndian();
    if (driver > 0) attributes.driverUniqueId = String(driver);
  }
}

/** The position in a body; undefined when its bytes are too few. */
export function readPosition(body: Uint8Array, context: DecodeContext): PositionDraft | undefined {
  if (body.length < headBytes) return undefined;
  const reader = new ByteReader(body);
  const draft = draftAt(context.receivedMs);
  reader.skip(1);
  const groups = reader.u8();
  draft.attributes.index = u16(reader);
  draft.fixTimeMs = timeOf(reader.u32LittleEndian(), context.receivedMs) ?? context.receivedMs;
  const latitude = degrees(reader);
  setPlace(draft, latitude, degrees(reader), true);
  setFlags(draft, reader.u32LittleEndian(), context);
  setSpeed(draft, knotsFromKph(reader.u8()));
  reader.skip(1);
  readGroups(reader, draft, groups, context);
  return reader.overrun ? undefined : draft;
}
