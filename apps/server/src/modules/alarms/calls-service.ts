import { alarmSeverities } from '@atalaia/contract/desk/alarm';
import type { AlarmOpening, AlarmVehicle } from '@atalaia/contract/desk/alarm-acts';
import type { AlarmReportQuery } from '@atalaia/contract/desk/alarm-report';
import type { DeskSettings } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonList } from '../../platform/http/json-text.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { actorOf, changedRefusal, claimantOf, claimedRefusal, lockMine, requireNotOthers } from './acting.ts';
import { describeAlarm } from './alarm-detail-presenter.ts';
import { describeReportedAlarms, findReportedAlarms } from './alarm-report-queries.ts';
import { lockAlarms } from './alarms-queries.ts';
import { describeSubjects, giveVehicle, insertCall, lockClaimOf } from './calls-queries.ts';
import { claimSubject } from './claims-queries.ts';
import { describeHandling } from './handling-queries.ts';
import { readPublished } from './steps/steps-queries.ts';

export interface CallsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  readonly readSettings: (within: Kysely<Schema>) => Promise<DeskSettings>;
}

export type CallsService = ReturnType<typeof createCallsService>;

const usualSeverity = {
  reportedTheft: 'critical',
  blockRequest: 'high',
  question: 'low',
  technicalTest: 'low',
} as const;

export function createCallsService({ kysely, commit, visibility, readSettings }: CallsParts) {
  return {
    subjects: (caller: Caller, keyword: string) => describeSubjects(kysely, caller, keyword),
    /** Whoever opens it holds it. Throws `alarm-claimed` where somebody else holds the vehicle. */
    async open(caller: Caller, input: AlarmOpening): Promise<string> {
      const { deviceId, reason } = input;
      if (deviceId !== undefined && !(await visibility.isDeviceVisible(caller, deviceId)))
        throw referenceRefusal('deviceId');
      const severity = input.severity ?? usualSeverity[reason];
      const id = await commit(async (transaction, publish) => {
        const { deadlines, callProcedures } = await readSettings(transaction);
        const call = {
          ...input,
          ...deadlines[severity],
          deviceId: deviceId ?? null,
          severity: alarmSeverities.indexOf(severity),
          procedure: await readPublished(transaction, callProcedures[reason]),
        };
        const opened = await insertCall(transaction, call, actorOf(caller));
        const [alarm] = await lockAlarms(transaction, undefined, [opened.id]);
        if (alarm) requireNotOthers(alarm, caller);
        const line = { action: 'claim', details: {} };
        const changed = await claimSubject(
          transaction,
          opened.subject,
          claimantOf(caller),
          actorOf(caller),
          line,
        );
        const details = { reason, deviceId };
        await writeAudit(transaction, caller, {
          action: 'open',
          noun: 'alarm',
          objectId: opened.id,
          details,
        });
        publish('alarms', { alarmIds: changed });
        return opened.id;
      });
      return describeAlarm(kysely, caller, id);
    },
    /** Throws `alarm-claimed` where somebody else holds the vehicle, `alarm-changed` where it has one already. */
    async about(caller: Caller, id: number, { expected, deviceId }: AlarmVehicle): Promise<string> {
      if (!(await visibility.isDeviceVisible(caller, deviceId))) throw referenceRefusal('deviceId');
      await commit(async (transaction, publish) => {
        const alarm = await lockMine(transaction, caller, id, expected);
        if (alarm.kind !== 'manual' || alarm.deviceId !== null)
          throw await changedRefusal(transaction, caller, id);
        // numbers of vehicles are above those of calls about none: claims are locked in one order everywhere
        const claim = await lockClaimOf(transaction, deviceId);
        if (claim.holderId !== null && claim.holderId !== caller.userId) throw claimedRefusal(claim);
        const line = { action: 'claim', details: { with: 'vehicle' } };
        const others = await claimSubject(transaction, deviceId, claimantOf(caller), actorOf(caller), line);
        await giveVehicle(transaction, id, deviceId, actorOf(caller));
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'alarm',
          objectId: id,
          details: { deviceId },
        });
        publish('alarms', { alarmIds: [...others, id] });
        // whoever does not see the vehicle has it no more
        publish('deskLists', { list: 'queue' });
      });
      return describeAlarm(kysely, caller, id);
    },
    async report(caller: Caller, query: AlarmReportQuery): Promise<JsonList> {
      return jsonList(await findReportedAlarms(kysely, caller, query), (ids) =>
        describeReportedAlarms(kysely, caller, ids),
      );
    },
    handling: (caller: Caller) => describeHandling(kysely, caller),
  };
}
