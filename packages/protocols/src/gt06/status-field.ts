import type { ByteReader } from '../byte-reader.ts';
import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import { alarmCodes, terminalAlarms } from './alarm-codes.ts';

/**
 * Terminal information: bit 0 armed, 1 ACC, 2 charging, 3–5 alarm, 6 GPS on, 7 oil and electricity cut.
 */
export function setTerminalInformation(attributes: AttributeDraft, byte: number): void {
  attributes.status = String(byte);
  attributes.armed = (byte & 0x01) !== 0;
  attributes.ignition = (byte & 0x02) !== 0;
  attributes.charge = (byte & 0x04) !== 0;
  attributes.blocked = (byte & 0x80) !== 0;
  addAlarm(attributes, terminalAlarms[(byte >> 3) & 0x07]);
}

/**
 * Battery: 0 (empty) to 6 (full) as the documents say, a percentage on later models, and on those for electric
 * vehicles (EV02) the main power in tenths of a volt, which for a vehicle lies above 100.
 */
export function setBatteryLevel(attributes: AttributeDraft, byte: number): void {
  if (byte <= 6) attributes.batteryLevel = Math.floor((byte * 100) / 6);
  else if (byte <= 100) attributes.batteryLevel = byte;
  else attributes.power = byte / 10;
}

/** Alarm code and language; later models put the code's high bits into the upper half of the language. */
export function setAlarmCode(attributes: AttributeDraft, code: number, language: number): void {
  const wideCode = code + (language >> 4) * 256;
  if (wideCode === 0) return;
  attributes.event = String(wideCode);
  addAlarm(attributes, alarmCodes.get(wideCode));
}

/** Terminal information, battery, signal (0 to 4), alarm and language, as far as the packet goes. */
export function readStatus(reader: ByteReader, attributes: AttributeDraft): void {
  setTerminalInformation(attributes, reader.u8());
  if (reader.remaining > 0) setBatteryLevel(attributes, reader.u8());
  if (reader.remaining > 0) attributes.rssi = reader.u8();
  if (reader.remaining > 0) {
    const code = reader.u8();
    setAlarmCode(attributes, code, reader.remaining > 0 ? reader.u8() : 0);
  }
}

/** Bytes of a whole status. */
export const statusBytes = 5;
