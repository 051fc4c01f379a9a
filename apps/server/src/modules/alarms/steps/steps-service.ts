/**
 * Working the procedure of an alarm, a step at a time (PROC-01). Who does one holds the alarm, and names the step and how
 * much of the procedure he knows: two people, or an old screen, never do one twice.
 */
import type { PhraseAnswer, PhraseHeard } from '@atalaia/contract/accounts/contact';
import type { AlarmStepInput } from '@atalaia/contract/desk/alarm-acts';
import type { AlarmProcedure, ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { SendCommand } from '@atalaia/contract/devices/command';
import type { CommandReceipt } from '@atalaia/contract/devices/sent-command';
import type { SinisterOpening } from '@atalaia/contract/sinisters/sinister';
import { answersOf, currentStep, openSteps } from '@atalaia/domain/procedures/procedure-steps';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../../errors/app-error.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit, Publish } from '../../../queries/commit.ts';
import { referenceRefusal } from '../../../queries/constraint-refusals.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { Visibility } from '../../../visibility/visibility.ts';
import type { TriesService } from '../../contacts/tries-service.ts';
import { actorOf, changedRefusal, lockSeen, requireNotOthers } from '../acting.ts';
import { changeAlarms, heldColumns, resumedColumns, unchanged } from '../acts-queries.ts';
import { describeAlarm } from '../alarm-detail-presenter.ts';
import { type LockedAlarm, lockAlarms } from '../alarms-queries.ts';
import { touchClaim } from '../claims-queries.ts';
import {
  caseOf,
  insertStepLine,
  isUnderWay,
  minutesFromNow,
  openStepOf,
  openStepsColumn,
  peopleToTell,
  readProcedureOf,
} from './steps-queries.ts';

interface Work {
  readonly alarmId: number;
}

export interface StepsParts {
  readonly queueMessages: (
    within: Kysely<Schema>,
    alarmId: number,
    userIds: readonly number[],
    notificators: readonly string[],
  ) => Promise<void>;
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'usersWhoSee'>;
  readonly noteTry: TriesService['noteWithin'];
  readonly checkPhrase: (caller: Caller, work: Work, spoken: string) => Promise<PhraseAnswer>;
  readonly noteHeard: (caller: Caller, work: Work, answer: PhraseHeard) => Promise<void>;
  /** Through the gate of blocks, as anybody's command. */
  readonly sendCommand: (caller: Caller, command: SendCommand) => Promise<CommandReceipt>;
  readonly openCase: (caller: Caller, input: SinisterOpening) => Promise<string>;
}

export interface AlarmStepsService {
  /** Does the step that is to be done now, and returns the alarm. */
  answer(caller: Caller, alarmId: number, stepId: string, input: AlarmStepInput): Promise<string>;
}

/** What a transaction that does a step knows. */
interface Doing {
  readonly within: Kysely<Schema>;
  readonly publish: Publish;
  readonly caller: Caller;
  readonly alarm: LockedAlarm;
  readonly procedure: AlarmProcedure;
  readonly step: ProcedureStep;
}

type Details = Readonly<Record<string, unknown>>;

/** So long the end of a sending is awaited before somebody may say what became of it. */
const sendingSeconds = 30;

