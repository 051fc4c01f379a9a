import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { panelTab } from '../../../../features/devices/panel/panel-tab.ts';
import { statusText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { useAdminContext } from '../admin-context.ts';

/**
 * `/admin/events/devices/{deviceId}`: the map goes to the device at zoom 18, and its panel has its events a click away (ROUTE-04):
 * in front where who leads there asks for them, or where they were in front before.
 */
export function DeviceEventsView() {
  const { core } = useAdminContext();
  const { text } = useTexts();
  const { deviceId = '' } = useParams();
  const { state } = useLocation();
  useEffect(() => {
    if (state?.panel === 'events') panelTab.set('events');
  }, [state]);
  useEffect(() => {
    core.select(Number(deviceId)).then(
      (outcome) => outcome === 'unknown' && toasts.show('failure', text('error.status404')),
      (error: unknown) => toasts.show('failure', statusText(error, text)),
    );
  }, [core, deviceId, text]);
  return null;
}
