/**
 * Reports of what is heard when there is no fix: cells (0x18, 0x24, 0x28, 0x2E, 0x34, 0xA1), with access points too
 * (0x2C, 0x33, 0xA2), and the small trackers' Wi-Fi packets with packed decimal clocks (0x17, 0x69, 0xF3).
 * Layout: clock 6 | country 2, network 1 or 2 | cells | timing advance 1 | access points behind their count | language 2.
 */

import { decodedAs, decodedError, positionMessage } from '../../decoded.ts';
import type { CellTower, WifiAccessPoint } from '../../decoded-position.ts';
import { draftAt, type PositionDraft } from '../../position-draft.ts';
import type { ByteReader } from '../../wire/byte-reader.ts';
import { instantOf } from '../../wire/tracker-clock.ts';
import type { Packet } from '../packet.ts';
import { answered, type PacketHandler, type Sender } from '../packet-handler.ts';
import { signOfLife } from '../service-packet.ts';
import {
  type CellWidths,
  gsmCell,
  longGsmCell,
  lteCell,
  networkOf,
  readAccessPoint,
  readCellOf,
  readOperator,
  signalOf,
} from './cell-field.ts';
import { isSureTime, readClock } from './gps-field.ts';
import { typeText } from './location.ts';

const shortCell: CellWidths = Object.freeze({ areaBytes: 2, cellBytes: 2 });

interface CellReport {
  readonly cells: number;
  readonly widths: CellWidths;
  readonly wifi?: boolean;
  /** The timing advance is before the country code. */
  readonly advanceFirst?: boolean;
  /** The cells are counted by a byte. */
  readonly counted?: boolean;
}

function withNetwork(
  draft: PositionDraft,
  towers: readonly CellTower[],
  points: readonly WifiAccessPoint[],
): PositionDraft {
  const network = networkOf(towers, points);
  if (network) draft.network = network;
  return draft;
}

function bytesOf(widths: CellWidths): number {
  return widths.areaBytes + widths.cellBytes + 1;
}

function readCells(reader: ByteReader, report: CellReport): CellTower[] {
  const operator = readOperator(reader, report.widths.wideNetworkCode);
  const count = report.counted ? reader.u8() : report.cells;
  const towers: CellTower[] = [];
  for (let index = 0; index < count && reader.remaining >= bytesOf(report.widths); index += 1) {
    const tower = readCellOf(reader, operator, report.widths);
    towers.push({ ...tower, ...signalOf(reader.u8()) });
  }
  return towers.filter((tower) => tower.locationAreaCode > 0);
}

function readAccessPoints(reader: ByteReader, count: number): WifiAccessPoint[] {
  const points: WifiAccessPoint[] = [];
  while (points.length < count && reader.remaining >= 7) points.push(readAccessPoint(reader));
  return points;
}

/** Some models end with a language. */
const languageBytes = 2;

/** One that neither ends where it should nor has a time of its own is another packet: its cells would be a false place. */
function cellReport(report: CellReport): PacketHandler {
  return (packet, sender) => {
    const reader = packet.content();
    const clock = readClock(reader, sender.zone);
    const draft = draftAt(clock ?? sender.context.receivedMs);
    if (report.advanceFirst) reader.skip(1);
    const towers = readCells(reader, report);
    if (reader.overrun) return tooShort(packet, sender);
    if (!report.advanceFirst && reader.remaining > 0) reader.skip(1);
    const points = report.wifi && reader.remaining > 0 ? readAccessPoints(reader, reader.u8()) : [];
    const isWhole = reader.remaining === 0 || reader.remaining === languageBytes;
    if (!isWhole && !isSureTime(clock, sender.context.receivedMs)) return signOfLife(packet, sender);
    draft.attributes.type = typeText(packet);
    return answered(packet, sender, positionMessage(sender.uniqueIds, withNetwork(draft, towers, points)));
  };
}

function tooShort(packet: Packet, sender: Sender) {
  const message = `cell report ${typeText(packet)} of ${packet.contentBytes} bytes`;
  return decodedError(sender.session, 'bad-length', message);
}

function packedDecimal(byte: number): number {
  return (byte >> 4) * 10 + (byte & 0x0f);
}

function packedClock(bytes: Uint8Array): number | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = Array.from(bytes, packedDecimal);
  return instantOf({ year: 2000 + year, month, day, hour, minute, second });
}

/** The answer to an unchecked packet: its own clock, no serial, no CRC. */
function uncheckedAnswer(type: number, clock: Uint8Array): Uint8Array {
  return Uint8Array.from([0x78, 0x78, 0x00, type, ...clock, 0x0d, 0x0a]);
}

/** 0x17 and 0x69 without CRC; layout in `packet.ts`. */
export const uncheckedWifi: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const clock = reader.bytes(6);
  const draft = draftAt(packedClock(clock) ?? sender.context.receivedMs);
  const points = readAccessPoints(reader, packet.accessPoints ?? 0);
  const count = reader.u8();
  const operator = { mobileCountryCode: reader.u16(), mobileNetworkCode: reader.u8() };
  const towers: CellTower[] = [];
  while (towers.length < count && reader.remaining >= 5) {
    const tower = readCellOf(reader, operator, shortCell);
    towers.push({ ...tower, ...signalOf(reader.u8()) });
  }
  if (reader.overrun) return tooShort(packet, sender);
  draft.attributes.type = typeText(packet);
  const message = positionMessage(sender.uniqueIds, withNetwork(draft, towers, points));
  return decodedAs(
    sender.session,
    [message],
    [{ after: 'commit', bytes: uncheckedAnswer(packet.type, clock) }],
  );
};

/** 0xF3: packed clock, count, then two bytes and an address for each access point. */
const addressReport: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const draft = draftAt(packedClock(reader.bytes(6)) ?? sender.context.receivedMs);
  const count = reader.u8();
  const points: WifiAccessPoint[] = [];
  while (points.length < count && reader.remaining >= 8) {
    reader.skip(2);
    points.push({ macAddress: (reader.hex(6).match(/../g) ?? []).join(':') });
  }
  if (reader.overrun || points.length < count) return tooShort(packet, sender);
  draft.attributes.type = typeText(packet);
  return answered(packet, sender, positionMessage(sender.uniqueIds, withNetwork(draft, [], points)));
};

const sevenCells = cellReport({ cells: 7, widths: gsmCell });
const countedCells = cellReport({ cells: 7, widths: gsmCell, advanceFirst: true, counted: true });

/** 0x24 of the WanWay S20 counts its cells. */
const wanWayBytes = 44;

export const cellsOrCounted: PacketHandler = (packet, sender) =>
  (packet.contentBytes === wanWayBytes ? countedCells : sevenCells)(packet, sender);

export const assetCells = cellReport({
  cells: 7,
  widths: { ...longGsmCell, wideNetworkCode: true },
  advanceFirst: true,
});

export const lteWifi = cellReport({ cells: 7, widths: lteCell, wifi: true });

export const cellReportHandlers: readonly (readonly [type: number, PacketHandler])[] = [
  [0x18, cellReport({ cells: 7, widths: gsmCell, wifi: true })],
  [0x28, sevenCells],
  [0x2c, cellReport({ cells: 7, widths: gsmCell, wifi: true })],
  [0x2e, sevenCells],
  [0x33, cellReport({ cells: 6, widths: longGsmCell, wifi: true })],
  [0xa1, cellReport({ cells: 7, widths: lteCell })],
  [0xf3, addressReport],
];
