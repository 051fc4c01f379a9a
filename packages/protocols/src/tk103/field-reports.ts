/**
 * Reports of fields between commas that hold no place:
 *
 *     ZC20  ddMMyy,HHmmss,level 1–6,battery 0.01 V,power 0.1 V,installed
 *     BZ00  country,network,area,cell (hexadecimal)
 *     DW5x  country,network,area,cell,number of Wi-Fi points,mac*dBm*channel,…,ddMMyy,HHmmss
 *     any   {country,network,area,cell} for each cell, in lines, and the odometer (hexadecimal, metres)
 */
import type { CellTower, WifiAccessPoint } from '../decoded-position.ts';
import { type AttributeDraft, draftAt, type PositionDraft } from '../position-draft.ts';
import { byteText } from '../wire/byte-text.ts';
import { hexDigitOf } from '../wire/field-text.ts';
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';

const batteryPercents: ReadonlyMap<number, number> = new Map([
  [6, 100],
  [5, 80],
  [4, 50],
  [3, 20],
  [2, 10],
]);

/** Not measured. */
const noVoltage = 65_535;

function cellOf(
  mobileCountryCode: number | undefined,
  mobileNetworkCode: number | undefined,
  locationAreaCode: number | undefined,
  cellId: number | undefined,
): CellTower | undefined {
  if (!mobileCountryCode || mobileNetworkCode === undefined) return undefined;
  if (locationAreaCode === undefined || cellId === undefined) return undefined;
  return { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId };
}

const reports = new TextFields(',');

/** What is behind the type of a message. */
export interface Data {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export function readBattery({ bytes, from, to }: Data, zone: Zone): PositionDraft | undefined {
  const fields = reports.open(bytes, from, to);
  const time = fields.instant('ddMMyy', 0, 1, zone);
  if (time === undefined) return undefined;
  const draft = draftAt(time);
  const [level, battery, power] = [fields.integer(2), fields.integer(3), fields.integer(4)];
  const percent = batteryPercents.get(level ?? 0);
  if (percent !== undefined) draft.attributes.batteryLevel = percent;
  if (battery !== undefined && battery !== noVoltage) draft.attributes.battery = battery / 100;
  if (power !== undefined && power !== noVoltage) draft.attributes.power = power / 10;
  return draft;
}

export function readCell({ bytes, from, to }: Data, receivedMs: number): PositionDraft | undefined {
  const fields = reports.open(bytes, from, to);
  const first = fields.isEmpty(0) ? 1 : 0;
  const [country, network] = [fields.integer(first), fields.integer(first + 1)];
  const tower = cellOf(country, network, fields.hex(first + 2), fields.hex(first + 3));
  return tower && { ...draftAt(receivedMs), network: { cellTowers: [tower] } };
}

const points = new TextFields('*');
const macPairs = new TextFields(':');

/** An address, a signal and a channel. */
function pointIn(fields: TextFields, index: number): WifiAccessPoint | undefined {
  points.open(fields.bytes, fields.start(index), fields.end(index));
  macPairs.open(fields.bytes, points.start(0), points.end(0));
  const signalStrength = points.number(1);
  if (points.count !== 3 || macPairs.count !== 6 || !points.areDigits(2)) return undefined;
  if (signalStrength === undefined || points.length(1) > 4) return undefined;
  for (let pair = 0; pair < 6; pair += 1) if (!macPairs.areHexDigits(pair, 2)) return undefined;
  const macAddress = points.text(0);
  return signalStrength < 0 ? { macAddress, signalStrength } : { macAddress };
}

/** Cells and Wi-Fi points, or undefined when the data has another form. */
export function readSurroundings({ bytes, from, to }: Data, zone: Zone): PositionDraft | undefined {
  const fields = reports.open(bytes, from, to);
  const tower = cellOf(fields.integer(0), fields.integer(1), fields.integer(2), fields.integer(3));
  const count = fields.integer(4);
  if (!tower || count === undefined || count > 64) return undefined;
  const time = fields.instant('ddMMyy', 5 + count, 6 + count, zone);
  if (time === undefined) return undefined;
  const wifiAccessPoints: WifiAccessPoint[] = [];
  for (let at = 5; at < 5 + count; at += 1) {
    const point = pointIn(fields, at);
    if (point) wifiAccessPoints.push(point);
  }
  return {
    ...draftAt(time),
    network: { cellTowers: [tower], ...(wifiAccessPoints.length > 0 && { wifiAccessPoints }) },
  };
}

/** Area and cell are decimals, or, where a letter shows it, hexadecimal. */
function cellIn(bytes: Uint8Array, from: number, to: number): CellTower | undefined {
  const fields = reports.open(bytes, from, to);
  const isDecimal = fields.integer(2) !== undefined && fields.integer(3) !== undefined;
  const [area, cell] = isDecimal ? [fields.integer(2), fields.integer(3)] : [fields.hex(2), fields.hex(3)];
  return cellOf(fields.integer(0), fields.integer(1), area, cell);
}

const openBrace = 0x7b;
const closeBrace = 0x7d;
const comma = 0x2c;
const odometerDigits = 8;

/** Metres in eight hexadecimal digits behind the last comma. */
function odometerIn(bytes: Uint8Array, from: number, to: number): number | undefined {
  const at = to - odometerDigits;
  if (at <= from || bytes[at - 1] !== comma) return undefined;
  reports.open(bytes, at, to);
  return reports.areHexDigits(0, odometerDigits) ? reports.hex(0) : undefined;
}

/** Cells in braces, or undefined when there is none. */
export function readBraces({ bytes, from, to }: Data, receivedMs: number): PositionDraft | undefined {
  const cellTowers: CellTower[] = [];
  let open = -1;
  for (let at = from; at < to; at += 1) {
    if (bytes[at] === openBrace) open = at;
    if (bytes[at] !== closeBrace || open < 0) continue;
    const tower = cellIn(bytes, open + 1, at);
    if (tower) cellTowers.push(tower);
    open = -1;
  }
  if (cellTowers.length === 0) return undefined;
  const draft = draftAt(receivedMs);
  draft.network = { cellTowers };
  const metres = odometerIn(bytes, from, to);
  if (metres) draft.attributes.odometer = metres;
  return draft;
}

/**
 * What the manager of an electric vehicle's battery reports (BS50, hexadecimal, least significant byte first; BS51, groups
 * `key:hexadecimal` between commas):
 *
 *     BS50  header 3 | cells u8 | 24 × mV u16 | not charging u8 | 0.1 A u16 | 0.01 V u16 | percent u8 | …
 *     BS51  90: 0.1 V u16, 0.1 V u16, 0.1 A u16 above 30000, 0.1 % u16 | 91: highest cell mV u16, number, lowest mV u16,
 *           number | 92: hottest °C u8 above 40, number, coldest, number | 96: part, then °C u8 above 40 of each cell
 *
 * Source: public decoders; the groups bear the numbers of the Daly manager's own messages, and their layout.
 */

const cellsAt = 4;
const stateAt = cellsAt + 24 * 2;

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
}

