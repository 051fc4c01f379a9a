import type { TrafficEntry } from '@atalaia/contract/traffic';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { fetchTraffic, type TrafficOf } from './fetch-traffic.ts';
import { joinTraffic } from './join-traffic.ts';

/** How often the server is asked while somebody follows, ms. */
const everyMs = 2000;

/** What a tracker and the server say to each other, followed live until it is paused. */
export function useTraffic(of: TrafficOf) {
  const api = useApi();
  const [isPaused, pause] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['traffic', of],
    queryFn: ({ signal }) => fetchTraffic(api, of, signal),
    refetchInterval: everyMs,
    enabled: !isPaused,
    retry: false,
    gcTime: 0,
  });
  const [taken, take] = useState<readonly TrafficEntry[] | undefined>();
  const [entries, keep] = useState<readonly TrafficEntry[] | undefined>();
  if (data && data !== taken) {
    take(data);
    keep(joinTraffic(entries ?? [], data));
  }
  return {
    /** Undefined until the first answer. */
    entries,
    error,
    retry: () => void refetch(),
    isPaused,
    /** Going on catches up with what was said meanwhile, as far back as the server remembers. */
    toggle: () => pause(!isPaused),
  };
}
