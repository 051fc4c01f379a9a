/** Outcomes, reasons to hold, teams: the short lists that the desk's work chooses from (DESK-06, DESK-08). */
import {
  type AlarmOutcome,
  type AlarmOutcomeInput,
  alarmOutcomeSchema,
  type DeskTeam,
  type DeskTeamInput,
  deskTeamSchema,
  type HoldReason,
  type HoldReasonInput,
  holdReasonSchema,
} from '@atalaia/contract/desk/alarm-rule';
import { z } from 'zod';
import { optionalNumber, requiredText, textOf } from '../../../resources/form/field-values.ts';
import type { FormContext } from '../../../resources/form/form-definition.ts';
import type { DeskNoun } from './desk-list.tsx';
import { UsersField } from './reference-fields.tsx';

const nameOfKeyed =
  (area: 'alarmOutcome' | 'holdReason') =>
  ({ key, name }: { readonly key: string | null; readonly name: string }, { textOr }: FormContext) =>
    key === null ? name : textOr(`${area}.${key}`, name);

const position = optionalNumber({ least: 0, most: 10_000, whole: true });
const positionIn = (typed: string) => (typed.trim() === '' ? {} : { position: Number(typed) });

const outcomeValues = z.object({
  name: requiredText('desk.nameRequired'),
  position,
  requiresNote: z.boolean(),
});

export const outcomes: DeskNoun<AlarmOutcome, z.infer<typeof outcomeValues>> = {
  title: 'desk.outcomes',
  hint: 'desk.outcomesHint',
  path: 'alarm-outcomes',
  schema: alarmOutcomeSchema,
  nameOf: nameOfKeyed('alarmOutcome'),
  isFixed: ({ builtIn }) => builtIn,
  columns: (context) => [
    {
      key: 'name',
      title: context.text('desk.name'),
      cell: (row) => nameOfKeyed('alarmOutcome')(row, context),
    },
    {
      key: 'note',
      title: context.text('desk.requiresNote'),
      cell: ({ requiresNote }) => context.text(requiresNote ? 'value.yes' : 'value.no'),
    },
    {
      key: 'builtIn',
      title: '',
      muted: true,
      cell: ({ builtIn }) => builtIn && context.text('desk.builtIn'),
    },
  ],
  form: {
    titles: { add: 'desk.newOutcome', edit: 'desk.editOutcome' },
    sections: [
      {
        title: 'desk.outcome',
        fields: [
          { kind: 'text', name: 'name', label: 'desk.name', required: true, wide: true },
          { kind: 'number', name: 'position', label: 'desk.position', hint: 'desk.positionHint' },
          { kind: 'switch', name: 'requiresNote', label: 'desk.requiresNote', wide: true },
        ],
      },
    ],
    schema: () => outcomeValues,
    valuesOf: (row, context) => ({
      name: row ? nameOfKeyed('alarmOutcome')(row, context) : '',
      position: textOf(row?.position),
      requiresNote: row?.requiresNote ?? false,
    }),
    inputOf: ({ name, position: place, requiresNote }): AlarmOutcomeInput => ({
      name,
      requiresNote,
      ...positionIn(place),
    }),
  },
};

const reasonValues = z.object({
  name: requiredText('desk.nameRequired'),
  position,
  pausesClock: z.boolean(),
});

export const holdReasons: DeskNoun<HoldReason, z.infer<typeof reasonValues>> = {
  title: 'desk.holdReasons',
  hint: 'desk.holdReasonsHint',
  path: 'hold-reasons',
  schema: holdReasonSchema,
  nameOf: nameOfKeyed('holdReason'),
  columns: (context) => [
    { key: 'name', title: context.text('desk.name'), cell: (row) => nameOfKeyed('holdReason')(row, context) },
    {
      key: 'pauses',
      title: context.text('desk.pausesClock'),
      cell: ({ pausesClock }) => context.text(pausesClock ? 'value.yes' : 'value.no'),
    },
  ],
  form: {
    titles: { add: 'desk.newHoldReason', edit: 'desk.editHoldReason' },
    sections: [
      {
        title: 'desk.reason',
        fields: [
          { kind: 'text', name: 'name', label: 'desk.name', required: true, wide: true },
          { kind: 'number', name: 'position', label: 'desk.position', hint: 'desk.positionHint' },
          { kind: 'switch', name: 'pausesClock', label: 'desk.pausesClock', wide: true },
        ],
      },
    ],
    schema: () => reasonValues,
    valuesOf: (row, context) => ({
      name: row ? nameOfKeyed('holdReason')(row, context) : '',
      position: textOf(row?.position),
      pausesClock: row?.pausesClock ?? false,
    }),
    inputOf: ({ name, position: place, pausesClock }): HoldReasonInput => ({
      name,
      pausesClock,
      ...positionIn(place),
    }),
  },
};

const teamValues = z.object({ name: requiredText('desk.nameRequired'), userIds: z.array(z.string()) });

export const teams: DeskNoun<DeskTeam, z.infer<typeof teamValues>> = {
  title: 'desk.teams',
  hint: 'desk.teamsHint',
  path: 'desk-teams',
  schema: deskTeamSchema,
  nameOf: ({ name }) => name,
  columns: ({ text, formats }) => [
    { key: 'name', title: text('desk.name'), cell: ({ name }) => name },
    { key: 'users', title: text('desk.operators'), cell: ({ userIds }) => formats.count(userIds.length) },
  ],
  form: {
    titles: { add: 'desk.newTeam', edit: 'desk.editTeam' },
    sections: [
      {
        title: 'desk.teamTitle',
        fields: [
          { kind: 'text', name: 'name', label: 'desk.name', required: true, wide: true },
          {
            kind: 'custom',
            name: 'userIds',
            label: 'desk.operators',
            wide: true,
            Field: UsersField,
          },
        ],
      },
    ],
    schema: () => teamValues,
    valuesOf: (row) => ({ name: textOf(row?.name), userIds: (row?.userIds ?? []).map(String) }),
    inputOf: ({ name, userIds }): DeskTeamInput => ({ name, userIds: userIds.map(Number) }),
  },
};
