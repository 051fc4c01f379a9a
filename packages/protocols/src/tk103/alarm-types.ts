/** Alarms and states that the type of a message reports. Vjoy Car documents; KX402 protocol 1.5 for BO01. */
import { type AttributeDraft, addAlarm } from '../position-draft.ts';

/** First sign behind BO01, or behind ALARM. */
const alarmCodes: ReadonlyMap<string, string> = new Map([
  ['0', 'powerCut'],
  ['1', 'accident'],
  ['2', 'sos'],
  ['3', 'vibration'],
  ['4', 'lowspeed'],
  ['5', 'overspeed'],
  ['6', 'geofenceExit'],
]);

/** Behind BQ81. */
const drivingCodes: ReadonlyMap<string, string> = new Map([
  ['0', 'lowBattery'],
  ['1', 'overspeed'],
  ['2', 'idle'],
  ['3', 'hardAcceleration'],
  ['4', 'hardBraking'],
  ['5', 'temperature'],
]);

type State = readonly [key: 'ignition' | 'blocked', value: boolean];

/** The same event as a note (ZC), with a place by GPS (DW3, DW4), and with cells and Wi-Fi (DW5, DW6). */
const events: readonly (readonly [types: readonly string[], alarm: string | State])[] = [
  [['ZC11', 'DW31', 'DW51'], 'movement'],
  [['ZC12', 'DW32', 'DW52'], 'lowBattery'],
  [['ZC13', 'DW33', 'DW53'], 'powerCut'],
  [
    ['ZC15', 'DW35', 'DW55'],
    ['ignition', true],
  ],
  [
    ['ZC16', 'DW36', 'DW56'],
    ['ignition', false],
  ],
  [
    ['ZC29', 'DW42', 'DW62'],
    ['ignition', true],
  ],
  [['ZC17', 'DW37', 'DW57'], 'removing'],
  [['ZC25', 'DW3E', 'DW5E'], 'sos'],
  [['ZC26', 'DW3F', 'DW5F'], 'tampering'],
  [['ZC27', 'DW40', 'DW60'], 'lowPower'],
  [['ZC28', 'DW41', 'DW61'], 'fault'],
  [
    ['ZC2A', 'DW43', 'DW63'],
    ['blocked', true],
  ],
  [
    ['ZC2B', 'DW44', 'DW64'],
    ['blocked', false],
  ],
];

const byType: ReadonlyMap<string, string | State> = new Map(
  events.flatMap(([types, alarm]) => types.map((type) => [type, alarm] as const)),
);

/** The type of an alarm by number, whatever the number. */
export const alarmType = 'BO01';

/** Whether the type alone reports something of the vehicle. */
export function isEventType(type: string): boolean {
  return byType.has(type);
}

/** Sets what a type and the number behind it report. */
export function readType(type: string, code: string, attributes: AttributeDraft): void {
  if (type === alarmType || type === 'BQ81') {
    const digit = code.charAt(0);
    if (digit !== '') attributes.event = digit;
    addAlarm(attributes, (type === alarmType ? alarmCodes : drivingCodes).get(digit));
    return;
  }
  const meaning = byType.get(type);
  if (typeof meaning === 'string') addAlarm(attributes, meaning);
  else if (meaning) attributes[meaning[0]] = meaning[1];
}
