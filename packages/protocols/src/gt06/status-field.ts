/**
 * The status that alarms carry: terminal information, battery, signal, alarm and language, a byte each. Heartbeats
 * begin with the same three; what their other two are differs by model (`heartbeat.ts`).
 */

import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import type { TrackerSession } from '../protocol.ts';
import type { ByteReader } from '../wire/byte-reader.ts';
import { alarmCodes, isDocumentedCode, terminalAlarms } from './alarm-codes.ts';
import type { Packet } from './packet.ts';
import type { Sender } from './packet-handler.ts';

/** Terminal information: bit 0 armed, 1 ACC, 2 charging, 6 GPS on. Bits 3–5 and 7 are not the same in every packet. */
export function setTerminalState(attributes: AttributeDraft, byte: number): void {
  attributes.status = String(byte);
  attributes.armed = (byte & 0x01) !== 0;
  attributes.ignition = (byte & 0x02) !== 0;
  attributes.charge = (byte & 0x04) !== 0;
}

/** With bit 7, oil and electricity cut. */
export function setBlockableState(attributes: AttributeDraft, byte: number): void {
  setTerminalState(attributes, byte);
  attributes.blocked = (byte & 0x80) !== 0;
}

/** With bits 3–5, which in an alarm are one too. */
export function setTerminalInformation(attributes: AttributeDraft, byte: number): void {
  setBlockableState(attributes, byte);
  addAlarm(attributes, terminalAlarms[(byte >> 3) & 0x07]);
}

/**
 * Battery: 0 (empty) to 6 (full) as the documents say, a percentage on later models, and on those for electric
 * vehicles (EV02) the main power in tenths of a volt, which for a vehicle is above 100.
 */
export function setBatteryLevel(attributes: AttributeDraft, byte: number): void {
  if (byte <= 6) attributes.batteryLevel = Math.floor((byte * 100) / 6);
  else if (byte <= 100) attributes.batteryLevel = byte;
  else attributes.power = byte / 10;
}

export function setAlarmCode(
  attributes: AttributeDraft,
  code: number,
  codes: ReadonlyMap<number, string> = alarmCodes,
): void {
  if (code === 0) return;
  attributes.event = String(code);
  addAlarm(attributes, codes.get(code));
}

/** Alarms of several fences: the two types in which the VL842 has codes of twelve bits. */
const wideCodeTypes: ReadonlySet<number> = new Set([0x27, 0xa4]);

export function hasWideAlarmCodes({ memory }: TrackerSession): boolean {
  return memory?.wideAlarmCodes === true;
}

/**
 * The alarm's byte is its code by every document, whatever is in the upper half of the language. The VL842 alone,
 * known by its list of devices (0xF2), puts the upper four bits of a longer code there.
 */
function alarmCodeOf(packet: Packet, { session }: Sender, code: number, language: number): number {
  const wide = wideCodeTypes.has(packet.type) && hasWideAlarmCodes(session);
  return wide ? code + (language >> 4) * 256 : code;
}

/** Bytes of a whole status. */
export const statusBytes = 5;
/** Of its code in it. */
export const statusCodeAt = 3;

export function readStatus(
  reader: ByteReader,
  attributes: AttributeDraft,
  packet: Packet,
  sender: Sender,
): void {
  setTerminalInformation(attributes, reader.u8());
  setBatteryLevel(attributes, reader.u8());
  attributes.rssi = reader.u8();
  const code = reader.u8();
  setAlarmCode(attributes, alarmCodeOf(packet, sender, code, reader.u8()));
}

/** The documents' own scales: later models report percent and a modem's number. */
export const highestLevel = 6;
export const highestBars = 4;
export const highestLanguage = 2;

/** 0 to 4 by the documents, 0 to 31 by later modems, 255 for none. */
export function isSignal(byte: number): boolean {
  return byte <= 31 || byte === noSignal;
}

/** The highest signal of any scale: bars, a modem's number, percent. */
export const strongestSignal = 100;
const noSignal = 0xff;

/**
 * Whether the next five bytes are a status on any scale that some model has: asked where neither type nor length of
 * cell say so. The reader stays. A battery has no bound: above 100 it is a supply in tenths of a volt. Zeros are none.
 */
export function isStatus(reader: ByteReader): boolean {
  if (reader.remaining < statusBytes) return false;
  const bytes = reader.peekBytes(statusBytes);
  const [, , signal = 0, code = 0, language = 0] = bytes;
  const isOnScale =
    (signal <= strongestSignal || signal === noSignal) && (language & 0x0f) <= highestLanguage;
  return isOnScale && isDocumentedCode(code) && bytes.some((byte) => byte !== 0);
}

/** Whether they are one with the code of an alarm. */
export function isAlarm(reader: ByteReader): boolean {
  return isStatus(reader) && alarmCodes.has(reader.peekBytes(statusBytes)[statusCodeAt] ?? 0);
}

/** Whether battery, signal and language are as the documents have them. */
export function isOnDocumentedScales(reader: ByteReader): boolean {
  const [, battery = 0, signal = 0, , language = 0] = reader.peekBytes(statusBytes);
  return battery <= highestLevel && signal <= highestBars && language <= highestLanguage;
}
