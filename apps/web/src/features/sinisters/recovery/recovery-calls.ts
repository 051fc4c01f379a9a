/** What the panels of call-outs and of the police ask the server. */
import { callOutSchema, nearResponderSchema } from '@atalaia/contract/sinisters/call-out';
import { policeLinkSchema } from '@atalaia/contract/sinisters/police-link';
import { policeTextsSchema } from '@atalaia/contract/sinisters/police-texts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';

/** What the live channel does not tell, as a look of the police, is at most as old as this, ms. */
const refreshMs = 20_000;

/** Fetched again by `useCaseNews` whenever a live message names the case. */
function useOfCase<Schema extends z.ZodType>(kind: string, sinisterId: number, schema: Schema) {
  const api = useApi();
  return useQuery({
    queryKey: [kind, sinisterId],
    queryFn: ({ signal }) => api.json({ path: `sinisters/${sinisterId}/${kind}`, signal }, schema),
    refetchInterval: refreshMs,
    retry: false,
  });
}

export const useCallOuts = (sinisterId: number) => useOfCase('call-outs', sinisterId, z.array(callOutSchema));
export const useNearResponders = (sinisterId: number) =>
  useOfCase('responders', sinisterId, z.array(nearResponderSchema));
export const usePoliceLinks = (sinisterId: number) =>
  useOfCase('police-links', sinisterId, z.array(policeLinkSchema));
export const usePoliceTexts = (sinisterId: number) =>
  useOfCase('police-texts', sinisterId, policeTextsSchema);

/** A change of a case, after which its lists are asked for again; a failure is said. */
export function useCaseWrite<Data, Variables = void>(
  sinisterId: number,
  write: (api: ApiWriter, variables: Variables) => Promise<Data>,
) {
  const queries = useQueryClient();
  const { text } = useTexts();
  return useWrite({
    write,
    onError: (error) => toasts.show('failure', failureText(error, text)),
    onSettled() {
      for (const kind of ['call-outs', 'police-links', 'police-texts', 'first-hour', 'cockpit']) {
        void queries.invalidateQueries({ queryKey: [kind, sinisterId] });
      }
    },
  });
}
