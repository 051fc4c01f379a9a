/** What can happen to a device. Labels stand in `phrases`. */
export const eventTypes = Object.freeze([
  'commandResult',
  'queuedCommandSent',
  'deviceOnline',
  'deviceOffline',
  'deviceUnknown',
  'deviceInactive',
  'deviceMoving',
  'deviceStopped',
  'deviceOverspeed',
  'deviceFuelDrop',
  'deviceFuelIncrease',
  'geofenceEnter',
  'geofenceExit',
  'alarm',
  'ignitionOn',
  'ignitionOff',
  'maintenance',
  'driverChanged',
  'textMessage',
  'suspectedJamming',
  'suspectedTow',
  'duplicateIdentifier',
] as const);

export type EventType = (typeof eventTypes)[number];
