import type { Geofence } from '@atalaia/contract/rules/geofence';

export function aGeofence(values: Partial<Geofence>): Geofence {
  return {
    id: 1,
    name: 'Pátio',
    description: null,
    calendarId: 0,
    area: 'CIRCLE (-3.73 -38.52, 500)',
    attributes: {},
    ...values,
  };
}
