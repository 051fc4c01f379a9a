/** How alarms end (DESK-08): one by its holder, many by a supervisor, or because its events were commented on. */
import type { AlarmClose, AlarmCloseMany, AlarmsClosed } from '@atalaia/contract/desk/alarm-acts';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { type Caller, worksAtDesk } from '../../visibility/caller.ts';
import { actorOf, isSupervisor, lockSeen, requireNotOthers, requireState } from './acting.ts';
import {
  changeAlarms,
  closedColumns,
  findOutcome,
  type OutcomeRow,
  removeDrafts,
  writeHistory,
} from './acts-queries.ts';
import { alarmOfEvent, type LockedAlarm, lockAlarms } from './alarms-queries.ts';
import { freeIdleClaims } from './claims-queries.ts';
import type { OpenStep } from './steps/steps-queries.ts';

export interface ClosingParts {
  readonly commit: Commit;
  /** Their events become handled with this comment; the numbers of these. */
  readonly handleEvents: (
    within: Kysely<Schema>,
    alarmIds: readonly number[],
    by: { readonly userId: number | null; readonly userName: string | null },
    comment: string,
    exceptEventId?: number,
  ) => Promise<readonly number[]>;
  /** After the commit. */
  readonly publishHandled: (eventIds: readonly number[]) => Promise<void>;
}

export type Closing = ReturnType<typeof createClosing>;

export function createClosing({ commit, handleEvents, publishHandled }: ClosingParts) {
  /** What a closing did to events is published after its commit. */
  async function committed<Result>(
    work: (transaction: Kysely<Schema>, publish: Publish, handled: number[]) => Promise<Result>,
  ): Promise<Result> {
    let handled: number[] = [];
    const result = await commit((transaction, publish) => {
      handled = [];
      return work(transaction, publish, handled);
    });
    await publishHandled(handled);
    return result;
  }

  return {
    close: (caller: Caller, id: number, input: AlarmClose) =>
      committed(async (transaction, publish, handled) => {
        const alarm = await lockSeen(transaction, caller, id);
        requireNotOthers(alarm, caller);
        await requireState(transaction, caller, alarm, input.expected);
        const outcome = await findOutcome(transaction, { id: input.outcomeId });
        if (!outcome) throw referenceRefusal('outcomeId');
        const { note, overrideReason } = input;
        const mayOverride = overrideReason !== undefined && isSupervisor(caller);
        if (!mayOverride) requireSteps(alarm.steps);
        if (note === undefined && (alarm.requiresNote || outcome.requiresNote)) {
          throw new AppError('note-required', 'this alarm closes with a note');
        }
        const isOverride = mayOverride && alarm.steps.length > 0;
        await closeLocked(transaction, caller, [alarm], {
          outcome,
          note,
          ...(isOverride && { overrideReason }),
        });
        // the client reads the comments of his events
        const told = alarm.isDuress ? await findOutcome(transaction, { key: 'handled' }) : undefined;
        const comment = told?.name ?? commentOf(outcome, note);
        handled.push(...(await handleEvents(transaction, [id], actorOf(caller), comment)));
        const details = { outcome: outcome.name, ...(isOverride && { override: overrideReason }) };
        await writeAudit(transaction, caller, { action: 'close', noun: 'alarm', objectId: id, details });
        publish('alarms', { alarmIds: [id] });
      }),

    closeMany: (caller: Caller, { ids, outcomeId, note }: AlarmCloseMany): Promise<AlarmsClosed> =>
      committed(async (transaction, publish, handled) => {
        const outcome = await findOutcome(transaction, { id: outcomeId });
        if (!outcome) throw referenceRefusal('outcomeId');
        if (note === undefined && outcome.requiresNote)
          throw new AppError('note-required', 'this outcome asks for a note');
        const alarms = await lockAlarms(transaction, caller, ids);
        const first = alarms.find(({ state }) => state !== 'closed');
        const left: AlarmsClosed['left'] = [];
        const meant = alarms.filter((alarm) => {
          const reason = reasonToLeave(alarm, first, note);
          if (reason) left.push({ id: alarm.id, reason });
          return !reason;
        });
        if (
          alarms.length > 0 &&
          alarms.every(({ severity, state }) => state !== 'closed' && severity === 0)
        ) {
          throw new AppError('critical-one-by-one', 'critical alarms are closed one by one');
        }
        const seen = new Set(alarms.map(({ id }) => id));
        left.push(...ids.filter((id) => !seen.has(id)).map((id) => ({ id, reason: 'changed' as const })));
        const closed = [...(await closeLocked(transaction, caller, meant, { outcome, note, many: true }))];
        if (closed.length > 0) {
          handled.push(
            ...(await handleEvents(transaction, closed, actorOf(caller), commentOf(outcome, note))),
          );
          await writeAudits(
            transaction,
            caller,
            closed.map((objectId) => ({
              action: 'close',
              noun: 'alarm',
              objectId,
              details: { outcome: outcome.name, many: true },
            })),
          );
          publish('alarms', { alarmIds: closed });
        }
        return { closed: closed.toSorted((one, other) => one - other), left };
      }),

    /**
     * Within the comment of somebody of the desk on an event: its open alarm closes as "Tratado", and its other events
     * are handled by the comment too; their numbers. Throws `steps-open`, and `alarm-claimed` for one that somebody else
     * works on. A comment of anybody else, who may be a robber with the client's phone, stands in its history alone.
     */
    async closeOfEvent(
      within: Kysely<Schema>,
      publish: Publish,
      caller: Caller,
      eventId: number,
      comment: string,
    ): Promise<readonly number[]> {
      const id = await alarmOfEvent(within, eventId);
      if (id === undefined) return [];
      const [alarm] = await lockAlarms(within, undefined, [id]);
      if (!alarm || alarm.state === 'closed') return [];
      if (!worksAtDesk(caller)) {
        await writeHistory(within, id, 'note', actorOf(caller), { note: comment, eventId });
        publish('alarms', { alarmIds: [id] });
        return [];
      }
      requireNotOthers(alarm, caller);
      requireSteps(alarm.steps);
      const outcome = await findOutcome(within, { key: 'handled' });
      if (!outcome) throw new Error('the outcome of a comment is gone');
      await closeLocked(within, caller, [alarm], { outcome, note: comment });
      publish('alarms', { alarmIds: [id] });
      return handleEvents(within, [id], actorOf(caller), comment, eventId);
    },
  };
}

