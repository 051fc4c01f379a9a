/** What the operator's screen requests besides the live channel, answered from the recording. */
import { type Device, deviceStatusSchema } from '@atalaia/contract/devices/device';
import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';
import type { Position } from '@atalaia/contract/devices/position';
import type { App } from '@atalaia/server/src/platform/http/app-type.ts';
import { positionOf } from './recording.ts';

/** The calls of the strip, the map and the panels; a list that the recording knows nothing of is empty. */
export function answerFrom(app: App, snapshot: LiveSnapshot): void {
  // ids are whole and without a gap, and a device's first position carries its own number
  app.get('/api/devices', async ({ query }) => idsOf(query).map((id) => deviceOf(snapshot, id - 1)));
  app.get('/api/positions', async ({ query }) => idsOf(query).map((id) => lastPositionOf(snapshot, id - 1)));
  for (const path of ['geofences', 'events', 'sinisters']) app.get(`/api/${path}`, async () => []);
}

function idsOf(query: unknown): readonly number[] {
  const { id = [] } = query as { readonly id?: string | readonly string[] };
  return [id].flat().map(Number);
}

function deviceOf(snapshot: LiveSnapshot, entry: number): Device {
  return {
    id: snapshot.deviceId[entry] ?? 0,
    uniqueId: snapshot.uniqueId[entry] ?? '',
    name: snapshot.name[entry] ?? '',
    groupId: 0,
    groupName: null,
    customerId: 0,
    customerName: null,
    customerCpfCnpj: null,
    category: snapshot.category[entry] ?? null,
    status: deviceStatusSchema.parse(snapshot.status[entry]),
    disabled: false,
    expirationTime: null,
    calendarId: 0,
    lastUpdate: new Date(snapshot.serverTimeMs).toISOString(),
    phone: null,
    model: null,
    contact: null,
    positionId: snapshot.positionId[entry] ?? 0,
    geofenceIds: [],
    attributes: {},
  };
}

function lastPositionOf(snapshot: LiveSnapshot, entry: number): Position {
  const place = {
    latitude: snapshot.latitude[entry] ?? 0,
    longitude: snapshot.longitude[entry] ?? 0,
    course: snapshot.course[entry] ?? 0,
  };
  const id = snapshot.positionId[entry] ?? 0;
  const moving = snapshot.ignition[entry] === true;
  return positionOf(id, snapshot.deviceId[entry] ?? 0, snapshot.serverTimeMs, place, moving);
}
