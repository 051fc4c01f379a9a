import { lazy, Suspense } from 'react';
import { useSession } from '../../lib/session/session-context.ts';

const FleetControlNews = lazy(async () => ({
  default: (await import('../../features/fleet-control/components/fleet-control-news.tsx')).FleetControlNews,
}));

/** News of the exchange with the fleet-control provider, for those whose attributes name an account there. */
export function FleetControlWatch() {
  const session = useSession();
  const isNamed = session.phase === 'signed-in' && Boolean(session.person.attributes.full_control_client_id);
  if (!isNamed) return null;
  return (
    <Suspense>
      <FleetControlNews />
    </Suspense>
  );
}
