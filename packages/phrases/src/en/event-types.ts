import type { EventTypesKey } from '../pt-br/event-types.ts';

/** Types of events. */
export const eventTypes = {
  'eventType.commandResult': 'Command result',
  'eventType.queuedCommandSent': 'Queued command sent',
  'eventType.deviceOnline': 'Online',
  'eventType.deviceOffline': 'Offline',
  'eventType.deviceUnknown': 'Unknown',
  'eventType.deviceInactive': 'Device inactive',
  'eventType.deviceMoving': 'Moving',
  'eventType.deviceStopped': 'Stopped',
  'eventType.deviceOverspeed': 'Overspeed',
  'eventType.deviceFuelDrop': 'Fuel drop',
  'eventType.deviceFuelIncrease': 'Fuel increase',
  'eventType.geofenceEnter': 'Geofence entered',
  'eventType.geofenceExit': 'Geofence left',
  'eventType.alarm': 'Alarm',
  'eventType.ignitionOn': 'Ignition on',
  'eventType.ignitionOff': 'Ignition off',
  'eventType.maintenance': 'Maintenance due',
  'eventType.driverChanged': 'Driver changed',
  'eventType.textMessage': 'Text message',
  'eventType.duplicateIdentifier': 'Two trackers with one identifier',
  'eventType.suspectedJamming': 'Suspected jamming',
  'eventType.suspectedTow': 'Suspected tow',
} satisfies Record<EventTypesKey, string>;
