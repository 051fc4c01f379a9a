/**
 * Reports of single models: X1 (0x34), AZ735 asset lock (long 0x32, 0x33), OBD dongles (0x8C), battery management (0x40)
 * and serial ports (0x9B). Layouts as read in traccar's GT06 decoder. A packet that is not to its last byte as the model
 * has it is another's and only says that the tracker lives.
 */
import { decodedAs, positionMessage } from '../decoded.ts';
import { addAlarm, draftAt, type PositionDraft } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { assetLockAlarms } from './alarm-codes.ts';
import { longGsmCell } from './location/cell-field.ts';
import { correctAlarmTime, isClockAhead, isSureTime, readClock, readFix } from './location/gps-field.ts';
import { hasFixOrNone, typeText } from './location/location.ts';
import { readMeasuredCell, readPlainCell } from './location/location-cell.ts';
import {
  acknowledge,
  answered,
  draftFromClock,
  draftOfNow,
  type PacketHandler,
  unanswered,
} from './packet-handler.ts';
import { signOfLife, silentSignOfLife } from './service-packet.ts';

/** 0x34 of the X1: alarms, clock, fix, terminal, mileage, cell, driver, voltages, ports, analogue inputs. */
export const x1Location: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(4);
  const draft = draftFromClock(reader, sender);
  const { attributes } = draft;
  attributes.type = typeText(packet);
  readFix(reader, draft);
  reader.skip(2);
  attributes.odometer = reader.u32();
  readPlainCell(reader, draft, longGsmCell);
  const driver = reader.u32();
  if (driver > 0) attributes.driverUniqueId = String(driver);
  attributes.battery = reader.u16() / 100;
  attributes.power = reader.u16() / 100;
  const ports = reader.u32();
  attributes.input = reader.u8();
  attributes.output = reader.u8();
  const analogueInputs = (ports >> 20) & 0x0f;
  for (let input = 1; input <= analogueInputs; input += 1) {
    attributes[`adc${input}`] = reader.u16() / 100;
  }
  const isWhole = !reader.overrun && reader.remaining === 0;
  if (!isWhole || !hasFixOrNone(packet, sender, { skippedBytes: 4 })) return silentSignOfLife(packet, sender);
  return unanswered(sender, positionMessage(sender.uniqueIds, draft));
};

/** Bytes of satellites, place, speed and course. */
const bareFixBytes = 12;

/** Clock, fix behind its length (0: none), cell and signal, more cells, access points. False where one is none. */
function readAssetLock(reader: ByteReader, draft: PositionDraft): boolean {
  const fixLength = reader.u8();
  if (fixLength === bareFixBytes) readFix(reader, draft);
  else if (fixLength > 0) return false;
  if (reader.peekU8() === 0) reader.skip(1);
  else {
    if (!readMeasuredCell(reader, draft, () => true)) return false;
    draft.attributes.rssi = reader.u8();
  }
  reader.skip(reader.u8());
  reader.skip(reader.u8());
  return !reader.overrun;
}

/** Long 0x32 and 0x33: what the lock heard, its state, and fields of later versions behind their length. */
export const assetLock: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const isDated = isClockAhead(reader, sender.zone);
  const clock = readClock(reader, sender.zone);
  const draft = draftAt(clock ?? sender.context.receivedMs);
  const { attributes } = draft;
  attributes.type = typeText(packet);
  const isLock = readAssetLock(reader, draft);
  const status = reader.u8();
  if (reader.remaining > 0) reader.skip(reader.u8());
  const isWhole = isLock && !reader.overrun && reader.remaining === 0;
  const alarm = packet.type === 0x33 ? assetLockAlarms.get(status) : undefined;
  const { receivedMs } = sender.context;
  const isTimed = isSureTime(clock, receivedMs) || (isDated && alarm !== undefined);
  if (!isWhole || !isTimed) return signOfLife(packet, sender);
  attributes.status = String(status);
  if (packet.type === 0x33 && (status === 0xa0 || status === 0xa1)) attributes.armed = status === 0xa0;
  addAlarm(attributes, alarm);
  correctAlarmTime(draft, clock, receivedMs);
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
};

