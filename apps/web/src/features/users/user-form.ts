/** The form of a user: every field of the source, as far as who fills it in may change them (USR-01, ROLE-05). */
import type { User } from '@atalaia/contract/accounts/user';
import { mapTypeSchema } from '@atalaia/contract/values/values';
import { coordinateFormats } from '@atalaia/domain/geo/coordinates';
import { distanceUnits, speedUnits, volumeUnits } from '@atalaia/domain/units/units';
import { languages } from '@atalaia/phrases/languages';
import { phoneMask } from '../../lib/formats/phone-mask.ts';
import type {
  FieldOption,
  FormContext,
  FormDefinition,
  FormField,
} from '../../resources/form/form-definition.ts';
import { UserCustomerField } from './user-customer-field.tsx';
import {
  needsCurrentPassword,
  type UserValues,
  userAttributes,
  userInputOf,
  userValuesOf,
  userValuesSchema,
} from './user-values.ts';

type Field = FormField<User, UserValues>;

const named =
  (area: string, values: readonly string[]) =>
  ({ textOr }: FormContext): FieldOption[] =>
    values.map((value) => ({ value, label: textOr(`${area}.${value}`, value) }));

const mayLimit = ({ profile }: FormContext) => profile === 'admin' || profile === 'monitor';

const person: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'user.name', required: true, wide: true },
  { kind: 'text', name: 'email', label: 'user.email', required: true, inputMode: 'email', wide: true },
  { kind: 'text', name: 'login', label: 'user.login' },
  { kind: 'text', name: 'phone', label: 'user.phone', inputMode: 'tel', mask: () => phoneMask.show },
  {
    kind: 'password',
    name: 'password',
    label: 'user.password',
    required: true,
    wide: true,
    when: (_values, _context, row) => row === undefined,
  },
  {
    kind: 'password',
    name: 'password',
    label: 'account.newPassword',
    hint: 'user.passwordKept',
    wide: true,
    when: (_values, _context, row) => row !== undefined,
  },
  {
    kind: 'password',
    name: 'currentPassword',
    label: 'account.currentPassword',
    hint: 'account.currentPasswordHint',
    required: true,
    wide: true,
    when: (values, context, row) => needsCurrentPassword(values, row, context),
  },
];

const access: readonly Field[] = [
  { kind: 'custom', name: 'customerId', label: 'user.customer', wide: true, Field: UserCustomerField },
  {
    kind: 'reference',
    name: 'companyId',
    label: 'user.company',
    hint: 'user.companyHint',
    path: 'companies',
    wide: true,
    when: (_values, { profile }) => profile === 'admin',
  },
  {
    kind: 'date',
    time: true,
    name: 'expirationTime',
    label: 'user.expirationTime',
    hint: 'user.noExpiry',
    wide: true,
  },
  {
    kind: 'number',
    name: 'deviceLimit',
    label: 'user.deviceLimit',
    hint: 'user.limitHelp',
    when: (_values, context) => mayLimit(context),
  },
  {
    kind: 'number',
    name: 'userLimit',
    label: 'user.userLimit',
    hint: 'user.limitHelp',
    when: (_values, context) => mayLimit(context),
  },
  {
    kind: 'switch',
    name: 'disabled',
    label: 'user.disabled',
    readOnly: (context, row) => isSelf(row, context),
  },
];

const rights: readonly Field[] = [
  {
    kind: 'select',
    name: 'profile',
    label: 'account.profile',
    hint: 'user.profileHint',
    wide: true,
    options: ({ text }) => [
      { value: 'central', label: text('user.profileCentral') },
      { value: 'fleet', label: text('profile.fleet') },
      { value: 'client', label: text('profile.client') },
    ],
    when: (_values, context, row) => mayGiveProfile(row, context),
  },
  {
    kind: 'switch',
    name: 'administrator',
    label: 'user.administrator',
    hint: 'user.administratorHint',
    wide: true,
    when: (_values, { profile }) => profile === 'admin',
    readOnly: (context, row) => isSelf(row, context),
  },
  {
    kind: 'select',
    name: 'deskRole',
    label: 'user.deskRole',
    hint: 'user.deskRoleHint',
    wide: true,
    options: named('deskRole', ['none', 'operator', 'supervisor']),
    when: ({ administrator }, { profile }) => profile === 'admin' && !administrator,
  },
  { kind: 'switch', name: 'readonly', label: 'user.readonly', hint: 'user.readonlyHint', wide: true },
  {
    kind: 'switch',
    name: 'deviceReadonly',
    label: 'user.deviceReadonly',
    hint: 'user.deviceReadonlyHint',
    wide: true,
    when: (_values, context, row) => mayFree('deviceReadonly', row, context),
  },
  {
    kind: 'switch',
    name: 'limitCommands',
    label: 'user.limitCommands',
    hint: 'user.limitCommandsHint',
    wide: true,
    when: (_values, context, row) => mayFree('limitCommands', row, context),
  },
];