export function createAlarmSteps(parts: StepsParts): AlarmStepsService {
  const { kysely, commit } = parts;
  /** Runs where the step is the one to be done, and the caller knows all that was done of it. */
  const doing = <Result>(
    caller: Caller,
    alarmId: number,
    stepId: string,
    expected: number,
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
        lines.length !== expected ||
        (await isUnderWay(within, alarmId, sendingSeconds))
      ) {
        const details = { stepId: current?.id ?? null, lines };
        throw new AppError('step-changed', 'another step is to be done now', details);
      }
      return work({ within, publish, caller, alarm, procedure, step });
    });

  async function send(caller: Caller, alarmId: number, stepId: string, input: AlarmStepInput): Promise<void> {
    const command = await doing(caller, alarmId, stepId, input.expected, async (now) => {
      const { step, alarm } = now;
      if (step.kind !== 'command') throw noAnswer('send');
      if (alarm.deviceId === null) throw referenceRefusal('deviceId');
      await note(now, 'sending', {});
      return { ...commandOf(step, input), deviceId: alarm.deviceId };
    });
    let receipt: CommandReceipt;
    try {
      receipt = await parts.sendCommand(caller, command);
    } catch (error) {
      // what ended unheard of stays as it is: it is never sent again by itself
      if (error instanceof AppError) await ended(caller, alarmId, stepId, 'refused', { code: error.code });
      throw error;
    }
    const { sentId, state, blockId } = receipt;
    await ended(caller, alarmId, stepId, 'sent', {
      sentId,
      state,
      ...(blockId !== undefined && { blockId }),
    });
  }

  /** What became of a sending is noted, whoever holds the alarm by now. */
  const ended = (caller: Caller, alarmId: number, stepId: string, answer: string, details: Details) =>
    commit(async (within, publish) => {
      const [alarm] = await lockAlarms(within, undefined, [alarmId]);
      const procedure = await readProcedureOf(within, alarmId);
      const step = procedure?.steps.find(({ id }) => id === stepId);
      if (!alarm || !procedure || !step) return;
      await note({ within, publish, caller, alarm, procedure, step }, answer, details);
    });

  async function openCase(
    caller: Caller,
    alarmId: number,
    stepId: string,
    input: AlarmStepInput,
  ): Promise<void> {
    const about = await doing(caller, alarmId, stepId, input.expected, async ({ within, alarm, step }) => {
      if (step.kind !== 'case') throw noAnswer('done');
      const of = alarm.deviceId === null ? undefined : await caseOf(within, alarm.deviceId);
      if (!of || alarm.deviceId === null) throw referenceRefusal('deviceId');
      if (of.sinisterId === null && of.customerId === null) throw referenceRefusal('customerId');
      const { openingType, title } = step;
      return { ...of, deviceId: alarm.deviceId, openingType, openingDescription: input.text ?? title };
    });
    const { sinisterId, customerId, ...opening } = about;
    const openingDate = new Date().toISOString();
    if (sinisterId === null) {
      await parts
        .openCase(caller, { ...opening, customerId: customerId ?? 0, openingDate })
        .catch((error: unknown) => {
          // somebody else was sooner: it is open
          if (!(error instanceof AppError && error.code === 'sinister-already-open')) throw error;
        });
    }
    await doing(caller, alarmId, stepId, input.expected, async (now) =>
      note(now, 'done', {
        sinisterId: (await caseOf(now.within, opening.deviceId))?.sinisterId,
        ...textOf(input),
      }),
    );
  }

  async function tell(now: Doing, step: ProcedureStep & { kind: 'tell' }): Promise<Details> {
    const { within, publish, alarm, caller } = now;
    const { id, deviceId, deviceName, customerId } = alarm;
    const watchers =
      deviceId === null ? [...step.userIds] : await parts.visibility.usersWhoSee([deviceId], within);
    const told = await peopleToTell(within, watchers, step, customerId);
    const ids = told.map((person) => person.id);
    if (ids.length > 0) await parts.queueMessages(within, id, ids, step.notificators);
    const at = new Date().toISOString();
    const notice = { kind: 'escalated', alarmId: id, deviceName, userName: caller.user.name, text: null };
    const json = JSON.stringify({ ...notice, at, until: null });
    publish(
      'deskNotices',
      ids.filter((userId) => userId !== caller.userId).map((userId) => ({ userId, json })),
    );
    return { told: told.map(({ name }) => name) };
  }

  async function simple(now: Doing, input: AlarmStepInput): Promise<void> {
    const { step, alarm, caller, within, publish, procedure } = now;
    const { answer, contact, text } = input;
    const last = procedure.lines.at(-1);
    if (answer === 'wait' && step.kind === 'wait') {
      const until = await minutesFromNow(within, step.minutes);
      const hold = heldColumns(until, { name: step.title, pausesClock: false });
      return note(now, 'waiting', { until }, hold);
    }
    if (!answersOf(step).includes(answer)) throw noAnswer(answer);
    if (answer !== 'skipped') {
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
    const details: Record<string, unknown> = { ...textOf(input) };
    if (step.kind === 'call' && answer !== 'skipped' && contact) {
      const tried = { ...contact, outcome: answer as 'answered', ...(text && { note: text.slice(0, 1000) }) };
      details.tryId = await parts.noteTry(within, publish, caller, { alarmId: alarm.id }, tried);
      details.name = contact.name;
    }
    if (step.kind === 'tell' && answer === 'done') Object.assign(details, await tell(now, step));
    await note(
      now,
      answer,
      details,
      step.kind === 'wait' && alarm.state === 'held' ? resumedColumns : unchanged,
    );
  }

  return {
    async answer(caller, alarmId, stepId, input) {
      const { answer, expected, spoken } = input;
      if (answer === 'send') await send(caller, alarmId, stepId, input);
      else if (answer === 'check') {
        if (!spoken) throw fieldRefusal('invalid-input', { path: 'spoken', message: 'is what was said' });
        await doing(caller, alarmId, stepId, expected, async ({ step }) => {
          if (step.kind !== 'phrase') throw noAnswer('check');
        });
        const heard = await parts.checkPhrase(caller, { alarmId }, spoken);
        await doing(caller, alarmId, stepId, expected, (now) => note(now, heard, {}));
      } else if (answer === 'right' || answer === 'wrong') {
        // heard by himself, who has looked at the phrases
        await doing(caller, alarmId, stepId, expected, async ({ step }) => {
          if (step.kind !== 'phrase') throw noAnswer(answer);
        });
        await parts.noteHeard(caller, { alarmId }, answer);
        await doing(caller, alarmId, stepId, expected, (now) => note(now, answer, { heard: true }));
      } else if (answer === 'done' && (await kindOf(kysely, alarmId, stepId)) === 'case') {
        await openCase(caller, alarmId, stepId, input);
      } else await doing(caller, alarmId, stepId, expected, (now) => simple(now, input));
      return describeAlarm(kysely, caller, alarmId);
    },
  };
}

