import type { OccurrenceInput } from '@atalaia/contract/occurrence';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { addOccurrence } from './api/add-occurrence.ts';
import { getSinister } from './api/get-sinister.ts';
import { takeSinisters } from './use-open-sinisters.ts';

/** Adds an occurrence to a case and shows the case anew (SIN-05, SIN-09). */
export function useAddOccurrence(sinisterId: number, onAdded: () => void) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (occurrence: OccurrenceInput) => addOccurrence(api, sinisterId, occurrence),
    async onSuccess() {
      toasts.show('success', text('occurrence.created'));
      onAdded();
      const signal = new AbortController().signal;
      // What else tells of it is the live channel, or the next load.
      takeSinisters(queries, [await getSinister(api, sinisterId, signal)]);
    },
    onError(error) {
      console.error('The occurrence could not be added', error);
      toasts.show('failure', text('occurrence.failed'));
    },
  });
}
