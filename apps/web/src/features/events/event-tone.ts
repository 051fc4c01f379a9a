/** How loudly an event is shown: colour of its bar, and whether the whole card glows. */
import type { Event } from '@atalaia/contract/event';
import { type Alarm, alarmsOf } from '@atalaia/domain/alarms';
import type { EventType } from '@atalaia/domain/event-types';
import type { Tone } from '../../ui/layout/pill.tsx';

/** Alarms that ask for attention, but not for a hand on the telephone. */
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

const tones: Readonly<Partial<Record<EventType, Tone>>> = Object.freeze({
  deviceOnline: 'online',
  deviceOffline: 'offline',
  deviceUnknown: 'unknown',
  deviceInactive: 'offline',
  deviceMoving: 'ignition',
  deviceStopped: 'online',
  deviceOverspeed: 'unknown',
  deviceFuelDrop: 'unknown',
  deviceFuelIncrease: 'online',
  ignitionOn: 'ignition',
  ignitionOff: 'ignition',
  maintenance: 'unknown',
  suspectedJamming: 'alarm',
  suspectedTow: 'alarm',
});

/** Whether somebody may be in danger, or a vehicle on its way out of reach. */
export function isHot(event: Pick<Event, 'type' | 'attributes'>): boolean {
  if (event.type === 'suspectedJamming' || event.type === 'suspectedTow') return true;
  if (event.type !== 'alarm') return false;
  const alarms = alarmsOf(event.attributes.alarm);
  return alarms.length === 0 || alarms.some((alarm) => !mildAlarms.has(alarm));
}

/** The colour of an event's bar; a kind nobody knows yet has the brand's. */
export function toneOf(event: Pick<Event, 'type' | 'attributes'>): Tone {
  if (event.type === 'alarm') return isHot(event) ? 'alarm' : 'unknown';
  return (tones as Readonly<Record<string, Tone | undefined>>)[event.type] ?? 'brand';
}
