/** Values of a position's attribute `alarm`. Labels stand in `phrases`. */
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
