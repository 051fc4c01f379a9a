/** Values of a position's attribute `alarm`. Labels are in `phrases`. */
export const alarms = Object.freeze([
  'general',
  'sos',
  'vibration',
  'movement',
  'lowspeed',
  'overspeed',
  'fallDown',
  'lowPower',
  'lowBattery',
  'fault',
  'powerOff',
  'powerOn',
  'door',
  'lock',
  'unlock',
  'geofence',
  'geofenceEnter',
  'geofenceExit',
  'gpsAntennaCut',
  'accident',
  'tow',
  'idle',
  'highRpm',
  'hardAcceleration',
  'hardBraking',
  'hardCornering',
  'laneChange',
  'fatigueDriving',
  'powerCut',
  'powerRestored',
  'jamming',
  'temperature',
  'parking',
  'bonnet',
  'footBrake',
  'fuelLeak',
  'tampering',
  'removing',
  'shock',
] as const);

export type Alarm = (typeof alarms)[number];

/**
 * The alarms of one position or notification: several are joined by comma. Blanks around a word and empty words are
 * dropped, an alarm named twice counts once, unknown words stay. Anything but text gives none.
 */
export function alarmsOf(joined: unknown): readonly string[] {
  if (typeof joined !== 'string') return [];
  return [...new Set(joined.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

/** The type of an event that waits for a person until somebody says how it was handled (EVT-03). */
export const alarmEventType = 'alarm';

/** What an event says of its alarm, and whether it waits, as the contract has it. */
interface EventFacts {
  readonly type: string;
  readonly attributes: { readonly alarm?: unknown };
  readonly handledAt?: string | null | undefined;
}

/**
 * Whether an event is an alarm that nobody has handled: the one rule for the list of open alarms, the siren's sound, the
 * badge on the map and the legend's count.
 */
export function isOpenAlarm({ type, handledAt }: Pick<EventFacts, 'type' | 'handledAt'>): boolean {
  return type === alarmEventType && !handledAt;
}

/** Alarms that need attention, but no hand on the telephone. */
const mildAlarms: ReadonlySet<string> = new Set<Alarm>([
  'lowspeed',
  'overspeed',
  'lowPower',
  'lowBattery',
  'powerOn',
  'powerRestored',
  'door',
  'lock',
  'unlock',
  'geofence',
  'geofenceEnter',
  'geofenceExit',
  'idle',
  'highRpm',
  'hardAcceleration',
  'hardBraking',
  'hardCornering',
  'laneChange',
  'temperature',
  'parking',
  'footBrake',
  'vibration',
  'movement',
]);

/** Whether somebody may be in danger, or a vehicle on its way out of reach. An alarm without a known word is urgent. */
export function isUrgent({ type, attributes }: Pick<EventFacts, 'type' | 'attributes'>): boolean {
  if (['suspectedJamming', 'suspectedTow', 'blockContradicted'].includes(type)) return true;
  if (type !== alarmEventType) return false;
  const named = alarmsOf(attributes.alarm);
  return named.length === 0 || named.some((alarm) => !mildAlarms.has(alarm));
}
