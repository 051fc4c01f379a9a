/**
 * The vehicle's status, 32 bits in negative logic: 0 says that it is so. The makers' documents part in many bits, and units
 * leave some at 0 that they do not have; read is what the documents share.
 */
import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';

const alarmBits: readonly (readonly [bit: number, alarm: string])[] = [
  [0, 'vibration'],
  [1, 'sos'],
  [2, 'overspeed'],
  // the ignition was switched on without leave, which has no word of its own
  [3, 'general'],
  [4, 'geofenceEnter'],
  [5, 'gpsAntennaCut'],
  [6, 'gpsAntennaCut'],
  [7, 'geofenceExit'],
  [18, 'sos'],
  [19, 'powerCut'],
];

const doorBit = 8;
const armedBit = 9;
/** 0: the ignition is off. */
const ignitionBit = 10;
const cutBit = 27;

/** The bits of all alarms, as a signed word. */
const anyAlarm = alarmBits.reduce((bits, [bit]) => bits | (1 << bit), 0);

/** A vehicle's status is mostly what it was before. */
let lastStatus = 0;
let lastText = '00000000';

function statusText(status: number): string {
  if (status !== lastStatus) {
    lastText = status.toString(16).toUpperCase().padStart(8, '0');
    lastStatus = status;
  }
  return lastText;
}

function isBitClear(status: number, bit: number): boolean {
  return ((status >>> bit) & 1) === 0;
}

/**
 * Sets alarms, ignition and block from the status. One of nothing but zeros is a field that the unit does not fill: all that
 * it would say at once is no state of a vehicle.
 */
export function readStatus(status: number, attributes: AttributeDraft): void {
  attributes.status = statusText(status);
  if (status === 0) return;
  // most reports have no alarm
  if ((status & anyAlarm) !== anyAlarm) {
    for (const [bit, alarm] of alarmBits) if (isBitClear(status, bit)) addAlarm(attributes, alarm);
  }
  attributes.ignition = !isBitClear(status, ignitionBit);
  attributes.blocked = isBitClear(status, cutBit);
  if (isBitClear(status, armedBit)) attributes.armed = true;
  if (isBitClear(status, doorBit)) attributes.door = true;
}

/** Whether a field is a status: eight hexadecimal digits. */
export function isStatus(fields: TextFields, index: number): boolean {
  return fields.areHexDigits(index, 8);
}

/** The first field from an index on that is a status; -1 when there is none. */
export function statusFrom(fields: TextFields, from: number): number {
  for (let at = from; at < fields.count; at += 1) if (isStatus(fields, at)) return at;
  return -1;
}

/** Sets the status that a field is; false when it is none. */
export function readStatusField(fields: TextFields, index: number, attributes: AttributeDraft): boolean {
  if (!isStatus(fields, index)) return false;
  readStatus(fields.hex(index) ?? 0, attributes);
  return true;
}

/** A battery as percent, or as one of six bars, with or without 0xF0; 0 reports nothing. */
export function batteryPercent(value: number): number | undefined {
  const bars = value > 0xf0 ? value - 0xf0 : value;
  if (bars >= 1 && bars <= 6) return bars <= 3 ? (bars - 1) * 10 : (bars - 1) * 20;
  return value > 6 && value <= 100 ? value : undefined;
}
