import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import {
  mdiBellOffOutline,
  mdiBellPlusOutline,
  mdiCrosshairsGps,
  mdiEyeOutline,
  mdiGoogleStreetView,
  mdiLockOpenVariantOutline,
  mdiLockOutline,
  mdiMapMarkerPath,
  mdiShareVariantOutline,
  mdiVectorPolygon,
  mdiViewGridPlusOutline,
} from '@mdi/js';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { useCommandHindrance } from '../../features/commands/use-takes-command.ts';
import { useTrace } from '../../features/devices/panel/use-trace.ts';
import { useGeofenceFromDevice } from '../../features/geofences/use-geofence-from-device.ts';
import { useShareDevice } from '../../features/sharing/use-shares.ts';
import { useWatched } from '../../lib/desk/use-watched-devices.ts';
import { useDeskRole } from '../../lib/session/desk-role.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useManagementTexts, useTexts } from '../../lib/texts/texts-context.ts';
import { useSilence } from '../../live/desk/use-silences.ts';
import type { MapCore } from '../../map/map-api.ts';
import { ToolButton } from '../../ui/button/icon-button.tsx';
import { followAlso } from './admin/followed-devices.ts';
import { SinisterAction } from './sinister-action.tsx';

const blockDialogs = () => import('../../features/commands/blocks/block-dialog.tsx');
const BlockDialog = lazy(async () => ({ default: (await blockDialogs()).BlockDialog }));
const ReleaseDialog = lazy(async () => ({ default: (await blockDialogs()).ReleaseDialog }));
const shareDialogs = () => import('../../features/sharing/components/share-dialog.tsx');
const ShareDialog = lazy(async () => ({ default: (await shareDialogs()).ShareDialog }));
const NewShareDialog = lazy(async () => ({ default: (await shareDialogs()).NewShareDialog }));
const WatchDialog = lazy(async () => ({
  default: (await import('../../features/desk/watch/watch-list.tsx')).WatchDialog,
}));
const MaintenanceStates = lazy(async () => ({
  default: (await import('../../features/maintenances/maintenance-states.tsx')).MaintenanceStates,
}));
const AlertsDialog = lazy(async () => ({
  default: (await import('../../features/own-vehicle/alerts-dialog.tsx')).AlertsDialog,
}));
const SilenceDialog = lazy(async () => ({
  default: (await import('../../features/desk/silences/silences.tsx')).SilenceDialog,
}));

interface DeviceActionsProps {
  readonly core: MapCore;
  readonly device: Device;
  readonly position: Position | undefined;
  /** Shows an open sinister where the shell lists them. */
  readonly onSinister: ((sinisterId: number) => void) | undefined;
}

/** What can be done with the selected device (PANEL-02); who may change nothing is offered only what he may. */
export function DeviceActions({ core, device, position, onSinister }: DeviceActionsProps) {
  const { text } = useTexts();
  const navigate = useNavigate();
  const session = useSession();
  const mayWrite = session.phase === 'signed-in' && !session.person.readonly;
  const isFollowed = useStore(core.state, ({ follow }) => follow);
  const trace = useTrace(core, device, position);
  const geofence = useGeofenceFromDevice();
  const sharing = useShareDevice();
  const isOwner = session.phase === 'signed-in' && ['client', 'fleet'].includes(session.profile);
  return (
    <>
      {isOwner && mayWrite && <AlertsAction device={device} position={position} />}
      <ToolButton icon={mdiMapMarkerPath} pressed={trace.isOn} onClick={trace.toggle}>
        {text('panel.trace')}
      </ToolButton>
      <ToolButton
        icon={mdiCrosshairsGps}
        pressed={isFollowed}
        disabled={!position}
        onClick={() => core.setFollow(!isFollowed)}
      >
        {text('panel.follow')}
      </ToolButton>
      {/* only the operator's area has the windows */}
      {onSinister && (
        <ToolButton
          icon={mdiViewGridPlusOutline}
          disabled={!position}
          onClick={() => void navigate(followAlso(device.id))}
        >
          {text('panel.window')}
        </ToolButton>
      )}
      {mayWrite && (
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
            disabled={sharing.isSharing}
            onClick={() => sharing.ask(device)}
          >
            {text('panel.share')}
          </ToolButton>
        </>
      )}
      <ToolButton
        icon={mdiGoogleStreetView}
        disabled={!position}
        onClick={() => position && window.open(streetViewAddress(position), '_blank', 'noopener,noreferrer')}
      >
        {text('panel.streetView')}
      </ToolButton>
      <SinisterAction device={device} position={position} mayOpen={mayWrite} onSinister={onSinister} />
      <Suspense>
        {sharing.made ? (
          <ShareDialog made={sharing.made} onClose={sharing.putAway} />
        ) : (
          sharing.asked && (
            <NewShareDialog
              device={sharing.asked}
              busy={sharing.isSharing}
              onShare={(wish) => sharing.share({ device, ...wish })}
              onClose={sharing.putAway}
            />
          )
        )}
      </Suspense>
      {mayWrite && <WatchAction device={device} />}
      {mayWrite && <SilenceAction device={device} />}
      {mayWrite && <EngineActions device={device} />}
    </>
  );
}

