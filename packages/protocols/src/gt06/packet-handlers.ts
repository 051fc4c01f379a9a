/** Which handler reads which packet: by form, type, and, where a type has two meanings, by the packet's own size. */

import { knotsFromKph } from '@atalaia/domain/units/units';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { addAlarm, draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { TrackerMessage } from '../protocol.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { byteText, isPrintable, utf16Text, withoutControls } from '../wire/byte-text.ts';
import { instantFromIso, type Zone } from '../wire/tracker-clock.ts';
import { cameraAlarms } from './alarm-codes.ts';
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
  correctAlarmTime,
  isClockAhead,
  isSurePlace,
  isSureTime,
  readClock,
  setFix,
} from './location/gps-field.ts';
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
import { acknowledge, answered, draftOfNow, type PacketHandler, type Sender } from './packet-handler.ts';
import { addressRequest, signOfLife, silentSignOfLife, timeRequest } from './service-packet.ts';
import { deviceList, stateList } from './state-list.ts';
import { readStatus, statusBytes } from './status-field.ts';

/** Bytes of a clock, the event and its data: without a fix. */
const bareAlarmBytes = 9;

/** JC400: satellites, place, course before a speed of two bytes, then the voltage of the main power. */
function readNewFix(reader: ByteReader, draft: PositionDraft): boolean {
  draft.attributes.sat = reader.u8() & 0x0f;
  const latitude = reader.u32();
  const longitude = reader.u32();
  const flags = reader.u16();
  setSpeed(draft, knotsFromKph(reader.u16()));
  setFix(draft, latitude, longitude, flags);
  draft.attributes.power = reader.u16() / 10;
  return isSurePlace(latitude, longitude, flags);
}

/** JC100: place and course only. */
function readOldFix(reader: ByteReader, draft: PositionDraft): boolean {
  const latitude = reader.u32();
  const longitude = reader.u32();
  const flags = reader.u16();
  setFix(draft, latitude, longitude, flags);
  return isSurePlace(latitude, longitude, flags);
}

/**
 * 0x95, the alarm of driving cameras: clock, perhaps a fix, the event and its data, names of files.
 * The JC400 starts with FF FF and a version. One whose clock, place or names are none is another model's;
 * but an alarm counts behind a clock that was reset.
 */
const cameraAlarm: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const newForm = reader.peekU16() === 0xffff;
  if (newForm) reader.skip(3);
  const isDated = isClockAhead(reader, sender.zone);
  const clock = readClock(reader, sender.zone);
  const draft = draftAt(clock ?? sender.context.receivedMs);
  const isLocated = newForm || packet.contentBytes > bareAlarmBytes;
  const isPlace = !isLocated || (newForm ? readNewFix : readOldFix)(reader, draft);
  const event = reader.u8();
  if (reader.overrun) {
    return decodedError(sender.session, 'bad-length', `camera alarm of ${packet.contentBytes} bytes`);
  }
  const eventData = reader.remaining >= 2 ? reader.u16() : undefined;
  const names = reader.rest();
  const alarm = event === 1 && !isLocated ? 'general' : cameraAlarms.get(event);
  const { receivedMs } = sender.context;
  const isTimed = isSureTime(clock, receivedMs) || (isDated && alarm !== undefined);
  if (!isPlace || !isTimed || !isPrintable(names)) return signOfLife(packet, sender);
  draft.attributes.type = typeText(packet);
  draft.attributes.event = String(event);
  addAlarm(draft.attributes, alarm);
  correctAlarmTime(draft, clock, receivedMs);
  if (eventData !== undefined) draft.attributes.eventData = eventData;
  const files = withoutControls(byteText(names));
  if (files !== '') draft.attributes.eventFiles = files;
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
};

const iccidText = /^<ICCID:([0-9A-Fa-f]{18,20})/;
const placeText =
  /Lat:([NS])(\d+(?:\.\d+)?),Lon:([EW])(\d+(?:\.\d+)?),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?)[^,]*,DateTime:(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/;

/** The answer to the command WHERE holds the place in words. */
function placeIn(text: string, zone: Zone): PositionDraft | undefined {
  const match = placeText.exec(text);
  if (!match) return undefined;
  const [, north, latitude, east, longitude, course, speed, date, time] = match;
  const fixTimeMs = instantFromIso(`${date}T${time}`, zone);
  if (fixTimeMs === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  setPlace(
    draft,
    north === 'S' ? -Number(latitude) : Number(latitude),
    east === 'W' ? -Number(longitude) : Number(longitude),
    true,
  );
  setCourse(draft, Number(course));
  setSpeed(draft, knotsFromKph(Number(speed)));
  return draft;
}

function messagesOf(text: string, sender: Sender): TrackerMessage[] {
  const { uniqueIds } = sender;
  const iccid = iccidText.exec(text)?.[1];
  if (iccid !== undefined) return [heartbeatMessage(uniqueIds, { iccid })];
  const result = withoutControls(text);
  const draft = placeIn(text, sender.zone);
  const messages: TrackerMessage[] = draft ? [positionMessage(uniqueIds, draft)] : [];
  if (result !== '') messages.push({ kind: 'commandResult', uniqueIds, result });
  return messages.length > 0 ? messages : [heartbeatMessage(uniqueIds)];
}

/** 0x15: length, server flag (4), the tracker's answer to a command, language. */
const commandAnswer: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const textBytes = Math.min(Math.max(0, reader.u8() - 4), Math.max(0, reader.remaining - 4));
  reader.skip(Math.min(4, reader.remaining));
  const messages = messagesOf(reader.text(textBytes), sender);
  return decodedAs(sender.session, messages, [acknowledge(packet, 'commit')]);
};

/** 0x21: server flag (4), encoding (1 ASCII, 2 UTF-16), the answer. The tracker expects nothing back. */
const longCommandAnswer: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(Math.min(4, reader.remaining));
  const wide = reader.remaining > 0 && reader.u8() === 2;
  const rest = reader.rest();
  return decodedAs(sender.session, messagesOf(wide ? utf16Text(rest) : byteText(rest), sender));
};

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
