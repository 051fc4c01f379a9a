/** What the provider holds no more. Nothing is removed here for it: a list that came short must not cost a customer. */
import { found, insertFindings, unsureKinds } from './findings-queries.ts';
import { writeProgress } from './runs-queries.ts';
import { afterStep, readingOf, type Step } from './sync-context.ts';
import { forgetGone, type ThingKind } from './things-queries.ts';

const kinds = ['client', 'vehicle', 'tracker', 'simCard', 'operator'] as const satisfies readonly ThingKind[];

export const goneStep: Step = (context) =>
  context.commit(async (transaction) => {
    const { run } = context;
    const unsure = await unsureKinds(transaction, run.id);
    const gone = await forgetGone(
      transaction,
      readingOf(context),
      kinds.filter((kind) => !unsure.has(kind)),
    );
    const findings = gone.flatMap(({ kind, key, remoteId, localId }) => {
      if (localId === null) return [];
      const told = { kind: kind === 'client' ? 'customer' : 'device', name: key, remoteId, localId } as const;
      return [found({ ...told, outcome: 'notMatched', reason: 'goneThere' })];
    });
    await insertFindings(transaction, run.id, findings);
    const place = afterStep('gone');
    await writeProgress(transaction, run.id, place);
    return place;
  });
