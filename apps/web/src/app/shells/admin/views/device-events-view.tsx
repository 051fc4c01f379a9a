import { useEffect } from 'react';
import { useParams } from 'react-router';
import { statusText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { useAdminContext } from '../admin-context.ts';

/** `/admin/events/devices/{deviceId}`: the map goes to the device at zoom 18 (ROUTE-04). */
export function DeviceEventsView() {
  const { core } = useAdminContext();
  const { text } = useTexts();
  const { deviceId = '' } = useParams();
  useEffect(() => {
    core.select(Number(deviceId)).then(
      (outcome) => outcome === 'unknown' && toasts.show('failure', text('error.status404')),
      (error: unknown) => toasts.show('failure', statusText(error, text)),
    );
  }, [core, deviceId, text]);
  return null;
}
