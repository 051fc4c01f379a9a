/** The transaction in which a step is done: it is the one to be done now, and leaves its line (PROC-01). */
import type { AlarmStepInput } from '@atalaia/contract/desk/alarm-acts';
import type { AlarmProcedure, ProcedureStep } from '@atalaia/contract/desk/procedure';
import { currentStep, openSteps } from '@atalaia/domain/procedures/procedure-steps';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit, Publish } from '../../../queries/commit.ts';
import type { Caller } from '../../../visibility/caller.ts';
import { actorOf, changedRefusal, lockSeen, requireNotOthers } from '../acting.ts';
import { changeAlarms, unchanged } from '../acts-queries.ts';
import type { LockedAlarm } from '../alarms-queries.ts';
import { touchClaim } from '../claims-queries.ts';
import { insertStepLine, isUnderWay, openStepOf, openStepsColumn, readProcedureOf } from './steps-queries.ts';

/** Who does which step of which alarm, and what he says of it. */
export interface StepAct {
  readonly caller: Caller;
  readonly alarmId: number;
  readonly stepId: string;
  readonly input: AlarmStepInput;
}

/** What a transaction that does a step knows. */
export interface Doing {
  readonly within: Kysely<Schema>;
  readonly publish: Publish;
  readonly caller: Caller;
  readonly alarm: LockedAlarm;
  readonly procedure: AlarmProcedure;
  readonly step: ProcedureStep;
}

export type Details = Readonly<Record<string, unknown>>;

/** So long the end of a sending is awaited before somebody may say what became of it. */
const sendingSeconds = 30;

/** Runs where the step is the one to be done, and the caller holds the alarm and knows all that was done of it. */
export const doStep = <Result>(
  commit: Commit,
  { caller, alarmId, stepId, input }: StepAct,
  work: (now: Doing) => Promise<Result>,
): Promise<Result> =>
  commit(async (within, publish) => {
    const alarm = await lockSeen(within, caller, alarmId);
    requireNotOthers(alarm, caller);
    if (alarm.holderId !== caller.userId || alarm.state === 'closed') {
      throw await changedRefusal(within, caller, alarmId);
    }
    const procedure = await readProcedureOf(within, alarmId);
    const step = procedure?.steps.find(({ id }) => id === stepId);
    if (!procedure || !step) throw notFound('step', stepId);
    const { lines } = procedure;
    const current = currentStep(procedure.steps, lines);
    if (
      current !== step ||
      lines.length !== input.expected ||
      (await isUnderWay(within, alarmId, sendingSeconds))
    ) {
      const details = { stepId: current?.id ?? null, lines };
      throw new AppError('step-changed', 'another step is to be done now', details);
    }
    return work({ within, publish, caller, alarm, procedure, step });
  });

/** A line of the procedure and of the history; which steps are open follows from it. */
export async function noteStep(
  { within, publish, caller, alarm, procedure, step }: Doing,
  answer: string,
  details: Details,
  set = unchanged,
): Promise<void> {
  const number = procedure.lines.length + 1;
  const actor = actorOf(caller);
  const lines = [...procedure.lines, { stepId: step.id, answer }];
  const current = currentStep(procedure.steps, lines);
  const nextKind = current?.kind ?? null;
  await insertStepLine(within, alarm.id, { number, stepId: step.id, answer, details, nextKind }, actor);
  const open = openSteps(procedure.steps, current).map(openStepOf);
  await touchClaim(within, alarm.subject, caller.userId, { inCall: current?.kind === 'call' });
  const { id, title, kind, key = null } = step;
  const line = { action: 'step', actor, details: { id, key, title, kind, answer, ...details } };
  await changeAlarms(within, [alarm.id], openStepsColumn(open, set), line);
  publish('alarms', { alarmIds: [alarm.id] });
}

export const textOf = ({ text }: AlarmStepInput): Details => (text === undefined ? {} : { text });

export const noAnswer = (answer: string) =>
  fieldRefusal('invalid-input', { path: 'answer', message: `${answer} is no answer to this step` });
