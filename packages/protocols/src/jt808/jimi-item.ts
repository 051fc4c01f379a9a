/**
 * Item E8 of Jimi's cameras (JC181, JC371, JC450): a type of two bytes, then an alarm without more, or a length and what
 * belongs to it. Source: traccar's JT808 decoder. Where it has three bytes it is the state of a lock.
 */

import { addAlarm, type PositionDraft } from '../position-draft.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { itemTable, readItem, setLevel } from './item.ts';

const alarms: ReadonlyMap<number, string> = new Map([
  [0x0001, 'fault'],
  [0x0400, 'hardAcceleration'],
  [0x0401, 'hardBraking'],
  [0x0402, 'hardCornering'],
  [0x0403, 'overspeed'],
  [0x0405, 'accident'],
  [0x0406, 'vibration'],
  [0x0407, 'tow'],
  [0x0408, 'geofenceEnter'],
  [0x0409, 'geofenceExit'],
  [0x040c, 'door'],
  [0x0412, 'hardAcceleration'],
  [0x0413, 'hardBraking'],
  [0x0414, 'hardCornering'],
  [0x0415, 'laneChange'],
  [0x0416, 'accident'],
  [0x0417, 'accident'],
  [0x0c01, 'sos'],
  [0x0c02, 'lowPower'],
  [0x0c05, 'general'],
  [0x0c0e, 'powerCut'],
  [0x0c0f, 'lowBattery'],
  [0x0c10, 'powerOff'],
  [0x0c12, 'tampering'],
]);

const states = itemTable([
  [0x0001, 2, (reader, { attributes }) => (attributes.battery = reader.u16() / 100)],
  [0x0002, 4, (reader, { attributes }) => (attributes.dataUsage = reader.u32())],
  [0x0003, 1, (reader, { attributes }) => setLevel(attributes, reader.u8())],
  [0x0004, 1, (reader, { attributes }) => (attributes.charge = reader.u8() === 0)],
  [0x0005, 10, (reader, { attributes }) => (attributes.iccid = reader.hex(10).slice(0, 19))],
  [0x0007, 2, (reader, { attributes }) => (attributes.hdop = reader.u16() / 10)],
  [0x2001, 2, (reader, { attributes }) => (attributes.power = reader.u16() / 10)],
]);

function readStates(bytes: Uint8Array, draft: PositionDraft): void {
  for (let at = 0; at + 3 <= bytes.length; ) {
    const id = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    const from = at + 3;
    const to = from + (bytes[at + 2] ?? 0);
    if (to > bytes.length) return;
    readItem(states, id, bytes, from, to, draft);
    at = to;
  }
}

/** 2003: charging, level in sixths, battery, signal, supply. */
function readSupply(reader: ByteReader, { attributes }: PositionDraft): void {
  attributes.charge = reader.u8() === 1;
  const sixths = reader.u8();
  if (sixths >= 1 && sixths <= 6) attributes.batteryLevel = Math.floor((sixths * 100) / 6);
  attributes.battery = reader.u16() / 100;
  attributes.rssi = reader.u8();
  attributes.power = reader.u16() / 100;
}

export function readJimi(reader: ByteReader, draft: PositionDraft): void {
  const { attributes } = draft;
  if (reader.remaining === 3) {
    attributes.lockStatus = reader.u24();
    return;
  }
  const type = reader.u16();
  addAlarm(attributes, alarms.get(type));
  if (type === 0x0c03 || type === 0x0c04) attributes.ignition = type === 0x0c03;
  if (type < 0x2000) attributes.event = String(type);
  if (reader.remaining === 0) return;
  reader.skip(1);
  if (type === 0x2002 && reader.remaining >= 2) {
    reader.skip(1);
    if (reader.u8() === 1) attributes.archive = true;
  } else if (type === 0x2003 && reader.remaining >= 7) readSupply(reader, draft);
  else if (type === 0x2005) readStates(reader.rest(), draft);
}
