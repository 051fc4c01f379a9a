import { type Group, type GroupInput, groupSchema } from '@atalaia/contract/accounts/group';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ownAttributes } from '../../resources/attributes/own-attributes.tsx';
import { referenceIn, requiredText, textOfReference } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';

const attributes = ownAttributes('group');

const schema = z.object({
  name: requiredText('group.nameRequired'),
  groupId: z.string(),
  attributes: attributes.schema,
});

type GroupValues = z.infer<typeof schema>;

/** A group and what it is in: itself and what is below it are not offered, and the server refuses them (GRP-01). */
const groupForm: FormDefinition<Group, GroupValues> = {
  titles: { add: 'group.new', edit: 'group.edit' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'group.name', required: true },
        {
          ...{ kind: 'reference', name: 'groupId', label: 'group.parent', path: 'groups' },
          query: (group): Record<string, string> => (group ? { notWithin: String(group.id) } : {}),
        },
      ],
    },
    attributes.section<Group, GroupValues>(),
  ],
  valuesOf: (group, context) => ({
    name: group?.name ?? '',
    groupId: textOfReference(group?.groupId),
    attributes: attributes.read(group?.attributes, context),
  }),
  inputOf: (values, _, context): GroupInput => ({
    name: values.name,
    groupId: referenceIn(values.groupId),
    attributes: attributes.write(values.attributes, context),
  }),
};

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
