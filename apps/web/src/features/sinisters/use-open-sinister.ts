import type { SinisterOpening } from '@atalaia/contract/sinister';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { openSinister } from './api/open-sinister.ts';
import { takeSinisters } from './use-open-sinisters.ts';

/** Opens a case; the list has it at once (SIN-05). A failure is said, and the form shows why. */
export function useOpenSinister(onOpened: (sinisterId: number) => void) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (opening: SinisterOpening) => openSinister(api, opening),
    onSuccess(sinister) {
      takeSinisters(queries, [sinister]);
      toasts.show('success', text('sinister.opened'));
      onOpened(sinister.id);
    },
    onError(error) {
      console.error('The sinister could not be opened', error);
      toasts.show('failure', text('sinister.openFailed'));
    },
  });
}
