import type { CellTower, NetworkInfo, WifiAccessPoint } from '../../decoded-position.ts';
import type { ByteReader } from '../../wire/byte-reader.ts';

/** How wide the parts of a cell are. GSM: 2 and 3 bytes; LTE models: 4 and 8. */
export interface CellWidths {
  readonly areaBytes: 2 | 4;
  readonly cellBytes: 2 | 3 | 4 | 8;
  /** The network code has two bytes without saying so in the country code. */
  readonly wideNetworkCode?: boolean;
}

export const gsmCell: CellWidths = Object.freeze({ areaBytes: 2, cellBytes: 3 });
export const longGsmCell: CellWidths = Object.freeze({ areaBytes: 2, cellBytes: 4 });
export const lteCell: CellWidths = Object.freeze({ areaBytes: 4, cellBytes: 8 });

interface Operator {
  readonly mobileCountryCode: number;
  readonly mobileNetworkCode: number;
}

/** Country code; its top bit says that the network code has two bytes instead of one. */
export function readOperator(reader: ByteReader, wideNetworkCode = false): Operator {
  const word = reader.u16();
  const mobileNetworkCode = word & 0x8000 || wideNetworkCode ? reader.u16() : reader.u8();
  return { mobileCountryCode: word & 0x7fff, mobileNetworkCode };
}

function readNumber(reader: ByteReader, bytes: 2 | 3 | 4 | 8): number {
  if (bytes === 2) return reader.u16();
  if (bytes === 3) return reader.u24();
  return bytes === 4 ? reader.u32() : reader.u64();
}

export function readCellOf(reader: ByteReader, operator: Operator, widths: CellWidths): CellTower {
  const locationAreaCode = readNumber(reader, widths.areaBytes);
  return { ...operator, locationAreaCode, cellId: readNumber(reader, widths.cellBytes) };
}

export function readCell(reader: ByteReader, widths: CellWidths): CellTower {
  return readCellOf(reader, readOperator(reader, widths.wideNetworkCode), widths);
}

/** Country codes have three digits, and no country has one below 200. */
function isCountry(code: number): boolean {
  return code >= 200 && code <= 999;
}

/** Whether a word can be the country code of a cell, or of none: zeros, or ones, of a modem without service. */
export function isCountryOrNone(word: number): boolean {
  const code = word & 0x7fff;
  return isCountry(code) || code === 0 || code === 0x7fff;
}

/** A tower with an id; all zeros or all ones is what a modem without service reports. */
function isCell(tower: CellTower): boolean {
  const { cellId, mobileCountryCode } = tower;
  return isCountry(mobileCountryCode) && cellId > 0 && cellId <= 0xfffffffff && cellId !== 0xffffff;
}

/** The towers and access points heard, or undefined when none was. */
export function networkOf(
  cellTowers: readonly CellTower[],
  wifiAccessPoints: readonly WifiAccessPoint[] = [],
): NetworkInfo | undefined {
  const towers = cellTowers.filter(isCell);
  if (towers.length === 0 && wifiAccessPoints.length === 0) return undefined;
  return {
    ...(towers.length > 0 && { cellTowers: towers }),
    ...(wifiAccessPoints.length > 0 && { wifiAccessPoints }),
  };
}

/** A byte of signal as dBm: trackers send the size without the sign; 0 is none. */
export function signalOf(byte: number): { signalStrength?: number } {
  return byte === 0 ? {} : { signalStrength: -byte };
}

/** Address and signal. */
export function readAccessPoint(reader: ByteReader): WifiAccessPoint {
  const macAddress = (reader.hex(6).match(/../g) ?? []).join(':');
  return { macAddress, ...signalOf(reader.u8()) };
}
