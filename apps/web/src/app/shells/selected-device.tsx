import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { homeRouteOf } from '@atalaia/domain/catalog/profile';
import { mdiCardTextOutline, mdiPlayCircleOutline } from '@mdi/js';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { BlockState } from '../../features/commands/blocks/block-state.tsx';
import { CommandState } from '../../features/commands/components/command-state.tsx';
import { DevicePanel } from '../../features/devices/panel/components/device-panel.tsx';
import { VehicleHandling } from '../../features/events/components/handling.tsx';
import { DeviceEvents } from '../../features/events/of-device/device-events.tsx';
import { addressOfDay } from '../../features/reports/playback/day-of.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { DeviceActions } from './device-actions.tsx';
import { addressOfRecord } from './manage/manage-views.ts';

const OwnVehicleNow = lazy(async () => ({
  default: (await import('../../features/own-vehicle/own-vehicle-now.tsx')).OwnVehicleNow,
}));

interface SelectedDeviceProps {
  readonly core: MapCore;
  readonly onSinister: ((sinisterId: number) => void) | undefined;
  /** An event of it was chosen; undefined where it has no page. */
  readonly onEvent: ((eventId: number) => void) | undefined;
}

/** The panel of the device that is selected on the map, with what other parts of the product say of it and do with it. */
export function SelectedDevice({ core, onSinister, onEvent }: SelectedDeviceProps) {
  const session = useSession();
  const isOwner = session.phase === 'signed-in' && session.profile === 'client';
  return (
    <DevicePanel
      onClose={core.deselect}
      beside={(device, position) => (
        <>
          <RecordAction deviceId={device.id} />
          <PlaybackAction device={device} position={position} />
        </>
      )}
      news={(device, position) => (
        <>
          {isOwner && position && (
            <Suspense>
              <OwnVehicleNow device={device} position={position} />
            </Suspense>
          )}
          <Suspense>
            <BlockState device={device} />
          </Suspense>
          <CommandState device={device} />
          <VehicleHandling deviceId={device.id} />
        </>
      )}
      links={(device) => <DayLinks deviceId={device.id} />}
      events={(device) => <DeviceEvents key={device.id} deviceId={device.id} onOpen={onEvent} />}
      actions={(device, position) => (
        <DeviceActions core={core} device={device} position={position} onSinister={onSinister} />
      )}
    />
  );
}

/** To all that is known of the device, for who has that page. */
function RecordAction({ deviceId }: { readonly deviceId: number }) {
  const { text } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  if (session.phase !== 'signed-in' || homeRouteOf(session.profile) !== '/admin') return null;
  const { path, state } = addressOfRecord('device', deviceId);
  return (
    <IconButton
      name={text('panel.record')}
      icon={mdiCardTextOutline}
      size={28}
      onClick={() => void navigate(path, { state })}
    />
  );
}

interface PlaybackActionProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** Plays back the day of the device's last position. */
function PlaybackAction({ device, position }: PlaybackActionProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const session = useSession();
  const navigate = useNavigate();
  if (session.phase !== 'signed-in') return null;
  const home = homeRouteOf(session.profile);
  const show = () => {
    if (!position) return;
    const address = addressOfDay(device.id, Date.parse(position.fixTime), timezone, Date.now());
    void navigate(`${home === '/admin' ? '/admin/reports' : home}${address}`);
  };
  return (
    <IconButton
      name={text('panel.playback')}
      icon={mdiPlayCircleOutline}
      size={28}
      disabled={!position}
      onClick={show}
    />
  );
}

/** What a vehicle did today: its way, and its trips. */
function DayLinks({ deviceId }: { readonly deviceId: number }) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const session = useSession();
  const navigate = useNavigate();
  if (session.phase !== 'signed-in') return null;
  const home = homeRouteOf(session.profile);
  return (['route', 'trip'] as const).map((view) => (
    <button
      key={view}
      type="button"
      onClick={() => {
        const nowMs = Date.now();
        const address = addressOfDay(deviceId, nowMs, timezone, nowMs, view);
        void navigate(`${home === '/admin' ? '/admin/reports' : home}${address}`);
      }}
    >
      {text(view === 'route' ? 'panel.routeToday' : 'panel.tripsToday')}
    </button>
  ));
}
