/** Takes a run from where it stands to its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetControlFailureCode, FleetControlStep } from '@atalaia/contract/fleet-control-sync';
import { AppError } from '../../app-error.ts';
import { DeliveryFailed } from '../../delivery-failed.ts';
import { FleetControlFailed } from '../../fleet-control-failed.ts';
import { customersStep } from './customers-step.ts';
import { devicesStep, trackerlessStep } from './devices-step.ts';
import { goneStep } from './gone-step.ts';
import { customersHereStep, devicesHereStep } from './here-steps.ts';
import { readingSteps } from './reading-steps.ts';
import { sendingStep } from './sending-step.ts';
import { type Place, restMs, type Step, type SyncContext } from './sync-context.ts';

const steps: Readonly<Record<Exclude<FleetControlStep, 'done'>, Step>> = {
  ...readingSteps,
  customers: customersStep,
  devices: devicesStep,
  trackerless: trackerlessStep,
  gone: goneStep,
  sending: sendingStep,
  customersHere: customersHereStep,
  devicesHere: devicesHereStep,
};

/** Resolves when everything is done. Throws what stopped it; what was done until then stands, with how far it came. */
export async function runSync(context: SyncContext, from: Place): Promise<void> {
  let place = from;
  while (place.step !== 'done') {
    context.signal.throwIfAborted();
    place = await steps[place.step](context, place.cursor);
    await sleep(restMs, undefined, { signal: context.signal });
  }
}

export interface SyncFailure {
  readonly code: FleetControlFailureCode;
  readonly said: string | null;
  /** It may go well a little later. */
  readonly isPassing: boolean;
  readonly afterMs: number;
}

/** What stopped a run, in words that it may be told in. */
export function failureOf(error: unknown): SyncFailure {
  const lasting = { isPassing: false, afterMs: 0 };
  if (error instanceof FleetControlFailed) return { code: error.code, said: error.said, ...lasting };
  if (error instanceof DeliveryFailed) {
    return { code: 'unreachable', said: null, isPassing: true, afterMs: error.retryAfterMs ?? 0 };
  }
  if (error instanceof AppError) return { code: 'notAllowed', said: null, ...lasting };
  return { code: 'internal', said: null, ...lasting };
}
