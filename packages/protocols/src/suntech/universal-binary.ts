/**
 * The packed form of the universal reports: kind u8 (81 STT, 82 ALT) | length u16 | DEV_ID (ten packed decimals) |
 * REPORT_MAP u24 | the fields of `universal-report.ts` in bytes: model 1, software 3, message type 1, date 3, time 3,
 * cell 4, country 2, network 2, area 2, signal 1, latitude and longitude 4 (top bit the sign, millionths), speed and
 * course 2 (hundredths), satellites 1, fix 1, inputs 1, outputs 1, mode or alert 1, report type or modifier 2, data.
 * Source: Suntech Universal Reporting Guide 1.62, "Zip".
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { setAlert } from './report-alarm.ts';
import { driverAlert } from './report-codes.ts';
import { type PackedReport, readBinaryClock } from './zip-report.ts';

const alertKind = 0x82;
const kinds: ReadonlyMap<number, string> = new Map([
  [0x81, 'STT'],
  [alertKind, 'ALT'],
]);

function signedMagnitude(word: number): number {
  return word >= 0x8000_0000 ? -(word - 0x8000_0000) : word;
}

function readCell(reader: ByteReader, has: (bit: number) => boolean, draft: PositionDraft): void {
  const cellId = has(6) ? reader.u32() : 0;
  const mobileCountryCode = has(7) ? reader.u16() : 0;
  const mobileNetworkCode = has(8) ? reader.u16() : 0;
  const locationAreaCode = has(9) ? reader.u16() : 0;
  if (has(10)) draft.attributes.rssi = reader.u8();
  if (cellId === 0 || mobileCountryCode === 0) return;
  draft.network = {
    cellTowers: [{ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId }],
  };
}

function readPlace(reader: ByteReader, has: (bit: number) => boolean, draft: PositionDraft): void {
  const { attributes } = draft;
  const latitude = has(11) ? signedMagnitude(reader.u32()) / 1e6 : 0;
  const longitude = has(12) ? signedMagnitude(reader.u32()) / 1e6 : 0;
  if (has(13)) setSpeed(draft, knotsFromKph(reader.u16() / 100));
  if (has(14)) setCourse(draft, reader.u16() / 100);
  if (has(15)) attributes.sat = reader.u8();
  setPlace(draft, latitude, longitude, has(16) ? reader.u8() > 0 : true);
}

export function readUniversalBinary(frame: Uint8Array, receivedMs: number): PackedReport | undefined {
  const kind = kinds.get(frame[0] ?? 0);
  const reader = new ByteReader(frame, 3);
  const uniqueId = reader.hex(5);
  if (kind === undefined || !/^\d{10}$/.test(uniqueId)) return undefined;
  const map = reader.u24();
  const has = (bit: number) => ((map >> bit) & 1) === 1;
  const draft = draftAt(receivedMs);
  const { attributes } = draft;
  attributes.type = kind;
  if (has(1)) reader.skip(1);
  if (has(2)) attributes.versionFw = `${reader.u8()}.${reader.u8()}.${reader.u8()}`;
  if (has(3) && reader.u8() === 0) attributes.archive = true;
  if (has(4) && has(5)) draft.fixTimeMs = readBinaryClock(reader) ?? receivedMs;
  readCell(reader, has, draft);
  readPlace(reader, has, draft);
  if (has(17)) {
    attributes.input = reader.u8();
    attributes.ignition = (attributes.input & 1) === 1;
  }
  if (has(18)) attributes.output = reader.u8();
  const reason = has(19) ? reader.u8() : undefined;
  if (reader.overrun) return undefined;
  if (reason !== undefined && frame[0] === alertKind) setAlert(attributes, reason, true);
  else if (reason !== undefined) attributes.status = String(reason);
  if (has(20)) reader.skip(Math.min(2, reader.remaining));
  if (has(21) && frame[0] === alertKind && reason === driverAlert && reader.remaining >= 8) {
    attributes.driverUniqueId = reader.hex(8);
  }
  return { uniqueId, draft };
}
