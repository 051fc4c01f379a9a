/** The desk itself: who sits at it, and its settings. */
import type { DeskSettingsInput, DutyState, OperatorQuery } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { RequireProcedures } from '../procedures/procedures-service.ts';
import { describeBoard, describeFigures } from './board-presenter.ts';
import {
  describeMutedRules,
  lockDeskSettings,
  muteRule,
  readDeskSettings,
  unmuteRules,
  withSettings,
  writeDeskSettings,
} from './desk-settings-queries.ts';
import {
  centreUsers,
  countOnDuty,
  describeOperators,
  deskUsers,
  findColleague,
  markSeen,
  writeDuty,
} from './presence-queries.ts';

export interface DeskParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly requireProcedures: RequireProcedures;
}

export type DeskService = ReturnType<typeof createDeskService>;

export function createDeskService({ kysely, commit, requireProcedures }: DeskParts) {
  return {
    readSettings: readDeskSettings,
    findColleague,
    countOnDuty,
    /** Which of these people work at the desk. */
    deskUsers: (userIds: readonly number[]) => deskUsers(kysely, userIds),
    /** Which of these people are of the centre. */
    centreUsers: (userIds: readonly number[]) => centreUsers(kysely, userIds),
    /** Live connections of these people are there now. */
    markSeen: (userIds: readonly number[]) =>
      userIds.length > 0 ? markSeen(kysely, userIds) : Promise.resolve(),

    settings: async () => JSON.stringify(await readDeskSettings(kysely)),
    changeSettings: (caller: Caller, input: DeskSettingsInput) =>
      commit(async (transaction) => {
        await lockDeskSettings(transaction);
        const named = Object.entries(input.callProcedures ?? {});
        const fields = named.map(([reason, id]) => [`callProcedures.${reason}`, id] as const);
        await requireProcedures(transaction, 'call', Object.fromEntries(fields));
        const before = await readDeskSettings(transaction);
        const after = withSettings(before, input);
        await writeDeskSettings(transaction, after);
        const details = {
          changed: Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : name)),
        };
        await writeAudit(transaction, caller, { action: 'update', noun: 'desk', details });
        return JSON.stringify(after);
      }),
    setDuty: (caller: Caller, state: DutyState) =>
      commit(async (transaction) => {
        await writeDuty(transaction, caller.userId, state);
        return describeOperators(transaction, { userId: caller.userId });
      }),
    mutedRules: async (caller: Caller) => `[${await describeMutedRules(kysely, caller.userId)}]`,
    /** Applies to the caller alone: no alarm changes, so nothing is published to others, and no audit is written. */
    muteRule: (caller: Caller, ruleId: number, minutes: number) =>
      commit(async (transaction, publish) => {
        if (!(await muteRule(transaction, caller.userId, ruleId, minutes)))
          throw notFound('alarm rule', ruleId);
        publish('deskLists', { list: 'muted-rules', userId: caller.userId });
        return `[${await describeMutedRules(transaction, caller.userId)}]`;
      }),
    unmuteRules: (caller: Caller) =>
      commit(async (transaction, publish) => {
        await unmuteRules(transaction, caller.userId);
        publish('deskLists', { list: 'muted-rules', userId: caller.userId });
      }),
    operators: async (query: OperatorQuery) => `[${await describeOperators(kysely, query)}]`,
    board: async (caller: Caller) => describeBoard(kysely, caller, await describeOperators(kysely, {})),
    figures: async (caller: Caller) => describeFigures(kysely, caller, await countOnDuty(kysely)),
  };
}
