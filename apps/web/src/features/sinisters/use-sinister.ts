import { type Sinister, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useSession } from '../../lib/session/session-context.ts';

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

export function getSinister(api: ApiClient, sinisterId: number, signal: AbortSignal): Promise<Sinister> {
  return api.json({ path: `sinisters/${sinisterId}`, signal }, sinisterSchema);
}

/** Whether the person may open, describe and close sinisters: the server decides anyhow (ROLE-06). */
export function useMayWriteSinisters(): boolean {
  const session = useSession();
  return session.phase === 'signed-in' && !session.person.readonly;
}
