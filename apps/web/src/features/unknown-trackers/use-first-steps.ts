/** Whether there is something to do in a new installation: what says it, with all its texts, comes only then. */
import { type FirstSteps, firstStepsSchema } from '@atalaia/contract/server/server-settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { createRememberedStore } from '../../lib/store/remembered-store.ts';
import { useStore } from '../../lib/store/use-store.ts';

/** Begun in this browser, where there was no tracker yet; put away by whoever had enough of it. */
const progress = createRememberedStore('atalaia.first-steps', { isBegun: false, isPutAway: false });

export const stepsKey = ['first-steps'] as const;

export const putFirstStepsAway = () => progress.set({ isBegun: false, isPutAway: true });

/** Null where an installation has been in use for long, and where they were put away. */
export function useFirstSteps(): FirstSteps | null {
  const api = useApi();
  const { isBegun, isPutAway } = useStore(progress, (state) => state);
  const { data } = useQuery({
    queryKey: stepsKey,
    queryFn: ({ signal }) => api.json({ path: 'server/first-steps', signal }, firstStepsSchema),
    enabled: !isPutAway,
    refetchInterval: isBegun ? 10_000 : false,
    retry: false,
  });
  const isNew = data?.tracker === false;
  useEffect(() => {
    if (isNew) progress.set({ ...progress.get(), isBegun: true });
  }, [isNew]);
  return data && !isPutAway && (isNew || isBegun) ? data : null;
}
