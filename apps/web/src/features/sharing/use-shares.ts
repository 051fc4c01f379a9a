import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { listShares } from './api/list-shares.ts';
import { revokeShare } from './api/revoke-share.ts';

export const sharesKey = ['shares'] as const;

/** The links in force, and the way to end one (SHARE-02). */
export function useShares() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: sharesKey,
    queryFn: ({ signal }) => listShares(api, signal),
  });
  const revoking = useMutation({
    mutationFn: (shareId: number) => revokeShare(api, shareId),
    onSuccess: () => toasts.show('success', text('share.revoked')),
    onError(error) {
      console.error('The link could not be revoked', error);
      toasts.show('failure', text('share.revokeFailed'));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sharesKey }),
  });
  return { shares: data, error, reload: refetch, revoke: revoking.mutate, isRevoking: revoking.isPending };
}
