/**
 * Alarm codes of packet 0x9999 in the words of the vocabulary. Sources: Meiligao GPRS Communication Protocol 1.45 and 2.1,
 * 0x9999; 0x72 and 0x73 from a public decoder. Blind areas (0x15, 0x16), direction (0x52) and distance (0x63) stay in
 * `event` only.
 */
import { type AttributeDraft, addAlarm } from '../position-draft.ts';

const alarmCodes: ReadonlyMap<number, string> = new Map([
  [0x01, 'sos'],
  [0x10, 'lowBattery'],
  [0x11, 'overspeed'],
  [0x12, 'movement'],
  [0x13, 'geofenceEnter'],
  [0x14, 'powerOn'],
  [0x50, 'powerCut'],
  [0x53, 'gpsAntennaCut'],
  [0x72, 'hardBraking'],
  [0x73, 'hardAcceleration'],
]);

/** Codes of inputs 2 to 5 going on; 0x30 more for going off. */
const inputOff = 0x30;

export function setAlarmCode(attributes: AttributeDraft, code: number): void {
  attributes.event = String(code);
  addAlarm(attributes, alarmCodes.get(code));
  if (code >= 2 && code <= 5) attributes[`in${code}`] = true;
  else if (code >= inputOff + 1 && code <= inputOff + 5) attributes[`in${code - inputOff}`] = false;
}
