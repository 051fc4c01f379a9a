import {
  type NotificationSnooze,
  type NotificationTest,
  type Notificator,
  type NotificatorState,
  notificationSnoozeSchema,
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

const snoozesKey = ['notification-snoozes'];
const snoozeMinutes = 60;

/** Until when the person is told nothing of a notification; undefined where it is not snoozed. */
export function useSnoozeOf(notificationId: number): string | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: snoozesKey,
    queryFn: ({ signal }) =>
      api.json({ path: 'notifications/snoozes', signal }, z.array(notificationSnoozeSchema)),
    staleTime,
    // it ends by itself
    refetchInterval: staleTime,
    retry: false,
  });
  const until = data?.find((snooze) => snooze.notificationId === notificationId)?.until;
  return until !== undefined && Date.parse(until) > Date.now() ? until : undefined;
}

/** Snoozes a notification for an hour, or ends that, and says how it went. */
export function useSnoozing(say: (kind: 'success' | 'failure', text: string) => void) {
  const { text } = useTexts();
  const formats = useFormats();
  const queries = useQueryClient();
  return useWrite<NotificationSnooze | undefined, { readonly id: number; readonly on: boolean }>({
    async write(api, { id, on }) {
      const path = `notifications/${id}/snooze`;
      if (on)
        return api.json({ method: 'PUT', path, json: { minutes: snoozeMinutes } }, notificationSnoozeSchema);
      await api.send({ method: 'DELETE', path });
      return undefined;
    },
    onSuccess: (snooze) =>
      say(
        'success',
        snooze
          ? text('events.snoozed', { time: formats.dateTime(snooze.until) })
          : text('events.snoozeEnded'),
      ),
    onError: (error) => say('failure', failedText('events.snoozeFailed', error, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: snoozesKey }),
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