/** By number as it is written: some firmware writes the documents' decimal numbers (40, 43…), some the same in hexadecimal. */
const obdNames: ReadonlyMap<string, string> = new Map([
  ...['28', '40'].map((id) => [id, 'odometer'] as const),
  ...['2B', '43'].map((id) => [id, 'fuel'] as const),
  ...['2D', '45'].map((id) => [id, 'coolantTemp'] as const),
  ...['35', '53'].map((id) => [id, 'obdSpeed'] as const),
  ...['36', '54'].map((id) => [id, 'rpm'] as const),
  ...['47', '71'].map((id) => [id, 'fuelUsed'] as const),
]);

/** Kilometres and whatever else is reported in hundredths, in our units. */
function obdValue(name: string, hundredths: number): number {
  return name === 'odometer' ? hundredths * 10 : hundredths / 100;
}

const obdVin = /^(?:4A|74)[^=]*=([0-9A-HJ-NPR-Z]{17})$/i;

/** What is first behind the ignition; the last of the pairs may be followed by bytes that are no text. */
const obdPair = /^[0-9A-Fa-f]{2}[ -~]{0,20}=/;

/** 0x8C: clock, ignition, then `id=value` pairs in hexadecimal, hundredths; the vehicle's number is text. */
export const obdReport: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const clock = readClock(reader, sender.zone);
  const draft = draftAt(clock ?? sender.context.receivedMs);
  const ignition = reader.u8();
  const pairs = byteText(reader.rest());
  if (!isSureTime(clock, sender.context.receivedMs) || ignition > 1 || !obdPair.test(pairs)) {
    return silentSignOfLife(packet, sender);
  }
  draft.attributes.ignition = ignition === 1;
  for (const pair of pairs.split(',')) {
    const match = /^([0-9A-Fa-f]{2})[^=]*=([0-9A-Fa-f]{1,8})\b/.exec(pair);
    const name = obdNames.get(match?.[1]?.toUpperCase() ?? '');
    if (name !== undefined) draft.attributes[name] = obdValue(name, Number.parseInt(match?.[2] ?? '', 16));
    const vin = obdVin.exec(pair)?.[1];
    if (vin !== undefined) draft.attributes.vin = vin;
  }
  return unanswered(sender, positionMessage(sender.uniqueIds, draft));
};

/** What the WD-209 sends, with its fourteen cells, names and states. */
const leastBatteryReportBytes = 105;

/** 0x40: serial number 8, time 4, then capacities, health, temperature in tenths of a kelvin, current, voltage. */
export const batteryReport: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(8);
  const timeMs = reader.u32() * 1000;
  if (
    packet.contentBytes < leastBatteryReportBytes ||
    (timeMs > 0 && !isSureTime(timeMs, sender.context.receivedMs))
  ) {
    return signOfLife(packet, sender);
  }
  const draft = draftAt(timeMs > 0 ? timeMs : sender.context.receivedMs);
  const { attributes } = draft;
  attributes.batteryLevel = Math.min(100, reader.u8());
  attributes.remainingCapacity = reader.u16();
  reader.skip(1);
  attributes.fullCapacity = reader.u16();
  attributes.batteryHealth = reader.u8();
  attributes.batteryTemp = (reader.u16() - 2731) / 10;
  attributes.current = reader.u16();
  attributes.battery = reader.u16() / 1000;
  attributes.cycleIndex = reader.u16();
  return decodedAs(
    sender.session,
    [positionMessage(sender.uniqueIds, draft)],
    [acknowledge(packet, 'commit', false)],
  );
};

/** 0x9B: what came over the tracker's serial port, as text or hexadecimal. */
export const serialData: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(1);
  const data = reader.rest();
  const draft = draftOfNow(sender);
  const serial = isPrintable(data) ? withoutControls(byteText(data)) : hexText(data);
  if (serial !== '') draft.attributes.serial = serial;
  return unanswered(sender, positionMessage(sender.uniqueIds, draft));
};
