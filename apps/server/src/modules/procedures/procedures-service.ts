/** Procedures as an administrator writes them (PROC-01, PROC-02): each saving is a version, and one of them is published. */
import type {
  ProcedureChange,
  ProcedureInput,
  ProcedurePublish,
  ProcedureStep,
  ProcedureUse,
} from '@atalaia/contract/desk/procedure';
import { problemSentence, procedureProblems } from '@atalaia/domain/procedures/procedure-problems';
import { answersOf } from '@atalaia/domain/procedures/procedure-steps';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  addVersion,
  archiveProcedure,
  describeProcedure,
  describeProcedures,
  describeVersion,
  describeVersions,
  insertProcedure,
  isVersion,
  lockNameable,
  lockProcedure,
  namedBy,
  publishVersion,
} from './procedures-queries.ts';

export interface ProceduresParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}

/** Within a change of what names procedures. Throws `reference-not-found` for one that may not be named. */
export type RequireProcedures = (
  within: Kysely<Schema>,
  use: ProcedureUse,
  /** By the field that names it; 0, null and undefined name none. */
  named: Readonly<Record<string, number | null | undefined>>,
) => Promise<void>;

export type ProceduresService = ReturnType<typeof createProceduresService>;

export function createProceduresService({ kysely, commit }: ProceduresParts) {
  const found = (json: string, id: number) => {
    if (json === '') throw notFound('procedure', id);
    return json;
  };
  const one = async (within: Kysely<Schema>, id: number) => found(await describeProcedure(within, id), id);
  const locked = async (within: Kysely<Schema>, id: number) => {
    const row = await lockProcedure(within, id);
    if (!row) throw notFound('procedure', id);
    return row;
  };
  const editedMeanwhile = async (within: Kysely<Schema>, id: number) => {
    const current: unknown = JSON.parse(await one(within, id));
    return new AppError('edited-meanwhile', 'somebody else changed it meanwhile', { current });
  };
  /** Alarms that open from now on have this version. */
  const publishWithin = async (
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    id: number,
    number: number,
  ) => {
    await publishVersion(within, id, number);
    await writeAudit(within, caller, {
      action: 'publish',
      noun: 'procedure',
      objectId: id,
      details: { version: number },
    });
    publish('rules', { kinds: ['alarmRules'] });
  };
  const versionOf = (caller: Caller, { name, steps }: Pick<ProcedureInput, 'name' | 'steps'>) => {
    requireSound(steps);
    return { name, steps: steps.map(withItsWays), savedBy: caller.userId, savedByName: caller.user.name };
  };

  const requireNameable: RequireProcedures = async (within, use, named) => {
    const given = Object.entries(named).flatMap(([field, id]) => (id ? [{ field, id }] : []));
    if (given.length === 0) return;
    const ids = given.map(({ id }) => id);
    const nameable = new Set(await lockNameable(within, ids, use));
    const unknown = given.find(({ id }) => !nameable.has(id));
    if (unknown) throw referenceRefusal(unknown.field);
  };

  return {
    requireNameable,
    list: async (all: boolean) => `[${await describeProcedures(kysely, all)}]`,
    read: (id: number) => one(kysely, id),
    async versions(id: number) {
      await one(kysely, id);
      return `[${await describeVersions(kysely, id)}]`;
    },
    version: async (id: number, number: number) => found(await describeVersion(kysely, id, number), id),

    create: (caller: Caller, input: ProcedureInput) =>
      commit(async (transaction, publish) => {
        const id = await insertProcedure(transaction, input.use, versionOf(caller, input));
        const details = { name: input.name, version: 1 };
        await writeAudit(transaction, caller, { action: 'create', noun: 'procedure', objectId: id, details });
        if (input.publish) await publishWithin(transaction, publish, caller, id, 1);
        return one(transaction, id);
      }),
    save: (caller: Caller, id: number, input: ProcedureChange) =>
      commit(async (transaction, publish) => {
        const before = await locked(transaction, id);
        if (before.latest_version !== input.version) throw await editedMeanwhile(transaction, id);
        const number = input.version + 1;
        await addVersion(transaction, id, number, versionOf(caller, input));
        const details = { name: input.name, version: number };
        await writeAudit(transaction, caller, { action: 'update', noun: 'procedure', objectId: id, details });
        if (input.publish) await publishWithin(transaction, publish, caller, id, number);
        return one(transaction, id);
      }),
    publish: (caller: Caller, id: number, { number, published }: ProcedurePublish) =>
      commit(async (transaction, publish) => {
        const before = await locked(transaction, id);
        if (!(await isVersion(transaction, id, number))) throw notFound('version', number);
        if (before.published_version !== published) throw await editedMeanwhile(transaction, id);
        if (published !== number) await publishWithin(transaction, publish, caller, id, number);
        return one(transaction, id);
      }),
    /** Alarms keep it. Throws `in-use` while a rule or a call names it. */
    archive: (caller: Caller, id: number) =>
      commit(async (transaction) => {
        await locked(transaction, id);
        const { rules, callReasons } = await namedBy(transaction, id);
        if (rules.length + callReasons.length > 0) {
          const names = [...rules.map(({ name }) => name), ...callReasons];
          throw new AppError('in-use', `named by ${names.join(', ')}`, { rules, callReasons });
        }
        await archiveProcedure(transaction, id);
        await writeAudit(transaction, caller, { action: 'remove', noun: 'procedure', objectId: id });
      }),
  };
}

/** Throws `invalid-procedure`, whose message is the first problem and whose details are all. */
function requireSound(steps: readonly ProcedureStep[]): void {
  const problems = procedureProblems(steps);
  const [first] = problems;
  if (!first) return;
  const sentence = problemSentence(first);
  throw new AppError('invalid-procedure', sentence, {
    problems: problems.map((problem) => ({ ...problem, message: problemSentence(problem) })),
  });
}

/** What is no answer of it leads nowhere. */
function withItsWays<Of extends ProcedureStep>(step: Of): Of {
  const next = Object.fromEntries(answersOf(step).map((answer) => [answer, step.next[answer] ?? 'end']));
  return { ...step, next };
}
