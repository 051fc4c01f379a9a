/**
 * Working the procedure of an alarm, a step at a time (PROC-01). Who does one holds the alarm, and names the step and how
 * much of the procedure he knows: two people, or an old screen, never do one twice.
 */
import type { PhraseAnswer, PhraseHeard } from '@atalaia/contract/accounts/contact';
import type { AlarmStepInput } from '@atalaia/contract/desk/alarm-acts';
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { SendCommand } from '@atalaia/contract/devices/command';
import type { CommandReceipt } from '@atalaia/contract/devices/sent-command';
import type { SinisterOpening } from '@atalaia/contract/sinisters/sinister';
import { answersOf } from '@atalaia/domain/procedures/procedure-steps';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { requireScope } from '../../../platform/http/authentication.ts';
import type { Commit } from '../../../queries/commit.ts';
import { referenceRefusal } from '../../../queries/constraint-refusals.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { TriesService } from '../../contacts/tries-service.ts';
import { heldColumns, resumedColumns, unchanged } from '../acts-queries.ts';
import { describeAlarm } from '../alarm-detail-presenter.ts';
import { lockAlarms } from '../alarms-queries.ts';
import {
  type Details,
  type Doing,
  doStep,
  noAnswer,
  noteStep,
  type StepAct,
  textOf,
} from './step-transaction.ts';
import { caseOf, minutesFromNow, peopleToTell, readProcedureOf } from './steps-queries.ts';

/** A step that sends a command: that it begins is noted before it is sent, and what became of it after (PROC-01). */

interface CommandStepParts {
  readonly commit: Commit;
  /** Through the gate of blocks, as anybody's command. */
  readonly sendCommand: (caller: Caller, command: SendCommand) => Promise<CommandReceipt>;
}

