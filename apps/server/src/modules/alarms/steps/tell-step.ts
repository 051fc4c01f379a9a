/** A step that tells people of the desk who see the alarm: by their channels, and on their screens (PROC-01). */
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { Kysely } from 'kysely';
import { AppError } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Details, Doing } from './step-transaction.ts';
import { peopleToTell } from './steps-queries.ts';

export interface TellStepParts {
  readonly queueMessages: (
    within: Kysely<Schema>,
    alarmId: number,
    userIds: readonly number[],
    notificators: readonly string[],
  ) => Promise<void>;
}

/** Within the step's transaction; returns the people notified. */
export async function tellOfStep(
  { queueMessages }: TellStepParts,
  { within, publish, alarm, caller }: Doing,
  step: ProcedureStep & { kind: 'tell' },
): Promise<Details> {
  const { id, deviceName, customerId } = alarm;
  const told = await peopleToTell(within, id, step, customerId);
  if (told.length === 0) throw new AppError('nobody-to-tell', 'there is nobody whom this step tells');
  const ids = told.map((person) => person.id);
  await queueMessages(within, id, ids, step.notificators);
  const at = new Date().toISOString();
  const notice = { kind: 'escalated', alarmId: id, deviceName, userName: caller.user.name, text: null };
  const json = JSON.stringify({ ...notice, at, until: null });
  publish(
    'deskNotices',
    ids.filter((userId) => userId !== caller.userId).map((userId) => ({ userId, json })),
  );
  return { told: told.map(({ name }) => name) };
}
