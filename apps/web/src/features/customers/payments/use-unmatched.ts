import type { PaymentMismatch } from '@atalaia/contract/providers/payment-link';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { linkAllPairs, linkToProvider, paymentLinks, readMismatch, sendToProvider } from './payment-link.ts';

const queryKey = ['payment-unmatched'];

/** Both sides, and what links them. After one is linked it goes from both, without all of the provider's being read again. */
export function useUnmatched() {
  const api = useApi();
  const { text } = useTexts();
  const queries = useQueryClient();
  /** What was done last; another one each time, though it may read alike. */
  const [outcome, setOutcome] = useState<{ readonly message: string }>();
  const say = (message: string) => setOutcome({ message });
  const mismatch = useQuery({
    queryKey,
    queryFn: ({ signal }) => readMismatch(api, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  });
  const forget = (customerId: number, providerId: string | null) =>
    queries.setQueryData<PaymentMismatch>(
      queryKey,
      (shown) => shown && without(shown, customerId, providerId),
    );
  const afterwards = (customerId?: number) =>
    queries.invalidateQueries({
      queryKey: [...paymentLinks, ...(customerId === undefined ? [] : [customerId])],
    });

  const link = useWrite({
    write: (writer, pair: { readonly customerId: number; readonly providerId: string }) =>
      linkToProvider(writer, pair.customerId, pair.providerId),
    onSuccess(_link, { customerId, providerId }) {
      forget(customerId, providerId);
      say(text('payment.linkedOne'));
      return afterwards(customerId);
    },
  });
  const send = useWrite({
    write: (writer, customerId: number) => sendToProvider(writer, customerId),
    onSuccess({ state }, customerId) {
      if (state === 'linked') {
        forget(customerId, null);
        say(text('payment.sentOne'));
      }
      return afterwards(customerId);
    },
  });
  const linkAll = useWrite({
    write: linkAllPairs,
    async onSuccess({ linked, ambiguous }) {
      const more = ambiguous > 0 ? ` ${text('payment.ambiguous', { count: ambiguous })}` : '';
      say(text('payment.linkedMany', { count: linked }) + more);
      await Promise.all([mismatch.refetch(), afterwards()]);
    },
  });
  return { mismatch, link, send, linkAll, outcome };
}

/** Both sides less these two; what was a match for others is none any more. */
function without(shown: PaymentMismatch, customerId: number, providerId: string | null): PaymentMismatch {
  const there = shown.there
    .filter((one) => one.providerId !== providerId)
    .map((one) => ({ ...one, matches: one.matches.filter((match) => match.customerId !== customerId) }));
  const here = shown.here
    .filter((one) => one.customerId !== customerId)
    .map((one) => ({ ...one, matches: one.matches.filter((match) => match.providerId !== providerId) }));
  const isPair = providerId !== null;
  return {
    ...shown,
    there,
    here,
    thereCount: shown.thereCount - (isPair ? 1 : 0),
    hereCount: shown.hereCount - 1,
    pairCount: there.filter(({ matches }) => matches.length === 1).length,
    linkedCount: shown.linkedCount + 1,
  };
}
