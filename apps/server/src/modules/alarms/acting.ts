/** What every act of a person on an alarm has in common: locked, seen, in the state that he believes in, his. */
import type { AlarmState } from '@atalaia/contract/desk/alarm';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { describeAlarms } from './alarms-presenter.ts';
import { type LockedAlarm, lockAlarms } from './alarms-queries.ts';
import type { Actor, Claimant } from './claims-queries.ts';

export const actorOf = (caller: Caller): Actor => ({
  userId: caller.userId,
  userName: caller.user.name,
  address: caller.address,
});

export const claimantOf = (caller: Caller): Claimant => ({
  userId: caller.userId,
  userName: caller.user.name,
});

/** The server itself. */
export const nobody: Actor = { userId: null, userName: null, address: null };

export function isSupervisor({ administrator, user }: Pick<Caller, 'administrator' | 'user'>): boolean {
  return administrator || user.desk_role === 'supervisor';
}

/** Locks an alarm that the caller sees. Throws `not-found`. */
export async function lockSeen(within: Kysely<Schema>, caller: Caller, id: number): Promise<LockedAlarm> {
  const [alarm] = await lockAlarms(within, caller, [id]);
  if (!alarm) throw notFound('alarm', id);
  return alarm;
}

/** Throws `alarm-changed` with the alarm as it is, unless it is as the caller believes. */
export async function requireState(
  within: Kysely<Schema>,
  viewer: Viewer,
  alarm: LockedAlarm,
  expected: AlarmState,
): Promise<void> {
  if (alarm.state !== expected) throw await changedRefusal(within, viewer, alarm.id);
}

export async function changedRefusal(within: Kysely<Schema>, viewer: Viewer, id: number): Promise<AppError> {
  const alarm: unknown = JSON.parse(await describeAlarms(within, viewer, [id]));
  return new AppError('alarm-changed', 'the alarm is not as it was believed to be', { alarm });
}

/** Throws `alarm-claimed` for what somebody else holds. */
export function requireNotOthers(alarm: LockedAlarm, caller: Caller): void {
  const { state, holderId, holderName, claimedAt } = alarm;
  if (state === 'closed' || holderId === null || holderId === caller.userId) return;
  throw claimedRefusal({ holderId, holderName, since: claimedAt });
}

export const claimedRefusal = (
  details: Readonly<Record<'holderId' | 'holderName' | 'since', number | string | null>>,
) => new AppError('alarm-claimed', `${details.holderName} works on this alarm`, details);

/** Locks an alarm that the caller holds, in the state that he believes in. */
export async function lockMine(
  within: Kysely<Schema>,
  caller: Caller,
  id: number,
  expected: AlarmState,
): Promise<LockedAlarm> {
  const alarm = await lockSeen(within, caller, id);
  requireNotOthers(alarm, caller);
  await requireState(within, caller, alarm, expected);
  if (alarm.holderId !== caller.userId) throw await changedRefusal(within, caller, id);
  return alarm;
}
