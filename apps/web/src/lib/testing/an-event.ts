import type { Event } from '@atalaia/contract/rules/event';

/** An event as the live socket sends it; give the fields a test is about. */
export function anEvent(part: Partial<Event> = {}): Event {
  return {
    id: 1,
    deviceId: 1,
    type: 'ignitionOn',
    name: 'QRS4B17',
    eventTime: '2026-11-21T06:58:08.000Z',
    serverTime: '2026-11-21T06:58:09.000Z',
    positionId: 0,
    geofenceId: 0,
    maintenanceId: 0,
    attributes: {},
    ...part,
  };
}
