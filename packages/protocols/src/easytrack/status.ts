/**
 * The status of a report, 32 bits. Source: public decoders of E3 and ET series; the E3+ 4G reports with 0x40000 also that
 * someone is at the tracker.
 */
import { type AttributeDraft, addAlarm } from '../position-draft.ts';

const alarmBits: readonly (readonly [bits: number, alarm: string])[] = Object.freeze([
  [0x0200_0000, 'geofenceEnter'],
  [0x0400_0000, 'geofenceExit'],
  [0x0800_0000, 'lowBattery'],
  [0x1000_0008, 'jamming'],
  [0x2000_0000, 'vibration'],
  [0x8000_0000, 'overspeed'],
  [0x0001_0400, 'sos'],
  [0x0004_0000, 'powerCut'],
  [0x0000_4000, 'lowPower'],
  [0x0000_8000, 'temperature'],
  [0x0000_0100, 'removing'],
  [0x0000_0001, 'hardBraking'],
  [0x0000_0002, 'hardAcceleration'],
] as const);

const tamperingBit = 0x0004_0000;
const relayBit = 0x0008_0000;
const ignitionBit = 0x0080_0000;

export function setStatus(attributes: AttributeDraft, status: number, isPlus: boolean): void {
  attributes.status = String(status);
  attributes.ignition = (status & ignitionBit) !== 0;
  attributes.blocked = (status & relayBit) !== 0;
  for (const [bits, alarm] of alarmBits) if ((status & bits) !== 0) addAlarm(attributes, alarm);
  if (isPlus && (status & tamperingBit) !== 0) addAlarm(attributes, 'tampering');
}
