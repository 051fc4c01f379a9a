import { type SessionEntry, sessionEntrySchema } from '@atalaia/contract/accounts/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { statusText } from '../../lib/texts/status-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

const sessionsKey = ['sessions'] as const;

/** Where the person's account is in use, and the way to end it there. */
export function useSessions() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => listSessions(api, signal),
    retry: false,
  });
  const ending = useWrite({
    async write(writer, ids: readonly number[]) {
      for (const id of ids) await endSession(writer, id);
    },
    onSuccess: () => toasts.show('success', text('signIns.ended')),
    onError: (failure) => toasts.show('failure', statusText(failure, text)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsKey }),
  });
  return {
    sessions: data,
    error,
    reload: () => void refetch(),
    end: ending.mutate,
    isEnding: ending.isPending,
  };
}

/** Where the person is signed in, and the tokens he made for programs; the newest first. */
function listSessions(api: ApiClient, signal: AbortSignal): Promise<readonly SessionEntry[]> {
  return api.json({ path: 'sessions', signal }, z.array(sessionEntrySchema));
}

/** Ends one at once. One that is over already is as it was wanted. */
async function endSession(api: ApiWriter, sessionId: number): Promise<void> {
  try {
    await api.send({ method: 'DELETE', path: `sessions/${sessionId}` });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
  }
}