const textOf = ({ text }: AlarmStepInput): Details => (text === undefined ? {} : { text });

const noAnswer = (answer: string) =>
  fieldRefusal('invalid-input', { path: 'answer', message: `${answer} is no answer to this step` });

async function kindOf(db: Kysely<Schema>, alarmId: number, stepId: string): Promise<string | undefined> {
  const procedure = await readProcedureOf(db, alarmId);
  return procedure?.steps.find(({ id }) => id === stepId)?.kind;
}

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

/** A line of the procedure and of the history; which steps are open follows from it. */
async function note(
  { within, publish, caller, alarm, procedure, step }: Doing,
  answer: string,
  details: Details,
  set = unchanged,
): Promise<void> {
  const number = procedure.lines.length + 1;
  const actor = actorOf(caller);
  await insertStepLine(within, alarm.id, { number, stepId: step.id, answer, details }, actor);
  const lines = [...procedure.lines, { stepId: step.id, answer }];
  const current = currentStep(procedure.steps, lines);
  const open = openSteps(procedure.steps, current).map(openStepOf);
  await touchClaim(within, alarm.subject, caller.userId, { inCall: current?.kind === 'call' });
  const { id, title, kind, key = null } = step;
  const line = { action: 'step', actor, details: { id, key, title, kind, answer, ...details } };
  await changeAlarms(within, [alarm.id], openStepsColumn(open, set), line);
  publish('alarms', { alarmIds: [alarm.id] });
}
