import { Navigate, useParams } from 'react-router';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { FallbackScreen } from '../../../screens/screens.tsx';
import { DeskPage } from './desk-page.tsx';
import { deskViewOf, deskViewsOf } from './desk-views.ts';
import { DeskWall } from './desk-wall.tsx';

/** `/admin/desk/{view}`, for anybody who works at the desk; everybody else goes home. */
export function DeskRoute() {
  const { view: spelling } = useParams();
  const role = useDeskRole();
  const view = deskViewOf(spelling);
  // The shell shows an alarm that is worked on beside its map.
  if (spelling !== undefined && /^\d+$/.test(spelling)) return null;
  if (spelling === 'wall' && role === 'supervisor') return <DeskWall />;
  if (!view) return <FallbackScreen />;
  return deskViewsOf(role).includes(view) ? (
    <DeskPage key={view} view={view} />
  ) : (
    <Navigate to="/admin" replace />
  );
}
