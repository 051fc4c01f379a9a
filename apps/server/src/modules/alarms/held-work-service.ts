/** What a person at the desk works on, an alarm or a case, as other modules ask for it; and duress (PROC-03). */
import type { DeskSettings } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Publish } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { actorOf, lockSeen } from './acting.ts';
import { writeHistory } from './acts-queries.ts';
import { isAlarmVisible, lockAlarms } from './alarms-queries.ts';
import { insertCall } from './calls-queries.ts';
import { touchClaim } from './claims-queries.ts';
import {
  customerNow,
  findAlarmWork,
  findCase,
  lockForDuress,
  markDuress,
  nameCustomer,
} from './held-work-queries.ts';
import { peopleToTell } from './steps/steps-queries.ts';

export type Work = { readonly alarmId: number } | { readonly sinisterId: number };

/** Locked until the end of the transaction. */
export interface HeldWork {
  readonly alarmId: number | null;
  readonly sinisterId: number | null;
  readonly deviceId: number | null;
  /** Of its vehicle now; null where it has none. */
  readonly customerId: number | null;
}

/** As somebody sees it who may not work on it. */
export interface SeenWork {
  readonly deviceId: number | null;
  /** Of its vehicle now. */
  readonly customerId: number | null;
  readonly isHeld: boolean;
  readonly caller: { readonly name: string; readonly phone: string } | null;
}

export interface HeldWorkParts {
  readonly kysely: Kysely<Schema>;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  readonly readSettings: (within: Kysely<Schema>) => Promise<DeskSettings>;
  readonly queueMessages: (
    within: Kysely<Schema>,
    alarmId: number,
    userIds: readonly number[],
    notificators: readonly string[],
  ) => Promise<void>;
}

/** What duress is about. */
export interface DuressAbout {
  /** 0 where it is not known. */
  readonly customerId: number;
  readonly deviceId?: number | null;
  readonly alarmId?: number | null;
}

export type HeldWorkService = ReturnType<typeof createHeldWork>;

const notHeld = () => new AppError('work-not-held', 'who asks does not work on this');

export function createHeldWork({ kysely, visibility, readSettings, queueMessages }: HeldWorkParts) {
  async function lockHeldAlarm(within: Kysely<Schema>, caller: Caller, id: number): Promise<HeldWork> {
    const { state, holderId, deviceId, customerId, subject } = await lockSeen(within, caller, id);
    if (state === 'closed' || holderId !== caller.userId) throw notHeld();
    await touchClaim(within, subject, caller.userId);
    const now = deviceId === null ? null : await customerNow(within, deviceId, customerId);
    return { alarmId: id, sinisterId: null, deviceId, customerId: now };
  }

  async function seenCase(within: Kysely<Schema>, caller: Caller, id: number) {
    const found = await findCase(within, id);
    if (!found || !(await visibility.isDeviceVisible(caller, found.deviceId))) throw notFound('sinister', id);
    return found;
  }

  async function lockHeldCase(within: Kysely<Schema>, caller: Caller, id: number): Promise<HeldWork> {
    const { deviceId, customerId, holderId } = await seenCase(within, caller, id);
    if (holderId !== caller.userId) throw notHeld();
    await touchClaim(within, deviceId, caller.userId);
    const now = await customerNow(within, deviceId, customerId);
    return { alarmId: null, sinisterId: id, deviceId, customerId: now };
  }

  async function seenAlarm(caller: Caller, id: number) {
    const found = (await isAlarmVisible(kysely, caller, id)) ? await findAlarmWork(kysely, id) : undefined;
    if (!found) throw notFound('alarm', id);
    return found;
  }

  return {
    /** Throws `not-found`. */
    async see(caller: Caller, work: Work): Promise<SeenWork> {
      const { deviceId, customerId, holderId, ...more } =
        'sinisterId' in work
          ? { ...(await seenCase(kysely, caller, work.sinisterId)), caller: null }
          : await seenAlarm(caller, work.alarmId);
      const now = deviceId === null ? customerId : await customerNow(kysely, deviceId, customerId);
      return { deviceId, customerId: now, isHeld: holderId === caller.userId, caller: more.caller };
    },

    /** Throws `not-found`, and `work-not-held` unless the caller works on it; an open case is whose vehicle's alarms he holds. */
    lockHeld: (within: Kysely<Schema>, caller: Caller, work: Work): Promise<HeldWork> =>
      'alarmId' in work
        ? lockHeldAlarm(within, caller, work.alarmId)
        : lockHeldCase(within, caller, work.sinisterId),

    /** For a call: of an alarm that he works on; of a case, of one whose vehicle he sees. */
    async lockForCall(within: Kysely<Schema>, caller: Caller, work: Work): Promise<HeldWork> {
      if ('alarmId' in work) return lockHeldAlarm(within, caller, work.alarmId);
      const { deviceId, customerId } = await seenCase(within, caller, work.sinisterId);
      const now = await customerNow(within, deviceId, customerId);
      return { alarmId: null, sinisterId: work.sinisterId, deviceId, customerId: now };
    },

    /** A line in the alarm's history. */
    async note(
      within: Kysely<Schema>,
      publish: Publish,
      caller: Caller,
      alarmId: number,
      action: 'call' | 'phrase',
      details: Readonly<Record<string, unknown>>,
    ): Promise<void> {
      await writeHistory(within, alarmId, action, actorOf(caller), details);
      publish('alarms', { alarmIds: [alarmId] });
    },

    /**
     * The vehicle's alarm becomes critical, or one opens; the supervisors who see it are notified, the customer is not.
     */
    async raiseDuress(
      within: Kysely<Schema>,
      publish: Publish,
      caller: Caller,
      { customerId, deviceId = null, alarmId = null }: DuressAbout,
    ): Promise<void> {
      const { deadlines } = await readSettings(within);
      let id =
        alarmId === null && deviceId === null ? undefined : await lockForDuress(within, alarmId, deviceId);
      if (id === undefined) {
        const call = { ...deadlines.critical, reason: 'duress', deviceId, severity: 0 } as const;
        ({ id } = await insertCall(within, call, actorOf(caller)));
        await nameCustomer(within, id, customerId);
      }
      await markDuress(within, id, deadlines.critical.closeSeconds, actorOf(caller));
      const [alarm] = await lockAlarms(within, undefined, [id]);
      const itsOwn = alarm?.deviceId === null ? alarm.customerId : null;
      const tell = { supervisors: true, userIds: [] };
      const people = await peopleToTell(within, id, tell, customerId || itsOwn);
      const told = people.map((person) => person.id);
      const deviceName = alarm?.deviceName ?? null;
      const notice = { kind: 'duress', alarmId: id, deviceName, userName: caller.user.name, text: null };
      const json = JSON.stringify({ ...notice, at: new Date().toISOString(), until: null });
      publish(
        'deskNotices',
        told.map((userId) => ({ userId, json })),
      );
      if (told.length > 0) await queueMessages(within, id, told, ['mobile']);
      publish('alarms', { alarmIds: [id] });
    },
  };
}
