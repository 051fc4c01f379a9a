/** The form of an alarm rule: which events, of which vehicles, when, and how urgent they are (DESK-01). */
import { alarmSeverities, alarmSeveritySchema } from '@atalaia/contract/desk/alarm';
import { type AlarmRule, type AlarmRuleInput, alarmRuleSchema } from '@atalaia/contract/desk/alarm-rule';
import { alarms } from '@atalaia/domain/catalog/alarms';
import { categories } from '@atalaia/domain/catalog/categories';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import {
  optionalNumber,
  referenceIn,
  requiredText,
  textOf,
  textOfReference,
} from '../../../resources/form/field-values.ts';
import type { FormContext, FormDefinition } from '../../../resources/form/form-definition.ts';
import { ruleName } from '../step-words.ts';
import { AlarmProcedureField } from './procedures/procedure-field.tsx';
import { CustomersField, DevicesField, GroupsField } from './reference-fields.tsx';
import { minutesOf, secondsOf } from './settings-form.ts';

const typesRequired: PhraseKey = 'desk.eventTypesRequired';
const someRequired: PhraseKey = 'desk.someRequired';
const several = z.array(z.string());
const minutes = optionalNumber({ least: 1, most: 1440, whole: true });
/** Minutes; the server counts seconds, from ten to a week. */
const deadline = optionalNumber({ least: 0.17, most: 10_080 });

const values = z
  .object({
    name: requiredText('desk.nameRequired'),
    enabled: z.boolean(),
    eventTypes: several.min(1, typesRequired),
    alarms: several,
    ignition: alarmRuleSchema.shape.ignition,
    appliesTo: alarmRuleSchema.shape.appliesTo,
    groupIds: several,
    customerIds: several,
    deviceIds: several,
    categories: several,
    calendarId: z.string(),
    outsideCalendar: z.boolean(),
    geofenceId: z.string(),
    severity: alarmSeveritySchema,
    siren: z.boolean(),
    groupingMinutes: minutes,
    waitMinutes: minutes,
    normalTypes: several,
    normalAlarms: several,
    claimSeconds: deadline,
    closeSeconds: deadline,
    escalationId: z.string(),
    procedureId: z.string(),
    requiresNote: z.boolean(),
  })
  .refine(
    ({ appliesTo, groupIds, customerIds, deviceIds, categories: kinds }) =>
      appliesTo === 'all' || [groupIds, customerIds, deviceIds, kinds].some(({ length }) => length > 0),
    { path: ['appliesTo'], message: someRequired },
  );

export type RuleValues = z.infer<typeof values>;

type Rule = FormDefinition<AlarmRule, RuleValues>;

const named =
  (area: string, all: readonly string[]) =>
  ({ textOr }: FormContext) =>
    all.map((value) => ({ value, label: textOr(`${area}.${value}`, value) }));

const typeOptions = named('eventType', eventTypes);
const alarmOptions = named('alarm', alarms);

const what: Rule['sections'][number] = {
  title: 'desk.ruleWhat',
  fields: [
    { kind: 'text', name: 'name', label: 'desk.name', required: true, wide: true },
    { kind: 'switch', name: 'enabled', label: 'desk.ruleEnabled', wide: true },
    {
      ...{ kind: 'several', name: 'eventTypes', label: 'desk.eventTypes', wide: true },
      required: true,
      options: typeOptions,
    },
    {
      ...{ kind: 'several', name: 'alarms', label: 'desk.alarmLabels', wide: true },
      hint: 'desk.alarmLabelsHint',
      options: alarmOptions,
      when: ({ eventTypes: types }) => types.includes('alarm'),
    },
    {
      ...{ kind: 'select', name: 'ignition', label: 'desk.ignition', wide: true },
      options: named('ruleIgnition', ['any', 'on', 'off']),
    },
  ],
};

const isSome = ({ appliesTo }: RuleValues) => appliesTo === 'some';

const whose: Rule['sections'][number] = {
  title: 'desk.ruleWhose',
  fields: [
    {
      ...{ kind: 'select', name: 'appliesTo', label: 'desk.appliesTo', wide: true },
      options: named('ruleApplies', ['all', 'some']),
    },
    {
      kind: 'custom',
      name: 'groupIds',
      label: 'menu.groups',
      wide: true,
      Field: GroupsField,
      when: isSome,
    },
    {
      kind: 'custom',
      name: 'customerIds',
      label: 'menu.customers',
      wide: true,
      Field: CustomersField,
      when: isSome,
    },
    {
      kind: 'custom',
      name: 'deviceIds',
      label: 'menu.devices',
      wide: true,
      Field: DevicesField,
      when: isSome,
    },
    {
      ...{ kind: 'several', name: 'categories', label: 'desk.categories', wide: true },
      options: named('category', categories),
      when: isSome,
    },
  ],
};