async function sendOfStep({ commit, sendCommand }: CommandStepParts, act: StepAct): Promise<void> {
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

/** A step that opens a case with the vehicle and the customer of the alarm, or takes the one that is open (PROC-01). */
interface CaseStepParts {
  readonly commit: Commit;
  readonly openCase: (caller: Caller, input: SinisterOpening) => Promise<string>;
}

async function openCaseOfStep({ commit, openCase }: CaseStepParts, act: StepAct): Promise<void> {
  const { caller, input } = act;
  const about = await doStep(commit, act, async (now) => {
    const { within, alarm, step } = now;
    if (step.kind !== 'case') throw noAnswer('done');
    const of = alarm.deviceId === null ? undefined : await caseOf(within, alarm.deviceId);
    if (!of || alarm.deviceId === null || (of.sinisterId === null && of.customerId === null)) {
      // no case can be opened: what was done instead answers the step
      if (!input.text) throw referenceRefusal(of ? 'customerId' : 'deviceId');
      return noteStep(now, 'done', { noCase: true, ...textOf(input) });
    }
    const { openingType, title } = step;
    return { ...of, deviceId: alarm.deviceId, openingType, openingDescription: input.text ?? title };
  });
  if (!about) return;
  const { sinisterId, customerId, ...opening } = about;
  const openingDate = new Date().toISOString();
  if (sinisterId === null) {
    await openCase(caller, { ...opening, customerId: customerId ?? 0, openingDate }).catch(
      (error: unknown) => {
        // somebody else was sooner: it is open
        if (!(error instanceof AppError && error.code === 'sinister-already-open')) throw error;
      },
    );
  }
  await doStep(commit, act, async (now) =>
    noteStep(now, 'done', {
      sinisterId: (await caseOf(now.within, opening.deviceId))?.sinisterId,
      ...textOf(input),
    }),
  );
}

/** A step that tells people of the desk who see the alarm: by their channels, and on their screens (PROC-01). */
interface TellStepParts {
  readonly queueMessages: (
    within: Kysely<Schema>,
    alarmId: number,
    userIds: readonly number[],
    notificators: readonly string[],
  ) => Promise<void>;
}

/** Within the step's transaction; returns the people notified. */
async function tellOfStep(
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

interface Work {
  readonly alarmId: number;
}

export interface StepsParts extends CommandStepParts, CaseStepParts, TellStepParts {
  readonly kysely: Kysely<Schema>;
  readonly noteTry: TriesService['noteWithin'];
  readonly checkPhrase: (caller: Caller, work: Work, spoken: string) => Promise<PhraseAnswer>;
  readonly noteHeard: (caller: Caller, work: Work, answer: PhraseHeard) => Promise<void>;
}

export interface AlarmStepsService {
  /** Does the step that is to be done now, and returns the alarm. */
  answer(caller: Caller, alarmId: number, stepId: string, input: AlarmStepInput): Promise<string>;
}

export function createAlarmSteps(parts: StepsParts): AlarmStepsService {
  const { kysely, commit } = parts;

  const requirePhrase = (act: StepAct) =>
    doStep(commit, act, async ({ step }) => {
      if (step.kind !== 'phrase') throw noAnswer(act.input.answer);
    });

  async function checkPhrase(act: StepAct): Promise<void> {
    const { caller, alarmId, input } = act;
    if (!input.spoken) throw fieldRefusal('invalid-input', { path: 'spoken', message: 'is what was said' });
    await requirePhrase(act);
    const compared = await parts.checkPhrase(caller, { alarmId }, input.spoken);
    await doStep(commit, act, (now) => noteStep(now, compared, textOf(input)));
  }

  /** Who has looked at the phrases says himself what he heard. */
  async function noteHeard(act: StepAct, heard: PhraseHeard): Promise<void> {
    await requirePhrase(act);
    await parts.noteHeard(act.caller, { alarmId: act.alarmId }, heard);
    await doStep(commit, act, (now) => noteStep(now, heard, { heard: true, ...textOf(act.input) }));
  }

  return {
    async answer(caller, alarmId, stepId, input) {
      const act = { caller, alarmId, stepId, input };
      const { answer } = input;
      if (answer === 'send') await sendOfStep(parts, act);
      else if (answer === 'check') await checkPhrase(act);
      else if (answer === 'right' || answer === 'wrong') await noteHeard(act, answer);
      else if (answer === 'done' && (await kindOf(kysely, alarmId, stepId)) === 'case') {
        await openCaseOfStep(parts, act);
      } else await doStep(commit, act, (now) => noteAnswer(parts, now, input));
      return describeAlarm(kysely, caller, alarmId);
    },
  };
}

/** Answers that are given within one transaction. */
async function noteAnswer(
  parts: Pick<StepsParts, 'noteTry' | keyof TellStepParts>,
  now: Doing,
  input: AlarmStepInput,
): Promise<void> {
  const { step, alarm, caller, within, publish } = now;
  const { answer, contact, text } = input;
  if (answer === 'wait' && step.kind === 'wait') {
    const until = await minutesFromNow(within, step.minutes);
    const hold = heldColumns(until, { name: step.title, pausesClock: false });
    return noteStep(now, 'waiting', { until, ...textOf(input) }, hold);
  }
  if (!answersOf(step).includes(answer)) throw noAnswer(answer);
  if (answer !== 'skipped') requireDoable(now, input);
  const details: Record<string, unknown> = { ...textOf(input) };
  if (step.kind === 'call' && answer !== 'skipped' && contact) {
    const tried = { ...contact, outcome: answer as 'answered', ...(text && { note: text.slice(0, 1000) }) };
    details.tryId = await parts.noteTry(within, publish, caller, { alarmId: alarm.id }, tried);
    details.name = contact.name;
  }
  if (step.kind === 'tell' && answer === 'done') Object.assign(details, await tellOfStep(parts, now, step));
  const comesBack = step.kind === 'wait' && alarm.state === 'held';
  await noteStep(now, answer, details, comesBack ? resumedColumns : unchanged);
}

/** What is not skipped was done: nobody says so himself of what the server does, nor before its time. */
function requireDoable({ step, alarm, procedure }: Doing, { answer, text }: AlarmStepInput): void {
  const last = procedure.lines.at(-1);
  if (step.kind === 'phrase' || (step.kind === 'command' && answer === 'sent')) throw noAnswer(answer);
  if (step.kind === 'command' && step.required && last?.stepId !== step.id) {
    throw fieldRefusal('invalid-input', { path: 'answer', message: 'is of a command that was tried' });
  }
  if (step.kind === 'text' && !text) {
    throw fieldRefusal('invalid-input', { path: 'text', message: 'is what this step asks for' });
  }
  if (step.kind === 'wait' && (last?.stepId !== step.id || alarm.state === 'held')) {
    const until = last?.stepId === step.id ? last.details.until : undefined;
    throw new AppError('step-waits', 'its time is not over yet', { until });
  }
}

async function kindOf(db: Kysely<Schema>, alarmId: number, stepId: string): Promise<string | undefined> {
  const procedure = await readProcedureOf(db, alarmId);
  return procedure?.steps.find(({ id }) => id === stepId)?.kind;
}
