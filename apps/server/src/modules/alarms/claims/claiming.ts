/** Who works on an alarm, and with it on its vehicle: it is taken, given back, passed on (DESK-04…DESK-06). */
import type { AlarmState } from '@atalaia/contract/desk/alarm';
import type { AlarmClaim, AlarmPass } from '@atalaia/contract/desk/alarm-acts';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { writeAudit } from '../../../queries/audit.ts';
import type { Commit } from '../../../queries/commit.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { Viewer } from '../../../visibility/visible.ts';
import {
  actorOf,
  changedRefusal,
  claimantOf,
  lockMine,
  lockSeen,
  requireNotOthers,
  requireState,
} from '../acting.ts';
import { changeAlarms, unchanged } from '../acts-queries.ts';
import { isAlarmVisible } from '../alarms-queries.ts';
import { claimSubject, lockHeldBy, returnSubjects, touchClaim } from '../claims-queries.ts';

export interface ClaimingParts {
  readonly commit: Commit;
  /** Who may be passed an alarm: on duty, of the desk; undefined for anybody else. */
  readonly findColleague: (
    within: Kysely<Schema>,
    userId: number,
  ) => Promise<(Viewer & { readonly name: string; readonly isOnDuty: boolean }) | undefined>;
}

export interface TakeOver {
  readonly expected: AlarmState;
  readonly reason?: string | undefined;
}

export interface Release {
  readonly expected: AlarmState;
  readonly note?: string | undefined;
}

export function createClaiming({ commit, findColleague }: ClaimingParts) {
  return {
    claim: (caller: Caller, id: number, { expected }: AlarmClaim) =>
      commit(async (transaction, publish) => {
        const alarm = await lockSeen(transaction, caller, id);
        requireNotOthers(alarm, caller);
        await requireState(transaction, caller, alarm, expected);
        const line = { action: 'claim', details: {} };
        const changed = await claimSubject(
          transaction,
          alarm.subject,
          claimantOf(caller),
          actorOf(caller),
          line,
        );
        publish('alarms', { alarmIds: changed });
      }),
    takeOver: (caller: Caller, id: number, { expected, reason }: TakeOver) =>
      commit(async (transaction, publish) => {
        const alarm = await lockSeen(transaction, caller, id);
        await requireState(transaction, caller, alarm, expected);
        if (alarm.state === 'closed') throw await changedRefusal(transaction, caller, id);
        const { holderId, holderName, deviceName } = alarm;
        const line = { action: 'take-over', details: { from: holderId, fromName: holderName, reason } };
        const changed = await claimSubject(
          transaction,
          alarm.subject,
          claimantOf(caller),
          actorOf(caller),
          line,
        );
        const details = { from: holderId, reason };
        await writeAudit(transaction, caller, { action: 'take-over', noun: 'alarm', objectId: id, details });
        if (holderId !== null && holderId !== caller.userId) {
          publish('deskNotices', [
            noticeTo(holderId, 'taken-over', id, deviceName, caller.user.name, reason ?? null),
          ]);
        }
        publish('alarms', { alarmIds: changed });
      }),
    release: (caller: Caller, id: number, { expected, note }: Release) =>
      commit(async (transaction, publish) => {
        const alarm = await lockMine(transaction, caller, id, expected);
        const details = { reason: 'released', ...(note !== undefined && { note }) };
        publish('alarms', {
          alarmIds: await returnSubjects(transaction, [alarm.subject], actorOf(caller), details),
        });
      }),
    pass: (caller: Caller, id: number, { expected, userId, note }: AlarmPass) =>
      commit(async (transaction, publish) => {
        const alarm = await lockMine(transaction, caller, id, expected);
        const colleague = await findColleague(transaction, userId);
        if (!colleague || !(await isAlarmVisible(transaction, colleague, id)))
          throw notFound('operator', userId);
        if (!colleague.isOnDuty) throw new AppError('colleague-away', `${colleague.name} is not on duty`);
        const line = { action: 'pass', details: { userId, userName: colleague.name, note } };
        const claimant = { userId, userName: colleague.name };
        const changed = await claimSubject(transaction, alarm.subject, claimant, actorOf(caller), line);
        publish('deskNotices', [noticeTo(userId, 'passed', id, alarm.deviceName, caller.user.name, note)]);
        publish('alarms', { alarmIds: changed });
      }),
    /** Within a handover: what one person holds goes to another, as far as he sees it. The alarms. */
    async passHeld(within: Kysely<Schema>, fromUserId: number, to: Caller): Promise<readonly number[]> {
      const claimant = claimantOf(to);
      const line = { action: 'pass', details: { ...claimant, handover: true } };
      const changed: number[] = [];
      for (const subject of await lockHeldBy(within, fromUserId, to)) {
        changed.push(...(await claimSubject(within, subject, claimant, actorOf(to), line)));
      }
      return changed;
    },
    stillHere: (caller: Caller, id: number) =>
      commit(async (transaction, publish) => {
        const alarm = await lockSeen(transaction, caller, id);
        requireNotOthers(alarm, caller);
        if (alarm.holderId !== caller.userId) throw await changedRefusal(transaction, caller, id);
        await touchClaim(transaction, alarm.subject, caller.userId);
        const line = { action: 'answer', actor: actorOf(caller) };
        publish('alarms', { alarmIds: await changeAlarms(transaction, [id], unchanged, line) });
      }),
  };
}

/** The contract's DeskNotice to one person. */
function noticeTo(
  userId: number,
  kind: 'taken-over' | 'passed',
  alarmId: number,
  deviceName: string | null,
  userName: string,
  text: string | null,
) {
  const at = new Date().toISOString();
  return { userId, json: JSON.stringify({ kind, alarmId, deviceName, userName, text, at, until: null }) };
}