const when: Rule['sections'][number] = {
  title: 'desk.ruleWhen',
  fields: [
    { kind: 'reference', name: 'calendarId', label: 'notification.calendar', path: 'calendars', wide: true },
    {
      ...{ kind: 'switch', name: 'outsideCalendar', label: 'desk.outsideCalendar', wide: true },
      when: ({ calendarId }) => calendarId !== '',
    },
    { kind: 'reference', name: 'geofenceId', label: 'desk.geofence', path: 'geofences', wide: true },
    {
      kind: 'number',
      name: 'waitMinutes',
      label: 'desk.waitMinutes',
      hint: 'desk.waitHint',
      unit: () => 'min',
    },
    {
      ...{ kind: 'number', name: 'groupingMinutes', label: 'desk.groupingMinutes' },
      hint: 'desk.groupingHint',
      unit: () => 'min',
    },
    {
      ...{ kind: 'several', name: 'normalTypes', label: 'desk.normalTypes', wide: true },
      hint: 'desk.normalHint',
      options: typeOptions,
    },
    {
      ...{ kind: 'several', name: 'normalAlarms', label: 'desk.normalAlarms', wide: true },
      options: alarmOptions,
    },
  ],
};

const urgency: Rule['sections'][number] = {
  title: 'desk.ruleUrgency',
  fields: [
    {
      ...{ kind: 'select', name: 'severity', label: 'desk.severity', wide: true },
      options: named('alarmSeverity', alarmSeverities),
    },
    { kind: 'switch', name: 'siren', label: 'desk.siren', hint: 'desk.sirenHint', wide: true },
    {
      ...{ kind: 'number', name: 'claimSeconds', label: 'desk.claimSeconds' },
      hint: 'desk.ownDeadlineHint',
      unit: () => 'min',
    },
    {
      ...{ kind: 'number', name: 'closeSeconds', label: 'desk.closeSeconds' },
      hint: 'desk.ownDeadlineHint',
      unit: () => 'min',
    },
    { kind: 'reference', name: 'escalationId', label: 'desk.escalation', path: 'escalations', wide: true },
    {
      ...{ kind: 'custom', name: 'procedureId', label: 'desk.procedure', wide: true },
      Field: AlarmProcedureField,
    },
    { kind: 'switch', name: 'requiresNote', label: 'desk.requiresNote', wide: true },
  ],
};

const texts = (ids: readonly number[] | undefined) => (ids ?? []).map(String);
const numberOrNull = (typed: string) => (typed.trim() === '' ? null : Number(typed));

export const ruleForm: Rule = {
  titles: { add: 'desk.newRule', edit: 'desk.editRule' },
  sections: [what, whose, when, urgency],
  schema: () => values,
  valuesOf: (rule, context) => ({
    name: rule ? ruleName(rule, context.textOr) : '',
    enabled: rule?.enabled ?? true,
    eventTypes: [...(rule?.eventTypes ?? [])],
    alarms: [...(rule?.alarms ?? [])],
    ignition: rule?.ignition ?? 'any',
    appliesTo: rule?.appliesTo ?? 'all',
    groupIds: texts(rule?.groupIds),
    customerIds: texts(rule?.customerIds),
    deviceIds: texts(rule?.deviceIds),
    categories: [...(rule?.categories ?? [])],
    calendarId: textOfReference(rule?.calendarId),
    outsideCalendar: rule?.outsideCalendar ?? false,
    geofenceId: textOfReference(rule?.geofenceId),
    severity: rule?.severity ?? 'medium',
    siren: rule?.siren ?? true,
    groupingMinutes: textOf(rule?.groupingMinutes ?? 10),
    waitMinutes: textOf(rule?.waitMinutes),
    normalTypes: [...(rule?.normalTypes ?? [])],
    normalAlarms: [...(rule?.normalAlarms ?? [])],
    claimSeconds: rule?.claimSeconds ? minutesOf(rule.claimSeconds) : '',
    closeSeconds: rule?.closeSeconds ? minutesOf(rule.closeSeconds) : '',
    escalationId: textOfReference(rule?.escalationId),
    procedureId: textOfReference(rule?.procedureId),
    requiresNote: rule?.requiresNote ?? false,
  }),
  inputOf: (typed, rule): AlarmRuleInput => ({
    ...typed,
    alarms: typed.eventTypes.includes('alarm') ? typed.alarms : [],
    groupIds: typed.groupIds.map(Number),
    customerIds: typed.customerIds.map(Number),
    deviceIds: typed.deviceIds.map(Number),
    calendarId: referenceIn(typed.calendarId),
    geofenceId: referenceIn(typed.geofenceId),
    escalationId: referenceIn(typed.escalationId),
    procedureId: referenceIn(typed.procedureId),
    groupingMinutes: numberOrNull(typed.groupingMinutes) ?? undefined,
    waitMinutes: numberOrNull(typed.waitMinutes),
    claimSeconds: typed.claimSeconds.trim() === '' ? null : secondsOf(typed.claimSeconds),
    closeSeconds: typed.closeSeconds.trim() === '' ? null : secondsOf(typed.closeSeconds),
    ...(rule && { version: rule.version }),
  }),
};
