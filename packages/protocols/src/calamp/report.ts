/**
 * Reports of an LM Direct unit. The long head of types 2, 4, 5, 8, 9 and 14:
 *
 *     update time u32 | fix time u32 | latitude i32, longitude i32 (1e-7°) | altitude i32 cm | speed u32 cm/s | course u16 |
 *     satellites u8 | fix u8 | carrier u16 | signal i16 dBm | modem u8 | HDOP u8 tenths | inputs u8 | unit u8
 *
 * and the short one of types 10, 11 and 12:
 *
 *     update time u32 | latitude i32 | longitude i32 | course u16 | speed u8 km/h | satellites and fix u8 | modem u8 | inputs u8
 *
 * Fix, from bit 0: predicted, differential, last known, invalid, 2D, logged, time not set; in the short head from bit 4: time
 * not set, invalid, last known, logged. Sources as in `datagram.ts`; for the short one transitime's MiniEventReport.
 */
import { knotsFromKph, knotsFromMps } from '@atalaia/domain/units/units';
import {
  addAlarm,
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { isInstant } from '../wire/tracker-clock.ts';
import { type Message, messageTypes } from './datagram.ts';
import { setAccumulator, type UnitSettings } from './unit-settings.ts';

const antennaError = 0x02;
const roaming = 0x20;

function setInputs(draft: PositionDraft, modem: number, inputs: number): void {
  const { attributes } = draft;
  if (modem & roaming) attributes.roaming = true;
  attributes.input = inputs;
  attributes.ignition = (inputs & 1) !== 0;
}

function setTime(draft: PositionDraft, seconds: number, isUnset: boolean): void {
  const timeMs = seconds * 1000;
  if (!isUnset && timeMs > 0 && isInstant(timeMs)) draft.fixTimeMs = timeMs;
}

function readLongHead(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  const updated = reader.u32();
  reader.skip(4);
  const latitude = reader.i32() / 1e7;
  const longitude = reader.i32() / 1e7;
  const altitude = reader.i32() / 100;
  const speed = reader.u32() / 100;
  const course = reader.u16();
  attributes.sat = reader.u8();
  const fix = reader.u8();
  setTime(draft, updated, (fix & 0x40) !== 0);
  setPlace(draft, latitude, longitude, (fix & 0x08) === 0);
  if (draft.latitude !== undefined) setAltitude(draft, altitude);
  if (fix & 0x04) draft.outdated = true;
  if (fix & 0x20) attributes.archive = true;
  setSpeed(draft, knotsFromMps(speed));
  setCourse(draft, course);
  const carrier = reader.u16();
  if (carrier > 0) attributes.operator = String(carrier);
  attributes.rssi = reader.i16();
  const modem = reader.u8();
  attributes.hdop = reader.u8() / 10;
  setInputs(draft, modem, reader.u8());
  const unit = reader.u8();
  attributes.status = String(unit);
  if (unit & antennaError) addAlarm(attributes, 'gpsAntennaCut');
}

function readShortHead(reader: ByteReader, draft: PositionDraft): void {
  const updated = reader.u32();
  const latitude = reader.i32() / 1e7;
  const longitude = reader.i32() / 1e7;
  setCourse(draft, reader.u16());
  setSpeed(draft, knotsFromKph(reader.u8()));
  const fix = reader.u8();
  draft.attributes.sat = fix & 0x0f;
  setTime(draft, updated, (fix & 0x10) !== 0);
  setPlace(draft, latitude, longitude, (fix & 0x20) === 0);
  if (fix & 0x40) draft.outdated = true;
  if (fix & 0x80) draft.attributes.archive = true;
  const modem = reader.u8();
  setInputs(draft, modem, reader.u8());
}

/**
 * The counts at the end: their number in six bits, above it their form. Form 1 has a threshold and a mask first, and only
 * the counts whose bit the mask has.
 */
function readAccumulators(
  reader: ByteReader,
  draft: PositionDraft,
  settings: UnitSettings,
  isShort: boolean,
): void {
  const head = reader.u8();
  const count = head & 0x3f;
  const append = isShort ? 0 : reader.u8();
  const list = new ByteReader(reader.bytes(count * 4));
  if (head >> 6 === 1) {
    list.skip(4);
    const mask = list.u32();
    for (let index = 0; index < 32 && list.remaining >= 4; index += 1) {
      if ((mask >>> index) & 1) setAccumulator(draft.attributes, settings, index, list.u32());
    }
  } else {
    for (let index = 0; index < count && list.remaining >= 4; index += 1) {
      setAccumulator(draft.attributes, settings, index, list.u32());
    }
  }
  if (append & 1 && reader.remaining > 0) reader.skip(reader.u8());
}

function setEvent(draft: PositionDraft, code: number, { alarms }: UnitSettings): void {
  draft.attributes.event = String(code);
  addAlarm(draft.attributes, alarms.get(code));
}

/** What the wired device sent: as text where it is one. */
function readData(reader: ByteReader, draft: PositionDraft): void {
  const data = reader.bytes(reader.u16());
  const text = isPrintable(data) ? withoutControls(byteText(data)) : hexText(data);
  if (text !== '') draft.attributes.serial = text;
}

const shortTypes: ReadonlySet<number> = new Set([
  messageTypes.miniEventReport,
  messageTypes.miniUserData,
  messageTypes.miniApplicationData,
]);

const userTypes: ReadonlySet<number> = new Set([
  messageTypes.userData,
  messageTypes.userDataWithAccumulators,
  messageTypes.miniUserData,
]);

const applicationTypes: ReadonlySet<number> = new Set([
  messageTypes.applicationData,
  messageTypes.miniApplicationData,
  messageTypes.applicationDataWithAccumulators,
]);

const accumulatorTypes: ReadonlySet<number> = new Set([
  messageTypes.eventReport,
  messageTypes.locateReport,
  messageTypes.miniEventReport,
  messageTypes.userDataWithAccumulators,
  messageTypes.applicationDataWithAccumulators,
]);

/** The report in a message; undefined when its bytes are too few. */
export function readReport(
  { type, body }: Message,
  receivedMs: number,
  settings: UnitSettings,
): PositionDraft | undefined {
  const reader = new ByteReader(body);
  const draft = draftAt(receivedMs);
  const isShort = shortTypes.has(type);
  draft.attributes.type = String(type);
  (isShort ? readShortHead : readLongHead)(reader, draft);
  if (type === messageTypes.eventReport) reader.skip(1);
  if (type === messageTypes.eventReport || type === messageTypes.miniEventReport) {
    setEvent(draft, reader.u8(), settings);
  }
  if (userTypes.has(type) || applicationTypes.has(type)) {
    // route and id of the user's message, or the kind of the application's
    reader.skip(2);
    readData(reader, draft);
  }
  if (accumulatorTypes.has(type)) readAccumulators(reader, draft, settings, isShort);
  return reader.overrun ? undefined : draft;
}
