import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { getSinister } from './api/get-sinister.ts';

/** One case as it is, open or closed; `useLiveSinisters` keeps it so. `known`: as it was when it was chosen. */
export function useSinister(sinisterId: number, known?: Sinister) {
  const api = useApi();
  return useQuery({
    queryKey: ['sinister', sinisterId],
    queryFn: ({ signal }) => getSinister(api, sinisterId, signal),
    ...(known && { initialData: known }),
    retry: false,
  });
}
