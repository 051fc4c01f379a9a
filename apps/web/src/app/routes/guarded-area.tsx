import { lazy, Suspense } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../../lib/session/session-context.ts';
import { RestoringScreen } from '../screens/restoring-screen.tsx';
import { type Area, mayEnter } from './decide-route.ts';
import { wantedState } from './wanted-path.ts';

const SignInAgain = lazy(async () => ({
  default: (await import('../../features/session/components/sign-in-again.tsx')).SignInAgain,
}));

/** Shows an area to whom it is for; everybody else goes to `/`, which sends on by profile (ROUTE-02, ROUTE-03). */
export function GuardedArea({ area }: { readonly area: Area }) {
  const session = useSession();
  const location = useLocation();
  if (session.phase === 'restoring') return <RestoringScreen />;
  if (session.phase === 'signed-out') return <Navigate to="/" replace state={wantedState(location)} />;
  if (!mayEnter(area, session.profile)) return <Navigate to="/" replace />;
  return (
    <>
      <Outlet />
      {session.isOver && (
        <Suspense fallback={null}>
          <SignInAgain user={session.email} />
        </Suspense>
      )}
    </>
  );
}