const noBytes = new Uint8Array(0);

/** What pairs of hexadecimal digits are; nothing where one is none. */
function bytesIn(text: Uint8Array, from: number, to: number): Uint8Array {
  for (let at = from; at < to; at += 1) if (hexDigitOf(text[at] ?? 0) < 0) return noBytes;
  return (to - from) % 2 === 0 ? Buffer.from(byteText(text, from, to), 'hex') : noBytes;
}

function readPack(data: Data, attributes: AttributeDraft): boolean {
  const bytes = bytesIn(data.bytes, data.from, data.to);
  if (bytes.length < stateAt + 6) return false;
  const cells = Math.min(24, bytes[3] ?? 0);
  for (let cell = 0; cell < cells; cell += 1) {
    attributes[`cell${cell + 1}Voltage`] = u16(bytes, cellsAt + cell * 2) / 1000;
  }
  attributes.charge = bytes[stateAt] === 0;
  attributes.batteryCurrent = u16(bytes, stateAt + 1) / 10;
  attributes.battery = u16(bytes, stateAt + 3) / 100;
  const percent = bytes[stateAt + 5] ?? 0;
  if (percent <= 100) attributes.batteryLevel = percent;
  return true;
}

const groups = new TextFields(',');
const pair = new TextFields(':');

const cellsInPart = 7;

/** A part counts from 1 and has seven cells; of one that is not there a byte is 0. */
function setCellTemperatures(bytes: Uint8Array, attributes: AttributeDraft): void {
  const first = Math.max(0, (bytes[0] ?? 1) - 1) * cellsInPart;
  for (let at = 1; at <= cellsInPart && at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > 0) attributes[`cellTemp${first + at}`] = byte - 40;
  }
}

function readGroups({ bytes: text, from, to }: Data, attributes: AttributeDraft): boolean {
  let known = false;
  groups.open(text, from, to);
  for (let at = 0; at < groups.count; at += 1) {
    pair.open(text, groups.start(at), groups.end(at));
    const bytes = bytesIn(text, pair.start(1), pair.end(1));
    if (pair.is(0, '90') && bytes.length >= 8) {
      attributes.battery = u16(bytes, 0) / 10;
      attributes.batteryCurrent = (u16(bytes, 4) - 30_000) / 10;
      const percent = u16(bytes, 6) / 10;
      if (percent <= 100) attributes.batteryLevel = percent;
      known = true;
    } else if (pair.is(0, '92') && bytes.length >= 4) {
      attributes.temp1 = (bytes[0] ?? 0) - 40;
      attributes.temp2 = (bytes[2] ?? 0) - 40;
      known = true;
    } else if (pair.is(0, '91') && bytes.length >= 6) {
      attributes.maxCellVoltage = u16(bytes, 0) / 1000;
      attributes.minCellVoltage = u16(bytes, 3) / 1000;
      known = true;
    } else if (pair.is(0, '96') && bytes.length >= 2) {
      setCellTemperatures(bytes, attributes);
      known = true;
    }
  }
  return known;
}

/** Sets what is reported; false when the data is none of it. */
export function readBatteryManager(type: string, data: Data, attributes: AttributeDraft): boolean {
  return type === 'BS50' ? readPack(data, attributes) : readGroups(data, attributes);
}
