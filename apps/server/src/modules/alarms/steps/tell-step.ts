/** A step that tells people of the desk who see the vehicle: by their channels, and on their screens (PROC-01). */
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Visibility } from '../../../visibility/visibility.ts';
import type { Details, Doing } from './step-transaction.ts';
import { peopleToTell } from './steps-queries.ts';

export interface TellStepParts {
  readonly queueMessages: (
    within: Kysely<Schema>,
    alarmId: number,
    userIds: readonly number[],
    notificators: readonly string[],
  ) => Promise<void>;
  readonly visibility: Pick<Visibility, 'usersWhoSee'>;
}

/** Within the step's transaction; who was told. */
export async function tellOfStep(
  { queueMessages, visibility }: TellStepParts,
  { within, publish, alarm, caller }: Doing,
  step: ProcedureStep & { kind: 'tell' },
): Promise<Details> {
  const { id, deviceId, deviceName, customerId } = alarm;
  const watchers = deviceId === null ? [...step.userIds] : await visibility.usersWhoSee([deviceId], within);
  const told = await peopleToTell(within, watchers, step, customerId);
  const ids = told.map((person) => person.id);
  if (ids.length > 0) await queueMessages(within, id, ids, step.notificators);
  const at = new Date().toISOString();
  const notice = { kind: 'escalated', alarmId: id, deviceName, userName: caller.user.name, text: null };
  const json = JSON.stringify({ ...notice, at, until: null });
  publish(
    'deskNotices',
    ids.filter((userId) => userId !== caller.userId).map((userId) => ({ userId, json })),
  );
  return { told: told.map(({ name }) => name) };
}
