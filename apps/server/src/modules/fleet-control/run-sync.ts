/** The steps of a run, from the one it has come to until the last. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetControlStep } from '@atalaia/contract/providers/fleet-control-sync';
import { customersStep } from './customers-step.ts';
import { devicesStep, trackerlessStep } from './devices-step.ts';
import { localCustomersStep, localDevicesStep } from './local-only-steps.ts';
import { readingSteps } from './reading-steps.ts';
import { deleteMissing } from './remote-records-queries.ts';
import type { RemoteKind } from './remote-values.ts';
import { found, insertFindings, unsureKinds, writeProgress } from './runs-queries.ts';
import { sendingStep } from './sending-step.ts';
import { afterStep, type Place, readingOf, restMs, type Step, type SyncContext } from './sync-context.ts';

/** What the provider holds no more. Nothing is removed here for it: a list that came short must not cost a customer. */
const kinds = [
  'client',
  'vehicle',
  'tracker',
  'simCard',
  'operator',
] as const satisfies readonly RemoteKind[];

const deletedStep: Step = (context) =>
  context.commit(async (transaction) => {
    const { run } = context;
    const unsure = await unsureKinds(transaction, run.id);
    const missing = await deleteMissing(
      transaction,
      readingOf(context),
      kinds.filter((kind) => !unsure.has(kind)),
    );
    const findings = missing.flatMap(({ kind, key, remoteId, localId }) => {
      if (localId === null) return [];
      const about = {
        kind: kind === 'client' ? 'customer' : 'device',
        name: key,
        remoteId,
        localId,
      } as const;
      return [found({ ...about, outcome: 'notMatched', reason: 'goneThere' })];
    });
    await insertFindings(transaction, run.id, findings);
    const place = afterStep('gone');
    await writeProgress(transaction, run.id, place);
    return place;
  });

const steps: Readonly<Record<Exclude<FleetControlStep, 'done'>, Step>> = {
  ...readingSteps,
  customers: customersStep,
  devices: devicesStep,
  trackerless: trackerlessStep,
  gone: deletedStep,
  sending: sendingStep,
  customersHere: localCustomersStep,
  devicesHere: localDevicesStep,
};

/** A run that only reads leaves them out. */
const writingSteps: ReadonlySet<FleetControlStep> = new Set([
  'customers',
  'devices',
  'trackerless',
  'sending',
  'customersHere',
  'devicesHere',
]);

/** Resolves when everything is done. Throws what stopped it; what was done until then is stored, with how far it came. */
export async function runSync(context: SyncContext, from: Place): Promise<void> {
  let place = from;
  while (place.step !== 'done') {
    if (context.run.compares && writingSteps.has(place.step)) {
      place = afterStep(place.step);
      continue;
    }
    context.signal.throwIfAborted();
    place = await steps[place.step](context, place.cursor);
    await sleep(restMs, undefined, { signal: context.signal });
  }
}
