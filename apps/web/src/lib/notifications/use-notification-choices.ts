import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { useSession } from '../session/session-context.ts';
import { listNotificationTypes, listNotificators } from './notification-choices.ts';

/** They change with the server alone. */
const staleTime = 60_000;

/** Requested only once the person has a profile (AUTH-13). */
function useHasProfile(): boolean {
  const session = useSession();
  return session.phase === 'signed-in' && Boolean(session.profile);
}

export function useNotificationTypes() {
  const api = useApi();
  return useQuery({
    queryKey: ['notification-types'],
    queryFn: ({ signal }) => listNotificationTypes(api, signal),
    enabled: useHasProfile(),
    staleTime,
    retry: false,
  });
}

export function useNotificators() {
  const api = useApi();
  return useQuery({
    queryKey: ['notificators'],
    queryFn: ({ signal }) => listNotificators(api, signal),
    enabled: useHasProfile(),
    staleTime,
    retry: false,
  });
}
