import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';
import {
  mdiGoogleStreetView,
  mdiLockOpenVariantOutline,
  mdiLockOutline,
  mdiShareVariantOutline,
  mdiVectorPolygon,
} from '@mdi/js';
import { useState } from 'react';
import { EngineDialog } from '../../features/commands/components/engine-dialog.tsx';
import { streetViewAddress } from '../../features/device/street-view.ts';
import { useGeofenceFromDevice } from '../../features/geofences/use-geofence-from-device.ts';
import { useShareDevice } from '../../features/sharing/use-share-device.ts';
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
  const share = useShareDevice();
  const [asking, ask] = useState<'engineStop' | 'engineResume' | null>(null);
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
        icon={mdiShareVariantOutline}
        disabled={share.isPending}
        onClick={() => share.mutate(device)}
      >
        {text('panel.share')}
      </ToolButton>
      <ToolButton
        icon={mdiGoogleStreetView}
        disabled={!position}
        onClick={() => position && window.open(streetViewAddress(position), '_blank', 'noopener,noreferrer')}
      >
        {text('panel.streetView')}
      </ToolButton>
      <ToolButton icon={mdiLockOutline} tone="danger" onClick={() => ask('engineStop')}>
        {text('panel.block')}
      </ToolButton>
      <ToolButton icon={mdiLockOpenVariantOutline} onClick={() => ask('engineResume')}>
        {text('panel.release')}
      </ToolButton>
      {asking && <EngineDialog type={asking} device={device} position={position} onClose={() => ask(null)} />}
    </>
  );
}
