import { type AlarmRule, alarmRuleSchema } from '@atalaia/contract/desk/alarm-rule';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { FormContext } from '../../../resources/form/form-definition.ts';
import { ResourceForm } from '../../../resources/form/resource-form.tsx';
import { useResourceFormContext } from '../../../resources/form/use-resource-form-context.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { ruleName } from '../step-words.ts';
import { blockPolicies } from './block-policies.ts';
import classes from './desk-administration.module.css';
import { DeskList, type DeskNoun } from './desk-list.tsx';
import { escalations } from './escalations.ts';
import { ProceduresView } from './procedures/procedures-view.tsx';
import { type RuleValues, ruleForm } from './rule-form.ts';
import { settingsForm, storedSettingsSchema } from './settings-form.ts';
import { holdReasons, outcomes, teams } from './short-nouns.ts';

/** What a rule looks for, in a few words. */
function eventsOf({ eventTypes, alarms }: AlarmRule, { textOr }: FormContext): string {
  const kinds = eventTypes
    .filter((type) => type !== 'alarm' || alarms.length === 0)
    .map((type) => textOr(`eventType.${type}`, type));
  return [...kinds, ...alarms.map((alarm) => textOr(`alarm.${alarm}`, alarm))].join(', ');
}

/** Which events are alarms: the first rule in order that fits decides. */
const alarmRules: DeskNoun<AlarmRule, RuleValues> = {
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

const parts = [
  'rules',
  'outcomes',
  'holdReasons',
  'escalations',
  'procedures',
  'teams',
  'blockPolicies',
  'settings',
] as const;
type Part = (typeof parts)[number];

/** What an administrator says of the desk: rules, outcomes, reasons, escalation, teams and times. */
export function DeskAdministration({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const [part, show] = useState<Part>('rules');
  return (
    <div className={classes.page} data-fills>
      <Tabs
        label={text('menu.deskAdministration')}
        shown={part}
        onShow={(value) => leaveGuard.leave(() => show(value as Part))}
        tabs={parts.map((value) => ({ value, title: text(`desk.${value}`) }))}
      >
        <div className={classes.part}>
          {part === 'rules' && <DeskList noun={alarmRules} />}
          {part === 'outcomes' && <DeskList noun={outcomes} />}
          {part === 'holdReasons' && <DeskList noun={holdReasons} />}
          {part === 'escalations' && <DeskList noun={escalations} />}
          {part === 'procedures' && <ProceduresView />}
          {part === 'teams' && <DeskList noun={teams} />}
          {part === 'blockPolicies' && <DeskList noun={blockPolicies} />}
          {part === 'settings' && <DeskSettings onClose={onClose} />}
        </div>
      </Tabs>
    </div>
  );
}

const path = 'desk/settings';

function DeskSettings({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const context = useResourceFormContext();
  // Only a save begins the form anew: what is asked again, as after a lost connection, leaves what is typed.
  const [saves, setSaves] = useState(0);
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.json({ path, signal }, storedSettingsSchema),
  });
  if (!context) return null;
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={320} />}
    >
      {(settings) => (
        <ResourceForm
          key={saves}
          form={settingsForm}
          place={{ path, schema: storedSettingsSchema }}
          opened={{ row: settings, revision: undefined }}
          save={(writer, input) => writer.json({ method: 'PUT', path, json: input }, storedSettingsSchema)}
          context={context}
          onSaved={(saved) => {
            queries.setQueryData([path], saved);
            setSaves(saves + 1);
          }}
          onBack={() => leaveGuard.leave(onClose)}
        />
      )}
    </QueryView>
  );
}
