import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';
import { printArea } from '@atalaia/domain/geofence-area';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { createGeofenceForDevice } from './api/create-geofence-for-device.ts';

/** Of the circle around the device's place (PANEL-04). */
const radiusMetres = 20;

/** Makes a geofence around where a device is now, linked with it, and says how it went (PANEL-04). */
export function useGeofenceFromDevice() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn({ device, position }: { readonly device: Device; readonly position: Position }) {
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
      toasts.show('failure', text('panel.geofenceFailed'));
    },
  });
}
