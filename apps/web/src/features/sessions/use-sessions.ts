import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { statusText } from '../../lib/texts/status-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { endSession } from './api/end-session.ts';
import { listSessions } from './api/list-sessions.ts';

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
  const ending = useMutation({
    async mutationFn(ids: readonly number[]) {
      for (const id of ids) await endSession(api, id);
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
