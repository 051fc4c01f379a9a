import type { Group, GroupInput } from '@atalaia/contract/accounts/group';
import { z } from 'zod';
import { ownAttributes } from '../../resources/attributes/own-attributes.ts';
import { referenceIn, requiredText, textOfReference } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';

const attributes = ownAttributes('group');

const schema = z.object({
  name: requiredText('group.nameRequired'),
  groupId: z.string(),
  attributes: attributes.schema,
});

export type GroupValues = z.infer<typeof schema>;

/** A group and what it is in; that it is in itself the server refuses, at the field (GRP-01). */
export const groupForm: FormDefinition<Group, GroupValues> = {
  titles: { add: 'group.new', edit: 'group.edit' },
  schema: () => schema,
  sections: [
    {
      title: 'form.data',
      fields: [
        { kind: 'text', name: 'name', label: 'group.name', required: true },
        { kind: 'reference', name: 'groupId', label: 'group.parent', path: 'groups' },
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
