import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ContactsPanel } from '../../../../features/contacts/work/contacts-panel.tsx';
import { WorkPanel } from '../../../../features/desk/work/work-panel.tsx';
import { useTrace } from '../../../../features/devices/panel/use-trace.ts';
import { CaseOfAlarm } from '../../../../features/sinisters/cockpit/case-of-alarm.tsx';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { useStore } from '../../../../lib/store/use-store.ts';
import { useManagementTexts } from '../../../../lib/texts/texts-context.ts';
import { useLive } from '../../../../live/live-context.ts';
import type { MapCore } from '../../../../map/map-api.ts';
import type { DeskPlace } from './use-desk-acts.ts';

interface DeskWorkProps {
  readonly core: MapCore;
  readonly alarmId: number;
}

/** `/admin/desk/{alarmId}`: the alarm beside the map; closing it leads back to where one was (DESK-07). */
export function DeskWork({ core, alarmId }: DeskWorkProps) {
  useManagementTexts();
  const navigate = useNavigate();
  const place = useLocation().state as DeskPlace | null;
  const from = place?.from ?? '/admin';
  const role = useDeskRole();
  if (role === 'none') return <Navigate to="/admin" replace />;
  const goBack = () => void navigate(from);
  const open = (id: number) => void navigate(`/admin/desk/${id}`, { replace: true, state: { from } });
  return (
    <>
      <TraceOfVehicle core={core} />
      <WorkPanel
        core={core}
        alarmId={alarmId}
        onClose={goBack}
        onDone={(nextId) => (nextId === null ? goBack() : open(nextId))}
        onOpen={open}
        contactsOf={(alarm) => (
          <>
            <CaseOfAlarm alarm={alarm} onCase={(id) => void navigate(`/admin/sinisters/${id}`)} />
            <ContactsPanel work={{ alarmId: alarm.id }} version={alarm.version} />
          </>
        )}
      />
    </>
  );
}

/** The way that the vehicle came is on the map while its alarm is worked on. */
function TraceOfVehicle({ core }: { readonly core: MapCore }) {
  const { device, position } = useStore(useLive().watched, (state) => state);
  return device && position ? (
    <Trace key={device.id} core={core} device={device} position={position} />
  ) : null;
}

interface TraceProps {
  readonly core: MapCore;
  readonly device: Device;
  readonly position: Position;
}

function Trace({ core, device, position }: TraceProps) {
  const { isOn, toggle } = useTrace(core, device, position);
  const started = useRef(false);
  useEffect(() => {
    if (started.current || isOn) return;
    started.current = true;
    toggle();
  }, [isOn, toggle]);
  useEffect(
    () => () => {
      if (started.current) core.setTrace(device.id, null);
    },
    [core, device.id],
  );
  return null;
}
