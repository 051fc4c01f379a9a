import type { AuditNoun } from '@atalaia/contract/accounts/audit-line';
import type {
  AlarmOutcomeInput,
  AlarmRuleInput,
  DeskTeamInput,
  EscalationInput,
  HoldReasonInput,
} from '@atalaia/contract/desk/alarm-rule';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { RequireProcedures } from '../procedures/procedures-service.ts';
import {
  describeRules,
  insertRule,
  lockRule,
  orderRules,
  retireRule,
  updateRule,
} from './alarm-rules-queries.ts';
import {
  type Choice,
  type ChoiceColumns,
  choices,
  clearDefaultEscalation,
  describeChoices,
  insertChoice,
  retireChoice,
  updateChoice,
} from './choices-queries.ts';

export interface AlarmRulesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly requireProcedures: RequireProcedures;
}

export type AlarmRulesService = ReturnType<typeof createAlarmRulesService>;

export function createAlarmRulesService(parts: AlarmRulesParts) {
  const { kysely, commit, requireProcedures } = parts;
  const one = async (within: Kysely<Schema>, id: number) => {
    const json = await describeRules(within, { id });
    if (json === '') throw notFound('alarm rule', id);
    return json;
  };
  const rulesChanged = { kinds: ['alarmRules'] } as const;

  return {
    ...createChoices(parts),
    list: async (all: boolean) => `[${await describeRules(kysely, { all })}]`,
    read: (id: number) => one(kysely, id),
    create: (caller: Caller, input: AlarmRuleInput) =>
      commit(async (transaction, publish) => {
        requireCalendar(input);
        await requireProcedures(transaction, 'alarm', { procedureId: input.procedureId });
        const id = await insertRule(transaction, input);
        const details = { name: input.name };
        await writeAudit(transaction, caller, { action: 'create', noun: 'alarmRule', objectId: id, details });
        publish('rules', rulesChanged);
        return one(transaction, id);
      }),
    update: (caller: Caller, id: number, input: AlarmRuleInput) =>
      commit(async (transaction, publish) => {
        const before = await lockRule(transaction, id);
        if (!before) throw notFound('alarm rule', id);
        if (input.version !== undefined && input.version !== before.version) {
          const current: unknown = JSON.parse(await one(transaction, id));
          throw new AppError('edited-meanwhile', 'somebody else changed it meanwhile', { current });
        }
        requireCalendar(input);
        await requireProcedures(transaction, 'alarm', { procedureId: input.procedureId });
        await updateRule(transaction, id, input);
        const details = { name: input.name };
        await writeAudit(transaction, caller, { action: 'update', noun: 'alarmRule', objectId: id, details });
        publish('rules', rulesChanged);
        return one(transaction, id);
      }),
    retire: (caller: Caller, id: number) =>
      commit(async (transaction, publish) => {
        if (!(await retireRule(transaction, id))) throw notFound('alarm rule', id);
        await writeAudit(transaction, caller, { action: 'remove', noun: 'alarmRule', objectId: id });
        publish('rules', rulesChanged);
      }),
    order: (caller: Caller, ids: readonly number[]) =>
      commit(async (transaction, publish) => {
        await orderRules(transaction, ids);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'alarmRule',
          details: { order: ids },
        });
        publish('rules', rulesChanged);
        return `[${await describeRules(transaction, {})}]`;
      }),
  };
}

/** Outside which hours? A rule that is off may wait for its calendar. */
function requireCalendar({ enabled, outsideCalendar, calendarId }: AlarmRuleInput): void {
  if (enabled === false || !outsideCalendar || calendarId) return;
  throw fieldRefusal('invalid-input', { path: 'calendarId', message: 'is needed to be outside of' });
}

/** What of a choice is written from its input. */
interface ChoiceOf<Input> {
  readonly list: () => Promise<string>;
  create(caller: Caller, input: Input): Promise<string>;
  update(caller: Caller, id: number, input: Input): Promise<string>;
  retire(caller: Caller, id: number): Promise<void>;
}

function createChoices(parts: AlarmRulesParts) {
  const given = (columns: ChoiceColumns): ChoiceColumns =>
    Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
  return {
    outcomes: choiceOf(
      parts,
      choices.outcome,
      'alarmOutcome',
      ({ name, position, requiresNote }: AlarmOutcomeInput) =>
        given({ name, position, requires_note: requiresNote }),
    ),
    holdReasons: choiceOf(
      parts,
      choices.holdReason,
      'holdReason',
      ({ name, position, pausesClock }: HoldReasonInput) =>
        given({ name, position, pauses_clock: pausesClock }),
    ),
    teams: choiceOf(parts, choices.team, 'deskTeam', ({ name, userIds }: DeskTeamInput) => ({
      name,
      user_ids: userIds,
    })),
    escalations: choiceOf(
      parts,
      choices.escalation,
      'escalation',
      ({ name, steps, isDefault }: EscalationInput) =>
        given({ name, steps: JSON.stringify(steps), is_default: isDefault }),
    ),
  };
}

function choiceOf<Input extends { readonly name: string }>(
  { kysely, commit }: AlarmRulesParts,
  choice: Choice,
  noun: AuditNoun,
  columnsOf: (input: Input) => ChoiceColumns,
): ChoiceOf<Input> {
  const prepare = async (within: Kysely<Schema>, columns: ChoiceColumns) => {
    if (columns.is_default === true) await clearDefaultEscalation(within);
    return columns;
  };
  return {
    list: async () => `[${await describeChoices(kysely, choice)}]`,
    create: (caller, input) =>
      commit(async (transaction, publish) => {
        const id = await insertChoice(transaction, choice, await prepare(transaction, columnsOf(input)));
        await writeAudit(transaction, caller, {
          action: 'create',
          noun,
          objectId: id,
          details: { name: input.name },
        });
        publish('rules', { kinds: ['alarmRules'] });
        return describeChoices(transaction, choice, id);
      }),
    update: (caller, id, input) =>
      commit(async (transaction, publish) => {
        const columns = await prepare(transaction, columnsOf(input));
        if (!(await updateChoice(transaction, choice, id, columns))) throw notFound(noun, id);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun,
          objectId: id,
          details: { name: input.name },
        });
        publish('rules', { kinds: ['alarmRules'] });
        return describeChoices(transaction, choice, id);
      }),
    retire: (caller, id) =>
      commit(async (transaction, publish) => {
        if (!(await retireChoice(transaction, choice, id))) throw notFound(noun, id);
        await writeAudit(transaction, caller, { action: 'remove', noun, objectId: id });
        publish('rules', { kinds: ['alarmRules'] });
      }),
  };
}
