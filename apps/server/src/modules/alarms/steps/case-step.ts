/** A step that opens a case with the vehicle and the customer of the alarm, or takes the one that is open (PROC-01). */
import type { SinisterOpening } from '@atalaia/contract/sinisters/sinister';
import { AppError } from '../../../errors/app-error.ts';
import type { Commit } from '../../../queries/commit.ts';
import { referenceRefusal } from '../../../queries/constraint-refusals.ts';
import type { Caller } from '../../../visibility/caller.ts';
import { doStep, noAnswer, noteStep, type StepAct, textOf } from './step-transaction.ts';
import { caseOf } from './steps-queries.ts';

export interface CaseStepParts {
  readonly commit: Commit;
  readonly openCase: (caller: Caller, input: SinisterOpening) => Promise<string>;
}

export async function openCaseOfStep({ commit, openCase }: CaseStepParts, act: StepAct): Promise<void> {
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
