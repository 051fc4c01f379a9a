import type { HandoverInput, WatchedDeviceInput, WatchedDeviceQuery } from '@atalaia/contract/desk/shift';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { endDuty } from './presence-queries.ts';
import {
  acceptHandover,
  describeHandovers,
  describeWatched,
  endWatched,
  escalateHandovers,
  insertHandover,
  insertWatched,
  listFor,
} from './shift-queries.ts';

export interface ShiftParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'requireSeen' | 'isDeviceVisible'>;
  /** What one person holds goes to another, as far as he sees it; the alarms. */
  readonly passHeld: (within: Kysely<Schema>, fromUserId: number, to: Caller) => Promise<readonly number[]>;
}

export type ShiftService = ReturnType<typeof createShiftService>;

const longestWatchMs = 30 * 24 * 3_600_000;

export function createShiftService({ kysely, commit, visibility, passHeld }: ShiftParts) {
  const byOf = ({ userId, user }: Caller) => ({ userId, userName: user.name });
  return {
    async watched(caller: Caller, query: WatchedDeviceQuery) {
      await visibility.requireSeen(caller, { deviceId: query.deviceId });
      return `[${await describeWatched(kysely, caller, query)}]`;
    },
    async watch(caller: Caller, input: WatchedDeviceInput) {
      const lengthMs = Date.parse(input.until) - Date.now();
      if (lengthMs <= 0 || lengthMs > longestWatchMs)
        throw fieldRefusal('invalid-input', { path: 'until', message: 'must be within 30 days from now' });
      if (!(await visibility.isDeviceVisible(caller, input.deviceId))) throw referenceRefusal('deviceId');
      return commit(async (transaction) => {
        const id = await insertWatched(transaction, input, byOf(caller));
        const details = { ...input, watched: true };
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'device',
          objectId: input.deviceId,
          details,
        });
        return describeWatched(transaction, caller, { id });
      });
    },
    endWatch: (caller: Caller, id: number) =>
      commit(async (transaction) => {
        if (!(await endWatched(transaction, caller, id))) throw notFound('watched device', id);
        const details = { watchEnded: id };
        await writeAudit(transaction, caller, { action: 'update', noun: 'desk', details });
      }),
    list: async (caller: Caller) => JSON.stringify(await listFor(kysely, caller)),
    handovers: async (caller: Caller) => `[${await describeHandovers(kysely, caller)}]`,
    handOver: (caller: Caller, { note }: HandoverInput) =>
      commit(async (transaction) => {
        const id = await insertHandover(transaction, byOf(caller), note, await listFor(transaction, caller));
        await writeAudit(transaction, caller, { action: 'update', noun: 'desk', details: { handover: id } });
        return describeHandovers(transaction, caller, id);
      }),
    /** Who accepts gets the alarms that the other still holds; the other is off duty from then on. */
    accept: (caller: Caller, id: number) =>
      commit(async (transaction, publish) => {
        const accepted = await acceptHandover(transaction, caller, caller.user.name, id);
        if (!accepted) throw notFound('handover', id);
        if (!accepted.isAccepted)
          throw new AppError('handover-accepted', 'somebody accepted it, or it is your own');
        const alarmIds = await passHeld(transaction, accepted.fromUserId, caller);
        await endDuty(transaction, accepted.fromUserId);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'desk',
          details: { handoverAccepted: id },
        });
        if (alarmIds.length > 0) publish('alarms', { alarmIds });
        return describeHandovers(transaction, caller, id);
      }),
    /** Every few seconds, in every process: who marks it tells of it. */
    escalate: () =>
      commit(async (transaction, publish) => {
        const at = new Date().toISOString();
        const due = await escalateHandovers(transaction);
        const notices = due.flatMap(({ userName, supervisorIds }) =>
          supervisorIds.map((userId) => {
            const notice = {
              kind: 'handover',
              alarmId: 0,
              deviceName: null,
              userName,
              text: null,
              at,
              until: null,
            };
            return { userId, json: JSON.stringify(notice) };
          }),
        );
        if (notices.length > 0) publish('deskNotices', notices);
      }),
  };
}
