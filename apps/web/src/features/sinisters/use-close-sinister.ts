import type { SinisterClosing } from '@atalaia/contract/sinister';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { closeSinister } from './api/close-sinister.ts';
import { takeSinisters } from './use-open-sinisters.ts';

/** Closes a case: it leaves the open ones (SIN-05, SIN-11). */
export function useCloseSinister(onClosed: () => void) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (closing: SinisterClosing) => closeSinister(api, closing),
    onSuccess(closed) {
      toasts.show('success', text('sinister.closed'));
      onClosed();
      takeSinisters(queries, [closed]);
    },
    onError(error) {
      console.error('The sinister could not be closed', error);
      toasts.show('failure', text('sinister.closeFailed'));
    },
  });
}
