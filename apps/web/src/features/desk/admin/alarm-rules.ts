import { type AlarmRule, alarmRuleSchema } from '@atalaia/contract/desk/alarm-rule';
import type { FormContext } from '../../../resources/form/form-definition.ts';
import { ruleName } from '../step-words.ts';
import type { DeskNoun } from './desk-list.tsx';
import { type RuleValues, ruleForm } from './rule-form.ts';

/** What a rule looks for, in a few words. */
function eventsOf({ eventTypes, alarms }: AlarmRule, { textOr }: FormContext): string {
  const kinds = eventTypes
    .filter((type) => type !== 'alarm' || alarms.length === 0)
    .map((type) => textOr(`eventType.${type}`, type));
  return [...kinds, ...alarms.map((alarm) => textOr(`alarm.${alarm}`, alarm))].join(', ');
}

/** Which events are alarms: the first rule in order that fits decides. */
export const alarmRules: DeskNoun<AlarmRule, RuleValues> = {
  title: 'desk.rules',
  hint: 'desk.rulesHint',
  path: 'alarm-rules',
  orderPath: 'alarm-rules/order',
  schema: alarmRuleSchema,
  nameOf: (rule, { textOr }) => ruleName(rule, textOr),
  columns: (context) => [
    { key: 'position', title: '#', muted: true, cell: ({ position }) => position },
    { key: 'name', title: context.text('desk.name'), cell: (rule) => ruleName(rule, context.textOr) },
    {
      key: 'events',
      title: context.text('desk.ruleWhat'),
      muted: true,
      cell: (rule) => eventsOf(rule, context),
    },
    {
      key: 'severity',
      title: context.text('desk.severity'),
      cell: ({ severity }) => context.text(`alarmSeverity.${severity}`),
    },
    {
      key: 'siren',
      title: context.text('desk.siren'),
      cell: ({ siren }) => context.text(siren ? 'value.yes' : 'value.no'),
    },
    {
      key: 'enabled',
      title: context.text('desk.ruleEnabled'),
      cell: ({ enabled }) => context.text(enabled ? 'value.yes' : 'value.no'),
    },
    {
      key: 'open',
      title: context.text('desk.openAlarms'),
      cell: ({ openAlarms }) => context.formats.count(openAlarms),
    },
  ],
  form: ruleForm,
};
