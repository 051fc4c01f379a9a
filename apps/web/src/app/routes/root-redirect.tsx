import { homeRouteOf } from '@atalaia/domain/home-route';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '../../lib/session/session-context.ts';
import { RestoringScreen } from '../screens/restoring-screen.tsx';

/** `/`: home by profile, or to the sign-in with what the visitor wanted (ROUTE-01). */
export function RootRedirect() {
  const session = useSession();
  const { state } = useLocation();
  if (session.phase === 'restoring') return <RestoringScreen />;
  const profile = session.phase === 'signed-in' ? session.profile : null;
  return <Navigate to={homeRouteOf(profile)} replace state={state} />;
}