async function closeLocked(
  within: Kysely<Schema>,
  caller: Caller,
  alarms: readonly LockedAlarm[],
  how: {
    readonly outcome: OutcomeRow;
    readonly note?: string | undefined;
    readonly overrideReason?: string | undefined;
    readonly many?: true;
  },
): Promise<readonly number[]> {
  const { outcome, note, overrideReason, many } = how;
  const { userId, user } = caller;
  const closed = await changeAlarms(
    within,
    alarms.map(({ id }) => id),
    closedColumns({ userId, userName: user.name }, outcome, note),
    {
      action: 'close',
      actor: actorOf(caller),
      details: {
        outcome: outcome.name,
        ...(note !== undefined && { note }),
        ...(overrideReason !== undefined && { override: true, overrideReason }),
        ...(many && { many }),
      },
    },
  );
  await removeDrafts(within, closed);
  await freeIdleClaims(
    within,
    alarms.map(({ subject }) => subject),
  );
  return closed;
}

function requireSteps(steps: readonly OpenStep[]): void {
  if (steps.length === 0) return;
  throw new AppError('steps-open', `required steps are open: ${steps.map(({ title }) => title).join(', ')}`, {
    steps: [...steps],
  });
}

const commentOf = ({ name }: OutcomeRow, note: string | undefined) =>
  note === undefined ? name : `${name}: ${note}`;

/** Of many, those go together that are of one rule, not critical, and have nothing open. */
function reasonToLeave(
  alarm: LockedAlarm,
  first: LockedAlarm | undefined,
  note: string | undefined,
): AlarmsClosed['left'][number]['reason'] | undefined {
  if (alarm.state === 'closed') return 'changed';
  if (alarm.severity === 0) return 'critical';
  if (alarm.ruleId !== first?.ruleId) return 'other-rule';
  if (alarm.steps.length > 0 || (alarm.requiresNote && note === undefined)) return 'steps-open';
  return undefined;
}
