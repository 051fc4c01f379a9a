/** Which handler reads which packet: by form, type, and, where a type has two meanings, by the packet's own size. */
import { cameraAlarm } from './camera-alarm.ts';
import { cellAddressRequest, cellStatus, lteCellStatus } from './cell-alarm.ts';
import { assetCells, cellReportHandlers, cellsOrCounted, lteWifi, uncheckedWifi } from './cell-report.ts';
import {
  assetLock,
  batteryReport,
  kindedCellLocation,
  obdReport,
  serialData,
  x1Location,
} from './device-report.ts';
import { modularHeartbeat, statusPacket, voltageHeartbeat } from './heartbeat.ts';
import { information, shortInformation } from './information.ts';
import {
  assetStatusLocation,
  cardLocation,
  fenceLocation,
  locationHandlers,
  voltageLocation,
} from './location.ts';
import { modularReport } from './modular.ts';
import type { Packet } from './packet.ts';
import type { PacketHandler } from './packet-handler.ts';
import { addressRequest, signOfLife, silentSignOfLife, timeRequest } from './service-packet.ts';
import { deviceList, stateList } from './state-list.ts';
import { commandAnswer, longCommandAnswer } from './text-packet.ts';

/** Bytes of content that tell two meanings of one type apart. */
const sizes = Object.freeze({
  x1Location: 51,
  miniLocation: 41,
  assetStatusLocation: 59,
  seeworldStatus: 7,
  spaceCells: 18,
  cardLocation: 35,
});

function either(
  test: (packet: Packet) => boolean,
  first: PacketHandler,
  second: PacketHandler,
): PacketHandler {
  return (packet, sender) => (test(packet) ? first : second)(packet, sender);
}

const shortHandlers: ReadonlyMap<number, PacketHandler> = new Map([
  ...locationHandlers,
  ...cellReportHandlers,
  [0x13, statusPacket],
  [0x14, signOfLife],
  [0x15, commandAnswer],
  [
    0x17,
    either(
      (packet) => packet.accessPoints !== undefined,
      uncheckedWifi,
      either((packet) => packet.contentBytes === sizes.cardLocation, cardLocation, signOfLife),
    ),
  ],
  [0x19, either((packet) => packet.contentBytes >= sizes.spaceCells, signOfLife, cellStatus)],
  [0x21, longCommandAnswer],
  [0x23, voltageHeartbeat],
  [0x24, either((packet) => packet.contentBytes === sizes.miniLocation, voltageLocation, cellsOrCounted)],
  [0x2a, addressRequest],
  [0x34, either((packet) => packet.contentBytes >= sizes.x1Location, x1Location, assetCells)],
  [0x35, signOfLife],
  [0x36, modularHeartbeat],
  [0x40, batteryReport],
  [0x69, uncheckedWifi],
  [0x80, silentSignOfLife],
  [0x81, silentSignOfLife],
  [0x82, silentSignOfLife],
  [0x8a, timeRequest],
  [0x94, shortInformation],
  [0x95, cameraAlarm],
  [0xa2, either((packet) => packet.contentBytes === sizes.assetStatusLocation, assetStatusLocation, lteWifi)],
  [0xa3, either((packet) => packet.contentBytes === sizes.seeworldStatus, statusPacket, fenceLocation)],
  [0xa5, lteCellStatus],
  [0xa7, cellAddressRequest],
]);

const longHandlers: ReadonlyMap<number, PacketHandler> = new Map([
  [0x32, assetLock],
  [0x33, assetLock],
  [0x36, silentSignOfLife],
  [0x38, kindedCellLocation],
  [0x40, batteryReport],
  [0x41, signOfLife],
  [0x70, modularReport],
  [0x8c, obdReport],
  [0x94, information],
  [0x95, cameraAlarm],
  [0x9b, serialData],
  [0xf1, stateList],
  [0xf2, deviceList],
  [0xfd, silentSignOfLife],
]);

/** A type that the documents have in one form only is read in the other too: its content is the same. */
export function handlerFor({ long, type }: Packet): PacketHandler | undefined {
  const [own, other] = long ? [longHandlers, shortHandlers] : [shortHandlers, longHandlers];
  return own.get(type) ?? other.get(type);
}
