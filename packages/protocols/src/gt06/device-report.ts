/**
 * Reports of single models: X1 (0x34), AZ735 asset lock (long 0x32, 0x33), LTE locations (0x38), OBD dongles (0x8C),
 * battery management (0x40) and serial ports (0x9B). Layouts as read in traccar's GT06 decoder.
 */
import { knotsFromKph } from '@atalaia/domain/units';
import type { ByteReader } from '../byte-reader.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../byte-text.ts';
import { decodedAs, decodedError, positionMessage } from '../decoded.ts';
import { addAlarm, draftAt, type PositionDraft } from '../position-draft.ts';
import { assetLockAlarms } from './alarm-codes.ts';
import { gsmCell, lteCell } from './cell-field.ts';
import { readFix } from './gps-field.ts';
import { typeText } from './location.ts';
import { readMeasuredCell, readPlainCell } from './location-cell.ts';
import type { Packet } from './packet.ts';
import {
  acknowledge,
  answered,
  draftFromClock,
  draftOfNow,
  type PacketHandler,
  type Sender,
  unanswered,
} from './packet-handler.ts';

function tooShort(packet: Packet, sender: Sender) {
  return decodedError(sender.session, 'bad-length', `${typeText(packet)} of ${packet.contentBytes} bytes`);
}

/** 0x34 of the X1: alarms, clock, fix, terminal, mileage, cell, driver, voltages, ports. */
export const x1Location: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(4);
  const draft = draftFromClock(reader, sender);
  const { attributes } = draft;
  attributes.type = typeText(packet);
  readFix(reader, draft);
  reader.skip(2);
  attributes.odometer = reader.u32();
  readPlainCell(reader, draft, { areaBytes: 2, cellBytes: 4 });
  const driver = reader.u32();
  if (driver > 0) attributes.driverUniqueId = String(driver);
  attributes.battery = reader.u16() / 100;
  attributes.power = reader.u16() / 100;
  const ports = reader.u32();
  attributes.input = reader.u8();
  attributes.output = reader.u8();
  if (reader.overrun) return tooShort(packet, sender);
  const analogueInputs = (ports >> 20) & 0x0f;
  for (let input = 1; input <= analogueInputs && reader.remaining >= 2; input += 1) {
    attributes[`adc${input}`] = reader.u16() / 100;
  }
  return unanswered(sender, positionMessage(sender.uniqueIds, draft));
};

/** Clock, fix behind its length (0: none), cell and signal, more cells, access points, status. */
function readAssetLock(reader: ByteReader, draft: PositionDraft): void {
  if (reader.peekU8() === 0) reader.skip(1);
  else {
    reader.skip(1);
    readFix(reader, draft);
  }
  if (reader.peekU8() === 0) reader.skip(1);
  else {
    readMeasuredCell(reader, draft);
    draft.attributes.rssi = reader.u8();
  }
  reader.skip(reader.u8());
  reader.skip(reader.u8());
}

export const assetLock: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const draft = draftFromClock(reader, sender);
  draft.attributes.type = typeText(packet);
  readAssetLock(reader, draft);
  const status = reader.u8();
  if (reader.overrun) return tooShort(packet, sender);
  draft.attributes.status = String(status);
  if (packet.type === 0x33) {
    if (status === 0xa0 || status === 0xa1) draft.attributes.armed = status === 0xa0;
    addAlarm(draft.attributes, assetLockAlarms.get(status));
  }
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
};

/** 0x38 (long): clock, fix, upload mode, re-upload, then a cell whose kind tells its widths. */
export const kindedCellLocation: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const draft = draftFromClock(reader, sender);
  readFix(reader, draft);
  if (reader.overrun) return tooShort(packet, sender);
  draft.attributes.type = typeText(packet);
  if (reader.remaining >= 2) {
    draft.attributes.event = String(reader.u8());
    if (reader.u8() > 0) draft.attributes.archive = true;
  }
  if (reader.remaining > 0) readPlainCell(reader, draft, reader.u8() >= 3 ? lteCell : gsmCell);
  return unanswered(sender, positionMessage(sender.uniqueIds, draft));
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

/** Kilometres, km/h and whatever else is told in hundredths, in our units. */
function obdValue(name: string, hundredths: number): number {
  if (name === 'odometer') return hundredths * 10;
  return name === 'obdSpeed' ? knotsFromKph(hundredths / 100) : hundredths / 100;
}

const obdVin = /^(?:4A|74)[^=]*=([0-9A-HJ-NPR-Z]{17})$/i;

/** 0x8C: clock, ignition, then `id=value` pairs in hexadecimal, hundredths; the vehicle's number is text. */
export const obdReport: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const draft = draftFromClock(reader, sender);
  draft.attributes.ignition = reader.u8() > 0;
  if (reader.overrun) return tooShort(packet, sender);
  for (const pair of byteText(reader.rest()).split(',')) {
    const match = /^([0-9A-Fa-f]{2})[^=]*=([0-9A-Fa-f]{1,8})\b/.exec(pair);
    const name = obdNames.get(match?.[1]?.toUpperCase() ?? '');
    if (name !== undefined) draft.attributes[name] = obdValue(name, Number.parseInt(match?.[2] ?? '', 16));
    const vin = obdVin.exec(pair)?.[1];
    if (vin !== undefined) draft.attributes.vin = vin;
  }
  return unanswered(sender, positionMessage(sender.uniqueIds, draft));
};

/** 0x40: serial number 8, time 4, then capacities, health, temperature in tenths of a kelvin, current, voltage. */
export const batteryReport: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(8);
  const timeMs = reader.u32() * 1000;
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
  if (reader.overrun) return tooShort(packet, sender);
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
