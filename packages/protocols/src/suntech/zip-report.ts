/**
 * The packed form of the ST300 series' reports: 02 | length u16 | kind u8 | DEV_ID (nine packed decimals and a filler)
 * | model u8 | software u16 | date and time 6 | cell 3 | latitude and longitude: degrees u8, millionths in three packed
 * bytes | speed km/h and course: u16 and hundredths packed | fix bit 7, south 6, west 5, satellites 0–4 | metres u32 |
 * volts: u8 and hundredths packed | ports | mode, emergency, event or alert u8 | for STT the message number u16 |
 * perhaps hour meter u32, backup volts, 1 now or 0 stored | perhaps cell u16, country u16, network u8, signal u16, area
 * u16, timing advance u8 | 03, which some trackers count in the length.
 * Kinds: 10 STT, 11 EMG, 12 EVT, 13 ALT, 16 UEX, which has in place of the mode length u16, data and checksum u8. Source: ST300/ST340 and ST310U operation manuals, "Zip".
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { TextFields } from '../wire/text-fields.ts';
import { instantOf } from '../wire/tracker-clock.ts';
import { setAlert, setEmergency } from './report-alarm.ts';
import { readSerialData } from './serial-data.ts';

const kinds: ReadonlyMap<number, string> = new Map([
  [0x10, 'STT'],
  [0x11, 'EMG'],
  [0x12, 'EVT'],
  [0x13, 'ALT'],
  [0x16, 'UEX'],
]);

const meterBytes = 7;
const cellBytes = 10;
const messageNumberBytes = 2;

export interface PackedReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

/** Packed decimals as the fraction behind a whole number. */
function packedFraction(reader: ByteReader, bytes: number): number {
  return Number(`0.${reader.hex(bytes).replace(/\D/g, '0') || '0'}`);
}

export function readBinaryClock(reader: ByteReader): number | undefined {
  return instantOf({
    year: 2000 + reader.u8(),
    month: reader.u8(),
    day: reader.u8(),
    hour: reader.u8(),
    minute: reader.u8(),
    second: reader.u8(),
  });
}

function setPorts(draft: PositionDraft, ports: number): void {
  const { attributes } = draft;
  attributes.ignition = (ports & 0x01) !== 0;
  for (let input = 1; input <= 3; input += 1) attributes[`in${input}`] = ((ports >> input) & 1) === 1;
  for (let output = 1; output <= 2; output += 1)
    attributes[`out${output}`] = ((ports >> (output + 3)) & 1) === 1;
}

function setReason(draft: PositionDraft, kind: string, number: number): void {
  if (kind === 'STT') draft.attributes.status = String(number);
  else if (kind === 'EMG') setEmergency(draft.attributes, number);
  else if (kind === 'EVT') draft.attributes.event = String(number);
  else setAlert(draft.attributes, number);
}

function readMeters(reader: ByteReader, draft: PositionDraft): void {
  draft.attributes.hours = reader.u32() * 60_000;
  draft.attributes.battery = reader.u8() + packedFraction(reader, 1);
  if (reader.u8() === 0) draft.attributes.archive = true;
}

function readCell(reader: ByteReader, draft: PositionDraft): void {
  const cellId = reader.u16();
  const mobileCountryCode = reader.u16();
  const mobileNetworkCode = reader.u8();
  draft.attributes.rssi = reader.u16();
  const locationAreaCode = reader.u16();
  if (cellId === 0 || mobileCountryCode === 0) return;
  draft.network = { cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }] };
}

const parts = new TextFields(';');

/** The data of a device on the serial port behind its length, and the checksum of it. */
function readData(reader: ByteReader, draft: PositionDraft): void {
  const data = reader.bytes(reader.u16());
  reader.skip(1);
  if (!reader.overrun) readSerialData(draft, parts.open(data), 0, data.length);
}

/** What the report ends with, recognised by how many bytes are left: the end mark may be among them. */
function readEnding(reader: ByteReader, kind: string, draft: PositionDraft): void {
  const numbered = kind === 'STT' ? messageNumberBytes : 0;
  const fits = (bytes: number) => [bytes, bytes + 1].includes(reader.remaining);
  const hasMeters = fits(numbered + meterBytes) || fits(numbered + meterBytes + cellBytes);
  const hasCell = fits(numbered + cellBytes) || fits(numbered + meterBytes + cellBytes);
  if (numbered > 0 && reader.remaining >= numbered) draft.attributes.index = reader.u16();
  if (hasMeters) readMeters(reader, draft);
  if (hasCell) readCell(reader, draft);
}

export function readZipReport(frame: Uint8Array, receivedMs: number): PackedReport | undefined {
  const declaredBytes = (frame[1] ?? 0) * 256 + (frame[2] ?? 0);
  const reader = new ByteReader(frame, 3, declaredBytes + 3);
  const kind = kinds.get(reader.u8());
  const uniqueId = reader.hex(5).slice(0, 9);
  if (kind === undefined || !/^\d{9}$/.test(uniqueId)) return undefined;
  reader.skip(1);
  const version = reader.u16();
  const draft = draftAt(readBinaryClock(reader) ?? receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  attributes.versionFw = String(version);
  reader.skip(3);
  const latitude = reader.u8() + packedFraction(reader, 3);
  const longitude = reader.u8() + packedFraction(reader, 3);
  setSpeed(draft, knotsFromKph(reader.u16() + packedFraction(reader, 1)));
  setCourse(draft, reader.u16() + packedFraction(reader, 1));
  const flags = reader.u8();
  attributes.sat = flags & 0x1f;
  setPlace(
    draft,
    flags & 0x40 ? -latitude : latitude,
    flags & 0x20 ? -longitude : longitude,
    (flags & 0x80) !== 0,
  );
  attributes.odometer = reader.u32();
  attributes.power = reader.u8() + packedFraction(reader, 1);
  setPorts(draft, reader.u8());
  if (kind === 'UEX') readData(reader, draft);
  else setReason(draft, kind, reader.u8());
  readEnding(reader, kind, draft);
  return reader.overrun ? undefined : { uniqueId, draft };
}