interface EngineActionsProps {
  readonly device: Device;
}

/** Block and release, each after a question (PANEL-03), where the tracker takes them. */
function EngineActions({ device }: EngineActionsProps) {
  const { text } = useTexts();
  const hindrance = useCommandHindrance(device.id);
  const [asking, ask] = useState<'engineStop' | 'engineResume' | null>(null);
  const Asked = asking === 'engineStop' ? BlockDialog : ReleaseDialog;
  return (
    <>
      <ToolButton
        icon={mdiLockOutline}
        tone="danger"
        hindrance={hindrance('engineStop')}
        onClick={() => ask('engineStop')}
      >
        {text('panel.block')}
      </ToolButton>
      <ToolButton
        icon={mdiLockOpenVariantOutline}
        hindrance={hindrance('engineResume')}
        onClick={() => ask('engineResume')}
      >
        {text('panel.release')}
      </ToolButton>
      {asking && (
        <Suspense>
          <Asked device={device} onClose={() => ask(null)} />
        </Suspense>
      )}
    </>
  );
}

interface AlertsActionProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** "Avise-me se…" (LIST-05). */
function AlertsAction({ device, position }: AlertsActionProps) {
  const { text } = useTexts();
  const [isAsking, ask] = useState(false);
  return (
    <>
      <ToolButton icon={mdiBellPlusOutline} onClick={() => ask(true)}>
        {text('alerts.action')}
      </ToolButton>
      {isAsking && (
        <Suspense>
          <AlertsDialog
            maintenances={
              <Suspense>
                <MaintenancesOf device={device} />
              </Suspense>
            }
            device={device}
            position={position}
            onClose={() => ask(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** What falls due of it, in words of the management. */
function MaintenancesOf({ device }: { readonly device: Device }) {
  useManagementTexts();
  return <MaintenanceStates deviceId={device.id} />;
}

/** "Vigiar": on the watch list, or off it (SHIFT-03). */
function WatchAction({ device }: { readonly device: Device }) {
  const { text } = useTexts();
  const worksAtDesk = useDeskRole() !== 'none';
  const isWatched = useWatched(device.id) !== undefined;
  const [isAsking, ask] = useState(false);
  if (!worksAtDesk) return null;
  return (
    <>
      <ToolButton icon={mdiEyeOutline} pressed={isWatched} onClick={() => ask(true)}>
        {text('panel.watch')}
      </ToolButton>
      {isAsking && (
        <Suspense>
          <WatchDialog deviceId={device.id} deviceName={device.name} onClose={() => ask(false)} />
        </Suspense>
      )}
    </>
  );
}

/** "Silenciar": its events open no alarm for a while; for anybody who works at the desk (DESK-16). */
function SilenceAction({ device }: { readonly device: Device }) {
  const { text } = useTexts();
  const worksAtDesk = useDeskRole() !== 'none';
  const isSilenced = useSilence(device) !== undefined;
  const [isAsking, ask] = useState(false);
  if (!worksAtDesk) return null;
  return (
    <>
      <ToolButton icon={mdiBellOffOutline} pressed={isSilenced} onClick={() => ask(true)}>
        {text('panel.silence')}
      </ToolButton>
      {isAsking && (
        <Suspense>
          <SilenceDialog deviceId={device.id} deviceName={device.name} onClose={() => ask(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The address of pictures taken at a place, in the maps service that people know (PANEL-02). */
export function streetViewAddress({ latitude, longitude, course }: Position): string {
  const query = new URLSearchParams({
    api: '1',
    map_action: 'pano',
    viewpoint: `${latitude},${longitude}`,
    heading: String(Math.round(course)),
  });
  return `https://www.google.com/maps/@?${query}`;
}
