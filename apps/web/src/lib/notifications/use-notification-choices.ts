import {
  type NotificationRest,
  type NotificationTest,
  type Notificator,
  type NotificatorState,
  notificationRestSchema,
  notificationTestSchema,
  notificationTypeSchema,
  notificatorStateSchema,
} from '@atalaia/contract/rules/notification';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../api/api-client.ts';
import { useApi } from '../api/api-context.ts';
import { useWrite } from '../api/use-write.ts';
import { useFormats } from '../formats/use-formats.ts';
import { useSession } from '../session/session-context.ts';
import { failedText } from '../texts/failure-text.ts';
import { useTexts } from '../texts/texts-context.ts';

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

const restsKey = ['notification-rests'];
const restMinutes = 60;

/** Until when the person is told nothing of a notification; undefined where it does not rest. */
export function useRestOf(notificationId: number): string | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: restsKey,
    queryFn: ({ signal }) =>
      api.json({ path: 'notifications/rests', signal }, z.array(notificationRestSchema)),
    staleTime,
    // it ends by itself
    refetchInterval: staleTime,
    retry: false,
  });
  const until = data?.find((rest) => rest.notificationId === notificationId)?.until;
  return until !== undefined && Date.parse(until) > Date.now() ? until : undefined;
}

/** Has a notification rest for an hour, or ends its rest, and says how it went. */
export function useResting(say: (kind: 'success' | 'failure', text: string) => void) {
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  return useWrite<NotificationRest | undefined, { readonly id: number; readonly on: boolean }>({
    async write(api, { id, on }) {
      const path = `notifications/${id}/rest`;
      if (on)
        return api.json({ method: 'PUT', path, json: { minutes: restMinutes } }, notificationRestSchema);
      await api.send({ method: 'DELETE', path });
      return undefined;
    },
    onSuccess: (rest) =>
      say(
        'success',
        rest ? text('events.rests', { time: formats.dateTime(rest.until) }) : text('events.restEnded'),
      ),
    onError: (error) => say('failure', failedText('events.restFailed', error, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: restsKey }),
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
