import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { geofenceSchema } from '@atalaia/contract/rules/geofence';
import { printArea } from '@atalaia/domain/geo/geofence-area';
import { useQueryClient } from '@tanstack/react-query';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failedText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

/** Of the circle around the device's place (PANEL-04). */
const radiusMetres = 20;

/** Makes a geofence around where a device is now, linked with it, and says how it went (PANEL-04). */
export function useGeofenceFromDevice() {
  const { text } = useTexts();
  const queries = useQueryClient();
  return useWrite({
    write(api, { device, position }: { readonly device: Device; readonly position: Position }) {
      const { latitude, longitude } = position;
      const area = printArea({ kind: 'circle', centre: { latitude, longitude }, radiusMetres });
      const name = text('panel.geofenceName', { name: device.name });
      return createGeofenceForDevice(api, { deviceId: device.id, name, area });
    },
    onSuccess() {
      toasts.show('success', text('panel.geofenceCreated'));
      void queries.invalidateQueries({ queryKey: ['geofences'] });
    },
    onError(error) {
      console.error('The geofence could not be made', error);
      toasts.show('failure', failedText('panel.geofenceFailed', error, text));
    },
  });
}

interface DeviceGeofence {
  readonly deviceId: number;
  readonly name: string;
  /** As `@atalaia/domain/geofence-area` prints it. */
  readonly area: string;
}

/** Creates a geofence, then links it with the device it was made for (ROLE-04). */
async function createGeofenceForDevice(
  api: ApiWriter,
  { deviceId, name, area }: DeviceGeofence,
): Promise<void> {
  const geofence = await api.json(
    { method: 'POST', path: 'geofences', json: { name, area } },
    geofenceSchema,
  );
  await api.send({ method: 'POST', path: 'permissions', json: { deviceId, geofenceId: geofence.id } });
}
