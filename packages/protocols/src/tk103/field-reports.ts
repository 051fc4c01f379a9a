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
import { instantOfDigits } from '../wire/digit-clock.ts';
import { hexIn, integerIn } from '../wire/field-text.ts';
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

function cellOf(numbers: readonly (number | undefined)[]): CellTower | undefined {
  const [mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId] = numbers;
  if (!mobileCountryCode || mobileNetworkCode === undefined) return undefined;
  if (locationAreaCode === undefined || cellId === undefined) return undefined;
  return { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId };
}

export function readBattery(data: string, zone: Zone): PositionDraft | undefined {
  const fields = data.split(',');
  const time = instantOfDigits('ddMMyy', fields[0], fields[1], zone);
  if (time === undefined) return undefined;
  const draft = draftAt(time);
  const [level, battery, power] = fields.slice(2, 5).map(integerIn);
  const percent = batteryPercents.get(level ?? 0);
  if (percent !== undefined) draft.attributes.batteryLevel = percent;
  if (battery !== undefined && battery !== noVoltage) draft.attributes.battery = battery / 100;
  if (power !== undefined && power !== noVoltage) draft.attributes.power = power / 10;
  return draft;
}

export function readCell(data: string, receivedMs: number): PositionDraft | undefined {
  const [country, network, area, cell] = data.replace(/^,/, '').split(',');
  const tower = cellOf([integerIn(country), integerIn(network), hexIn(area), hexIn(cell)]);
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
  const fields = data.split(',');
  const tower = cellOf(fields.slice(0, 4).map(integerIn));
  const count = integerIn(fields[4]);
  if (!tower || count === undefined || count > 64) return undefined;
  const points = fields.slice(5, 5 + count).map(pointIn);
  const time = instantOfDigits('ddMMyy', fields[5 + count], fields[6 + count], zone);
  if (time === undefined) return undefined;
  const wifiAccessPoints = points.filter((point) => point !== undefined);
  return {
    ...draftAt(time),
    network: { cellTowers: [tower], ...(wifiAccessPoints.length > 0 && { wifiAccessPoints }) },
  };
}

/** Area and cell are decimals, or, where a letter shows it, hexadecimal. */
function cellIn([country, network, ...rest]: readonly string[]): CellTower | undefined {
  const isHex = rest.some((field) => /[A-Fa-f]/.test(field));
  const [area, cell] = rest.map(isHex ? hexIn : integerIn);
  return cellOf([integerIn(country), integerIn(network), area, cell]);
}

/** Cells in braces, or undefined when there is none. */
export function readBraces(data: string, receivedMs: number): PositionDraft | undefined {
  const groups = data.match(/\{[^{}]{1,60}\}/g) ?? [];
  const cellTowers = groups
    .map((group) => cellIn(group.slice(1, -1).split(',')))
    .filter((tower) => tower !== undefined);
  if (cellTowers.length === 0) return undefined;
  const draft = draftAt(receivedMs);
  draft.network = { cellTowers };
  const metres = hexIn(/,([0-9A-Fa-f]{8})$/.exec(data)?.[1]);
  if (metres) draft.attributes.odometer = metres;
  return draft;
}
