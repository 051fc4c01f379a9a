/** Elements of report CCE whose value has a length of its own. Sources as in `elements.ts`. */

import type { CellTower, WifiAccessPoint } from '../decoded-position.ts';
import { type PositionDraft, setLevelOf } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { withoutControls } from '../wire/byte-text.ts';
import { driverEvent } from './event-alarms.ts';
import { i16, u16, u32 } from './little-endian.ts';

/** What a report hears, gathered from several elements. */
export interface Received {
  readonly cellTowers: CellTower[];
  readonly wifiAccessPoints: WifiAccessPoint[];
}

function signal(value: number): { signalStrength?: number } {
  return value < 0 ? { signalStrength: value } : {};
}

function readTower(reader: ByteReader, { cellTowers }: Received): void {
  const mobileCountryCode = u16(reader);
  const mobileNetworkCode = u16(reader);
  const locationAreaCode = u16(reader);
  const cellId = u32(reader);
  const strength = i16(reader);
  if (reader.overrun || mobileCountryCode === 0 || cellId === 0) return;
  cellTowers.push({ mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId, ...signal(strength) });
}

function readAccessPoint(reader: ByteReader, { wifiAccessPoints }: Received): void {
  const macAddress = (reader.hex(6).match(/../g) ?? []).join(':');
  const strength = i16(reader);
  if (!reader.overrun) wifiAccessPoints.push({ macAddress, ...signal(strength) });
}

/** Which sensor it is, hundredths of a degree. */
function readTemperature(id: number, reader: ByteReader, { attributes }: PositionDraft): void {
  reader.skip(1);
  const degrees = i16(reader) / 100;
  if (!reader.overrun) attributes[`temp${id - 0x2a + 1}`] = degrees;
}

/** Version, name behind its length, address, battery %, temperature and humidity in 1/256, four thresholds. */
function readTag(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  reader.skip(1);
  const name = withoutControls(reader.text(reader.u8()));
  reader.skip(6);
  const battery = reader.u8();
  const degrees = i16(reader) / 256;
  const humidity = i16(reader) / 256;
  if (reader.overrun) return;
  attributes.tagName = name;
  setLevelOf(draft, 'tag', battery);
  attributes.tagTemp = degrees;
  attributes.tagHumidity = humidity;
}

/** Three batteries, each: there or not, its level. */
function readBatteries(reader: ByteReader, { attributes }: PositionDraft): void {
  for (let battery = 1; battery <= 3; battery += 1) {
    const isPresent = reader.u8() > 0;
    const level = reader.u8();
    if (!isPresent || reader.overrun || level > 100) continue;
    attributes[battery === 1 ? 'batteryLevel' : `battery${battery}Level`] = level;
  }
}

/** What the driver's assistance saw: the list it is from, and its number there. */
function readAssistance(reader: ByteReader, { attributes }: PositionDraft): void {
  const list = reader.u8();
  const number = reader.u8();
  if (!reader.overrun) attributes.assistance = `${list}:${number}`;
}

function readCard(reader: ByteReader, { attributes }: PositionDraft): void {
  const card = withoutControls(reader.text(reader.remaining)).replace(/[\s|]/g, '');
  if (attributes.event === String(driverEvent) && card !== '') attributes.driverUniqueId = card;
}

/** One element's value; those of no known number are left alone. */
export function readWideElement(
  id: number,
  reader: ByteReader,
  draft: PositionDraft,
  received: Received,
): void {
  if (id >= 0x0e && id <= 0x13) readTower(reader, received);
  else if (id >= 0x1d && id <= 0x25) readAccessPoint(reader, received);
  else if (id >= 0x2a && id <= 0x31) readTemperature(id, reader, draft);
  else if (id === 0x39) readCard(reader, draft);
  else if (id === 0xfe31) readAssistance(reader, draft);
  else if (id === 0xfe73) readTag(reader, draft);
  else if (id === 0xfea8) readBatteries(reader, draft);
}
