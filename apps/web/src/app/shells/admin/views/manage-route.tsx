import { Navigate, useParams } from 'react-router';
import { useSession } from '../../../../lib/session/session-context.ts';
import { FallbackScreen } from '../../../screens/screens.tsx';
import { manageViewOf, mayManage } from '../../manage/manage-views.ts';
import { ManageView } from './manage-view.tsx';

/** `/admin/manage/{view}`: the view when there is one and the person may have it (ROUTE-05, ROUTE-10). */
export function ManageRoute() {
  const { view: spelling } = useParams();
  const session = useSession();
  const view = manageViewOf(spelling);
  if (!view) return <FallbackScreen />;
  const isAllowed = session.phase === 'signed-in' && mayManage(view, session.profile);
  return isAllowed ? <ManageView key={view} view={view} /> : <Navigate to="/admin" replace />;
}
