import {
  type NotificationTest,
  type Notificator,
  type NotificatorState,
  notificationTestSchema,
  notificationTypeSchema,
  notificatorStateSchema,
} from '@atalaia/contract/rules/notification';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../api/api-client.ts';
import { useApi } from '../api/api-context.ts';
import { useSession } from '../session/session-context.ts';

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

/** What the server can notify of, and by which channels (NOT-01). */
async function listNotificationTypes(api: ApiClient, signal: AbortSignal): Promise<readonly string[]> {
  const types = await api.json({ path: 'notifications/types', signal }, z.array(notificationTypeSchema));
  return types.map(({ type }) => type);
}

function listNotificators(api: ApiClient, signal: AbortSignal): Promise<readonly NotificatorState[]> {
  return api.json({ path: 'notifications/notificators', signal }, z.array(notificatorStateSchema));
}

/** Sends the person himself a test. Throws when it did not go. */
export function testNotificator(api: ApiWriter, notificator: Notificator): Promise<NotificationTest> {
  return api.json({ method: 'POST', path: `notifications/test/${notificator}` }, notificationTestSchema);
}

/** By every channel that is set up; none throws for another. */
export function testAllNotificators(api: ApiWriter): Promise<readonly NotificationTest[]> {
  return api.json({ method: 'POST', path: 'notifications/test' }, z.array(notificationTestSchema));
}
