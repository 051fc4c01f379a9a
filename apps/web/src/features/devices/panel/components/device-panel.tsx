import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { mdiClose } from '@mdi/js';
import type { ReactNode } from 'react';
import { useStore } from '../../../../lib/store/use-store.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useLive } from '../../../../live/live-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../../ui/feedback/failed-state.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import { DeviceFacts } from './device-facts.tsx';
import { DeviceHeader } from './device-header.tsx';
import classes from './device-panel.module.css';
import { DevicePanelSkeleton } from './device-panel-skeleton.tsx';
import { DevicePills } from './device-pills.tsx';
import { SpeedBox } from './speed-box.tsx';
import { TrackerData } from './tracker-data.tsx';

interface DevicePanelProps {
  readonly onClose: () => void;
  /** What is under way with it. */
  readonly news?: (device: Device) => ReactNode;
  /** What leads on from it, beside its name. */
  readonly beside?: (device: Device, position: Position | undefined) => ReactNode;
  /** What can be done with it, given by who knows the other parts of the product. */
  readonly actions: (device: Device, position: Position | undefined) => ReactNode;
}

/** What is known of the selected device, live (PANEL-01). */
export function DevicePanel({ onClose, news, beside, actions }: DevicePanelProps) {
  const { text } = useTexts();
  const { watched } = useLive();
  const { deviceId, device, position, phase, error } = useStore(watched, (state) => state);
  if (deviceId === null) return null;

  const isLoading = phase === 'loading' && !device;
  const closeButton = <IconButton name={text('panel.close')} icon={mdiClose} size={28} onClick={onClose} />;
  return (
    <Card
      className={classes.panel}
      data-device-panel
      aria-label={text('panel.title', { name: device?.name ?? '' })}
      aria-busy={isLoading}
    >
      {isLoading && <DevicePanelSkeleton close={closeButton} />}
      {phase === 'failed' && !device && (
        <>
          <div className={classes.loneClose}>{closeButton}</div>
          <FailedState
            title={text('panel.loadFailed')}
            reason={failureText(error, text)}
            retryLabel={text('error.retry')}
            onRetry={watched.reload}
          />
        </>
      )}
      {device && (
        <>
          <DeviceHeader
            device={device}
            position={position}
            close={
              <div className={classes.corner}>
                {beside?.(device, position)}
                {closeButton}
              </div>
            }
          />
          <div className={classes.now}>
            <DevicePills device={device} position={position} />
            {position ? (
              <SpeedBox position={position} limitKnots={device.attributes.speedLimit} />
            ) : (
              phase === 'ready' && <p className={classes.note}>{text('panel.noPosition')}</p>
            )}
            {news?.(device)}
          </div>
          <div className={classes.known}>
            <DeviceFacts device={device} position={position} />
            {position && <TrackerData position={position} />}
          </div>
          <div className={classes.actions}>{actions(device, position)}</div>
        </>
      )}
    </Card>
  );
}
