import {
  type FirstHour,
  type FirstHourStep,
  firstHourSteps,
  type NotedStep,
  type StepNote,
} from '@atalaia/contract/sinisters/first-hour';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { SinistersService } from '../sinisters/sinisters-service.ts';
import { listDoneSteps, noteStep, takeStepBack } from './first-hour-queries.ts';
import { findFactAt } from './police-facts-queries.ts';

/** SINAL takes an alert for as long after the fact, ms. */
export const sinalMs = 72 * 3_600_000;
/** A caller's clock may run ahead of ours by this, ms. */
const aheadMs = 600_000;

export interface FirstHourService {
  read(caller: Caller, sinisterId: number): Promise<FirstHour>;
  /** Notes a step, or another time or number of it: one that is done stays as it was but for these. Throws `sinister-closed`. */
  note(caller: Caller, sinisterId: number, step: NotedStep, note: StepNote): Promise<FirstHour>;
  /** One that was noted by mistake. */
  takeBack(caller: Caller, sinisterId: number, step: NotedStep): Promise<FirstHour>;
}

export interface RecoveryParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sinisters: Pick<SinistersService, 'find' | 'lockOpen' | 'announce'>;
  readonly nowMs?: () => number;
}

export function createFirstHourService(parts: RecoveryParts): FirstHourService {
  const { kysely, commit, sinisters, nowMs = Date.now } = parts;

  async function stateOf(within: Kysely<Schema>, sinisterId: number, openedAt: string): Promise<FirstHour> {
    const done = await listDoneSteps(within, sinisterId);
    const openedMs = Date.parse(openedAt);
    const factAt = await findFactAt(within, sinisterId);
    return {
      openedAt: new Date(openedMs).toISOString(),
      sinalUntil: new Date((factAt ? Date.parse(factAt) : openedMs) + sinalMs).toISOString(),
      steps: firstHourSteps.map((step) => {
        const found = done.find((one) => one.step === step);
        if (!found?.doneAt) return missing(step);
        const afterSeconds = Math.max(0, Math.round((Date.parse(found.doneAt) - openedMs) / 1000));
        return { ...found, afterSeconds };
      }),
    };
  }

  return {
    async read(caller, sinisterId) {
      const sinister = await sinisters.find(caller, sinisterId);
      return stateOf(kysely, sinisterId, sinister.opening_date);
    },

    note: (caller, sinisterId, step, { doneAt: saidAt, reference }) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        const before = (await listDoneSteps(transaction, sinisterId)).find((one) => one.step === step);
        const kept = saidAt === undefined ? before : undefined;
        const doneAt = saidAt ?? kept?.doneAt ?? new Date(nowMs()).toISOString();
        const atMs = Date.parse(doneAt);
        const isPossible = atMs >= Date.parse(sinister.opening_date) && atMs <= nowMs() + aheadMs;
        if (!kept && !isPossible) {
          const message = 'must lie between the opening and now';
          throw fieldRefusal('invalid-input', { path: 'doneAt', message });
        }
        const notedBy = kept?.doneBy ?? caller.user.name;
        await noteStep(transaction, { sinisterId, step, doneAt, reference, notedBy });
        const details = { step, reference: reference ?? null };
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'sinister',
          objectId: sinisterId,
          details,
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        return stateOf(transaction, sinisterId, sinister.opening_date);
      }),

    takeBack: (caller, sinisterId, step) =>
      commit(async (transaction, publish) => {
        const sinister = await sinisters.lockOpen(transaction, caller, sinisterId);
        if (!(await takeStepBack(transaction, sinisterId, step)))
          throw notFound('step of sinister', sinisterId);
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'sinister',
          objectId: sinisterId,
          details: { step, takenBack: true },
        });
        await sinisters.announce(transaction, publish, sinisterId, sinister.device_id, { centreOnly: true });
        return stateOf(transaction, sinisterId, sinister.opening_date);
      }),
  };
}

const missing = (step: FirstHourStep) => ({
  ...{ step, doneAt: null, afterSeconds: null, reference: null, doneBy: null, source: null },
});
