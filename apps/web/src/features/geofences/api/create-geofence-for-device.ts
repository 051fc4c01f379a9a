import { geofenceSchema } from '@atalaia/contract/geofence';
import type { ApiClient } from '../../../lib/api/api-client.ts';

export interface DeviceGeofence {
  readonly deviceId: number;
  readonly name: string;
  /** As `@atalaia/domain/geofence-area` prints it. */
  readonly area: string;
}

/** Creates a geofence, then links it with the device it was made for (ROLE-04). */
export async function createGeofenceForDevice(
  api: ApiClient,
  { deviceId, name, area }: DeviceGeofence,
): Promise<void> {
  const geofence = await api.json(
    { method: 'POST', path: 'geofences', json: { name, area } },
    geofenceSchema,
  );
  await api.send({ method: 'POST', path: 'permissions', json: { deviceId, geofenceId: geofence.id } });
}
