/** Escalation policies: what happens to an alarm that nobody takes, or that stays open, step by step (SLA-02). */
import { type Escalation, type EscalationInput, escalationSchema } from '@atalaia/contract/desk/alarm-rule';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import { requiredText, textOf } from '../../../resources/form/field-values.ts';
import type { DeskNoun } from './desk-list.tsx';
import { stepInputOf, stepValues, stepValuesOf } from './escalation-step.ts';
import { EscalationStepsField } from './escalation-steps-field.tsx';

const stepsIncomplete: PhraseKey = 'desk.stepIncomplete';

const values = z.object({
  name: requiredText('desk.nameRequired'),
  isDefault: z.boolean(),
  steps: z
    .array(stepValues)
    .max(20)
    .refine(
      (steps) =>
        steps.every(
          ({ userIds, notificators, raiseTo, teamId }) =>
            (userIds.length > 0 && notificators.length > 0) || raiseTo !== '' || teamId !== '',
        ),
      { message: stepsIncomplete },
    ),
});

type Values = z.infer<typeof values>;

export const escalations: DeskNoun<Escalation, Values> = {
  title: 'desk.escalations',
  hint: 'desk.escalationsHint',
  path: 'escalations',
  schema: escalationSchema,
  nameOf: ({ name }) => name,
  columns: ({ text, formats }) => [
    { key: 'name', title: text('desk.name'), cell: ({ name }) => name },
    { key: 'steps', title: text('desk.escalationSteps'), cell: ({ steps }) => formats.count(steps.length) },
    {
      key: 'default',
      title: text('desk.isDefault'),
      cell: ({ isDefault }) => text(isDefault ? 'value.yes' : 'value.no'),
    },
  ],
  form: {
    titles: { add: 'desk.newEscalation', edit: 'desk.editEscalation' },
    sections: [
      {
        title: 'desk.escalation',
        fields: [
          { kind: 'text', name: 'name', label: 'desk.name', required: true, wide: true },
          {
            kind: 'switch',
            name: 'isDefault',
            label: 'desk.isDefault',
            hint: 'desk.isDefaultHint',
            wide: true,
          },
          {
            ...{ kind: 'custom', name: 'steps', label: 'desk.escalationSteps', wide: true },
            Field: EscalationStepsField,
          },
        ],
      },
    ],
    schema: () => values,
    valuesOf: (row) => ({
      name: textOf(row?.name),
      isDefault: row?.isDefault ?? false,
      steps: (row?.steps ?? []).map(stepValuesOf),
    }),
    inputOf: ({ name, isDefault, steps }): EscalationInput => ({
      name,
      isDefault,
      steps: steps.map(stepInputOf),
    }),
  },
};
