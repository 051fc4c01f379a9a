/** When a vehicle may be blocked: the policies of BLOCK-01 as a list and a form. */
import {
  type BlockPolicy,
  type BlockPolicyInput,
  blockMomentSchema,
  blockPolicySchema,
} from '@atalaia/contract/block/block-policy';
import { categories } from '@atalaia/domain/catalog/categories';
import { z } from 'zod';
import { optionalNumber, requiredText, textOf } from '../../../resources/form/field-values.ts';
import type { FormContext, FormDefinition } from '../../../resources/form/form-definition.ts';
import type { DeskNoun } from './desk-list.tsx';
import { GeofencesField, GroupsField } from './reference-fields.tsx';

const several = z.array(z.string());
const values = z.object({
  name: requiredText('desk.nameRequired'),
  enabled: z.boolean(),
  categories: several,
  groupIds: several,
  never: z.boolean(),
  moment: blockMomentSchema,
  maxSpeedKph: optionalNumber({ least: 0, most: 300 }),
  maxFixAgeSeconds: optionalNumber({ least: 10, most: 86_400, whole: true }),
  secondPerson: z.boolean(),
  aloneAllowed: z.boolean(),
  theftLiftsSecond: z.boolean(),
  forbiddenGeofenceIds: several,
});
type PolicyValues = z.infer<typeof values>;

const nameOf = ({ key, name }: BlockPolicy, { textOr }: FormContext) =>
  key === null ? name : textOr(`blockPolicy.${key}`, name);
const isAllowed = ({ never }: PolicyValues) => !never;
const hasSecond = ({ never, secondPerson }: PolicyValues) => !never && secondPerson;
const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed.replace(',', '.')));

const form: FormDefinition<BlockPolicy, PolicyValues> = {
  titles: { add: 'blockPolicy.new', edit: 'blockPolicy.edit' },
  sections: [
    {
      title: 'blockPolicy.what',
      fields: [
        { kind: 'text', name: 'name', label: 'blockPolicy.name', required: true, wide: true },
        { kind: 'switch', name: 'enabled', label: 'blockPolicy.enabled', wide: true },
      ],
    },
    {
      title: 'blockPolicy.whose',
      fields: [
        {
          ...{ kind: 'several', name: 'categories', label: 'blockPolicy.categories', wide: true },
          hint: 'blockPolicy.categoriesHint',
          options: ({ textOr }) =>
            categories.map((value) => ({ value, label: textOr(`category.${value}`, value) })),
        },
        {
          kind: 'custom',
          name: 'groupIds',
          label: 'blockPolicy.groups',
          wide: true,
          Field: GroupsField,
        },
      ],
    },
    {
      title: 'blockPolicy.rules',
      fields: [
        { kind: 'switch', name: 'never', label: 'blockPolicy.isNever', wide: true },
        {
          ...{ kind: 'select', name: 'moment', label: 'blockPolicy.moment', wide: true, when: isAllowed },
          options: ({ text }) =>
            blockMomentSchema.options.map((value) => ({ value, label: text(`blockMoment.${value}`) })),
        },
        {
          ...{ kind: 'number', name: 'maxSpeedKph', label: 'blockPolicy.maxSpeed', when: isAllowed },
          hint: 'blockPolicy.limitHint',
          unit: () => 'km/h',
        },
        {
          ...{ kind: 'number', name: 'maxFixAgeSeconds', label: 'blockPolicy.maxAge', when: isAllowed },
          hint: 'blockPolicy.limitHint',
          unit: () => 's',
        },
        { kind: 'switch', name: 'secondPerson', label: 'blockPolicy.second', wide: true, when: isAllowed },
        { kind: 'switch', name: 'aloneAllowed', label: 'blockPolicy.alone', wide: true, when: hasSecond },
        { kind: 'switch', name: 'theftLiftsSecond', label: 'blockPolicy.theft', wide: true, when: hasSecond },
        {
          ...{ kind: 'custom', name: 'forbiddenGeofenceIds', label: 'blockPolicy.geofences', wide: true },
          Field: GeofencesField,
          when: isAllowed,
        },
      ],
    },
  ],
  schema: () => values,
  valuesOf: (row, context) => ({
    name: row ? nameOf(row, context) : '',
    enabled: row?.enabled ?? true,
    categories: [...(row?.categories ?? [])],
    groupIds: (row?.groupIds ?? []).map(String),
    never: row?.never ?? false,
    moment: row?.moment ?? 'any',
    maxSpeedKph: textOf(row?.maxSpeedKph),
    maxFixAgeSeconds: textOf(row?.maxFixAgeSeconds),
    secondPerson: row?.secondPerson ?? false,
    aloneAllowed: row?.aloneAllowed ?? true,
    theftLiftsSecond: row?.theftLiftsSecond ?? true,
    forbiddenGeofenceIds: (row?.forbiddenGeofenceIds ?? []).map(String),
  }),
  inputOf: ({
    maxSpeedKph,
    maxFixAgeSeconds,
    groupIds,
    forbiddenGeofenceIds,
    ...rest
  }): BlockPolicyInput => ({
    ...rest,
    maxSpeedKph: numberOf(maxSpeedKph),
    maxFixAgeSeconds: numberOf(maxFixAgeSeconds),
    groupIds: groupIds.map(Number),
    forbiddenGeofenceIds: forbiddenGeofenceIds.map(Number),
  }),
};

/** In short what a policy asks for. */
function rulesOf(policy: BlockPolicy, { text }: FormContext): string {
  if (policy.never) return text('blockPolicy.isNever');
  return [
    text(`blockMoment.${policy.moment}`),
    policy.maxSpeedKph !== null && `${policy.maxSpeedKph} km/h`,
    policy.maxFixAgeSeconds !== null && `${policy.maxFixAgeSeconds} s`,
    policy.secondPerson && text('blockPolicy.second'),
    policy.forbiddenGeofenceIds.length > 0 && text('blockPolicy.geofences'),
  ]
    .filter(Boolean)
    .join(' · ');
}

export const blockPolicies: DeskNoun<BlockPolicy, PolicyValues> = {
  title: 'desk.blockPolicies',
  hint: 'blockPolicy.hint',
  path: 'block-policies',
  schema: blockPolicySchema,
  nameOf,
  columns: (context) => [
    { key: 'name', title: context.text('blockPolicy.name'), cell: (row) => nameOf(row, context) },
    {
      key: 'whose',
      title: context.text('blockPolicy.whose'),
      muted: true,
      cell: ({ categories: kinds, groupIds }) =>
        [
          ...kinds.map((kind) => context.textOr(`category.${kind}`, kind)),
          ...(groupIds.length > 0 ? [`${context.text('blockPolicy.groups')}: ${groupIds.length}`] : []),
        ].join(', ') || context.text('blockPolicy.all'),
    },
    { key: 'rules', title: context.text('blockPolicy.rules'), cell: (row) => rulesOf(row, context) },
    {
      key: 'enabled',
      title: context.text('blockPolicy.enabled'),
      cell: ({ enabled }) => context.text(enabled ? 'value.yes' : 'value.no'),
    },
  ],
  form,
};
