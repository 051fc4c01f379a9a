/** A step that sends a command: that it begins is noted before it is sent, and what became of it after (PROC-01). */
import type { AlarmStepInput } from '@atalaia/contract/desk/alarm-acts';
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { SendCommand } from '@atalaia/contract/devices/command';
import type { CommandReceipt } from '@atalaia/contract/devices/sent-command';
import { AppError } from '../../../errors/app-error.ts';
import { requireScope } from '../../../platform/http/authentication.ts';
import type { Commit } from '../../../queries/commit.ts';
import { referenceRefusal } from '../../../queries/constraint-refusals.ts';
import type { Caller } from '../../../visibility/caller.ts';
import { lockAlarms } from '../alarms-queries.ts';
import { type Details, doStep, noAnswer, noteStep, type StepAct, textOf } from './step-transaction.ts';
import { readProcedureOf } from './steps-queries.ts';

export interface CommandStepParts {
  readonly commit: Commit;
  /** Through the gate of blocks, as anybody's command. */
  readonly sendCommand: (caller: Caller, command: SendCommand) => Promise<CommandReceipt>;
}

export async function sendOfStep({ commit, sendCommand }: CommandStepParts, act: StepAct): Promise<void> {
  requireScope(act.caller, 'commands');
  const command = await doStep(commit, act, async (now) => {
    const { step, alarm } = now;
    if (step.kind !== 'command') throw noAnswer('send');
    if (alarm.deviceId === null) throw referenceRefusal('deviceId');
    await noteStep(now, 'sending', textOf(act.input));
    return { ...commandOf(step, act.input), deviceId: alarm.deviceId };
  });
  let receipt: CommandReceipt;
  try {
    receipt = await sendCommand(act.caller, command);
  } catch (error) {
    // what ended unheard of stays as it is: it is never sent again by itself
    if (error instanceof AppError) await noteEnd(commit, act, 'refused', { code: error.code });
    throw error;
  }
  const { sentId, state, blockId } = receipt;
  await noteEnd(commit, act, 'sent', { sentId, state, ...(blockId !== undefined && { blockId }) });
}

/** What became of a sending is noted, whoever holds the alarm by now. */
const noteEnd = (
  commit: Commit,
  { caller, alarmId, stepId }: StepAct,
  answer: 'sent' | 'refused',
  details: Details,
) =>
  commit(async (within, publish) => {
    const [alarm] = await lockAlarms(within, undefined, [alarmId]);
    const procedure = await readProcedureOf(within, alarmId);
    const step = procedure?.steps.find(({ id }) => id === stepId);
    if (!alarm || !procedure || !step) return;
    await noteStep({ within, publish, caller, alarm, procedure, step }, answer, details);
  });

function commandOf(
  { command, when }: ProcedureStep & { kind: 'command' },
  { block, release, confirmation }: AlarmStepInput,
): Omit<SendCommand, 'deviceId'> {
  return {
    type: command.type,
    attributes: command.attributes ?? {},
    ...(confirmation && { confirmation }),
    ...(block && { block: { ...block, ...(block.when === undefined && when && { when }) } }),
    ...(release && { release }),
  };
}
