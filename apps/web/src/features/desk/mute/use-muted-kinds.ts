import { type MutedRule, mutedRuleSchema } from '@atalaia/contract/desk/desk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { mutedNow } from './muted-kinds.ts';

export const mutedRulesKey = ['muted-rules'] as const;

const path = 'desk/muted-rules';
const mutedForMinutes = 60;
const none: readonly MutedRule[] = [];
const secondMs = 1000;

/** What the person muted, as far as it has not ended; `ids` is the same set while nothing changes. */
export function useMutedKinds() {
  const api = useApi();
  const { data = none } = useQuery({
    queryKey: mutedRulesKey,
    queryFn: ({ signal }) => api.json({ path, signal }, z.array(mutedRuleSchema)),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const clockMs = useStore(useLive().desk, (state) => state.clockMs);
  const rules = mutedNow(data, useNow(secondMs) + clockMs);
  const key = rules.map(({ ruleId }) => ruleId).join();
  const ids = useMemo<ReadonlySet<number>>(() => new Set(key ? key.split(',').map(Number) : []), [key]);
  return { rules, ids };
}

/** Mutes a kind, or shows all again: on every screen of the person. */
export function useMuting() {
  const { text } = useTexts();
  const queries = useQueryClient();
  const onError = (error: unknown) => toasts.show('failure', failureText(error, text));
  const mute = useWrite({
    write: (api, ruleId: number) =>
      api.json(
        { method: 'PUT', path: `${path}/${ruleId}`, json: { minutes: mutedForMinutes } },
        z.array(mutedRuleSchema),
      ),
    onSuccess: (rules) => queries.setQueryData(mutedRulesKey, rules),
    onError,
  });
  const showAll = useWrite({
    write: (api) => api.send({ method: 'DELETE', path }),
    onSuccess: () => queries.setQueryData(mutedRulesKey, none),
    onError,
  });
  return { mute, showAll };
}
