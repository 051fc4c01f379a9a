import { type Group, groupSchema } from '@atalaia/contract/group';
import { GroupName } from '../components/group-name.tsx';
import type { Register } from '../register.ts';
import { groupHolds } from '../removing/group-holds.ts';
import { type GroupValues, groupForm } from './groups-form.ts';

export const groups: Register<Group, GroupValues> = {
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
  losses: groupHolds,
  links: 'groupId',
};
