/** Which handler reads which packet: by form, type, and, where a type has two meanings, by the packet's own size. */

import { heartbeatMessage, positionMessage } from '../decoded.ts';
import { cameraAlarm } from './camera-alarm.ts';
import { assetLock, batteryReport, obdReport, serialData, x1Location } from './device-report.ts';
import {
  isModularHeartbeat,
  levelHeartbeat,
  modularHeartbeat,
  statusPacket,
  voltageHeartbeat,
} from './heartbeat.ts';
import { information, shortInformation } from './information.ts';
import { type CellWidths, gsmCell, lteCell } from './location/cell-field.ts';
import {
  assetCells,
  cellReportHandlers,
  cellsOrCounted,
  lteWifi,
  uncheckedWifi,
} from './location/cell-report.ts';
import {
  assetStatusLocation,
  cardLocation,
  fenceLocation,
  locationHandlers,
  typeText,
  unknownLocation,
  voltageLocation,
} from './location/location.ts';
import { readPlainCell } from './location/location-cell.ts';
import { modularReport } from './modular.ts';
import type { Packet } from './packet.ts';
import type { PacketHandler } from './packet-handler.ts';
import { answered, draftOfNow, type Sender } from './packet-handler.ts';
import { addressRequest, signOfLife, silentSignOfLife, timeRequest } from './service-packet.ts';
import { deviceList, stateList } from './state-list.ts';
import { readStatus, statusBytes } from './status-field.ts';
import { commandAnswer, longCommandAnswer } from './text-packet.ts';

/** A cell and the status behind it, and no more; what is longer or shorter holds other things. */
function cellAndStatus(packet: Packet, sender: Sender, widths: CellWidths) {
  const draft = draftOfNow(sender);
  const reader = packet.content();
  const isCell = readPlainCell(reader, draft, widths);
  if (!isCell || reader.remaining !== statusBytes) return signOfLife(packet, sender);
  draft.attributes.type = typeText(packet);
  readStatus(reader, draft.attributes, packet, sender);
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
}

/** Bytes of the wide cell, country and network with it; what follows is a phone number and the language. */
const wideCellBytes = 15;
const phoneBytes = 21;

/** 0xA7: a request for the address of a cell, with the phone that asks. Only its cell is taken. */
const cellAddressRequest: PacketHandler = (packet, sender) => {
  const draft = draftOfNow(sender);
  const reader = packet.content();
  const wide = packet.contentBytes >= wideCellBytes + phoneBytes;
  readPlainCell(reader, draft, wide ? lteCell : gsmCell);
  draft.attributes.type = typeText(packet);
  const message = draft.network
    ? positionMessage(sender.uniqueIds, draft)
    : heartbeatMessage(sender.uniqueIds);
  return answered(packet, sender, message);
};

/** 0x19: one cell and the status, without a clock. Longer ones (Space 10X) hold several cells in a layout unknown. */
const cellStatus: PacketHandler = (packet, sender) => cellAndStatus(packet, sender, gsmCell);

/** 0xA5: the same with the wide cell. */
const lteCellStatus: PacketHandler = (packet, sender) => cellAndStatus(packet, sender, lteCell);

/** Bytes of content that distinguish two meanings of one type. */
const sizes = Object.freeze({
  x1Location: 51,
  miniLocation: 41,
  assetStatusLocation: 59,
  seeworldStatus: 7,
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
  [0x17, either((packet) => packet.accessPoints !== undefined, uncheckedWifi, cardLocation)],
  [0x19, cellStatus],
  [0x21, longCommandAnswer],
  [0x23, voltageHeartbeat],
  [0x24, either((packet) => packet.contentBytes === sizes.miniLocation, voltageLocation, cellsOrCounted)],
  [0x2a, addressRequest],
  [0x34, either((packet) => packet.contentBytes >= sizes.x1Location, x1Location, assetCells)],
  [0x35, signOfLife],
  [0x36, either(isModularHeartbeat, modularHeartbeat, unknownLocation)],
  [0x40, batteryReport],
  [0x69, uncheckedWifi],
  [0x80, silentSignOfLife],
  [0x81, silentSignOfLife],
  [0x82, silentSignOfLife],
  [0x8a, timeRequest],
  [0x94, shortInformation],
  [0x95, cameraAlarm],
  [0xa2, either((packet) => packet.contentBytes === sizes.assetStatusLocation, assetStatusLocation, lteWifi)],
  [0xa3, either((packet) => packet.contentBytes === sizes.seeworldStatus, levelHeartbeat, fenceLocation)],
  [0xa5, lteCellStatus],
  [0xa7, cellAddressRequest],
]);

const longHandlers: ReadonlyMap<number, PacketHandler> = new Map([
  [0x32, assetLock],
  [0x33, assetLock],
  [0x36, silentSignOfLife],
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
