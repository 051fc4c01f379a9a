import { type Group, groupSchema } from '@atalaia/contract/accounts/group';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { Resource } from '../../resources/resource.ts';
import { type GroupValues, groupForm } from './groups-form.ts';

/** How long a name is taken as true, ms. */
const freshMs = 60_000;

/** The name of a group by its number; a dash for none, and for one the person does not see. */
function GroupName({ groupId }: { readonly groupId: number }) {
  const { text } = useTexts();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['resource', 'group-name', groupId],
    queryFn: ({ signal }) => api.json({ path: `groups/${groupId}`, signal }, groupSchema),
    enabled: groupId > 0,
    staleTime: freshMs,
    retry: false,
  });
  return data?.name ?? text('value.missing');
}

const toGroup = { detach: 'removal.group.detach', move: 'removal.group.move' } as const;

export const groups: Resource<Group, GroupValues> = {
  title: 'group.title',
  path: 'groups',
  schema: groupSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'group.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'parent',
      title: 'group.parent',
      sort: 'groupName',
      muted: true,
      cell: ({ groupId }) => <GroupName groupId={groupId} />,
    },
  ],
  parentOf: ({ groupId }) => groupId,
  form: groupForm,
  links: 'groupId',
  removal: {
    moveTo: 'removal.group.moveTo',
    choices: { group: toGroup, device: toGroup, customer: toGroup },
  },
};
