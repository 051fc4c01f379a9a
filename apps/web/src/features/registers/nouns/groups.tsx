import { type Group, groupSchema } from '@atalaia/contract/group';
import { GroupName } from '../components/group-name.tsx';
import type { Register } from '../register.ts';

export const groups: Register<Group> = {
  title: 'group.title',
  path: 'groups',
  schema: groupSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'group.name', cell: ({ name }) => name },
    {
      key: 'parent',
      title: 'group.parent',
      muted: true,
      cell: ({ groupId }) => <GroupName groupId={groupId} />,
    },
  ],
};
