import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { type PanelTab, panelTab } from '../../../../features/devices/panel/panel-tab.ts';
import { statusText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { useAdminContext } from '../admin-context.ts';

/**
 * `/admin/events/devices/{deviceId}`: the map goes to the device at zoom 18, and its panel shows its events (ROUTE-04). Who
 * searched for the vehicle, and not for its events, sees its data first.
 */
export function DeviceEventsView() {
  const { core } = useAdminContext();
  const { text } = useTexts();
  const { deviceId = '' } = useParams();
  const { state } = useLocation();
  const shown: PanelTab = state?.panel === 'data' ? 'data' : 'events';
  useEffect(() => panelTab.set(shown), [shown]);
  useEffect(() => {
    core.select(Number(deviceId)).then(
      (outcome) => outcome === 'unknown' && toasts.show('failure', text('error.status404')),
      (error: unknown) => toasts.show('failure', statusText(error, text)),
    );
  }, [core, deviceId, text]);
  return null;
}
