import { groupSchema } from '@atalaia/contract/accounts/group';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../api/api-context.ts';

/** Groups to choose from, by name. */
export function useGroupOptions() {
  const api = useApi();
  return useQuery({
    queryKey: ['group-options'],
    queryFn: async ({ signal }) => {
      const groups = await api.json({ path: 'groups', signal }, z.array(groupSchema));
      return groups.map(({ id, name }) => ({ value: String(id), label: name }));
    },
    staleTime: 60_000,
    retry: false,
  });
}
