import { groupSchema } from '@atalaia/contract/group';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';

/** How long a name is taken as true, ms. */
const freshMs = 60_000;

/** The name of a group by its number; a dash for none, and for one the person does not see. */
export function GroupName({ groupId }: { readonly groupId: number }) {
  const { text } = useTexts();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['group', groupId],
    queryFn: ({ signal }) => api.json({ path: `groups/${groupId}`, signal }, groupSchema),
    enabled: groupId > 0,
    staleTime: freshMs,
    retry: false,
  });
  return data?.name ?? text('value.missing');
}
