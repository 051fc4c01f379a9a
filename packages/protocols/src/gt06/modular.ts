/**
 * 0x70, the modular report (long form): modules of id u16, length u16 and value until the packet ends. The clock,
 * the fix and everything else are modules. Answered in the short form. (Layout: Jimi asset trackers; read in traccar.)
 */

import { knotsFromKph } from '@atalaia/domain/units/units';
import { decodedAs, decodedError, positionMessage } from '../decoded.ts';
import { addAlarm, type PositionDraft, setAltitude, setSpeed } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { hexText } from '../wire/byte-text.ts';
import { modularAlarms } from './alarm-codes.ts';
import { networkOf } from './location/cell-field.ts';
import { correctAlarmTime, isSurePlace, setFix } from './location/gps-field.ts';
import { acknowledge, draftOfNow, type PacketHandler } from './packet-handler.ts';

type Module = (reader: ByteReader, draft: PositionDraft) => void;

const modules: ReadonlyMap<number, Module> = new Map<number, Module>([
  [0x03, (reader, { attributes }) => (attributes.iccid = reader.hex(10).replace(/f/g, ''))],
  [0x09, (reader, { attributes }) => (attributes.sat = reader.u8())],
  [0x0a, (reader, { attributes }) => (attributes.satVisible = reader.u8())],
  [0x11, readCell],
  [0x18, (reader, { attributes }) => (attributes.battery = reader.u16() / 100)],
  [0x28, (reader, { attributes }) => (attributes.hdop = reader.u8() / 10)],
  [0x29, (reader, { attributes }) => (attributes.index = reader.u32())],
  [0x2a, readDoor],
  [0x2b, (reader, { attributes }) => (attributes.bootReason = reader.u8())],
  [0x2e, (reader, { attributes }) => (attributes.odometer = reader.u32LittleEndian())],
  [0x33, readPlace],
  [0x34, readEvent],
  [0x7f, readTag],
]);

function readCell(reader: ByteReader, draft: PositionDraft): void {
  const tower = {
    mobileCountryCode: reader.u16(),
    mobileNetworkCode: reader.u16(),
    locationAreaCode: reader.u16(),
    cellId: reader.u24(),
  };
  const network = networkOf([tower]);
  if (network && !reader.overrun) draft.network = network;
}

function readDoor(reader: ByteReader, { attributes }: PositionDraft): void {
  const byte = reader.u8();
  attributes.door = (byte & 0x0f) > 0;
  attributes.tamper = byte >> 4 > 0;
}

function readPlace(reader: ByteReader, draft: PositionDraft): void {
  const fixTimeMs = reader.u32() * 1000;
  const satellites = reader.u8();
  const altitude = reader.i16();
  const latitude = reader.u32();
  const longitude = reader.u32();
  const speedKph = reader.u8();
  const flags = reader.u16();
  if (reader.overrun || reader.remaining > 0 || !isSurePlace(latitude, longitude, flags)) return;
  draft.attributes.sat = satellites;
  if (fixTimeMs > 0) draft.fixTimeMs = fixTimeMs;
  setAltitude(draft, altitude);
  setSpeed(draft, knotsFromKph(speedKph));
  setFix(draft, latitude, longitude, flags);
}

/** The event, its time, and its content behind a length. */
function readEvent(reader: ByteReader, { attributes }: PositionDraft): void {
  const event = reader.u8();
  reader.skip(4);
  reader.skip(reader.u8());
  if (reader.overrun || reader.remaining > 0) return;
  attributes.event = String(event);
  addAlarm(attributes, modularAlarms.get(event));
}

function readTag(reader: ByteReader, { attributes }: PositionDraft): void {
  attributes.tag1Id = hexText(reader.bytes(6));
  attributes.tag1Battery = reader.u16() / 1000;
  attributes.tag1BatteryLevel = reader.u8();
  attributes.tag1Temp = reader.i16() / 10;
  attributes.tag1Humidity = reader.i16();
}

export const modularReport: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const draft = draftOfNow(sender);
  while (reader.remaining >= 4 && !reader.overrun) {
    const id = reader.u16();
    const value = reader.bytes(reader.u16());
    const module = new ByteReader(value);
    if (!reader.overrun) modules.get(id)?.(module, draft);
  }
  if (reader.overrun || reader.remaining > 0) {
    return decodedError(sender.session, 'bad-length', 'a module is longer than its modular report');
  }
  correctAlarmTime(draft, draft.fixTimeMs, sender.context.receivedMs);
  const message = positionMessage(sender.uniqueIds, draft);
  return decodedAs(sender.session, [message], [acknowledge(packet, 'commit', false)]);
};
