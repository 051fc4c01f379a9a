import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';
import { mdiGoogleStreetView, mdiVectorPolygon } from '@mdi/js';
import { streetViewAddress } from '../../features/device/street-view.ts';
import { useGeofenceFromDevice } from '../../features/geofences/use-geofence-from-device.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ToolButton } from '../../ui/button/tool-button.tsx';

interface DeviceActionsProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** What can be done with the selected device beyond following it (PANEL-02). */
export function DeviceActions({ device, position }: DeviceActionsProps) {
  const { text } = useTexts();
  const geofence = useGeofenceFromDevice();
  return (
    <>
      <ToolButton
        icon={mdiVectorPolygon}
        disabled={!position || geofence.isPending}
        onClick={() => position && geofence.mutate({ device, position })}
      >
        {text('panel.geofence')}
      </ToolButton>
      <ToolButton
        icon={mdiGoogleStreetView}
        disabled={!position}
        onClick={() => position && window.open(streetViewAddress(position), '_blank', 'noopener,noreferrer')}
      >
        {text('panel.streetView')}
      </ToolButton>
    </>
  );
}