const display: readonly Field[] = [
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'language',
    label: 'account.language',
    options: named('language', languages),
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'timezone',
    label: 'setting.timezone',
    searchable: true,
    options: () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone })),
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'speedUnit',
    label: 'setting.speedUnit',
    options: named('speedUnit', speedUnits),
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'distanceUnit',
    label: 'setting.distanceUnit',
    options: named('distanceUnit', distanceUnits),
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'volumeUnit',
    label: 'setting.volumeUnit',
    options: named('volumeUnit', volumeUnits),
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'coordinateFormat',
    label: 'setting.coordinateFormat',
    options: named('coordinateFormat', coordinateFormats),
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'twelveHourFormat',
    label: 'setting.twelveHourFormat',
    options: ({ text }) => [
      { value: 'false', label: text('value.no') },
      { value: 'true', label: text('value.yes') },
    ],
  },
  {
    kind: 'select',
    placeholder: 'account.asServer',
    name: 'map',
    label: 'setting.map',
    searchable: true,
    options: named('mapType', mapTypeSchema.options),
  },
  { kind: 'text', name: 'latitude', label: 'setting.latitude', placeholder: 'account.asServer' },
  { kind: 'text', name: 'longitude', label: 'setting.longitude', placeholder: 'account.asServer' },
  { kind: 'number', name: 'zoom', label: 'setting.zoom', placeholder: 'account.asServer' },
  { kind: 'text', name: 'poiLayer', label: 'setting.poiLayer', inputMode: 'url', wide: true },
];

export const userForm: FormDefinition<User, UserValues> = {
  titles: { add: 'user.new', edit: 'user.edit' },
  sections: [
    { title: 'user.sectionPerson', fields: person },
    { title: 'user.sectionAccess', fields: access, when: (context, row) => mayGrant(row, context) },
    { title: 'user.sectionRights', fields: rights, when: (context, row) => mayGrant(row, context) },
    { title: 'user.sectionDisplay', fields: display },
    userAttributes.section(),
  ],
  schema: userValuesSchema,
  valuesOf: userValuesOf,
  inputOf: userInputOf,
  // The bar above the page says who he is, and his own units and formats hold at once.
  afterSave(saved, context, session) {
    if (isSelf(saved, context)) session.refresh({ ...context.person, ...saved });
  },
  fieldOf: (path) => {
    if (path === 'attributes.profile') return 'profile';
    return path.startsWith('attributes') ? 'attributes' : undefined;
  },
};

/** What of a user somebody may change at all, as the API judges it (ROLE-05): what he may not is not offered to him. */

type Editor = Pick<FormContext, 'person'>;

function isSelf(row: User | undefined, { person }: Editor): boolean {
  return row?.id === person.id;
}

/** Limits, flags and the customer: an administrator's on everybody, a manager's on those he manages, nobody's on himself. */
function mayGrant(row: User | undefined, editor: Editor): boolean {
  return editor.person.administrator || !isSelf(row, editor);
}

/** Who is bound himself frees nobody. */
function mayFree(flag: 'deviceReadonly' | 'limitCommands', row: User | undefined, editor: Editor): boolean {
  return mayGrant(row, editor) && (editor.person.administrator || !editor.person[flag]);
}

/** A profile can be given by administrators, and by those who have it. */
function mayGiveProfile(row: User | undefined, editor: Editor): boolean {
  const { administrator, attributes } = editor.person;
  return mayGrant(row, editor) && (administrator || attributes.profile === 'central');
}
