import { Navigate, useLocation, useNavigate } from 'react-router';
import { WorkPanel } from '../../../../features/desk/work/work-panel.tsx';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { useManagementTexts } from '../../../../lib/texts/texts-context.ts';
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
    <WorkPanel
      core={core}
      alarmId={alarmId}
      onClose={goBack}
      onDone={(nextId) => (nextId === null ? goBack() : open(nextId))}
      onOpen={open}
    />
  );
}
