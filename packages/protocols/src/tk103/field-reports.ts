/**
 * Reports of fields between commas that hold no place:
 *
 *     ZC20  ddMMyy,HHmmss,level 1–6,battery 0.01 V,power 0.1 V,installed
 *     BZ00  country,network,area,cell (hexadecimal)
 *     DW5x  country,network,area,cell,number of Wi-Fi points,mac*dBm*channel,…,ddMMyy,HHmmss
 *     any   {country,network,area,cell} for each cell, in lines, and the odometer (hexadecimal, metres)
 */
import type { CellTower, WifiAccessPoint } from '../decoded-position.ts';
import { draftAt, type PositionDraft } from '../position-draft.ts';
import { hexIn } from '../wire/field-text.ts';
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

function fieldsOf(data: string): TextFields {
  return reports.open(Buffer.from(data, 'latin1'));
}

export function readBattery(data: string, zone: Zone): PositionDraft | undefined {
  const fields = fieldsOf(data);
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

export function readCell(data: string, receivedMs: number): PositionDraft | undefined {
  const fields = fieldsOf(data);
  const first = data.startsWith(',') ? 1 : 0;
  const [country, network] = [fields.integer(first), fields.integer(first + 1)];
  const tower = cellOf(country, network, fields.hex(first + 2), fields.hex(first + 3));
  return tower && { ...draftAt(receivedMs), network: { cellTowers: [tower] } };
}

const mac = /^((?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2})\*([+-]?\d{1,3})\*\d+$/;

function pointIn(field: string): WifiAccessPoint | undefined {
  const [, macAddress, signal] = mac.exec(field) ?? [];
  if (macAddress === undefined) return undefined;
  const signalStrength = Number(signal);
  return signalStrength < 0 ? { macAddress, signalStrength } : { macAddress };
}

/** Cells and Wi-Fi points, or undefined when the data has another form. */
export function readSurroundings(data: string, zone: Zone): PositionDraft | undefined {
  const fields = fieldsOf(data);
  const tower = cellOf(fields.integer(0), fields.integer(1), fields.integer(2), fields.integer(3));
  const count = fields.integer(4);
  if (!tower || count === undefined || count > 64) return undefined;
  const time = fields.instant('ddMMyy', 5 + count, 6 + count, zone);
  if (time === undefined) return undefined;
  const wifiAccessPoints: WifiAccessPoint[] = [];
  for (let at = 5; at < 5 + count; at += 1) {
    const point = pointIn(fields.text(at));
    if (point) wifiAccessPoints.push(point);
  }
  return {
    ...draftAt(time),
    network: { cellTowers: [tower], ...(wifiAccessPoints.length > 0 && { wifiAccessPoints }) },
  };
}

/** Area and cell are decimals, or, where a letter shows it, hexadecimal. */
function cellIn(group: string): CellTower | undefined {
  const fields = fieldsOf(group);
  const isHex = /[A-Fa-f]/.test(fields.joined(2));
  const [area, cell] = isHex ? [fields.hex(2), fields.hex(3)] : [fields.integer(2), fields.integer(3)];
  return cellOf(fields.integer(0), fields.integer(1), area, cell);
}

/** Cells in braces, or undefined when there is none. */
export function readBraces(data: string, receivedMs: number): PositionDraft | undefined {
  const groups = data.match(/\{[^{}]{1,60}\}/g) ?? [];
  const cellTowers = groups.map((group) => cellIn(group.slice(1, -1))).filter((tower) => tower !== undefined);
  if (cellTowers.length === 0) return undefined;
  const draft = draftAt(receivedMs);
  draft.network = { cellTowers };
  const metres = hexIn(/,([0-9A-Fa-f]{8})$/.exec(data)?.[1]);
  if (metres) draft.attributes.odometer = metres;
  return draft;
}
